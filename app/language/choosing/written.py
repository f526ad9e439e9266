"""The text of a mail as its user typed it: from behind whom it is for and "that", over all that begins no other order. Pure."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from app.language.choosing import read_outside
from app.language.choosing.joining import AND
from app.language.choosing.possible import begins_order
from app.language.reader.reading import Part, Slot

_SURELY = 0.8
# What may be told in a mail as well, where only an "and" joins it to the text.
_TELLS = frozenset(("yes", "tell_fact", "amend", "what_about", "more", "keep", "ask_fact", *read_outside.WRITTEN))
_NEVER = ("account", "file", "calendar", "attachment")  # what stands behind a text and is of the mail, not of its text
_OPENS = re.compile(
    r"\W*(?:please |and |then |et |stp )*(?:reply|answer|respond|write|tell|let|email|mail|text|message|réponds|répondez|écris|écrivez|dis|dites)"
    r"(?: back)?(?:[ -](?:to |à )?(?:him|her|them|it|lui|leur|elle|eux)\b)?(?: know)?",
    re.IGNORECASE,
)
# Between whom it is for and the words that were read as its text: they belong to it behind "that", and before "and that".
_LED = re.compile(
    r"\W*(?:that|saying|que|qu['’])\s*\S.*|.*\b(?:and|et) (?:that|que|qu['’])\W*", re.IGNORECASE | re.DOTALL
)
# "Tell him yes to the plan, | 20 minutes is fine"
_SAYS_MORE = re.compile(r" (?!(?:about|on|regarding|re|sur|à propos)\b)\S+ \S.*[,;.:]\s*", re.IGNORECASE | re.DOTALL)
_JOINED = re.compile(r"(?:,\s*|\s+)(?=(?:and|but|so|et|mais)\b)", re.IGNORECASE)
_CONJUNCTION = re.compile(r"\W*(?:(?:and|but|so|et|mais)\b\s*)+", re.IGNORECASE)
_WISH = re.compile(r"\W*qu(?:['’](?:elle|il|ils|elles|on)\b|e )", re.IGNORECASE)  # "Qu'elle apporte du café"


def written_out(parts: list[Part], text: str) -> list[Part]:
    """The parts in which the text of a mail is whole: its beginning, and its end over what asks for nothing; behind a colon over all that begins
    no order."""
    at = next((at for at, part in enumerate(parts) if part.intent in read_outside.WRITTEN and part.all("text")), None)
    if at is None:
        return parts
    part, behind = parts[at], parts[at + 1 :]
    first = next(one for one in part.slots if one.name == "text")
    slot = _from_colon(_from_that(first, part), part, text)
    is_dictated = text[: slot.start].rstrip().endswith(":")
    goes_on = len(list(takewhile(lambda one: _goes_on(one, is_dictated=is_dictated), behind)))
    end = behind[goes_on - 1].end if goes_on else _to_end(first, part)
    if end == first.end and slot.start == first.start and not is_dictated:
        return parts
    end = max(end, part.end) if is_dictated or goes_on else end
    longer = replace(slot, text=text[slot.start : end].rstrip(), end=end)
    slots = (*(one for one in part.slots if one.name != "text" and one.start < slot.start), longer)
    whole = max(end, part.end)
    return [*parts[:at], replace(part, text=text[part.start : whole], end=whole, slots=slots), *behind[goes_on:]]


def _from_that(slot: Slot, part: Part) -> Slot:
    """The text from behind whom it is for: "that the dates suit me", "thanks and that I'll come"."""
    opens = _OPENS.match(part.text)
    at = part.start + (opens.end() if opens else 0)
    whom = next(
        (one for one in part.slots if one.name in ("person", "to", "ref") and at < one.start <= at + _NEAR), None
    )
    at = whom.end if whom else at
    between = part.text[at - part.start : slot.start - part.start]
    is_named = any(at <= one.start < slot.start for one in part.slots if one is not slot)
    belongs = _LED.fullmatch(between) or _SAYS_MORE.fullmatch(between)
    if not opens or slot.start <= at or is_named or not belongs:
        return slot
    start = at + len(between) - len(between.lstrip(" ,"))
    return replace(slot, text=part.text[start - part.start : slot.end - part.start], start=start)


_NEAR = 4  # characters, such as "to "


def _to_end(slot: Slot, part: Part) -> int:
    """Where the text ends in its own part: before the first order behind it."""
    if any(one.name in _NEVER and one.start >= slot.end for one in part.slots):
        return slot.end
    rest, end = part.text[slot.end - part.start :], slot.end
    for piece in _pieces(rest):
        if begins_order(_CONJUNCTION.sub("", piece)):
            break
        end += len(piece)
    return end


def _pieces(rest: str) -> Iterator[str]:
    at = 0
    for found in _JOINED.finditer(rest):
        if found.start() > at:
            yield rest[at : found.start()]
            at = found.start()
    if at < len(rest):
        yield rest[at:]


def _from_colon(slot: Slot, part: Part, text: str) -> Slot:
    """The text from the colon on that begins it: "Réponds-lui : C'est confirmé, je viens"."""
    colon = text.find(": ", part.start, slot.start)
    start = len(text) - len(text[colon + 1 :].lstrip()) if colon >= 0 else slot.start
    return replace(slot, text=text[start : slot.end], start=start) if start < slot.start else slot


def _goes_on(part: Part, *, is_dictated: bool) -> bool:
    if part.intent in ("aside", "smalltalk", "thanks") or _WISH.match(part.text):
        return True
    joined = AND.match(part.text) is not None
    if joined and not is_dictated:
        return part.intent in _TELLS and "?" not in part.text and not begins_order(_CONJUNCTION.sub("", part.text))
    is_order = begins_order(part.text) or (joined and part.sure >= _SURELY)
    return is_dictated and not is_order
