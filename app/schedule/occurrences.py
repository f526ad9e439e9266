"""When a repeating rule fires: RFC 5545 rule plus local start and zone, to UTC times.

Invariant: the rule runs on the local wall clock and every time is mapped to UTC by `zones.to_utc`, so an occurrence in
a spring gap moves forward by the gap, one in an autumn fold fires once, and no UTC time appears twice.
Does not judge whether a rule is sensible for a user (`recurrence.parse_rule` does).
"""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from dateutil.rrule import DAILY, HOURLY, MINUTELY, MONTHLY, SECONDLY, WEEKLY, YEARLY, rrule, rrulestr

from app.schedule.zones import to_utc

# How far ahead an occurrence is looked for: a rule that never fires (30 February) must end the search, and the finer
# the step the sooner it must.
_HORIZON = {
    YEARLY: timedelta(days=366 * 200),
    MONTHLY: timedelta(days=366 * 200),
    WEEKLY: timedelta(days=366 * 60),
    DAILY: timedelta(days=366 * 40),
    HOURLY: timedelta(days=366 * 3),
    MINUTELY: timedelta(days=400),
    SECONDLY: timedelta(days=2),
}
_FREQUENCIES = {
    "YEARLY": YEARLY,
    "MONTHLY": MONTHLY,
    "WEEKLY": WEEKLY,
    "DAILY": DAILY,
    "HOURLY": HOURLY,
    "MINUTELY": MINUTELY,
    "SECONDLY": SECONDLY,
}
_STEP = {
    WEEKLY: timedelta(weeks=1),
    DAILY: timedelta(days=1),
    HOURLY: timedelta(hours=1),
    MINUTELY: timedelta(minutes=1),
    SECONDLY: timedelta(seconds=1),
}
# The longest stretch a zone has ever skipped is one day (Samoa, 2011); two days cover it with the offset itself.
_MARGIN = timedelta(days=2)
_LAST = datetime.combine(date(9990, 1, 1), time())
_UNTIL = re.compile(r"UNTIL=([^;]*)", re.IGNORECASE)


def next_occurrence(rule: str, start_local: datetime, zone: ZoneInfo, after: datetime) -> datetime | None:
    """The first UTC time strictly after `after` (aware) at which the rule fires; None when it has ended."""
    found = occurrences(rule, start_local, zone, after, 1)
    return found[0] if found else None


def occurrences(rule: str, start_local: datetime, zone: ZoneInfo, after: datetime, count: int) -> list[datetime]:
    """Up to `count` UTC times strictly after `after`, in order. `start_local` is naive wall-clock time in `zone`."""
    if count <= 0:
        return []
    earliest = after.astimezone(zone).replace(tzinfo=None) - _MARGIN
    found: set[datetime] = set()
    last_wall = earliest
    for wall in _walls(rule, start_local, zone, earliest):
        if len(found) >= count and wall >= last_wall:
            break
        fires = to_utc(wall, zone)
        if fires > after:
            found.add(fires)
            # A wall time moved out of a gap can land behind its successors, so those are read before cutting.
            last_wall = max(last_wall, fires.astimezone(zone).replace(tzinfo=None, fold=0))
    return sorted(found)[:count]


def _walls(rule: str, start_local: datetime, zone: tzinfo, earliest: datetime) -> Iterator[datetime]:
    """Wall-clock occurrences from `earliest` on, up to the horizon of the rule's frequency."""
    text = _with_local_until(rule.removeprefix("RRULE:").strip("; "), zone)
    parsed = rrulestr(text, dtstart=start_local)
    if not isinstance(parsed, rrule):
        raise TypeError("one rule is expected")
    parts = {name.strip().upper(): value for name, _, value in (part.partition("=") for part in text.split(";"))}
    frequency, interval = _FREQUENCIES[parts["FREQ"].strip().upper()], int(parts.get("INTERVAL", "1"))
    limit = _limit(max(earliest, start_local), frequency, interval)
    if "COUNT" not in parts:
        parsed = _fast_forward(parsed, start_local, earliest, frequency=frequency, interval=interval)
        # A rule without an end is cut at the horizon; one with its own end keeps the nearer of the two.
        parsed = parsed if "UNTIL" in parts else parsed.replace(until=limit)
    return (wall for wall in parsed if wall >= earliest)


def _limit(base: datetime, frequency: int, interval: int) -> datetime:
    """Where the search ends: the horizon, for years and months stretched by the interval, inside the calendar."""
    reach = _HORIZON[frequency] * (min(max(interval, 1), 50) if frequency <= MONTHLY else 1)
    return base + min(reach, max(_LAST - base, timedelta(0)))


def _fast_forward(parsed: rrule, start: datetime, earliest: datetime, *, frequency: int, interval: int) -> rrule:
    """The same rule started a whole number of intervals later, so that a rule years old is not replayed."""
    step = _STEP.get(frequency)
    if step is None or earliest <= start:
        return parsed
    stride = step * max(1, interval)
    jumps = (earliest - start) // stride
    return parsed.replace(dtstart=start + stride * max(0, jumps - 1))


def _with_local_until(text: str, zone: tzinfo) -> str:
    """UNTIL as wall-clock time: a UTC value is converted, a bare date includes that whole day."""
    match = _UNTIL.search(text)
    if not match:
        return text
    value = match.group(1).strip()
    if len(value) == len("20270630"):
        local = datetime.combine(date.fromisoformat(value), time(23, 59, 59))
    else:
        local = datetime.fromisoformat(value.upper().rstrip("Z"))
        if value[-1] in "Zz":
            local = local.replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None)
    return f"{text[: match.start(1)]}{local:%Y%m%dT%H%M%S}{text[match.end(1) :]}"
