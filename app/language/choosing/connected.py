"""What is asked of services that are connected: each by its own sentences, where the reader sees that a part is about one. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from app.language.choosing import (
    calendar,
    carried,
    diagnostics,
    mail,
    read_events,
    read_outside,
    read_world,
    sentences,
    todo,
    web,
    work,
    work_read,
    work_things,
    world,
)
from app.language.choosing.choice import still_wanted
from app.language.choosing.completed import completed
from app.language.choosing.following import time_before
from app.language.choosing.windows import parts_of
from app.language.choosing.work_services import SERVICES
from app.language.dialogue.pointed import chosen
from app.language.dialogue.state import Before
from app.language.orders import alerts, standing
from app.language.orders.plan import Call, Clause, Reading
from app.language.pointing import places
from app.language.reader.reading import Part, Slot

_NEAR = 0.05  # by how much less sure mail or a calendar may be where no service of work is named


def read(clause: Clause, before: Before) -> Reading | None:
    """What the whole message asks of what is connected or of the world, by a sentence that is known and where the reader doesn't see it plainly."""
    if len(clause.text) > sentences.LONGEST:
        return web.read_long(clause)
    asked = _by_sentence(clause, before)
    if asked is None:
        is_seen = read_world.takes(parts_of(clause.text), clause, before)
        return None if is_seen else world.read_in_front(clause, before)
    is_known = bool(asked.calls) and asked.calls[0].tool in read_outside.TOOLS and not _has_files(asked)
    return None if is_known and read_outside.takes(parts_of(clause.text), clause.tools) else asked


def _has_files(asked: Reading) -> bool:
    """Whether a mail goes with files that it names, which the reader doesn't see."""
    return bool(asked.calls[0].arguments.get("files"))


def _by_sentence(clause: Clause, before: Before) -> Reading | None:
    """By the sentences of each service, in turn."""
    shown = mail.was_shown(before)
    return (
        diagnostics.read(clause)
        or (mail.read(clause, before) if shown else None)
        or work.read(clause, before)
        or _still_wanted(clause, before)
        or calendar.read(clause, before)
        or (mail.read(clause, before) if not shown and clause.tools >= mail.TOOLS else None)
        or todo.read(clause)
        or _of_world(clause, before)
        or (None if _is_surer_outside(clause) else work.without_sentence(clause, before))
    )


def _is_surer_outside(clause: Clause) -> bool:
    """Whether the reader sees a question or an order of mail or of a calendar that is connected, and more plainly than the other sees one of work, and
    no thing of work stands in it."""
    if work_things.is_of_work(clause.text):
        return False
    parts = list(parts_of(clause.text))
    if not read_outside.takes(parts, clause.tools):
        return False
    is_named = any(service.called.search(clause.text) for service in SERVICES)
    return min(part.sure for part in parts) + (0 if is_named else _NEAR) > work_read.sureness(clause.text)


def _still_wanted(clause: Clause, before: Before) -> Reading | None:
    """ "Severity high", a message or two behind the question for it."""
    for asked in before.past[:2]:
        last = asked[-1] if asked else None
        if last is not None and last.calls and last.outcome and (call := last.calls[-1]).tool in clause.tools:
            given = still_wanted(call.tool, call.arguments, last.outcome, clause.text)
            if given is not None:
                return Reading((Call(call.tool, given),))
    return None


def _of_world(clause: Clause, before: Before) -> Reading | None:
    """By the sentences about the world, where the reader doesn't plainly see what of it is asked."""
    if read_world.takes(parts_of(clause.text), clause, before):
        return None
    return world.read(clause, before)


def asked(part: Part, clause: Clause, before: Before) -> Reading | None:
    """The call that a part of a message asks for; None where it is about no service, or in no sentence that is known."""
    if (own := diagnostics.asked(part, clause)) is not None:
        return own
    page = read_world.read(part, clause, before) or web.of_address(part, clause)
    if page is None and read_world.owns(part.intent):
        page = world.read(replace(clause, text=part.text), before) or read_world.unnamed(part, clause)
    if page is not None:
        return page
    known = read_outside.read(part, clause, before)
    if known is not None and known.question is None:
        return known
    if (shown := _of_the_shown(part, before)) is not None:
        return shown
    if known is None and (of_page := read_world.of_page_too(part, clause, before)) is not None:
        return of_page
    if known is None and (outside := world.asked(part, clause, before)) is not None:
        return outside
    by_sentence = _READ.get(read_outside.service(part.intent) or part.intent)
    said = by_sentence(replace(clause, text=part.text), before) if by_sentence else None
    return said if known is None or _is_whole(said, known) else known


def at_home(part: Part, tools: frozenset[str], *, names_kept: bool = False) -> Part:
    """The part as what it is where no account can do it and nobody outside is asked (`read_outside.at_home`)."""
    return read_world.at_home(read_outside.at_home(completed(part), tools, names_kept=names_kept), tools)


def plainly(intent: str) -> str:
    """The intent without which of a service's things is meant: "mail" for "reply_mail", "world" for "ask_way"."""
    return read_world.plainly(read_outside.plainly(intent))


def _is_whole(said: Reading | None, known: Reading) -> bool:
    """Whether a sentence gives what the reader would have to ask for."""
    same = said is not None and [call.tool for call in said.calls] == [call.tool for call in known.calls]
    return same and said is not None and bool(said.calls[0].arguments.get(known.missing or ""))


def with_invited(last: Reading, part: Part) -> Reading | None:
    """ "… and invite Kofi", cut from the event before it: who is invited to that."""
    name = {"add_event": "guests", "change_event": "add_guests"}.get(last.calls[-1].tool if last.calls else "")
    guests = read_events.invited(part) if name else []
    if not guests or name is None:
        return None
    call = last.calls[-1]
    return replace(last, calls=(*last.calls[:-1], Call(call.tool, {**call.arguments, name: guests})))


def with_time(part: Part, clause: Clause, found: Sequence[Reading], before: Before) -> Part:
    """ "Is anything on then?", "what's on that day?": at the time that was just said or told of."""
    is_look = part.intent in _LOOKS_AT_DAY and "list_events" in clause.tools
    then = next((slot for slot in part.slots if slot.name == "when" and carried.is_then(slot.text)), None)
    if then is None and not (is_look and not part.all("when") and carried.says_then(part.text)):
        return part
    said = time_before(found) or carried.day_in(clause.text[: part.start], clause.now)
    time = said or carried.time_shown(before, clause.now)
    if not time or part.intent == "set_reminder":
        return part
    slots = (*(slot for slot in part.slots if slot is not then), Slot("when", time, part.start, part.start))
    return replace(part, intent="list_events" if is_look else part.intent, slots=slots)


_LOOKS_AT_DAY = frozenset(("agenda", "list_reminders", "list_tasks", "list_events"))


def _of_the_shown(part: Part, before: Before) -> Reading | None:
    """ "The second one", behind mails or events that were listed: what it says, or what is known of it."""
    said = part.one("ref") or part.text.strip(" .!?")
    last = before.calls[-1].tool if before.calls else ""
    opened = _OPENED.get(last)
    if part.intent not in _CHOOSES or opened is None or not places(said):
        return None
    tool, name = opened
    return Reading((Call(tool, {name: chosen(said, before)}),))


_CHOOSES = frozenset(("choose", "what_about", "read_mail", "read_event"))
_OPENED = {"search_mail": ("read_mail", "mail"), "list_events": ("read_event", "event")}


def _mail(clause: Clause, before: Before) -> Reading | None:
    """Asked of mail, or waited for."""
    if words := alerts.awaited(clause.text):
        return Reading((Call("set_alert", standing.condition(words)),), thing=words)
    return mail.read(clause, before, is_mail=True)


def _connected_mail(clause: Clause, before: Before) -> Reading | None:
    """ "Tell Esi …", "write to Ama that …": by mail, where there is one."""
    return mail.read(clause, before, is_mail=True) if clause.tools >= mail.TOOLS else None


def _calendar(clause: Clause, before: Before) -> Reading | None:
    return calendar.read(clause, before, is_calendar=True)


def _booked(clause: Clause, before: Before) -> Reading | None:
    """ "Book a haircut on Saturday at 10": what nobody here can order has a place in the calendar, where it has a time."""
    asked = calendar.read(clause, before, is_calendar=True)
    return asked if asked and asked.calls[0].tool == "add_event" and asked.calls[0].arguments["when"] else None


_READ: Mapping[str, Callable[[Clause, Before], Reading | None]] = {
    "mail": _mail,
    "message": _connected_mail,
    "write": _connected_mail,
    "calendar": _calendar,
    "order": _booked,
}
