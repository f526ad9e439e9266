"""Taking back what was done to an event: one that was put in is taken away, one that was changed is put as it was."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.integrations import agenda
from app.integrations.agenda import Entry, taint_of
from app.integrations.calendar.changing import Change
from app.integrations.calendar.event import moment_of
from app.integrations.calendar.former import Former
from app.tools import event_drafts, events
from app.tools.elsewhere import accounts_of

_NO_ACCOUNT = "The account it was in is no longer connected."
_FIRST_OF_SERIES = timedelta(days=40)  # its first time may be left out
_OTHERS = (
    "Others are in that event by now, so I left it. Say “cancel it” or what to change, and I ask before they are told."
)


async def take_away(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Out of the calendar again, with all its times."""
    entry, heading = await events.current(deps, f"#{given['event']}")
    if agenda.others(entry.event, entry.account):
        raise ToolProblem(_OTHERS)
    async with accounts_of(deps).calendar(entry.account) as reached:
        await reached.delete(entry.event, "all", zone=deps.zone, at=at)
    await deps.store.calendar_events.gone(deps.user.id, heading.id, at)
    return f"Taken back: {entry.event.title or 'that event'} is out of your calendar."


async def take_import_away(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """What a file brought, out of the calendar again; what others are in by now, or was moved since, is left. Asked again after it broke off,
    it goes on."""
    account = await accounts_of(deps).get(deps.user.id, int(given["account"]))
    if account is None:
        raise NotFound(_NO_ACCOUNT)
    gone = 0
    async with accounts_of(deps).calendar(account) as reached:
        for uid, start in given["events"]:
            begins = moment_of(_when(start), deps.zone)
            there = await reached.between(begins, begins + _FIRST_OF_SERIES, zone=deps.zone, calendar=given["calendar"])
            event = next((one for one in there if one.uid == uid and one.status != "cancelled"), None)
            if event is None or agenda.others(event, account):
                continue
            await reached.delete(event, "all", zone=deps.zone, at=at)
            gone += 1
    left = len(given["events"]) - gone
    more = f"\nI left {left} of them: moved, changed or taken out since." if left else ""
    return f"Taken back: {gone} {'event is' if gone == 1 else 'events are'} out of your calendar.{more}"


def _when(said: str) -> datetime | date:
    return date.fromisoformat(said) if len(said) == len("2026-12-01") else datetime.fromisoformat(said)


async def put_back(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """As it was, exactly where that was kept (`former`); else `was` holds the fields that were changed."""
    entry, heading = await events.current(deps, f"#{given['event']}")
    if agenda.others(entry.event, entry.account):
        raise ToolProblem(_OTHERS)
    async with accounts_of(deps).calendar(entry.account) as reached:
        if "former" in given:
            await reached.create(Former.from_json(given["former"]), zone=deps.zone, at=at)
        else:
            await reached.change(entry.event, _backwards(entry.event.key, given["was"]), zone=deps.zone, at=at)
    entry, heading = await events.current(deps, f"#{heading.id}")
    await events.numbered(deps, [entry])
    return f"As it was: {events.line(entry.event, heading, deps)}."


def _backwards(key: str, was: Mapping[str, str]) -> Change:
    times = {name: datetime.fromisoformat(was[name]) for name in ("start", "end") if name in was}
    days = {name: moment.date() for name, moment in times.items() if len(was[name]) == len("2026-12-01")}
    return Change(
        key=key,
        title=was.get("title"),
        place=was.get("place"),
        notes=was.get("notes"),
        start=days.get("start") or times.get("start"),
        end=days.get("end") or times.get("end"),
    )


async def put_in_again(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Into the calendar again, exactly where that was kept (`former`); else as far as an event can be described here."""
    account = await accounts_of(deps).get(deps.user.id, int(given["account"]))
    if account is None:
        raise NotFound(_NO_ACCOUNT)
    former = Former.from_json(given["former"]) if "former" in given else None
    wanted = former or event_drafts.from_json(given["was"])
    async with accounts_of(deps).calendar(account) as reached:
        infos = await reached.calendars()
        stored = await reached.create(wanted, zone=deps.zone, at=at)
    [heading] = await events.numbered(deps, [Entry(account, stored, taint_of(stored, account, infos))])
    lost = f" {former.lost}" if former and former.lost else ""
    return f"In your calendar again: {events.line(stored, heading, deps)}.{lost}"
