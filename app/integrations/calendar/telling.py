"""A calendar file told in plain text: each event of it once, with when it is on its reader's clock, how it repeats, where and who invites.

Invariant: never raises, for any bytes, and what it costs is bounded: by `MOST_BYTES`, by the events shown, and by what `ics.between` looks at.
"""

from dataclasses import replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from app.integrations.calendar import ics
from app.integrations.calendar.event import Event, span
from app.integrations.calendar.importing import arrivals
from app.language.time import wording

MOST_BYTES = 2_000_000
_SHOWN = 60
_MOST_NOTES = 600
_MOST_TITLE = 200
_NOTES_SHOWN = 5
_AHEAD = timedelta(days=366)
_LARGE = f"That calendar file is larger than {MOST_BYTES // 1_000_000} MB: I read only its beginning."
_NOTHING = "That calendar file holds no event that I can read."


def read_file(data: bytes, zone: ZoneInfo) -> ics.Calendar:
    """The calendar in a file, or in its first `MOST_BYTES`. `zone` is its reader's."""
    return ics.read(data[:MOST_BYTES], zone=zone)


def tell_calendar(data: bytes, now: datetime) -> tuple[str, str]:
    """What a file says, and what of it could not be read; `now` is on its reader's clock, in their zone."""
    zone = now.tzinfo if isinstance(now.tzinfo, ZoneInfo) else ZoneInfo("UTC")
    calendar = read_file(data, zone)
    events = sorted((one.event for one in arrivals(calendar)), key=lambda one: span(one, zone))
    if not events:
        return "\n".join(calendar.notes[:_NOTES_SHOWN]), _NOTHING
    listed = {one.uid for one in events[:_SHOWN]}
    coming: dict[str, Event] = {}
    told = replace(calendar, events=tuple(one for one in calendar.events if ics.uid_of(one) in listed))
    for one in ics.between(told, now, now + _AHEAD):
        coming.setdefault(one.uid, one)
    name = f" of “{one_line(calendar.name)}”" if calendar.name else ""
    head = f"{counted(len(events))}{name}, times in {zone.key}:"
    lines = [_line(one, coming.get(one.uid), now, zone) for one in events[:_SHOWN]]
    rest = [f"And {len(events) - _SHOWN:,} more."] if len(events) > _SHOWN else []
    note = _LARGE if len(data) > MOST_BYTES else ""
    return "\n".join((head, *lines, *rest, *calendar.notes[:_NOTES_SHOWN])), note


def when_told(event: Event, now: datetime, zone: ZoneInfo) -> str:
    """ "Friday 12 March, 14:00–15:00", "Friday 12 March to Sunday 14 March", with how it repeats."""
    start, end = (one.astimezone(zone) for one in span(event, zone))
    first = wording.full_date(start.date(), now)
    if event.all_day:
        last = end.date() - timedelta(days=1)
        said = first if last <= start.date() else f"{first} to {wording.full_date(last, now)}"
    else:
        later = "" if end.date() == start.date() else f"{wording.full_date(end.date(), now)} "
        said = f"{first}, {start:%H:%M}–{later}{end:%H:%M}"
    again = _repeats(event, start)
    return f"{said}, {again}" if again else said


def one_line(text: str) -> str:
    """A title or a place on one line, not endless."""
    return " ".join(text.split())[:_MOST_TITLE]


def _line(event: Event, coming: Event | None, now: datetime, zone: ZoneInfo) -> str:
    following = _next(event, coming, now, zone)
    host = event.organizer
    rows = (
        f"- {when_told(event, now, zone)}: {one_line(event.title) or '(no title)'}",
        f"at {one_line(event.place)}" if event.place else "",
        following,
        f"invited by {one_line(host.name or host.address)} <{host.address}>" if host and host.address else "",
        f"{len(event.guests)} guests" if len(event.guests) > 1 else "",
        event.status if event.status != "confirmed" else "",
    )
    about = [*event.notes_of_reading, *([event.notes[:_MOST_NOTES]] if event.notes else [])]
    return "\n".join(("; ".join(filter(None, rows)), *(f"  {line}" for one in about for line in one.splitlines())))


def _next(event: Event, coming: Event | None, now: datetime, zone: ZoneInfo) -> str:
    """When a series that has begun comes next."""
    if not event.repeats or span(event, zone)[0] > now or coming is None:
        return ""
    start = coming.start
    day: date = start.astimezone(zone).date() if isinstance(start, datetime) else start
    return f"next on {wording.full_date(day, now)}"


def _repeats(event: Event, start: datetime) -> str:
    """How it repeats; its hour was said."""
    if not event.rule:
        return "repeats" if event.repeats else ""
    return wording.say_rule(event.rule, start).replace(f" at {start:%H:%M}", "", 1)


def counted(number: int) -> str:
    """ "1 event", "1,200 events"."""
    return "1 event" if number == 1 else f"{number:,} events"
