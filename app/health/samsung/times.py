"""Samsung's times: UTC text with an offset beside it, days of a local calendar, and now and then milliseconds. Pure.

A moment is milliseconds since 1970 in UTC; an offset is seconds east of it. Where a row has no offset, or an impossible one such as "UTC+28550",
the person's time zone gives it.
"""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY_MS = 86_400_000
_HOUR = 3600
_MOST_OFFSET = 18 * _HOUR
_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})", re.ASCII)
_MOMENT = re.compile(r"(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?Z?", re.ASCII)
_MS = re.compile(r"\d{11,14}", re.ASCII)
_EPOCH = date(1970, 1, 1).toordinal()


def moment_ms(text: str) -> int | None:
    """ "2025-05-10 18:30:00.536" (UTC) or milliseconds; None where it is neither."""
    found = _MOMENT.fullmatch(text)
    if found is None:
        return int(text) if _MS.fullmatch(text) else None
    day, hour, minute, second, fraction = found.groups()
    day_ms = _day_ms(day)
    if day_ms is None or hour > "23" or minute > "59" or (second or "0") > "59":
        return None
    ms = int(f"{fraction:0<6}") // 1000 if fraction else 0
    return day_ms + ((int(hour) * 60 + int(minute)) * 60 + int(second or 0)) * 1000 + ms


def offset_of(text: str) -> int | None:
    """ "UTC+0530" as seconds; None where there is none, or none that any place on earth has."""
    if text in ("UTC", "GMT", "Z"):
        return 0
    found = _OFFSET.fullmatch(text)
    if found is None or int(found[3]) > 59:
        return None
    seconds = int(found[2]) * _HOUR + int(found[3]) * 60
    if seconds > _MOST_OFFSET:
        return None
    return -seconds if found[1] == "-" else seconds


class Zone:
    """The offsets of a person's time zone."""

    def __init__(self, name: str) -> None:
        """`name` is IANA's; UTC for one that is unknown here."""
        try:
            self._zone: ZoneInfo | None = ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            self._zone = None
        self.offset: Callable[[int], int] = lru_cache(maxsize=4_096)(self._offset)
        self.midnight: Callable[[int], tuple[int, int]] = lru_cache(maxsize=4_096)(self._midnight)

    def offset_near(self, ms: int) -> int:
        """The offset at a moment. Zones change on the quarter hour, so that is as near as one looks."""
        return self.offset(ms // 900_000)

    def day(self, text: str) -> int | None:
        """A `day_time` as days since 1970: local days stand as their midnight in UTC, as milliseconds or as text."""
        ms = moment_ms(text)
        if ms is None:
            return None
        return ms // DAY_MS if ms % DAY_MS == 0 else (ms + self.offset_near(ms) * 1000) // DAY_MS

    def span(self, day: int) -> tuple[int, int, int]:
        """When a local day starts and ends, and its offset. It never ends past midnight by that offset, so it is one day to everybody."""
        start, offset = self.midnight(day)
        return start, min(start + DAY_MS, self.midnight(day + 1)[0]), offset

    def _offset(self, quarter: int) -> int:
        if self._zone is None:
            return 0
        try:
            there = datetime.fromtimestamp(quarter * 900, UTC).astimezone(self._zone)
        except (OverflowError, ValueError, OSError):
            return 0
        return int((there.utcoffset() or timedelta()).total_seconds())

    def _midnight(self, day: int) -> tuple[int, int]:
        utc = day * DAY_MS
        offset = self.offset_near(utc)
        offset = self.offset_near(utc - offset * 1000)  # the offset at that midnight, not at UTC's
        return utc - offset * 1000, offset


@lru_cache(maxsize=4_096)
def _day_ms(text: str) -> int | None:
    try:
        return (date.fromisoformat(text).toordinal() - _EPOCH) * DAY_MS
    except ValueError:
        return None
