"""The zone a TZID means: an IANA name, Windows' name for one, or what the file's own VTIMEZONE says.

Invariant: nothing of a file outlives it, so that one person's file can't change the zone another's names; a VTIMEZONE is worked out when
it is first asked for, each looks at no more than `_MOST_DAYS_OF_ZONE` and all of a file's together at no more than `_MOST_DAYS`, so that one
odd zone leaves the others. A name that means nothing, or a zone that is not worked out whole, is the reader's zone, and the answer says so.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from app.integrations.calendar.lines import Component
from app.integrations.calendar.rules import Rule, read_rule
from app.integrations.calendar.values import later, read_offset, read_wall
from app.schedule.zones import find_zone, is_zone

_MOST_DAYS, _MOST_DAYS_OF_ZONE = 400_000, 40_000
_MOST_OBSERVANCES = 200
_FIRST, _LAST = datetime.combine(date(1970, 1, 1), time()), datetime.combine(date(2100, 1, 1), time())
_LONGEST_NAME = 200
_UNKNOWN = "The time zone “{name}” isn't known, so its times are read in {zone}."
_GUESSED = "The time zone “{name}” was taken for {zone}."


@dataclass(frozen=True, slots=True)
class _Change:
    """From this UTC time on (naive), the offset is `after`."""

    at: datetime
    before: timedelta
    after: timedelta


class FileZone(tzinfo):
    """A zone as a VTIMEZONE describes it."""

    def __init__(self, name: str, changes: Iterable[_Change]) -> None:
        ordered = sorted(changes, key=lambda change: change.at)
        self._name = name
        self._at = [change.at for change in ordered]
        self._offsets = [ordered[0].before, *(change.after for change in ordered)]
        pairs = list(zip(self._at, self._offsets, self._offsets[1:], strict=False))
        # A time in a gap has the offset before the change, one that comes twice is the first unless `fold` is set.
        self._walls = (
            [at + max(before, after) for at, before, after in pairs],
            [at + min(before, after) for at, before, after in pairs],
        )

    def utcoffset(self, when: datetime | None) -> timedelta:
        if when is None:
            return self._offsets[-1]
        return self._offsets[bisect_right(self._walls[when.fold], when.replace(tzinfo=None, fold=0))]

    def dst(self, when: datetime | None) -> None:
        """Not told apart from the offset."""

    def tzname(self, when: datetime | None) -> str:
        return self._name

    def fromutc(self, when: datetime) -> datetime:
        offset = self._offsets[bisect_right(self._at, when.replace(tzinfo=None))]
        local = (when + offset).replace(fold=0)
        return local if self.utcoffset(local) == offset else local.replace(fold=1)


class Zones:
    """The zones of one file. `default` is the reader's zone, and `calendar` what the file says is its own."""

    def __init__(self, timezones: Iterable[Component], default: ZoneInfo, calendar: str = "") -> None:
        self.default = default
        self._left = _MOST_DAYS
        self._left_of_zone = 0
        self._yearly: dict[
            tuple[str, datetime, datetime], tuple[datetime, ...]
        ] = {}  # many zones change by the same rules
        self._found: dict[str, tuple[tzinfo, str]] = {}
        self._written: dict[str, Component] = {}
        for component in timezones:
            self._written.setdefault(_plain(component.text("TZID")), component)
        self.calendar = self._known(calendar) or default

    def find(self, tzid: str) -> tuple[tzinfo, str]:
        """The zone of a TZID and a sentence, empty when it is certain."""
        name = _plain(tzid)
        if name not in self._found:
            self._found[name] = self._search(name)
        return self._found[name]

    def _search(self, name: str) -> tuple[tzinfo, str]:
        known = self._known(name) or self._by_location(name) or self._by_rules(name)
        if known:
            return known, ""
        guess = find_zone(name)
        if guess:
            return ZoneInfo(guess), _GUESSED.format(name=name, zone=guess)
        return self.calendar, _UNKNOWN.format(name=name, zone=self.calendar.key)

    def _known(self, name: str) -> ZoneInfo | None:
        """By IANA's or Windows' name, or as the end of a path ("/citadel.org/20210210_1/Europe/Paris")."""
        parts = name.strip("/").split("/")
        ends = ("/".join(parts[start:]) for start in range(len(parts)))
        known = next((spelling for spelling in (name, *ends) if spelling and is_zone(spelling)), "") or _by_windows(
            name
        )
        return ZoneInfo(known) if known and is_zone(known) else None

    def _by_location(self, name: str) -> ZoneInfo | None:
        component = self._written.get(name)
        return self._known(_plain(component.text("X-LIC-LOCATION"))) if component else None

    def _by_rules(self, name: str) -> FileZone | None:
        component = self._written.get(name)
        observances = component.named("STANDARD", "DAYLIGHT")[:_MOST_OBSERVANCES] if component else []
        share = self._left_of_zone = min(self._left, _MOST_DAYS_OF_ZONE)
        changes = [change for observance in observances for change in self._changes(observance)]
        self._left -= share - max(0, self._left_of_zone)
        return FileZone(name, changes) if changes and self._left_of_zone >= 0 else None

    def _changes(self, observance: Component) -> Iterator[_Change]:
        start = read_wall(observance.text("DTSTART"), None)
        before, after = (read_offset(observance.text(name)) for name in ("TZOFFSETFROM", "TZOFFSETTO"))
        if start is None or before is None or after is None:
            return
        for local in {start.local, *self._repeated(observance, start.local, before)}:
            yield _Change(later(local, -before), before, after)

    def _repeated(self, observance: Component, start: datetime, before: timedelta) -> Iterator[datetime]:
        written = observance.text("RRULE")
        rule = read_rule(written, start, UTC) if "FREQ=YEARLY" in written.upper() else None  # no clock changes oftener
        if rule is not None:
            until = _local_until(rule.until, before)
            yield from self._by_year(written, rule, start, min(_LAST, until) if until else _LAST)
        for line in observance.every("RDATE"):
            walls = (read_wall(value.split("/")[0], None) for value in line.value[:100_000].split(","))
            yield from (wall.local for wall in walls if wall)

    def _by_year(self, written: str, rule: Rule, start: datetime, last: datetime) -> tuple[datetime, ...]:
        """The times of a rule; none where that is more than is left for its zone, which then counts as spent."""
        key = (written, start, last)
        if key not in self._yearly:
            self._left_of_zone -= rule.cost(start, _FIRST, last)
            if self._left_of_zone < 0:
                return ()
            self._yearly[key] = tuple(local for local in rule.walls(start, _FIRST, last) if local <= last)
        return self._yearly[key]


def _local_until(until: datetime | None, before: timedelta) -> datetime | None:
    if until is None or until.tzinfo is None:
        return until
    return later(until.astimezone(UTC).replace(tzinfo=None), before)


def _plain(tzid: str) -> str:
    return tzid[:_LONGEST_NAME].strip().strip('"')


def _by_windows(name: str) -> str:
    """The IANA name for one of Windows' names; empty for any other."""
    if not name:
        return ""
    # All of that library comes with its table: half a second that few files need.
    from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

    return WINDOWS_TO_OLSON.get(name, "")
