"""What the reader makes of a text: its parts in order, each with its intent, the words of its slots and how sure that is.

The likeliest way to cut the text is found by Viterbi's algorithm over boundaries and intents, and over begin and inside of slots within
each part. Bounded: of a text the first `MOST_WORDS` words are read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from app.language.reader.network import MOST_WORDS, Network, Scores, network
from app.language.reader.pieces import Word, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LED = re.compile(r"to (?=\S)", re.IGNORECASE)
NAMES, BETWEEN = frozenset(("topic", "title", "text", "ref", "new")), 2
SEVERAL = frozenset(("item",))  # of all others, what stands side by side is one
WHOLE = frozenset(("tell_fact", "ask_fact", "date_question", "calculate", "health"))  # whose words are their slot
_UNCLEAR, _CLEAR = 0.35, 0.85
_ENDS = ".!?…\n"
REMEMBERED = 64  # a message is read again after its tools have run, and by the message that leans on it


@dataclass(frozen=True, slots=True)
class Slot:
    """Words that fill a slot, as said."""

    name: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a text with one intent. `sure` is the mean probability of the intent over its words, from 0 to 1."""

    intent: str
    text: str
    start: int
    end: int
    slots: tuple[Slot, ...]
    sure: float
    others: tuple[tuple[str, float], ...] = ()

    def all(self, name: str) -> list[str]:
        """The words of every slot of that name, in order."""
        return [slot.text for slot in self.slots if slot.name == name]

    def one(self, name: str) -> str:
        """The words of the slots of that name together, or ""; with the few words between them, where they are one name ("trip to the sea")."""
        slots = [slot for slot in self.slots if slot.name == name]
        if name in NAMES and len(slots) > 1:
            whole = self.text[slots[0].start - self.start : slots[-1].end - self.start]
            if len(whole.split()) <= sum(len(slot.text.split()) for slot in slots) + BETWEEN and not set(",;.") & set(
                whole
            ):
                return whole
        return " ".join(slot.text for slot in slots)


@lru_cache(maxsize=REMEMBERED)
def read(text: str) -> tuple[Part, ...]:
    """The parts of a text; none where it has no word. About 6 ms for a short message."""
    return read_with(network(), text)


def read_with(net: Network, text: str) -> tuple[Part, ...]:
    """The same with a network of one's own."""
    words = words_of(text, MOST_WORDS)
    pieces = net.pieces(words)
    if not pieces:
        return ()
    words = words[: len(pieces)]
    scores = net.scores(pieces)
    cuts = _cut(scores)
    parts = list(_together(text, [_part(net, scores, text, words, *cut) for cut in cuts]))
    return tuple(_alone(net, text, part) if len(parts) > 1 else part for part in parts)


def _alone(net: Network, text: str, part: Part) -> Part:
    """A sentence that is unclear beside others, read by itself where that makes it clear: what stands before it may be about anything."""
    before, behind = text[: part.start].rstrip(), part.text[-1:] + text[part.end :].lstrip()[:1]
    is_sentence = before[-1:] in _ENDS and (set(behind) & set(_ENDS) or part.end == len(text.rstrip()))
    if part.sure >= _UNCLEAR or not before or not is_sentence:
        return part
    again = read_with(net, part.text)
    if len(again) != 1 or again[0].sure < _CLEAR:
        return part
    [read_again] = again
    slots = tuple(Slot(one.name, one.text, one.start + part.start, one.end + part.start) for one in read_again.slots)
    return replace(read_again, start=read_again.start + part.start, end=read_again.end + part.start, slots=slots)


def _cut(scores: Scores) -> list[tuple[int, int, int]]:
    """(first word, behind the last, intent) of each part, on the likeliest way through."""
    import numpy as np

    count = len(scores.intent)
    at = scores.intent[0].copy()
    came: list[tuple[Any, int]] = []
    for word in range(1, count):
        stay, new = scores.boundary[word]
        best = int(at.argmax())
        begins = at[best] + new > at + stay
        came.append((begins, best))
        at = np.where(begins, at[best] + new, at + stay) + scores.intent[word]
    intent, end, cuts = int(at.argmax()), count, list[tuple[int, int, int]]()
    for word in range(count - 1, 0, -1):
        begins, best = came[word - 1]
        if begins[intent]:
            cuts.append((word, end, intent))
            intent, end = best, word
    cuts.append((0, end, intent))
    return cuts[::-1]


def _part(net: Network, scores: Scores, text: str, words: Sequence[Word], first: int, end: int, intent: int) -> Part:
    import numpy as np

    begin, stop = words[first].start, words[end - 1].end
    mean = net.meant(scores.intent[first:end], text[begin:stop])
    intent = int(mean.argmax()) if net.has_letters else intent
    sure = np.exp(mean)
    others = [(net.intents[int(i)], float(sure[i])) for i in np.argsort(-mean)[:7] if i != intent]
    tags = best_tags(scores.slot[first:end], net.allowed(intent))
    slots = tuple(slots_of(net.slots, tags, words[first:end], text))
    return Part(net.intents[intent], text[begin:stop], begin, stop, slots, float(sure[intent]), tuple(others))


def best_tags(scores: Any, allowed: Any) -> list[int]:
    """The likeliest tags of words (n,) by their log probabilities (n, tags), `allowed` (tags,): 0 is none, 2k+1 begins slot k, 2k+2 is inside of it and stands behind one of the two."""
    import numpy as np

    scores = np.where(allowed, scores, -1e9)
    tags = scores.shape[1]
    inside = np.arange(2, tags, 2)
    at, came = scores[0].copy(), list[Any]()
    at[inside] = -1e9
    for row in scores[1:]:
        best = int(at.argmax())
        before = np.full(tags, best)
        before[inside] = np.where(at[inside] >= at[inside - 1], inside, inside - 1)
        came.append(before)
        at = at[before] + row
    tag = int(at.argmax())
    found = [tag]
    for before in reversed(came):
        tag = int(before[tag])
        found.append(tag)
    return found[::-1]


def slots_of(names: Sequence[str], tags: Sequence[int], words: Sequence[Word], text: str) -> list[Slot]:
    """The stretches of words that their tags make one slot each."""
    found: list[Slot] = []
    for tag, word in zip(tags, words, strict=True):
        name = names[(tag - 1) // 2]
        last = found[-1] if found else None
        if tag and last and (tag % 2 == 0 or (last.name == name and _is_one(name, text[last.end : word.start]))):
            found[-1] = Slot(name, text[last.start : word.end], last.start, word.end)
        elif tag:
            found.append(Slot(name, word.text, word.start, word.end))
    first = next((at for at, slot in enumerate(found) if slot.name == "when"), None)
    return [_trimmed(slot) if at == first else slot for at, slot in enumerate(found)]


def _trimmed(slot: Slot) -> Slot:
    """A time without the "to" of "move it to 4"."""
    led = _LED.match(slot.text)
    return Slot(slot.name, slot.text[led.end() :], slot.start + led.end(), slot.end) if led else slot


def _is_one(name: str, between: str) -> bool:
    """Whether two stretches of a slot with that between them are one: "l'" and "huile" in any case."""
    return not between or (name not in SEVERAL and not between.strip())


def _is_half(one: Part, other: Part) -> bool:
    """Whether one of two parts has no slot, or, of a reminder, one its time alone and the other its words."""
    names = {slot.name for slot in one.slots}, {slot.name for slot in other.slots}
    return not (one.slots and other.slots) or (one.intent == "set_reminder" and not names[0] & names[1])


def _together(text: str, parts: Sequence[Part]) -> Iterator[Part]:
    """Without cuts that leave a side empty-handed: halves of one order are one."""
    last: Part | None = None
    for part in parts:
        if last and last.intent == part.intent and _is_half(last, part) and part.intent not in WHOLE:
            sure = min(last.sure, part.sure)
            last = replace(
                last, text=text[last.start : part.end], end=part.end, slots=last.slots + part.slots, sure=sure
            )
            continue
        if last:
            yield last
        last = part
    if last:
        yield last
