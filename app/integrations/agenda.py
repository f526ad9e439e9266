"""What stands in all calendars of a person, read together: of which account each event is, and whose words it holds.

One calendar that doesn't answer leaves the others. Invariant: an event that somebody else wrote, or may have written (an invitation, what a
program put there from a mail, a calendar that others write into), carries whose words these are; one's own carries nothing.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

from app.cards import sources
from app.errors import AccountError, NotFound
from app.integrations.accounts import Accounts
from app.integrations.calendar.event import Event, span
from app.integrations.calendar.importing import Kind, origin
from app.integrations.ports import CalendarInfo
from app.memory.records import Account
from app.memory.repositories.calendar_events import SeenEvent


@dataclass(frozen=True, slots=True)
class Entry:
    """One time of an event in one account; `taint` whose words it holds, nothing for its user's own. `own` are its user's addresses;
    `tells_guests` as its calendar says."""

    account: Account
    event: Event
    taint: tuple[str, ...]
    own: tuple[str, ...]
    tells_guests: bool = True

    @property
    def others(self) -> tuple[str, ...]:
        """The addresses of whoever else is in it."""
        people = [*self.event.guests, *([self.event.organizer] if self.event.organizer else [])]
        return tuple(dict.fromkeys(one.address for one in people if one.address.casefold() not in ("", *self.own)))

    @property
    def is_own(self) -> bool:
        """Whether its user organizes it, or nobody does."""
        return self.event.organizer is None or self.event.organizer.address.casefold() in ("", *self.own)


@dataclass(frozen=True, slots=True)
class Found:
    """What was found, soonest first, and a sentence for each account that didn't answer."""

    entries: tuple[Entry, ...]
    problems: tuple[str, ...] = ()


async def between(
    accounts: Accounts, chosen: Sequence[Account], start: datetime, end: datetime, *, zone: ZoneInfo, calendar: str = ""
) -> Found:
    """All that overlaps [start, end) in these accounts, cancelled and declined ones left out. Raises NotFound where no account has a calendar
    of that name."""
    asked = await asyncio.gather(*(_of(accounts, one, start, end, zone=zone, calendar=calendar) for one in chosen))
    missing = [one for one in asked if isinstance(one, NotFound)]
    if missing and len(missing) == len(asked):
        raise missing[0]
    found = [entry for one in asked if isinstance(one, list) for entry in one]
    problems = [one for one in asked if isinstance(one, str)]
    return Found(tuple(sorted(found, key=lambda one: _when(one, zone))), tuple(problems))


async def _of(
    accounts: Accounts, account: Account, start: datetime, end: datetime, *, zone: ZoneInfo, calendar: str
) -> list[Entry] | str | NotFound:
    try:
        async with accounts.calendar(account) as reached:
            infos = await reached.calendars()
            events = await reached.between(start, end, zone=zone, calendar=calendar)
            own = await accounts.addresses(account.user_id)
    except NotFound as problem:
        return problem
    except AccountError as problem:
        return f"{account.label}: {problem.sentence}"
    return [
        entry_of(one, account, infos, own) for one in events if one.status != "cancelled" and not is_declined(one, own)
    ]


def entry_of(event: Event, account: Account, infos: Sequence[CalendarInfo], own: Sequence[str]) -> Entry:
    """An event of one of these calendars; `own` are its user's addresses."""
    tells_guests = all(one.tells_guests for one in infos if one.name == event.calendar)
    return Entry(account, event, _taint_of(event, infos, own), tuple(own), tells_guests)


def _taint_of(event: Event, infos: Iterable[CalendarInfo], own: Sequence[str]) -> tuple[str, ...]:
    """Whose words an event holds: its organizer's, of who put it there, or of whoever else may write into its calendar; and of what it was
    brought from, as its notes say: whoever writes can say that too, so it never stands for the others. Only what nobody else organizes or
    made, in the account's own first calendar that only its user writes into, is taken for its user's."""
    return (*_writers(event, infos, own), *_brought_from(event))


def _brought_from(event: Event) -> tuple[str, ...]:
    known = origin(event.notes)
    if known is None:
        return ()
    return (_SOURCES[known.kind](known.name, event.title),)


_SOURCES: Mapping[Kind, Callable[[str, str], str]] = {
    "calendar file": lambda name, _: sources.file(name),
    "invitation of": sources.invitation,
    "mail of": sources.mail,
}


def _writers(event: Event, infos: Iterable[CalendarInfo], own: Sequence[str]) -> tuple[str, ...]:
    organizer = event.organizer.address.casefold() if event.organizer else ""
    if organizer and organizer not in own:
        return (sources.invitation(organizer, event.title),)
    if event.creator and event.creator.casefold() not in own:
        return (sources.event(event.creator, event.title),)
    is_own = any(
        one.is_writable and one.is_default and not one.is_shared for one in infos if one.name == event.calendar
    )
    return () if is_own else (sources.calendar(event.calendar),)


def is_declined(event: Event, own: Sequence[str]) -> bool:
    """Whether its user has said that they don't come."""
    return any(one.status == "declined" for one in event.guests if one.address.casefold() in own)


def as_seen(entry: Entry, zone: tzinfo) -> SeenEvent:
    """As it is written down, to get its number."""
    event = entry.event
    starts, ends = span(event, zone)
    where = (entry.account.id, event.calendar, event.href, event.key, event.title)
    return SeenEvent(*where, starts, ends, event.all_day, entry.taint)


def _when(entry: Entry, zone: tzinfo) -> tuple[datetime, bool, str]:
    return span(entry.event, zone)[0], not entry.event.all_day, entry.event.title
