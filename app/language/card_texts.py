"""A change of the words of a call that waits at work: one part put for another, a new text between quotes. Pure, bounded.

What is put out must stand there as it is said; what is quoted is the whole of the new text. Words that only tell how it should be change nothing.
"""

import re
from collections.abc import Mapping
from typing import Any

_LONGEST = 400  # characters
_TEXTS = ("text", "description")
_TITLES = ("summary", "title")
# What a text of work stands beside: without one of these it is no message, no comment and no ticket.
_WORK = frozenset(("channel", "message", "item", "ticket", "repo", "project"))
_PUT = r"(?:(?:make|put|say|write|use|mets|mettez|dis|dites|écris|écrivez)(?: |-)(?:(?:it|that|this|le|la|ça|plutôt)\b ?)?)?"
_SWAPS = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"(?:not|pas) (?P<old>[^,;.]{{1,80}}?)(?:,| but| mais|[;:]| -) ?{_PUT}(?P<new>[^,;.][^;.]{{0,160}})",
        rf"{_PUT}(?P<new>[^,;.]{{1,160}}?),? (?:and not|not|instead of|rather than|in place of|et pas|pas|plutôt que|au lieu de) (?P<old>[^,;.]{{1,80}})",
        r"(?:change|replace|swap|remplace) (?P<old>[^,;.]{1,80}?) (?:to|with|by|for|into|par|en) (?P<new>[^;]{1,160})",
    )
)
_QUOTE, _END = '"“«', '"”»'
_QUOTED = re.compile(
    rf"(?:[^{_QUOTE}{_END}\n]{{0,40}}?[\s:,]+)?[{_QUOTE}]\s*(?P<text>[^{_QUOTE}{_END}]{{1,300}}?)\s*[{_END}]\W*",
    re.IGNORECASE,
)
# Words before what is quoted that say where it goes; with any other they may be an order of their own.
_SAYS_SO = re.compile(
    r"\W*(?:(?:simpler|shorter|better|rather|instead|just|only|actually|no|or|plus simple|plus court|mieux|plutôt|juste|seulement|non|ou|make|put|say|write|use|mets|mettez|dis|dites|écris|écrivez|simply|simplement|it|that|the text|text|message"
    r"|change|to|be|le texte|texte|en|should|say|read|let|le|la|que)\b\W*)*",
    re.IGNORECASE,
)
_OF_TEXT = re.compile(r"(?:it|that|this|the text|the message|ça|le texte|le message)\Z", re.IGNORECASE)


def text_of(arguments: Mapping[str, Any]) -> str:
    """The text of a call at work that has one; "" for any other."""
    slot = slot_of(arguments)
    return slot if slot in _TEXTS else ""


def slot_of(arguments: Mapping[str, Any]) -> str:
    """The text of a call at work, else its title; "" where it has neither or is none of work."""
    if _WORK.isdisjoint(arguments):
        return ""
    given = [name for name in (*_TEXTS, *_TITLES) if isinstance(arguments.get(name), str)]
    return next((name for name in given if arguments[name]), "")


def swapped(arguments: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    """The call with one part of its words put for another: "not noon, one o'clock", "tonight, not tomorrow"."""
    slot = slot_of(arguments) if len(said) <= _LONGEST else ""
    for shape in _SWAPS if slot else ():
        found = shape.fullmatch(said.rstrip(" .!"))
        old, new = (found[name].strip(" \"'“”«»") for name in ("old", "new")) if found else ("", "")
        if not old or not new or _OF_TEXT.match(old):
            continue
        word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
        text, count = word.subn(lambda _, new=new: new, arguments[slot])
        if count == 1:
            return {**arguments, slot: text}
    return None


def quoted(arguments: Mapping[str, Any], said: str) -> dict[str, Any] | None:
    """The call with the words between quotes as its text; behind "add", with them behind what stands there."""
    found = _QUOTED.fullmatch(said) if len(said) <= _LONGEST else None
    slot = slot_of(arguments) or ("text" if isinstance(arguments.get("text"), str) else "")
    if found is None or not slot:
        return None
    before, text = said[: found.start("text")].rstrip(f" {_QUOTE}"), _large(found["text"])
    if not _SAYS_SO.fullmatch(before):
        return None
    return {**arguments, slot: text}


def _large(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
