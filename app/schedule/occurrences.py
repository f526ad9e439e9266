"""When a rule fires: an RRULE, a cron or once, with its local start and zone, to UTC times.

Invariant: rules of days and longer, and crons that name hours, run on the local wall clock: a time in a spring gap moves
forward by the gap and one in an autumn fold is the first of the two. Rules that step in hours or minutes, and crons for
every hour, go by real time (`steps`). Times come in order, none twice, and the same from wherever one asks; a rule that
never fires ends the search. Does not judge whether a rule is sensible for a user (`rules.parse_rule` does).
"""

import re
from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, time, timedelta
from heapq import heappop, heappush
from itertools import islice, takewhile
from zoneinfo import ZoneInfo

from app.schedule import steps
from app.schedule.cron import is_cron, read_cron
from app.schedule.day_rules import FREQUENCIES, DayRule
from app.schedule.refusals import ScheduleError
from app.schedule.zones import to_utc

# The longest stretch a zone has ever skipped is one day (Samoa, 2011); two days cover it with the offset itself.
_MARGIN = timedelta(days=2)
_LAST = datetime.combine(date(9990, 1, 1), time())
PARTS = frozenset(
    "FREQ INTERVAL COUNT UNTIL BYMONTH BYMONTHDAY BYYEARDAY BYWEEKNO BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS WKST".split()
)
_UNTIL = re.compile(r"\d{8}(?:T\d{6}Z?)?")
_BARE_DAY = len("20270630")
_TO_THE_MINUTE = len("2027-06-30T09:00")


def next_occurrence(
    rule: str, start_local: datetime, zone: ZoneInfo, after: datetime, *, without: Collection[str] = ()
) -> datetime | None:
    """The first UTC time strictly after `after` (aware) at which the rule fires; None when it has ended."""
    return next(moments(rule, start_local, zone, after, without=without), None)


def occurrences(
    rule: str, start_local: datetime, zone: ZoneInfo, after: datetime, count: int, *, without: Collection[str] = ()
) -> list[datetime]:
    """Up to `count` UTC times strictly after `after`, in order. `start_local` is naive wall-clock time in `zone`."""
    return list(islice(moments(rule, start_local, zone, after, without=without), max(0, count)))


def moments(
    rule: str, start_local: datetime, zone: ZoneInfo, after: datetime, *, without: Collection[str] = ()
) -> Iterator[datetime]:
    """Every UTC time strictly after `after`, in order, as far as one reads on.

    `rule` is an RRULE value, "CRON:" with five fields, or "" for once at the start. `without` holds exceptions, local days
    ("2027-12-25") or local moments ("2027-12-25T08:00"), as the rule names the time or as the clock then shows it; what
    is neither is never met. COUNT counts what is left out too. ScheduleError for a rule that is malformed.
    """
    left_out = {text.strip().replace(" ", "T")[:_TO_THE_MINUTE] for text in without}
    fires = _fires(rule, start_local, zone, after)
    kept = (pair for pair in fires if not (left_out and _names(pair, zone) & left_out))
    return (moment for moment in _in_order(kept, zone) if moment > after)


def real_step(rule: str) -> timedelta | None:
    """How far apart the steps of a rule are in real time; nothing for a cron of every hour, None for the wall clock's rules."""
    if is_cron(rule):
        return timedelta(0) if read_cron(rule).every_hour else None
    parts = _parts(rule) if rule else {}
    unit = steps.UNITS.get(parts.get("FREQ", ""))
    return unit * max(1, int(parts.get("INTERVAL", "1"))) if unit else None


def _names(pair: tuple[datetime, datetime], zone: ZoneInfo) -> set[str]:
    """How an exception may name an occurrence: by the day or the minute, planned or shown."""
    walls = (pair[0], pair[1].astimezone(zone).replace(tzinfo=None))
    return {form for wall in walls for form in (f"{wall:%Y-%m-%d}", wall.isoformat(timespec="minutes"))}


def _in_order(fires: Iterator[tuple[datetime, datetime]], zone: ZoneInfo) -> Iterator[datetime]:
    """The moments sorted and each once: one moved out of a gap can land behind its successors, or upon one."""
    waiting: list[datetime] = []
    last: datetime | None = None
    for wall, moment in fires:
        heappush(waiting, moment)
        # Nothing later on the wall clock fires before this: in a gap the second reading is the earlier one.
        floor = min(to_utc(wall, zone), _second(wall, zone))
        while waiting and waiting[0] <= floor:
            first = heappop(waiting)
            if first != last:
                last = first
                yield first
    for first in sorted({*waiting} - {last}):
        yield first


def _second(wall: datetime, zone: ZoneInfo) -> datetime:
    """The wall-clock time read with the offset after a change of clocks."""
    return wall.replace(tzinfo=zone, fold=1).astimezone(UTC)


def _fires(rule: str, start: datetime, zone: ZoneInfo, after: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Times as named and as fired, ascending by name (by moment where steps are real), from shortly before `after`."""
    earliest = (after.astimezone(UTC) - _MARGIN).astimezone(zone).replace(tzinfo=None)
    if not rule:
        return iter([(start, to_utc(start, zone))])
    if is_cron(rule):
        return _cron_fires(rule, max(start, earliest), zone)
    parts = _parts(rule)
    until = _until(parts.pop("UNTIL", ""), zone)
    if parts["FREQ"] in steps.UNITS:
        stepped = steps.steps(parts, start, zone, after - _MARGIN)
        shown = ((moment.astimezone(zone).replace(tzinfo=None), moment) for moment in stepped)
        return takewhile(lambda pair: pair[1] <= until, shown)
    walls = _walls(parts, start, earliest, latest=until.replace(tzinfo=None) + _MARGIN)
    named = ((wall, to_utc(wall, zone)) for wall in walls)
    return (pair for pair in named if pair[1] <= until)


def _cron_fires(rule: str, earliest: datetime, zone: ZoneInfo) -> Iterator[tuple[datetime, datetime]]:
    cron = read_cron(rule)
    for wall in cron.walls(earliest):
        if not cron.every_hour:
            yield wall, to_utc(wall, zone)
            continue
        # By real time: both passes of a repeated hour, and nothing for a time that no clock shows.
        for moment in sorted({to_utc(wall, zone), _second(wall, zone)}):
            if moment.astimezone(zone).replace(tzinfo=None, fold=0) == wall:
                yield wall, moment


def _parts(rule: str) -> dict[str, str]:
    """The parts of an RRULE in upper case."""
    pairs = [part.split("=", 1) for part in rule.upper().removeprefix("RRULE:").strip("; ").split(";") if part]
    parts = {pair[0].strip(): pair[-1].strip() for pair in pairs if len(pair) > 1}
    known = parts.get("FREQ") in (*FREQUENCIES, *steps.UNITS) and parts.keys() <= PARTS
    if not known or len(parts) != len(pairs):
        raise ScheduleError(f"{rule!r} is not a rule I understand.")
    return parts


def _walls(parts: dict[str, str], start: datetime, earliest: datetime, *, latest: datetime) -> Iterator[datetime]:
    """Wall-clock occurrences from `earliest` on, up to `latest`."""
    count = int(parts.pop("COUNT", "0"))
    rule = DayRule.read(parts, start)
    # What is counted is counted from the start; nothing else needs what has gone by.
    walls = islice(rule.walls(start, start), count) if count else rule.walls(start, earliest)
    return takewhile(lambda wall: wall <= latest, (wall for wall in walls if wall >= earliest))


def _until(value: str, zone: ZoneInfo) -> datetime:
    """The last UTC time at which a rule may fire: a bare day is included to its local end, a local time as the clock last
    shows it; without UNTIL the end of the calendar."""
    if not value:
        return _LAST.replace(tzinfo=UTC)
    if not _UNTIL.fullmatch(value):
        raise ScheduleError("UNTIL is written 20270630 or 20270630T090000Z.")
    if len(value) == _BARE_DAY:
        midnight = datetime.combine(date.fromisoformat(value), time())
        return to_utc(min(midnight, _LAST) + timedelta(days=1), zone) - timedelta(microseconds=1)
    local = min(datetime.fromisoformat(value.rstrip("Z")), _LAST)
    return local.replace(tzinfo=UTC) if value.endswith("Z") else max(to_utc(local, zone), _second(local, zone))
