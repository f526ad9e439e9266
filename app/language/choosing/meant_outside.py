"""What a part means behind mails or events that were just shown, where its words alone would mean something of one's own. Pure."""

import re
from collections.abc import Callable
from dataclasses import replace

from app.language.choosing.carried import person_shown
from app.language.cues import says
from app.language.dialogue.state import Before
from app.language.reader.reading import Part, Slot

_MEANT = 0.8  # how sure a part is that what was just shown explains
_OF_EVENTS = frozenset(("list_events", "read_event", "add_event", "change_event"))
_OF_MAILS = frozenset(("read_mail", "search_mail", "find_in_accounts"))
_MOVES = frozenset(("amend", "change_reminder", "keep", "never_mind"))
_WRITES = frozenset(("save_note", "message", "write", "send_mail", "reply_mail"))
_PUTS = frozenset(("change_event", "add_event", "file_mail"))
_LEFT_AT = re.compile(
    r"\b(?:leave|keep|make|laisse) (?:it|that|this|-?le|-?la) (?P<when>(?:at|à|on|for) .{1,40}?)\W*\Z", re.IGNORECASE
)
_HEAD = 60  # characters in which a colon begins a text
_INSTEAD = re.compile(r" (?:instead|rather|plutôt)\W*\Z", re.IGNORECASE)
_CLOCK = re.compile(r"\d|noon|midnight|midi\b|minuit", re.IGNORECASE)
_ENDS_AT = re.compile(
    r"\W*(?:and |please |let's |make |et )*(?:end|ends|finish|stop|termine|finis) (?:it|that|this|-?le|-?la) (?P<when>(?:at|by|à) .{1,30}?)(?: please| instead)?\W*",
    re.IGNORECASE,
)
_BEHIND_COLON = re.compile(r"\A[^:]{0,60}:\s*")


def moves_shown_event(part: Part, before: Before) -> Part | None:
    """ "Make it 2 till 5", "no, leave it at 11", behind an event that was just told of or put in: that event, and no reminder."""
    at = None if part.all("when") else _LEFT_AT.search(part.text)
    new = tuple(_as_time(slot) for slot in part.slots if slot.name == "new" and _CLOCK.search(slot.text))
    last = before.calls[-1].tool if before.calls else ""
    ends = _ENDS_AT.fullmatch(part.text) if last in _OF_EVENTS else None
    if ends is not None:
        slot = Slot("when", ends["when"], part.start + ends.start("when"), part.start + ends.end("when"))
        return replace(part, intent="change_event", slots=(slot,), sure=_MEANT)
    if part.intent not in _MOVES or not (at or new or part.all("when")) or last not in _OF_EVENTS:
        return None
    if says("of_own_kind", part.text):
        return None
    when = (Slot("when", at["when"], part.start + at.start("when"), part.start + at.end("when")),) if at else new
    slots = tuple(slot for slot in part.slots if slot.name in ("when", "length", "place", "title"))
    return replace(part, intent="change_event", slots=(*slots, *when), sure=_MEANT)


def _as_time(slot: Slot) -> Slot:
    return replace(slot, name="when", text=_INSTEAD.sub("", slot.text))


def _writes_to_them(part: Part, before: Before) -> Part | None:
    """ "And write him: …", behind somebody's mail or an event with somebody, is a mail and no note."""
    if part.intent not in _WRITES or not says("writes_to_them", part.text):
        return None
    text = _BEHIND_COLON.sub("", part.text) if ":" in part.text[:_HEAD] else part.one("text")
    if not text:
        return None
    start = part.start + part.text.rfind(text)
    body = Slot("text", text, start, start + len(text))
    if any(call.tool in _OF_MAILS for call in before.calls):
        return replace(part, intent="reply_mail", slots=(body,), sure=_MEANT)
    person = person_shown(before)
    to = Slot("to", person, part.start, part.start)
    return replace(part, intent="send_mail", slots=(to, body), sure=_MEANT) if person else None


def _put_into_calendar(part: Part, before: Before) -> Part | None:
    """ "Add that to my calendar", behind a mail."""
    is_of_mail = any(call.tool in _OF_MAILS for call in before.calls)
    if part.intent not in _PUTS or not is_of_mail or not says("into_calendar", part.text):
        return None
    when = tuple(slot for slot in part.slots if slot.name == "when")
    return replace(part, intent="add_event", slots=when, sure=_MEANT)


def _invites_more(part: Part, before: Before) -> Part | None:
    """ "And Yaw too", behind an invitation of somebody else."""
    last = before.calls[-1] if before.calls else None
    who = _AND_TOO.fullmatch(part.text)
    if who is None or last is None or not (last.arguments.get("guests") or last.arguments.get("add_guests")):
        return None
    person = Slot("person", who["who"], part.start + who.start("who"), part.start + who.end("who"))
    return replace(part, text=f"invite {who['who']}", intent="change_event", slots=(person,), sure=_MEANT)


_AND_TOO = re.compile(
    r"\W*(?:and|et|plus) (?P<who>[A-ZÀ-Ý][\w'’ -]{1,40}?)(?: (?:too|as well|also|aussi|please|stp|svp))+\W*"
)


RULES: tuple[Callable[[Part, Before], Part | None], ...] = (
    moves_shown_event,
    _writes_to_them,
    _put_into_calendar,
    _invites_more,
)
