"""An iCalendar file to a calendar, and a calendar to the events of a window.

Invariant: reading never raises, for any bytes, and says in sentences what it left out; what a window costs is bounded by `MOST_DAYS` looked
at, whatever the rules say, and a series beyond that shows its first time only, with a sentence. Cancelled events are given, as cancelled.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, tzinfo
from itertools import chain
from zoneinfo import ZoneInfo

from app.integrations.calendar.entries import Entry, Instance, read_entry, shown
from app.integrations.calendar.event import Event, moment_of
from app.integrations.calendar.lines import Component, parse, unescaped
from app.integrations.calendar.rules import Rule
from app.integrations.calendar.todo import Todo, read_todo
from app.integrations.calendar.values import Length, Wall, in_zone, later, read_wall
from app.integrations.calendar.zones import Zones
from app.schedule.day_rules import MOST_DAYS as MOST_IN_VAIN

MOST_DAYS = 1_000_000  # looked at for one window, all its series together
MOST_EVENTS = 100_000
_MOST_DAYS_OF_SERIES = 250_000
_DAYS_AN_INSTANCE = 4  # what an instance costs, in days looked at
_MOST_NOTES = 100
_LONGEST_NAME = 200
_MARGIN = timedelta(days=2)
_NOT_A_CALENDAR = "That is no iCalendar file."
_TOO_MANY = f"The file holds more than {MOST_EVENTS:,} events: the rest was left out."
_MORE_NOTES = "There is more that could not be read."
_TOO_LONG = "It repeats more often than can be worked out here: only its first time is shown."
_SAME_UID = "Several events have the same UID."


@dataclass(frozen=True, slots=True)
class Series:
    """All entries of one UID: what stands for itself, what replaces one time, and what replaces all from one time on (in order)."""

    entries: tuple[Entry, ...]
    replaced: dict[str, Entry] = field(default_factory=dict[str, Entry])
    onwards: tuple[tuple[datetime, Entry], ...] = ()


@dataclass(frozen=True, slots=True)
class Calendar:
    """What a file holds. `zone` is the reader's, in which days and floating times are."""

    name: str
    zone: ZoneInfo
    events: tuple[Series, ...] = ()
    todos: tuple[Todo, ...] = ()
    notes: tuple[str, ...] = ()
    etag: str = ""
    href: str = ""


def read(data: bytes | str, *, zone: ZoneInfo, calendar: str = "", etag: str = "", href: str = "") -> Calendar:
    """The calendar that a file holds; `calendar` is its name, else the file's own. Whatever can't be read is said in its notes."""
    roots, said = parse(data)
    found = calendar_of(roots, zone, dict.fromkeys(said))
    todos = tuple(replace(todo, etag=etag, href=href) for todo in found.todos)
    return replace(found, name=calendar or found.name, todos=todos, etag=etag, href=href)


def calendar_of(roots: list[Component], zone: ZoneInfo, notes: dict[str, None]) -> Calendar:
    """The calendar that components are, with further sentences in its notes."""
    if not roots:
        notes[_NOT_A_CALENDAR] = None
    inner = [*chain.from_iterable(root.children if root.name == "VCALENDAR" else (root,) for root in roots)]
    zones, entries = zones_of(roots, zone), list[Entry]()
    events = [component for component in inner if component.name == "VEVENT"]
    if len(events) > MOST_EVENTS:
        notes[_TOO_MANY] = None
    for component in events[:MOST_EVENTS]:
        entry, problems = read_entry(component, zones)
        notes.update(dict.fromkeys(problems))
        entries += [entry] if entry else []
    return Calendar(
        name=next((name for root in roots if (name := _name(root))), ""),
        zone=zone,
        events=tuple(_series(entries, zone, notes)),
        todos=tuple(read_todo(one, zones) for one in inner if one.name == "VTODO"),
        notes=_few(notes),
    )


def zones_of(roots: list[Component], zone: ZoneInfo) -> Zones:
    """The zones that a file describes, for a reader in `zone`."""
    timezones = chain.from_iterable(root.named("VTIMEZONE") for root in roots)
    own = (unescaped(root.text("X-WR-TIMEZONE"), _LONGEST_NAME) for root in roots)
    return Zones(timezones, zone, next((name for name in own if name), ""))


def _name(root: Component) -> str:
    return unescaped(root.text("X-WR-CALNAME") or root.text("NAME"), _LONGEST_NAME)


def _few(notes: dict[str, None]) -> tuple[str, ...]:
    all_notes = tuple(notes)
    return all_notes if len(all_notes) <= _MOST_NOTES else (*all_notes[:_MOST_NOTES], _MORE_NOTES)


def _series(entries: list[Entry], zone: tzinfo, notes: dict[str, None]) -> Iterator[Series]:
    by_uid: dict[str, dict[tuple[str, str], Entry]] = {}
    for entry in entries:
        # Of two versions of the same the newer one counts, which is the later where nothing says so.
        own, name = by_uid.setdefault(entry.uid, {}), _version(entry)
        if name not in own or own[name].sequence <= entry.sequence:
            own[name] = entry
    for own in by_uid.values():
        yield _one_series([*own.values()], zone, notes)


def _version(entry: Entry) -> tuple[str, str]:
    return (entry.replaces.id, "") if entry.replaces else ("", entry.start.id)


def _one_series(entries: list[Entry], zone: tzinfo, notes: dict[str, None]) -> Series:
    own = tuple(entry for entry in entries if entry.replaces is None)
    if len(own) > 1:
        notes[_SAME_UID] = None
    replaced: dict[str, Entry] = {}
    for entry in entries:
        if entry.replaces is not None:
            named = entry.replaces.like(own[0].start, zone) if own else entry.replaces
            replaced[named.id] = replace(entry, replaces=named)
    onwards = ((entry.replaces.moment(zone), entry) for entry in replaced.values() if entry.onwards and entry.replaces)
    return Series(own, replaced, tuple(sorted(onwards, key=lambda pair: pair[0])))


# ------------------------------------------------------------------------------------------------- the window


def between(calendar: Calendar, start: datetime, end: datetime, *, most: int = 2_000) -> tuple[Event, ...]:
    """The events of which some part lies in [start, end) (aware), by their beginning, at most `most`.

    One without length is in the window when its beginning is. What is not worked out for its cost is said in `notes_of_reading`.
    """
    window = _Window(moment_of(start, calendar.zone), moment_of(end, calendar.zone), calendar.zone)
    found = [instance for series in calendar.events for instance in window.of(series)]
    found.sort(key=lambda instance: (instance.begins, instance.ends))
    events = (shown(instance, calendar.zone) for instance in found[: max(0, most)])
    return tuple(replace(one, calendar=calendar.name, etag=calendar.etag, href=calendar.href) for one in events)


def series_of(calendar: Calendar, key: str) -> Series | None:
    """The series that an event's key is of; the UID that is all of the key goes before one that is its beginning."""
    named = [one for one in calendar.events if key == uid_of(one) or key.startswith(f"{uid_of(one)}/")]
    return max(named, key=lambda one: len(uid_of(one)), default=None)


def instance_of(series: Series, key: str, zone: ZoneInfo) -> Instance | None:
    """The time of a series that a key names, wherever it was moved; None when the series doesn't have it."""
    uid = uid_of(series)
    if key == uid and series.entries:
        first = series.entries[0]
        return Instance(first, first.start, first.length, first.begins, first.ends, key)
    id_ = key.removeprefix(f"{uid}/")
    named = series.replaced.get(id_)
    wall = read_wall(id_, None)
    around = named.begins if named else wall.moment(zone) if wall else None
    if around is None:
        return None
    margin = _MARGIN + max((abs(_shift(change, zone)) for _, change in series.onwards), default=timedelta(0))
    window = _Window(later(around, -margin), later(around, margin), zone)
    return next((instance for instance in window.of(series) if instance.key == key), None)


def uid_of(series: Series) -> str:
    """The UID that all its entries have."""
    return next(chain(series.entries, series.replaced.values())).uid


class _Window:
    """The instances in a stretch of time, as long as there is something left to spend on looking."""

    def __init__(self, start: datetime, end: datetime, zone: ZoneInfo) -> None:
        self._start, self._end, self._zone = start, end, zone
        self._left = MOST_DAYS

    def of(self, series: Series) -> Iterator[Instance]:
        """The instances of a series that touch the window, in no order."""
        rule = series.entries[0].component.text("RRULE")[:_LONGEST_NAME] if series.entries else ""
        for entry in series.entries:
            if entry.repeats:
                yield from self._repeated(entry, series, rule)
            elif self._touches(entry.begins, entry.ends):
                yield Instance(entry, entry.start, entry.length, entry.begins, entry.ends, entry.uid)
        for id_, entry in series.replaced.items():
            if self._touches(entry.begins, entry.ends):
                key = f"{entry.uid}/{id_}"
                yield Instance(entry, entry.start, entry.length, entry.begins, entry.ends, key, rule)

    def _touches(self, begins: datetime, ends: datetime) -> bool:
        return begins < self._end and (ends > self._start or begins >= self._start)

    def _repeated(self, entry: Entry, series: Series, rule: str) -> Iterator[Instance]:
        """The times of a series that nothing leaves out or replaces."""
        margin = max((abs(_shift(change, self._zone)) for _, change in series.onwards), default=timedelta(0))
        longest = max(one.length.most for one in (entry, *(change for _, change in series.onwards)))
        walls, notes = self._walls(entry, margin, longest)
        seen: set[str] = set()
        for wall, length in chain(((entry.start, entry.length),), entry.rdates, ((one, entry.length) for one in walls)):
            moment = wall.moment(self._zone)
            if not series.onwards and not self._touches(moment, length.after(wall, self._zone, moment)):
                continue
            id_ = wall.id_at(moment)
            if id_ in seen or id_ in entry.exdates or id_ in series.replaced:
                continue
            seen.add(id_)
            one, at, lasts = _changed(entry, (wall, length, moment), series, self._zone)
            begins = at.moment(self._zone)
            ends = lasts.after(at, self._zone, begins)
            if self._touches(begins, ends):
                yield Instance(one, at, lasts, begins, ends, f"{entry.uid}/{id_}", rule, notes)

    def _walls(self, entry: Entry, margin: timedelta, longest: timedelta) -> tuple[list[Wall], tuple[str, ...]]:
        """What the rules name near the window, and a sentence when that is too much to work out."""
        zone = entry.start.zone or self._zone
        earliest = _local(later(self._start, -(longest + margin + _MARGIN)), zone)
        latest = _local(later(self._end, margin + _MARGIN), zone)
        walls: list[Wall] = []
        for rule in entry.rules:
            found = self._named(rule, entry.start, earliest, latest)
            if found is None:
                return [], (_TOO_LONG,)
            walls += found
        return walls, ()

    def _named(self, rule: Rule, start: Wall, earliest: datetime, latest: datetime) -> list[Wall] | None:
        """The times of one rule; None when that is too much."""
        end = min(latest, later(rule.until.replace(tzinfo=None), _MARGIN)) if rule.until else latest
        # How far a rule with COUNT has to be followed is seen on the way, and no step of it looks at more than a few thousand days.
        limit = min(self._left, _MOST_DAYS_OF_SERIES)
        spent = 1 if rule.count and limit > 0 else rule.cost(start.local, earliest, end)
        walls: list[Wall] = []
        last = start.local
        for local in rule.walls(start.local, earliest, end) if spent <= limit else ():
            spent += (local - last).days + 1 if rule.count else 0
            last, wall = local, start.at(local)
            if local > end or spent > limit or (rule.until and rule.ends_before(local, wall.moment(self._zone))):
                break
            if local >= earliest:
                walls.append(wall)
                spent += _DAYS_AN_INSTANCE
        else:
            spent += min((end - last).days, MOST_IN_VAIN) if rule.count and last < end else 0
        self._left -= min(spent, limit)
        return walls if spent <= limit else None


def _changed(
    entry: Entry, when: tuple[Wall, Length, datetime], series: Series, zone: tzinfo
) -> tuple[Entry, Wall, Length]:
    """A time of a series (with its length and its UTC time) as the last change from some time on has it."""
    wall, length, moment = when
    place = bisect_right(series.onwards, moment, key=lambda pair: pair[0]) if series.onwards else 0
    if not place:
        return entry, wall, length
    change = series.onwards[place - 1][1]
    moved = later(_shown_in(wall, change.start, zone), _shift(change, zone))
    return change, change.start.at(moved), change.length


def _shift(change: Entry, zone: tzinfo) -> timedelta:
    """How far a change moves a time, on its own wall clock."""
    return change.start.local - _shown_in(change.replaces or change.start, change.start, zone)


def _shown_in(wall: Wall, like: Wall, zone: tzinfo) -> datetime:
    """What the clock of another time's zone shows."""
    return wall.local if like.zone is None else _local(wall.moment(zone), like.zone)


def _local(moment: datetime, zone: tzinfo) -> datetime:
    return in_zone(moment, zone).replace(tzinfo=None)
