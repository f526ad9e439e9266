"""An appointment as every calendar's connector gives it: no vendor's types, nothing that isn't shown or needed to change it.

Invariant: `start` and `end` are both days (`all_day`, `end` is the day after the last) or both aware times. Knows no file format.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal

Status = Literal["confirmed", "tentative", "cancelled"]
STATUSES: tuple[Status, ...] = ("confirmed", "tentative", "cancelled")
_FIRST, _LAST = date(2, 1, 1), date(9990, 1, 1)


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody invited. `address` is an e-mail address without "mailto:"; `status` what they answered, in lower case
    ("accepted", "declined", "tentative", "needs-action", "delegated")."""

    name: str
    address: str
    status: str = "needs-action"
    is_organizer: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """One appointment, or one of a series.

    `key` names this one of a series and stays when it is moved; for a single event it is the `uid`. `zone` is the IANA name its
    times are shown in, empty for days. `floating`: written without a zone, read in the reader's. `rule` is an RRULE's value.
    `calendar` is the name of the calendar it is in, `href` where it lies, in its server's words, `etag` which version of it this is.
    `creator` is who put it there, as far as its server says and where that isn't the account itself: an address, or what else is known.
    `was_there`: asked to make it, its calendar had one with its UID, and gave that. `reminders` are how long before the start.
    `notes_of_reading` are sentences about what could not be read as written.
    """

    uid: str
    key: str
    title: str
    start: datetime | date
    end: datetime | date
    all_day: bool = False
    floating: bool = False
    zone: str = ""
    place: str = ""
    notes: str = ""
    guests: tuple[Guest, ...] = ()
    organizer: Guest | None = None
    repeats: bool = False
    rule: str = ""
    status: Status = "confirmed"
    busy: bool = True
    url: str = ""
    calendar: str = ""
    etag: str = ""
    href: str = ""
    sequence: int = 0
    was_there: bool = False
    reminders: tuple[timedelta, ...] = ()
    notes_of_reading: tuple[str, ...] = ()
    creator: str = ""


def span(event: Event, zone: tzinfo) -> tuple[datetime, datetime]:
    """When an event begins and ends in UTC; its days are those of `zone`."""
    return moment_of(event.start, zone), moment_of(event.end, zone)


def moment_of(when: datetime | date, zone: tzinfo) -> datetime:
    """A time, or the beginning of a day in `zone`, in UTC; a time without a zone is one of `zone`."""
    local = when if isinstance(when, datetime) else datetime.combine(when, time())
    aware = local if local.tzinfo else local.replace(tzinfo=zone)
    # At the ends of the calendar no zone can be subtracted any more.
    return aware.astimezone(UTC) if _FIRST <= local.date() < _LAST else local.replace(tzinfo=UTC)
