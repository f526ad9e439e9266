"""Slots that the reader begins a word too late or ends a word too early, completed by what plainly belongs to them. Pure."""

import re
from dataclasses import replace

from app.language.cues import says
from app.language.reader.reading import Part, Slot

_OF_MAILS = frozenset(("read_mail", "delete_mail", "file_mail", "mark_mail", "ask_mail", "search_mail"))
_GOES_ON = {"search_web": "query", **dict.fromkeys(_OF_MAILS, "ref")}
# One word, or a name behind "from", that stands between a slot and the end of its part.
_REST = re.compile(r"(?P<rest>\s+(?:(?:de|du|d['’]|from|by)\s*)?#?[\w'’-]{1,40})\W*\Z", re.IGNORECASE)
_OTHER = re.compile(
    r"\s+(?:please|pls|plz|now|today|too|also|again|later|instead|thanks|thx|me|it|stp|svp|merci|aussi|maintenant|online|aloud|out|up)\W*\Z",
    re.IGNORECASE,
)
_TOLD_LATER = frozenset(("watch_news", "watch_weather", "set_alert", "leave_by", "set_reminder"))
_ARTICLE = re.compile(r"(?:\A|\s)(?P<article>(?:the|an?|my|les?|la|une?|mon|ma|mes)\s+)\Z", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\b(?:mails?|e-?mails?|messages?|courriels?)\s+(?P<ref>(?:[\w'’-]+\s+){0,6}#?\d{1,4})\W*\Z", re.IGNORECASE
)
_WHEN = re.compile(r"\b(?:when(?:ever)?|if|once|as soon as|quand|si|dès que)\s+(?=[^,;.]*\Z)", re.IGNORECASE)
_DAYS = re.compile(r"\s*(?:to|till|until|-|–|au|à)\s*", re.IGNORECASE)


def completed(part: Part) -> Part:
    """The part with its slot to the end: "google pydantic ai", "the last mail from DHL", "read the mail about the flat 1"."""
    name = _GOES_ON.get(part.intent)
    if part.intent == "check_item" and not part.slots:
        return replace(
            part, intent="ask_fact"
        )  # "did my landlord ever fix the roof?" names nothing that could stand on a list
    if part.intent == "read_page" and says("asks_to_be_told", part.text):
        return replace(part, intent=next((name for name, _ in part.others if name in _TOLD_LATER), part.intent))
    if part.intent == "search_web":
        part = _from_its_article(part)
    if part.intent == "add_event":
        return _of_days(part)
    if part.intent == "set_alert":
        return _from_its_when(part)
    if name is None:
        return part
    own = [slot for slot in part.slots if slot.name in (name, "topic")]
    if not own:
        found = _NUMBERED.search(part.text) if part.intent in _OF_MAILS else None
        return replace(part, slots=(_slot(name, part, found.start("ref"), found.end("ref")),)) if found else part
    last = own[-1]
    rest = part.text[last.end - part.start :]
    is_last = last is max(part.slots, key=lambda slot: slot.end)
    found = _REST.fullmatch(rest) if is_last and not _OTHER.fullmatch(rest) else None
    if found is None:
        return part
    longer = _slot(last.name, part, last.start - part.start, last.end - part.start + found.end("rest"))
    return replace(part, slots=tuple(longer if slot is last else slot for slot in part.slots))


def _from_its_article(part: Part) -> Part:
    """What is searched for with the article in front of it: "the opening hours of the museum"."""
    slot = next((one for one in part.slots if one.name == "query"), None)
    found = _ARTICLE.search(part.text[: slot.start - part.start]) if slot else None
    if slot is None or found is None:
        return part
    whole = _slot("query", part, found.start("article"), slot.end - part.start)
    return replace(part, slots=tuple(whole if one is slot else one for one in part.slots))


def _slot(name: str, part: Part, start: int, end: int) -> Slot:
    return Slot(name, part.text[start:end], part.start + start, part.start + end)


def _from_its_when(part: Part) -> Part:
    """ "Let me know when mail from Ama about the invoice comes", of which only the last words were taken: what is waited for begins at its "when"."""
    slot = next((one for one in part.slots if one.name == "text"), None)
    found = _WHEN.search(part.text[: slot.start - part.start]) if slot else None
    if slot is None or found is None:
        return part
    longer = _slot("text", part, found.start(), slot.end - part.start)
    return replace(
        part, slots=tuple(longer if one is slot else one for one in part.slots if one is slot or one.start >= slot.end)
    )


def _of_days(part: Part) -> Part:
    """ "3 to 5 December", of which the first day was taken for a word of the title."""
    for first, second in zip(part.slots, part.slots[1:], strict=False):
        between = part.text[first.end - part.start : second.start - part.start]
        if first.name == "title" and second.name == "when" and first.text.isdecimal() and _DAYS.fullmatch(between):
            whole = _slot("when", part, first.start - part.start, second.end - part.start)
            left = tuple(slot for slot in part.slots if slot not in (first, second))
            return replace(part, slots=tuple(sorted((*left, whole), key=lambda slot: slot.start)))
    return part
