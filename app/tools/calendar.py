"""The tools that change calendars: events made, moved, answered and taken away.

An event of one's own is put in and can be taken back; one with guests writes to them, so it waits for an OK, and so does one that falls on
another. Changing what is a series, and taking a series away, waits too: nothing here could put it back as it was.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import Risk
from app.integrations import agenda
from app.integrations.agenda import Entry
from app.integrations.calendar import free as gaps
from app.integrations.calendar import itip
from app.integrations.calendar.changing import Answer, Change
from app.integrations.calendar.event import Event, span
from app.integrations.calendar.importing import with_origin
from app.language.time import wording
from app.memory.records import Account, EventHeading
from app.tools import calendar_looking, events, invitations, mail_invitations
from app.tools import event_drafts as drafts
from app.tools.elsewhere import accounts_of
from app.tools.invitations import Teller
from app.tools.mail_invitations import Mailed
from app.tools.mail_lookup import mail_of
from app.tools.people import addresses_of
from app.tools.provenance import carry
from app.tools.toolset import Tool

_NAMED = 5
_MAIL = re.compile(r"mail (?:(?P<number>#\d{1,15})|“(?P<words>[^“”]{1,200})”)", re.IGNORECASE)
_ANSWERED = re.compile(r"\A(?:(?:re|fwd?|aw|wg|tr)\s?: ?){1,5}", re.IGNORECASE)
_INVITES = Risk(side_effect=True, egress=True, local=False)
_OWN = Risk(side_effect=True, reversible=True, local=False)
_FINAL = Risk(side_effect=True, local=False)
_ANSWERS: dict[str, Answer] = {"accept": "accepted", "decline": "declined", "maybe": "tentative"}
_SAME = "It is so already: {event}."
_NOT_INVITED = "You aren't invited to that one: it is your own."
Which = Literal["", "one", "following", "all"]


async def add_event(
    ctx: RunContext[AgentDeps],
    title: str,
    when: str,
    *,
    length: str = "",
    repeat: str = "",
    place: str = "",
    notes: str = "",
    guests: Sequence[str] = (),
    remind: str = "",
    calendar: str = "",
    account: str = "",
) -> Done:
    """Put an event into the calendar. `when` may say until when; a day without an hour is all day. `guests` are invited. `remind`: how long before."""
    deps = ctx.deps
    wanted = drafts.Wanted(title, when, length, repeat, place, notes, remind, calendar)
    chosen, event, by = await _drafted(deps, wanted, guests, account)
    async with accounts_of(deps).calendar(chosen) as reached:
        infos = await reached.calendars()  # before: what fails after it is made would be told as not done
        try:
            stored = await reached.create(event, zone=deps.zone, at=deps.now)
        except NotFound:
            deps.taint.add(events.NAMES)
            raise
    own = await accounts_of(deps).addresses(deps.user.id)
    [heading] = await events.numbered(deps, [agenda.entry_of(stored, chosen, infos, own)])
    invited = f", with {', '.join(one.address for one in event.guests)}" if event.guests else ""
    undo = None if event.guests else {"action": "take_event_away", "event": heading.id}
    told = await invitations.tell(deps, by, [itip.invitation(stored, at=deps.now)] if event.guests else [])
    return Done(_with(f"In your calendar: {events.line(stored, heading, deps)}{invited}.", told), undo=undo)


async def change_event(
    ctx: RunContext[AgentDeps],
    event: str,
    *,
    when: str = "",
    length: str = "",
    title: str = "",
    place: str = "",
    notes: str = "",
    add_guests: Sequence[str] = (),
    scope: Which = "",
) -> Done:
    """Move or change an event. `scope` of one that repeats: one, following, all."""
    deps = ctx.deps
    entry, heading = await events.current(deps, event)
    said = {"when": when, "length": length, "title": title, "place": place, "notes": notes, "scope": scope}
    by = await invitations.teller_of_guests(deps, entry)
    change = await _change(deps, entry, said, add_guests, by)
    if drafts.changed(entry.event, change) == entry.event:
        raise ToolProblem(_SAME.format(event=events.line(entry.event, heading, deps)))
    async with accounts_of(deps).calendar(entry.account) as reached:
        left = await reached.change(entry.event, change, zone=deps.zone, at=deps.now)
    changed = replace(entry, event=drafts.changed(entry.event, change))
    [new] = await events.numbered(deps, [changed])
    plain = not entry.event.repeats and not changed.others
    was = {"former": left.former.as_json()} if left.former else {"was": drafts.back(entry.event, change)}
    undo = {"action": "put_event_back", "event": heading.id, **was}
    told = await invitations.tell(deps, by, left.notices)
    return Done(_with(f"Changed: {events.line(changed.event, new, deps)}.", told), undo=undo if plain else None)


async def delete_event(ctx: RunContext[AgentDeps], event: str, scope: Which = "") -> Done:
    """Take an event out of the calendar; guests are told. `scope` of one that repeats: one, following, all."""
    deps = ctx.deps
    entry, heading = await events.current(deps, event)
    by = await invitations.teller_of_guests(deps, entry)
    async with accounts_of(deps).calendar(entry.account) as reached:
        left = await reached.delete(entry.event, drafts.scope(entry.event, scope), zone=deps.zone, at=deps.now)
    await deps.store.calendar_events.gone(deps.user.id, heading.id, deps.now)
    plain = not entry.event.repeats and not entry.others
    was = {"former": left.former.as_json()} if left.former else {"was": drafts.as_json(entry.event)}
    undo = {"action": "put_event_in_again", "account": entry.account.id, **was}
    told = await invitations.tell(deps, by, left.notices)
    done = f"Out of your calendar: {events.line(entry.event, heading, deps)}."
    return Done(_with(done, told), undo=undo if plain else None)


async def answer_invitation(
    ctx: RunContext[AgentDeps], event: str, answer: Literal["accept", "decline", "maybe"]
) -> Done:
    """Tell whoever invited whether the user comes. `event` may be “mail #12”: the invitation in that mail."""
    deps = ctx.deps
    mailed = await mail_invitations.meant(deps, event)
    if mailed and not mailed.is_answered_there:
        return await mail_invitations.answered(deps, mailed, answer, _ANSWERS[answer])
    entry, heading = await _invited(deps, event, mailed)
    by = await invitations.teller_of_host(deps, entry)
    async with accounts_of(deps).calendar(entry.account) as reached:
        left = await reached.change(entry.event, _ANSWERS[answer], zone=deps.zone, at=deps.now)
    told = await invitations.tell(deps, by, left.notices)
    return Done(_with(f"Answered “{answer}”: {events.line(entry.event, heading, deps)}.", told))


async def _weigh_adding(deps: AgentDeps, arguments: dict[str, Any]) -> Risk:
    """One's own, where there is time for it, just happens."""
    if arguments.get("guests"):
        return _INVITES
    chosen, event, _ = await _drafted(deps, _wanted(arguments), (), str(arguments.get("account", "")))
    return _FINAL if await _conflicts(deps, event, chosen) else _OWN


async def _prepare_adding(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    guests = await addresses_of(deps, arguments.get("guests") or ())
    chosen, event, by = await _drafted(deps, _wanted(arguments), guests, str(arguments.get("account", "")))
    clash = await _conflicts(deps, event, chosen)
    over = f" (at that time there is {_named(clash, deps)})" if clash else ""
    named = {"title": event.title, **({"notes": event.notes} if event.notes else {})}
    pinned = {
        **arguments,
        **named,
        "account": chosen.pinned,
        **({"guests": list(guests)} if guests else {}),
    }
    pinned |= drafts.pinned(event.start, event.end) | ({"repeat": event.rule} if event.rule else {})
    said = f"{event.title}, {events.when_said(event, deps)}{_inviting(guests, by.how)}{over}"
    return pinned, f"put into your calendar: {said}"


async def _weigh_changing(deps: AgentDeps, arguments: dict[str, Any]) -> Risk:
    """What is only its user's, and no series, can be put back."""
    entry, _ = await events.current(deps, str(arguments["event"]))
    if entry.others or arguments.get("add_guests"):
        return _INVITES
    return _FINAL if entry.event.repeats else _OWN


async def _prepare_changing(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    entry, heading = await events.current(deps, str(arguments["event"]))
    said = {name: str(arguments.get(name, "")) for name in ("when", "length", "title", "place", "notes", "scope")}
    guests = await addresses_of(deps, arguments.get("add_guests") or ())
    by = await invitations.teller_of_guests(deps, entry)
    change = await _change(deps, entry, said, guests, by)
    after = events.unnumbered(drafts.changed(entry.event, change), deps)
    pinned = {**arguments, "event": events.pinned(entry, heading), **({"add_guests": list(guests)} if guests else {})}
    if change.start is not None and change.end is not None and said["when"].strip():
        pinned |= drafts.pinned(change.start, change.end)
    told = f"change {events.unnumbered(entry.event, deps)} to {after}"
    how = "" if entry.others else by.how  # else it is said of all of them
    told += _of(said["scope"], entry.event, deps) + _inviting(guests, how)
    return pinned, told + _who_is_told(entry, by)


async def _weigh_deleting(deps: AgentDeps, arguments: dict[str, Any]) -> Risk:
    """One of one's own can be put in again; of a series, and where guests are told, nothing can be taken back."""
    entry, _ = await events.current(deps, str(arguments["event"]))
    plain = not entry.event.repeats and not entry.others
    return _OWN if plain else _INVITES


async def _prepare_deleting(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    entry, heading = await events.current(deps, str(arguments["event"]))
    scope = drafts.scope(entry.event, str(arguments.get("scope", "")))
    by = await invitations.teller_of_guests(deps, entry)
    times = _of(scope if entry.event.repeats else "", entry.event, deps)
    told = f"take out of your calendar: {events.unnumbered(entry.event, deps)}{times}{_who_is_told(entry, by)}"
    return {**arguments, "event": events.pinned(entry, heading)}, told


async def _prepare_answering(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    mailed = await mail_invitations.meant(deps, str(arguments["event"]))
    if mailed and not mailed.is_answered_there:
        return arguments, mail_invitations.card(deps, mailed, str(arguments["answer"]))
    entry, heading = await _invited(deps, str(arguments["event"]), mailed)
    host = f" to {entry.event.organizer.address}" if entry.event.organizer else ""
    by = await invitations.teller_of_host(deps, entry)
    told = f"say {invitations.SAID[arguments['answer']]}{host}{by.how}: {events.unnumbered(entry.event, deps)}"
    return {**arguments, "event": events.pinned(entry, heading)}, told


async def _invited(deps: AgentDeps, event: str, mailed: Mailed | None) -> tuple[Entry, EventHeading]:
    """The event as its calendar has it. Raises ToolProblem where it is the user's own."""
    if mailed and mailed.known:
        entry, heading = mailed.known, (await events.numbered(deps, [mailed.known]))[0]
    else:
        signs = (
            lambda one: calendar_looking.waits_for_us(one, deps),
            lambda one: calendar_looking.is_invited_by(one, event),
        )
        entry, heading = await events.current(deps, event, likely=signs)
    if entry.is_own:
        raise ToolProblem(_NOT_INVITED)
    return entry, heading


async def _drafted(
    deps: AgentDeps, wanted: drafts.Wanted, guests: Sequence[str], account: str
) -> tuple[Account, Event, Teller]:
    """In which account, what, and who tells its guests. Raises ToolProblem."""
    wanted = await _of_mail(deps, wanted)
    known = await accounts_of(deps).chosen(deps.user.id, account, "calendar")
    chosen = known[0]  # the first that was connected, where none is named
    addresses = await addresses_of(deps, guests)
    by = await invitations.teller_in(deps, chosen) if addresses else invitations.SERVER
    organizer = by.account.identity if by.account else chosen.identity
    event = drafts.draft(wanted, addresses, organizer=organizer, now=deps.local_now, key=deps.turn_id)
    return chosen, event, by


async def _of_mail(deps: AgentDeps, wanted: drafts.Wanted) -> drafts.Wanted:
    """ "Mail #12", "mail “boiler”" as a title is that mail's subject, and the notes say whose words it is; any other stays. Raises NotFound."""
    named = _MAIL.fullmatch(wanted.title)
    if named is None:
        return wanted
    mail = await mail_of(deps, named["number"] or named["words"], guesses=False)
    carry(deps, [mail])
    notes = with_origin(wanted.notes, "mail of", mail.sender or "nobody")
    return replace(wanted, title=_ANSWERED.sub("", mail.subject).strip() or mail.sender_name, notes=notes)


async def _change(deps: AgentDeps, entry: Entry, said: dict[str, str], guests: Sequence[str], by: Teller) -> Change:
    addresses = await addresses_of(deps, guests)
    organizer = by.account.identity if by.account else entry.account.identity
    return drafts.change(entry.event, said, addresses, organizer=organizer, now=deps.local_now)


def _wanted(arguments: dict[str, Any]) -> drafts.Wanted:
    names = ("title", "when", "length", "repeat", "place", "notes", "remind", "calendar")
    return drafts.Wanted(**{name: str(arguments.get(name, "")) for name in names})


async def _conflicts(deps: AgentDeps, event: Event, account: Account) -> tuple[Event, ...]:
    """What else takes time then; nothing for a day, which takes none. Its words taint the turn."""
    if event.all_day:
        return ()
    start, end = span(event, deps.zone)
    found = await agenda.between(accounts_of(deps), [account], start, end, zone=deps.zone)
    timed = [one.event for one in found.entries if not one.event.all_day and one.event.uid != event.uid]
    clash = gaps.conflicts(event, timed, zone=deps.zone)
    for entry in found.entries:
        if entry.event in clash:
            for source in entry.taint:
                deps.taint.add(source)
    return clash


def _named(clash: Sequence[Event], deps: AgentDeps) -> str:
    return ", ".join(f"“{one.title}”, {events.hours_of(one, deps)}" for one in clash[:3])


def _who_is_told(entry: Entry, by: Teller) -> str:
    people = entry.others
    more = f" and {len(people) - _NAMED} more" if len(people) > _NAMED else ""
    if people and by.why:
        return f" (nobody is told: {by.why})"
    return f" (told to {', '.join(people[:_NAMED])}{more}{by.how})" if people else ""


def _with(done: str, told: str) -> str:
    return f"{done}\n{told}" if told else done


def _inviting(guests: Sequence[str], how: str) -> str:
    return f" (inviting {', '.join(guests)}{how})" if guests else ""


def _of(scope: str, event: Event, deps: AgentDeps) -> str:
    """Which times of a series."""
    first = wording.full_date(span(event, deps.zone)[0].astimezone(deps.zone).date(), deps.local_now)
    return {"one": " (only this time)", "following": f" (from {first} on)", "all": " (all of them)"}.get(scope, "")


TOOLS: tuple[Tool, ...] = (
    *calendar_looking.TOOLS,
    Tool(add_event, _INVITES, _prepare_adding, _weigh_adding),
    Tool(change_event, _INVITES, _prepare_changing, _weigh_changing),
    Tool(delete_event, _INVITES, _prepare_deleting, _weigh_deleting),
)
# By itself: an invitation is answered in mail too.
INVITATIONS: tuple[Tool, ...] = (Tool(answer_invitation, _INVITES, _prepare_answering),)
