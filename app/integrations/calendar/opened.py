"""A file opened at one of its events: its series parted, ended, or one of its times taken out.

Invariant: only the components of that event are touched, each raised once for a change. Does not know what else of an event can be changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

from app.errors import InputRefused, NotFound
from app.integrations.calendar.entries import Entry, Instance
from app.integrations.calendar.ics import Series, calendar_of, instance_of, series_of
from app.integrations.calendar.lines import Component, escaped, parse, written
from app.integrations.calendar.moving import Place, Shift, local_in, place_of, rule_text, set_times, until_text
from app.integrations.calendar.rules import rule_parts
from app.integrations.calendar.values import Wall, later, read_wall
from app.integrations.calendar.writing import raised

OF_SERIES = ("RRULE", "RDATE", "EXDATE", "EXRULE")
_MOST_DAYS = 250_000
_GONE = "That event isn't in the calendar any more."
_TANGLED = "That series can't be parted or moved here. Change it in your calendar."


@dataclass(frozen=True, slots=True)
class Opened:
    """The components of a file, the series a key names, and the time of it that is meant. `zone` is the reader's, `at` when it is changed."""

    roots: list[Component]
    series: Series
    instance: Instance
    zone: ZoneInfo
    at: datetime

    @classmethod
    def at_key(cls, data: bytes, key: str, zone: ZoneInfo, at: datetime) -> "Opened":
        """NotFound when the file has no such event."""
        roots, _ = parse(data)
        series = series_of(calendar_of(roots, zone, {}), key)
        instance = instance_of(series, key, zone) if series else None
        if series is None or instance is None:
            raise NotFound(_GONE)
        return cls(roots, series, instance, zone, at)

    def written(self) -> bytes:
        """The file as it is now."""
        return written(self.roots)

    @property
    def entries(self) -> list[Entry]:
        """All of the event."""
        return [*self.series.entries, *self.series.replaced.values()]

    @property
    def master(self) -> Entry | None:
        """The entry that repeats."""
        return next((entry for entry in self.series.entries if entry.repeats), None)

    @property
    def id(self) -> str:
        """What names the time in its series; empty for a single event and a series as a whole."""
        return self.instance.key.removeprefix(self.instance.entry.uid).removeprefix("/")

    def regular(self, master: Entry) -> Wall:
        """When it would be if it had not been moved alone."""
        return self.of_series(self.id, master) or master.start

    def of_series(self, id_: str, master: Entry) -> Wall | None:
        """The time of a series with that id, on the series' clock."""
        wall = read_wall(id_, None)
        return master.start.at(local_in(wall, master.start, self.zone)) if wall else None

    def is_first(self, master: Entry) -> bool:
        """Whether nothing of the series comes before it."""
        return self.regular(master).local <= master.start.local

    def own_component(self) -> tuple[Entry, Component]:
        """The entry of this one time and its component, made from the series where it has none of its own."""
        entry, master = self.instance.entry, self.master
        if master is None or (entry.replaces is not None and entry.replaces.id == self.id):
            return entry, entry.component
        made = entry.component.copy()
        made.drop(*OF_SERIES)
        made.put("RECURRENCE-ID", place_of(master).line("RECURRENCE-ID", self.regular(master)))
        length = self.instance.length if made.first("DTEND") or self.instance.length != entry.length else None
        set_times(made, Place(self.instance.wall, place_of(entry).tzid), length, self.zone)
        self._beside(master.component, made)
        return entry, made

    def leave_out(self) -> None:
        """Take this one time out of its series, or the event away."""
        master, own = self.master, self.series.replaced.get(self.id)
        self.remove([own.component] if own else [] if master else [self.instance.entry.component])
        if master is not None:
            master.component.lines.append(place_of(master).line("EXDATE", self.regular(master)))
            raised(master.component, self.at)

    def end_before(self) -> None:
        """End the series before this time."""
        master = self._plain_master()
        self._cut(master, self.regular(master))
        raised(master.component, self.at)
        self.remove(entry.component for entry in self._from_here(master))

    def part(self) -> str:
        """End the series before this time and begin a second one with it; its key there."""
        master = self._plain_master()
        start, uid = self.regular(master), f"{master.uid}-{self.id}"
        second = master.component.copy()
        second.put("UID", f"UID:{escaped(uid)}")
        place = Place(start, place_of(master).tzid)
        set_times(second, place, master.length if second.first("DTEND") else None, self.zone)
        second.put("RRULE", *(f"RRULE:{self._rest(line.value, master, start)}" for line in second.every("RRULE")))
        second.put("RDATE", *place.lines("RDATE", (wall for wall, _ in master.rdates if wall.local >= start.local)))
        self._cut(master, start)
        raised(master.component, self.at)
        for entry in self._from_here(master):
            entry.component.put("UID", f"UID:{escaped(uid)}")
        self._beside(master.component, second)
        return f"{uid}/{start.id}"

    def remove(self, components: Iterable[Component]) -> None:
        """Take components out of the file."""
        gone = {id(component) for component in components}
        for root in self.roots:
            root.children = [child for child in root.children if id(child) not in gone]
        self.roots[:] = [root for root in self.roots if id(root) not in gone]

    def add_zone(self, zone: Component) -> None:
        """Have a VTIMEZONE where the event lies, if its TZID is new there."""
        for root in self.roots:
            if root.name == "VCALENDAR" and zone.text("TZID") not in {
                one.text("TZID") for one in root.named("VTIMEZONE")
            }:
                root.children.insert(0, zone)

    def _beside(self, old: Component, new: Component) -> None:
        for place in (self.roots, *(root.children for root in self.roots)):
            index = next((index for index, child in enumerate(place) if child is old), None)
            if index is not None:
                place.insert(index + 1, new)

    def _plain_master(self) -> Entry:
        master = self.master
        if master is None or self.series.onwards or len(master.rules) != len(master.component.every("RRULE")):
            raise InputRefused(_TANGLED)
        return master

    def _from_here(self, master: Entry) -> list[Entry]:
        since = self.regular(master).moment(self.zone)
        return [
            one for one in self.series.replaced.values() if one.replaces and one.replaces.moment(self.zone) >= since
        ]

    def _cut(self, master: Entry, start: Wall) -> None:
        """Have nothing of the series from a time on."""
        component = master.component
        ends = until_text(_before(start, self.zone), start)
        rules = ((rule_parts(line.value) or {}) for line in component.every("RRULE"))
        kept = ({name: value for name, value in parts.items() if name != "COUNT"} for parts in rules)
        component.put("RRULE", *(f"RRULE:{rule_text(parts | {'UNTIL': ends})}" for parts in kept))
        earlier_dates = (wall for wall, _ in master.rdates if wall.local < start.local)
        component.put("RDATE", *place_of(master).lines("RDATE", earlier_dates))

    def _rest(self, rule: str, master: Entry, start: Wall) -> str:
        """A rule for what is left from a time on: what was counted before is counted no more."""
        parts = rule_parts(rule) or {}
        found = next((one for one in master.rules if str(one.count) == parts.get("COUNT", "").lstrip("0")), None)
        if found is not None:
            first = master.start.local
            if found.cost(first, first, start.local) > _MOST_DAYS:
                raise InputRefused(_TANGLED)
            gone = sum(1 for _ in takewhile(lambda local: local < start.local, found.walls(first, first, start.local)))
            parts["COUNT"] = str(max(1, found.count - gone))
        return rule_text(parts)


def _before(start: Wall, default: ZoneInfo) -> Wall:
    """The last moment before a time, as UNTIL has it."""
    if start.all_day:
        return start.at(later(start.local, timedelta(days=-1)))
    if start.zone is None:
        return start.at(later(start.local, timedelta(seconds=-1)))
    return Wall(later(start.moment(default).replace(tzinfo=None), timedelta(seconds=-1)), UTC)


def moved(opened: Opened, master: Entry, place: Place) -> Shift:
    """How far the series goes when this time of it goes to a place; InputRefused for one that was changed from some time on."""
    if opened.series.onwards:
        raise InputRefused(_TANGLED)
    return Shift(opened.regular(master), place.wall, opened.zone)
