"""Days, times, lengths and offsets as iCalendar writes them.

Invariant: what is malformed is None, never an error; sums end at the ends of the calendar instead of overflowing. Knows no zone's name.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from app.integrations.calendar.event import moment_of
from app.schedule.zones import to_utc

EARLIEST, LATEST = datetime.combine(date(2, 1, 1), time()), datetime.combine(date(9990, 1, 1), time())
_MOST = LATEST - EARLIEST
_ENDS: dict[tzinfo | None, tuple[datetime, datetime]] = {
    None: (EARLIEST, LATEST),
    UTC: (EARLIEST.replace(tzinfo=UTC), LATEST.replace(tzinfo=UTC)),
}
_TIME = re.compile(r"([0-9]{4})-?([0-9]{2})-?([0-9]{2})(?:[Tt ]([0-9]{2}):?([0-9]{2}):?([0-9]{2})?([Zz])?)?")
_LENGTH = re.compile(
    r"([+-]?)P(?:([0-9]{1,6})W)?(?:([0-9]{1,6})D)?(?:T(?:([0-9]{1,7})H)?(?:([0-9]{1,8})M)?(?:([0-9]{1,9})S)?)?"
)
_OFFSET = re.compile(r"([+-])([0-9]{2}):?([0-9]{2})(?::?([0-9]{2}))?")
_LAST_SECOND = 59


@dataclass(frozen=True, slots=True)
class Wall:
    """A time as written: what the clock shows and where. Without a zone it is a whole day (`all_day`, at midnight) or floating."""

    local: datetime
    zone: tzinfo | None = None
    all_day: bool = False

    def moment(self, default: tzinfo) -> datetime:
        """In UTC; what has no zone is of `default`."""
        zone = self.zone or default
        return to_utc(self.local, zone) if EARLIEST <= self.local < LATEST else moment_of(self.local, UTC)

    def shown(self, default: ZoneInfo) -> datetime:
        """As an aware time that exists, in its own zone; in `default` if it has none or one that only its file knows."""
        moment = self.moment(default)
        return in_zone(moment, UTC if self.zone is UTC else self.zone if isinstance(self.zone, ZoneInfo) else default)

    def at(self, local: datetime) -> "Wall":
        """Another time of the same kind in the same zone."""
        return Wall(local, self.zone, self.all_day)

    def like(self, start: "Wall", default: tzinfo) -> "Wall":
        """The time of a series that this one names: of the kind the series' own start is, as not every writer keeps to it."""
        if start.all_day:
            return start.at(datetime.combine(self.local.date(), time()))
        if self.all_day:
            return start.at(datetime.combine(self.local.date(), start.local.time()))
        if self.zone is None:
            return start.at(self.local)
        return self if start.zone else start.at(self.moment(default).astimezone(default).replace(tzinfo=None))

    @property
    def id(self) -> str:
        """What names it among the times of a series: the UTC time, or the day or local time of what has no zone."""
        return self.id_at(self.moment(UTC))

    def id_at(self, moment: datetime) -> str:
        """Its id, where its UTC time is known already."""
        if self.all_day:
            return day_text(self.local)
        return time_text(self.local) if self.zone is None else f"{time_text(moment)}Z"


@dataclass(frozen=True, slots=True)
class Length:
    """How long something takes: days of the calendar, then exact time."""

    days: int = 0
    exact: timedelta = timedelta(0)

    @property
    def most(self) -> timedelta:
        """No shorter than it ever is, whatever clocks do."""
        return timedelta(days=self.days + 1) + self.exact

    def after(self, start: Wall, default: tzinfo, begins: datetime | None = None) -> datetime:
        """The UTC time at which what starts then ends; `begins` is its start in UTC, where that is known already."""
        if not self.days and begins is not None:
            return later(begins, self.exact)
        return later(start.at(later(start.local, timedelta(days=self.days))).moment(default), self.exact)


def later(when: datetime, step: timedelta) -> datetime:
    """The sum, or the end of the calendar that it goes beyond."""
    step = max(-_MOST, min(step, _MOST))
    earliest, latest = _ENDS.get(when.tzinfo) or (
        EARLIEST.replace(tzinfo=when.tzinfo),
        LATEST.replace(tzinfo=when.tzinfo),
    )
    if step > timedelta(0):
        return when + step if when < latest - step else latest
    return when + step if when > earliest - step else earliest


def in_zone(moment: datetime, zone: tzinfo) -> datetime:
    """A time shown in a zone; at the ends of the calendar, where nothing can be added, in UTC."""
    inside = EARLIEST < moment.replace(tzinfo=None) < LATEST
    return moment.astimezone(zone if inside else UTC)


def read_wall(value: str, zone: tzinfo | None) -> Wall | None:
    """A DATE or DATE-TIME; one that ends in Z is UTC, any other time of `zone`, or floating where that is None."""
    found = _TIME.fullmatch(value.strip())
    if found is None:
        return None
    year, month, day, hour, minute, second, utc = found.groups()
    try:
        local = datetime.combine(date(int(year), int(month), int(day)), time())
        if hour is None:
            return Wall(local, None, all_day=True)
        # A leap second is the one before it.
        return Wall(
            local.replace(hour=int(hour), minute=int(minute), second=min(int(second or 0), _LAST_SECOND)),
            UTC if utc else zone,
        )
    except ValueError:
        return None


def read_length(value: str) -> tuple[int, Length] | None:
    """A DURATION: its sign (1 or -1) and how long."""
    found = _LENGTH.fullmatch(value.strip().upper())
    if found is None or not any(found.groups()[1:]):
        return None
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in found.groups()[1:])
    exact = timedelta(hours=hours, minutes=minutes, seconds=seconds)
    return -1 if found[1] == "-" else 1, Length(7 * weeks + days, exact)


def read_offset(value: str) -> timedelta | None:
    """A UTC-OFFSET of less than a day."""
    found = _OFFSET.fullmatch(value.strip())
    if found is None:
        return None
    offset = timedelta(hours=int(found[2]), minutes=int(found[3]), seconds=int(found[4] or 0))
    if offset >= timedelta(days=1):
        return None
    return -offset if found[1] == "-" else offset


def read_number(value: str) -> int:
    """A whole number from 0 up; 0 for anything else."""
    plain = value.strip()[:12]
    return int(plain) if plain.isascii() and plain.isdecimal() else 0


def day_text(when: date) -> str:
    """19970902."""
    return f"{when.year:04}{when.month:02}{when.day:02}"


def time_text(when: datetime) -> str:
    """19970902T090000, whatever its zone."""
    return f"{when.year:04}{when.month:02}{when.day:02}T{when.hour:02}{when.minute:02}{when.second:02}"


def length_text(length: timedelta) -> str:
    """A DURATION of days or shorter units, with its sign."""
    seconds = abs(int(length.total_seconds()))
    sign = "-" if length < timedelta(0) else ""
    days, rest = divmod(seconds, 86_400)
    if days and not rest:
        return f"{sign}P{days}D"
    units = zip((seconds // 3600, seconds % 3600 // 60, seconds % 60), "HMS", strict=True)
    return f"{sign}PT{''.join(f'{number}{unit}' for number, unit in units if number) or '0S'}"


def offset_text(offset: timedelta) -> str:
    """+0100, with seconds where there are some."""
    seconds = abs(int(offset.total_seconds()))
    text = f"{'-' if offset < timedelta(0) else '+'}{seconds // 3600:02}{seconds % 3600 // 60:02}"
    return f"{text}{seconds % 60:02}" if seconds % 60 else text
