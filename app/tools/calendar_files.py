"""The tools for calendar files: what one that was sent or is attached to a mail holds is put into a calendar, and a calendar is made into one.

A file is somebody else's words: it taints the turn, what it brings waits for an OK, and the notes of what was brought say where it came from.
"""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from pydantic_ai import RunContext

from app.cards import sources
from app.deps import AgentDeps
from app.errors import AccountError, NotFound, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import Risk
from app.integrations import calendar_files
from app.integrations.agenda import Entry
from app.integrations.calendar import telling
from app.integrations.calendar.event import Event, moment_of
from app.integrations.calendar.exporting import Exported, exported
from app.integrations.calendar.importing import MOST, Arrival, arrivals, as_own
from app.integrations.ports import CalendarInfo
from app.memory.records import Account, StoredAttachment
from app.memory.words import fold
from app.messages import Document
from app.models.reading.kinds import sniff
from app.models.reading.wording import called
from app.tools import events
from app.tools import when as times
from app.tools.elsewhere import accounts_of
from app.tools.mail_lookup import mail_of
from app.tools.mail_reading import attached, pinned
from app.tools.toolset import Tool

MEDIA_TYPE = "text/calendar"
AHEAD = timedelta(days=366)
_LARGEST = 500_000  # bytes of a file that goes with a message
_LOOKED_AT = 5
_NAMED = 3
_NO_FILE = "Which file? Send me the calendar file (.ics) here, or say which mail it is attached to."
_NO_CALENDAR_FILE = "“{name}” is no calendar file."
_NO_EVENTS = "“{name}” holds no event that I can put into a calendar."
_ALL_THERE = "Nothing to add: what “{name}” holds is in your calendar already ({count})."
_TOO_MANY = (
    f"It holds more than {MOST} events; I add that many at once. ./scripts/run import-calendar takes them all in turn."
)
_NOWHERE = "None of your calendars can be written to. Connect one with ./scripts/run connect caldav."
_NO_PLACE = "No calendar that I may write to is called “{name}”. There are {names}."
_TOO_LARGE = "That is too much for a message ({count} events). ./scripts/run export-calendar writes it to a file, or ask for a shorter time."
_OF_TIME = "Your calendar, “{when}”: {count}, in {name}."
_OF_YEAR = "Your calendar of the year ahead: {count}, in {name}."
_NOTHING = "There is nothing in your calendar then, so I made no file."


async def import_events(
    ctx: RunContext[AgentDeps], file: str = "", *, mail: str = "", calendar: str = "", account: str = ""
) -> Done:
    """Put what a calendar file (.ics) holds into a calendar: the file sent last here (or `file`, its name), or attached to `mail`."""
    name, found = await _read(ctx.deps, file, mail)
    if len(found) > MOST:
        raise ToolProblem(_TOO_MANY)
    return await put_in(ctx.deps, name, found, await place(ctx.deps, calendar, account))


async def put_in(deps: AgentDeps, name: str, found: Sequence[Arrival], where: tuple[Account, CalendarInfo]) -> Done:
    """What the file of that name holds, into a calendar: what is missing there, and what takes that out again."""
    chosen, info = where
    own = [as_own(one, name, info.name) for one in found]
    async with accounts_of(deps).calendar(chosen) as reached:
        new = await calendar_files.missing(reached, own, zone=deps.zone)
        brought = await calendar_files.bring_in(reached, new, zone=deps.zone, at=deps.now)
    there = len(own) - len(new) + brought.there
    if not brought.made:
        return Done("\n".join((_ALL_THERE.format(name=name, count=there), *brought.problems)))
    addresses = await accounts_of(deps).addresses(deps.user.id)
    await events.numbered(deps, [Entry(chosen, one, (sources.file(name),), addresses) for one in brought.made])
    undo = {
        "action": "take_import_away",
        "account": chosen.id,
        "calendar": info.name,
        "events": [[one.uid, one.start.isoformat()] for one in brought.made],
    }
    head = f"In your calendar [{info.name}]: {_listed(brought.made, deps)}."
    already = [f"{there} of them were there already."] if there else []
    return Done("\n".join((head, *already, *brought.problems)), undo=undo)


async def export_events(
    ctx: RunContext[AgentDeps], when: str = "", *, event: str = "", calendar: str = "", account: str = ""
) -> str:
    """Give the user a calendar file (.ics) of a time (without, the year ahead), or of one event."""
    deps = ctx.deps
    if event.strip():
        entry, heading = await events.current(deps, event)
        await events.numbered(deps, [entry])
        name, _ = _handed_over(deps, [entry.event], "event")
        return f"In a file, {name}: {events.line(entry.event, heading, deps)}."
    calendar, account = await _where(deps, calendar, account)
    first, end = times.stretch(when, when, deps.local_now)
    start = first or moment_of(deps.local_now.date(), deps.zone)
    found = await events.found(deps, start, end or start + AHEAD, calendar=calendar, account=account)
    day = start.astimezone(deps.zone).date()
    name, made = _handed_over(deps, [one.event for one in found.entries], f"{day:%Y-%m-%d}")
    said = (_OF_TIME if when.strip() else _OF_YEAR).format(when=when.strip()[:60], count=counted(made), name=name)
    return "\n".join((said, *found.problems))


def _handed_over(deps: AgentDeps, found: Sequence[Event], named: str) -> tuple[str, Exported]:
    """Put a file beside the reply; its name and what is in it."""
    made = exported(found, zone=deps.zone, at=deps.now)
    if not made.count:
        raise ToolProblem(_NOTHING)
    if len(made.data) > _LARGEST:
        raise ToolProblem(_TOO_LARGE.format(count=made.count))
    name = f"kwasi-calendar-{named}.ics"
    deps.books.files.append(Document(name, MEDIA_TYPE, made.data.decode()))
    return name, made


def counted(made: Exported) -> str:
    """ "12 events", with those that could not be written."""
    said = telling.counted(made.count)
    return f"{said} ({made.unwritten} could not be written)" if made.unwritten else said


async def _prepare_importing(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The card names where to, how many, and the first few; where all of it is there already, there is nothing to ask."""
    said = {name: str(arguments.get(name, "")) for name in ("file", "mail", "calendar", "account")}
    mail = f"#{(await mail_of(deps, said['mail'])).id}" if said["mail"].strip() else ""
    name, file, data = await _file(deps, said["file"], mail)
    found = await held(data, name, deps.zone)
    if len(found) > MOST:
        raise ToolProblem(_TOO_MANY)
    where = await place(deps, said["calendar"], said["account"])
    source = {"mail": mail, "file": file} if mail else {"file": file}
    given = {**arguments, **source, "calendar": where[1].name, "account": where[0].pinned}
    return given, await summary(deps, name, found, where)


async def summary(deps: AgentDeps, name: str, found: Sequence[Arrival], where: tuple[Account, CalendarInfo]) -> str:
    """What would be put in, before it is. Raises ToolProblem where all of it is there already."""
    chosen, info = where
    async with accounts_of(deps).calendar(chosen) as reached:
        new = await calendar_files.missing(reached, found, zone=deps.zone)
    if not new:
        raise ToolProblem(_ALL_THERE.format(name=name, count=len(found)))
    there = len(found) - len(new)
    already = f" ({there} {'is' if there == 1 else 'are'} there already)" if there else ""
    listed = _listed([one.event for one in new], deps)
    return f"put into your calendar [{info.name}] from the file {name}: {listed}{already}"


def _listed(found: Sequence[Event], deps: AgentDeps) -> str:
    """How many, and the first few with their times."""
    ordered = sorted(found, key=lambda one: moment_of(one.start, deps.zone))
    named = "; ".join(
        f"{telling.one_line(one.title)[:80] or '(no title)'}, {telling.when_told(one, deps.local_now, deps.zone)}"
        for one in ordered[:_NAMED]
    )
    more = f" and {len(ordered) - _NAMED} more" if len(ordered) > _NAMED else ""
    return f"{telling.counted(len(ordered))}: {named}{more}"


async def _read(deps: AgentDeps, file: str, mail: str) -> tuple[str, tuple[Arrival, ...]]:
    """A calendar file's name and what is in it. Its words taint the turn."""
    name, _, data = await _file(deps, file, mail)
    return name, await held(data, name, deps.zone)


async def _file(deps: AgentDeps, file: str, mail: str) -> tuple[str, str, bytes]:
    """A file's name, what it alone is called, and its bytes. Its words taint the turn."""
    if mail.strip():
        chosen, data = await attached(deps, mail, file.strip() or "calendar")
        return called(chosen.name, "calendar"), pinned(chosen), data
    sent = await _sent(deps, file)
    name = called(sent.name, "calendar")
    deps.taint.add(sources.file(name))
    return name, f"#{sent.id}", sent.data


async def held(data: bytes, name: str, zone: ZoneInfo) -> tuple[Arrival, ...]:
    """What a calendar file holds for a reader in that zone. Raises ToolProblem for what is none, or holds nothing."""
    if sniff(data).kind != "calendar":
        raise ToolProblem(_NO_CALENDAR_FILE.format(name=name))
    calendar = await asyncio.to_thread(partial(telling.read_file, data, zone))
    found = await asyncio.to_thread(partial(arrivals, calendar))
    if not found:
        raise ToolProblem(_NO_EVENTS.format(name=name))
    return found


async def _sent(deps: AgentDeps, named: str) -> StoredAttachment:
    """The file that was sent here: of that number or name, else the last calendar file."""
    plain = named.strip()
    if plain.startswith("#") and plain[1:].isdecimal():
        found = await deps.store.inbox.sent_file(deps.user.id, int(plain[1:10]))
    else:
        latest = await deps.store.inbox.sent_calendars(deps.user.id, _LOOKED_AT)
        fits = [one for one in latest if fold(plain) in fold(one.name)]
        found = next(iter(fits), None)
    if found is None or not found.data:
        raise NotFound(_NO_FILE)
    return found


async def _where(deps: AgentDeps, calendar: str, account: str) -> tuple[str, str]:
    """Which calendar of which account: what is called a calendar may be an account."""
    wanted = calendar.strip().casefold()
    if not wanted or account.strip():
        return calendar, account
    every = await accounts_of(deps).every(deps.user.id, "calendar")
    return ("", calendar) if any(one.label.casefold() == wanted for one in every) else (calendar, account)


async def place(deps: AgentDeps, calendar: str, account: str) -> tuple[Account, CalendarInfo]:
    """Where to: the calendar of that name, else the first that can be written to. Raises ToolProblem, AccountError."""
    calendar, account = await _where(deps, calendar, account)
    names: list[str] = []
    away: AccountError | None = None
    wanted = calendar.strip().casefold()
    for one in await accounts_of(deps).chosen(deps.user.id, account, "calendar"):
        try:
            async with accounts_of(deps).calendar(one) as reached:
                infos = await reached.calendars()
        except AccountError as problem:
            away = away or problem
            continue
        writable = [info for info in infos if info.is_writable]
        names += [info.name for info in writable]
        fits = [info for info in writable if not wanted or info.name.casefold() == wanted]
        if fits:
            return one, next((info for info in fits if info.is_default), fits[0])
    if away is not None:
        raise away
    if not names:
        raise ToolProblem(_NOWHERE)
    deps.taint.add(events.NAMES)
    raise NotFound(_NO_PLACE.format(name=calendar.strip()[:60], names=", ".join(names[:20])))


TOOLS: tuple[Tool, ...] = (
    Tool(import_events, Risk(side_effect=True, local=False), _prepare_importing),
    Tool(export_events, Risk(reads_private=True)),
)
