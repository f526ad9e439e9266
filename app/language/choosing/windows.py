"""The parts of a message however long it is: read window by window, or as the one text or enumeration that it begins with."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.language.orders.items import split_items
from app.language.reader.reading import Part, read
from app.language.vocabulary import lexicon, words_of

WINDOW = 500  # characters that the reader is asked about at a time
MOST_READ = 2_000  # characters that are read of one message
KEPT = frozenset(("save_note", "append_note", "save_journal", "tell_fact"))
TALK = frozenset("greet thanks bye help smalltalk aside yes no never_mind".split())


def messages(text: str) -> Iterator[tuple[int, int]]:
    """Where each of several messages sent at once begins and ends: orders that have lines of their own; else the whole text is one."""
    start, many = 0, 1
    for found in _LINE.finditer(text) if _begins_order(text) else ():
        end = found.start()
        if (
            many < _MOST_MESSAGES
            and _begins_order(text[found.end() : found.end() + _VERB])
            and _ends(text[max(start, end - _VERB) : end])
        ):
            yield start, end
            start, many = found.end(), many + 1
    yield start, len(text)


def _begins_order(text: str) -> bool:
    words = [word.folded for word in words_of(text[:_VERB].lstrip().partition("\n")[0])]
    while size := lexicon().length("please", words):
        words = words[size:]
    return len(words) > _FEW and lexicon().length("orders", words) > 0


def _ends(line: str) -> bool:
    """Whether nothing is announced that only the next line says."""
    words = [word.folded for word in words_of(line)]
    return not line.rstrip().endswith((":", ",")) and not (words and (words[-1],) in lexicon().words["joins"])


_LINE = re.compile(r"\s*\n\s*")
_VERB = 60  # characters in which an order's verb and something behind it stand
_MOST_MESSAGES = 40  # that are read of those sent at once
_FEW = 2  # words that are no order by themselves: "check in", in an enumeration


def parts_of(text: str) -> Iterator[Part]:
    """The parts of a message. A long one is read window by window; where its first one is a text to keep, all of the rest belongs to it."""
    for start, end in _windows(text):
        parts = read(text[start:end].translate(_ONE_LINE))
        if start or "\n" in text:
            parts = tuple(_moved(part, start, text) for part in parts)
        whole = _to_its_end(parts, text) if not start and len(text) > WINDOW else None
        if whole is not None:
            yield whole
            return
        yield from parts


_ONE_LINE = str.maketrans("\n\t", "  ")
_SENTENCE = re.compile(r"(?<=[.!?\n])\s+")


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Where each stretch of whole sentences begins and ends; none is longer than the reader reads well but for a sentence that is."""
    start = end = 0
    for stop in (*(found.end() for found in _SENTENCE.finditer(text[:MOST_READ])), min(len(text), MOST_READ)):
        if stop - start > WINDOW and end > start:
            yield start, end
            start = end
        end = stop
    if end > start:
        yield start, end


def _moved(part: Part, by: int, text: str) -> Part:
    """A part of a window at its place in the whole text, in the words as they stand there."""
    slots = tuple(
        replace(one, start=one.start + by, end=one.end + by, text=text[one.start + by : one.end + by])
        for one in part.slots
    )
    start, end = part.start + by, part.end + by
    return replace(part, start=start, end=end, text=text[start:end], slots=slots)


def _to_its_end(parts: Sequence[Part], text: str) -> Part | None:
    """The one part of a long message: a text to keep, or things to add, that begins it and goes on to its end; None of any other."""
    first = next((part for part in parts if part.intent not in TALK), None)
    slot = next((one for one in first.slots if one.name in ("text", "item")), None) if first else None
    if first is None or slot is None:
        return None
    first = replace(first, sure=max(first.sure, _BEGINS))
    if first.intent in KEPT:
        return replace(
            without(first, "text"),
            text=text[first.start :],
            end=len(text),
            slots=(*without(first, "text").slots, replace(slot, text=text[slot.start :], end=len(text))),
        )
    lines = split_items(text[slot.start :], things=True)
    if first.intent not in ("add_tasks", "create_list") or len(lines) < _MANY:
        return None
    named = [one for one in first.slots if one.name == "list"]
    last = _LIST_LAST.search(lines[-1])
    if last and not named:
        lines[-1] = lines[-1][: last.start()]
        named = [replace(slot, name="list", text=last["list"])]
    items = [replace(slot, text=line) for line in lines]
    return replace(first, text=text[first.start :], end=len(text), slots=(*named, *items))


def without(part: Part, name: str) -> Part:
    return replace(part, slots=tuple(one for one in part.slots if one.name != name))


_BEGINS = 0.9  # how sure the beginning of a long text is of what all of it is
_MANY = 10  # things that make an enumeration of a long message
_LIST_LAST = re.compile(
    r"\s+(?:to|on|onto|in|sur|dans|à) (?:my |the |our |ma |la )?(?P<list>[\w' -]{1,40}?)(?: list)?\W*\Z", re.IGNORECASE
)
