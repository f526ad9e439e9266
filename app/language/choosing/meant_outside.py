"""What a part means behind mails, events or pages that were just shown, where its words alone would mean something of one's own. Pure."""

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


_OF_PAGES = frozenset(("summarize_url", "open_read_later"))
_OF_PAGE = ("asks_author", "asks_published", "asks_shorter", "reads_on")
_FEW = 9  # words of what is asked of a page that was just read
_BROWSED = frozenset(("browse_web", "browser_follow"))
_CLICKS = re.compile(
    r"\W*(?:(?:now|and|then|please|ok|okay|can you|et|maintenant) )*(?:press|click|tap|hit|choose|pick|select|push|clique|cliquez|appuie|appuyez|choisis)"
    r"(?: on| sur)? (?:the |le |la |l['’])?(?P<which>\S.{0,80})",
    re.IGNORECASE,
)


def _asks_of_page(part: Part, before: Before) -> Part | None:
    """ "Who wrote it?", "shorter", "go on", behind a page that was just read."""
    last = before.calls[-1].tool if before.calls else ""
    if last not in _OF_PAGES or len(part.text.split()) > _FEW or not any(says(cue, part.text) for cue in _OF_PAGE):
        return None
    return replace(part, intent="read_page", slots=(), sure=_MEANT)


_SHOWS_PAGES = frozenset(("search_web", "get_news", "list_read_later", "browse_web", "browser_follow")) | _OF_PAGES
_READS = frozenset(("read_mail", "ask_mail", "read_event", "read_attachment"))


def _reads_page(part: Part, before: Before) -> Part | None:
    """ "Read me the second one", "what does it say about the price?", behind pages that were shown: one of those, and no mail."""
    last = before.calls[-1].tool if before.calls else ""
    if last not in _SHOWS_PAGES or part.intent not in _READS or says("about_mail", part.text) or part.all("person"):
        return None
    return replace(part, intent="read_page", sure=_MEANT)


def _clicks(part: Part, before: Before) -> Part | None:
    """ "Press on Opening hours", "tap the blue one", on the page that is open."""
    last = before.calls[-1].tool if before.calls else ""
    found = _CLICKS.match(part.text) if last in _BROWSED else None
    if found is None:
        return None
    start = part.start + found.start("which")
    ref = Slot("ref", found["which"].strip(" .,!?"), start, start + len(found["which"]))
    return replace(part, intent="browse", slots=(ref,), sure=_MEANT)


def _stops_watch(part: Part, before: Before) -> Part | None:
    """ "Stop that", "never mind", behind an alert that was just set."""
    was_set = bool(before.calls) and before.calls[-1].tool == "set_alert" and bool(before.shown_of("alert"))
    stops = says("stops_it", part.text) or part.intent == "never_mind"
    if not was_set or not stops or part.intent == "unwatch":
        return None
    return replace(part, intent="unwatch", slots=(), sure=_MEANT)


def _reminds_to_leave(part: Part, before: Before) -> Part | None:
    """ "Put a reminder for that", "give me a nudge when it's time to go", behind when to leave."""
    last = before.calls[-1] if before.calls else None
    is_of_way = last is not None and last.tool == "get_directions" and bool(last.arguments.get("arrive_by"))
    asks = says("asks_to_be_told", part.text) or says("puts_reminder", part.text)
    if not is_of_way or not asks or part.all("place") or (part.intent == "set_reminder" and part.all("text")):
        return None
    return replace(part, intent="leave_by", slots=(), sure=_MEANT)


RULES: tuple[Callable[[Part, Before], Part | None], ...] = (
    moves_shown_event,
    _writes_to_them,
    _put_into_calendar,
    _invites_more,
    _asks_of_page,
    _reads_page,
    _clicks,
    _reminds_to_leave,
    _stops_watch,
)
