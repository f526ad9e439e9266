"""Times and days as they are stored, and as they are spoken of: milliseconds and days since 1970, and aware times and dates."""

from datetime import UTC, date, datetime, timedelta, timezone

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST = date(1970, 1, 1)


def moment_of(milliseconds: int, zone_offset: int = 0) -> datetime:
    """A stored time as an aware one, at so many seconds east of UTC."""
    moment = _EPOCH + timedelta(milliseconds=milliseconds)
    return moment.astimezone(timezone(timedelta(seconds=zone_offset))) if zone_offset else moment


def milliseconds_of(moment: datetime) -> int:
    """An aware time as it is stored."""
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def date_of(day: int) -> date:
    """A stored day as a date."""
    return _FIRST + timedelta(days=day)


def day_number(day: date) -> int:
    """A date as it is stored."""
    return (day - _FIRST).days
