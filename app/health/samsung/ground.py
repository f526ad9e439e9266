"""What rows are read against: the person's zone, the time, the devices' names, and what a first look at the archive has found.

The first look is what makes one pass enough afterwards: which days have a total over all devices, which stages belong to which night. All
of it is bounded: what goes beyond is noted and left out.
"""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from app.health.samsung.lines import Row
from app.health.samsung.times import Zone, moment_ms, offset_of

MOST_DAYS = 60_000
MOST_DEVICES = 500
COMBINED = "VfS0qUERdZ"  # the device that stands for all of them
ALL_DEVICES = "Samsung Health, all devices"
UNNAMED = "Samsung Health"
_MOST_LABEL = 200
_NAMES = ("fixed_name", "name", "model")
_NO_NAMES = frozenset({"My Device", "Combined", "all_target"})


class Found(NamedTuple):
    """A measurement in a row; the fields are those of a SampleDraft."""

    metric: str
    start_ms: int
    end_ms: int
    zone_offset: int
    number: float
    detail: dict[str, object] | None = None


class Refused(Exception):
    """Nothing can be made of a row; `code` is one of `problems.ROWS`."""

    def __init__(self, code: str) -> None:
        """`code` says why."""
        super().__init__(code)
        self.code = code


class Known(Exception):
    """A row that says what another one says already."""


@dataclass(slots=True)
class Devices:
    """Names by `deviceuuid`. `given` are those of earlier imports: a device that was renamed since keeps its name, or all that it measured
    would come a second time as another device's."""

    given: dict[str, str]
    names: dict[str, str] = field(default_factory=dict)

    def learn(self, row: Row) -> None:
        """A row of the table of devices."""
        uuid = row.get("deviceuuid", "")
        if uuid and uuid not in self.names and len(self.names) < MOST_DEVICES:
            name = next((row[key] for key in _NAMES if row.get(key) and row[key] not in _NO_NAMES), "")
            self.names[uuid] = self._own(uuid, " ".join(name.split())[: _MOST_LABEL // 2])

    def name(self, uuid: str) -> str:
        """What to call it: its name, else what it is known by."""
        if uuid == COMBINED:
            return ALL_DEVICES
        return self.given.get(uuid) or self.names.get(uuid) or uuid[:_MOST_LABEL] or UNNAMED

    def _own(self, uuid: str, name: str) -> str:
        """Of two devices of one name, the second has its identifier beside it."""
        if not name:
            return ""
        taken = {*self.given.values(), *self.names.values()}
        return self.given.get(uuid) or (f"{name} ({uuid[: _MOST_LABEL // 3]})" if name in taken else name)


@dataclass(slots=True)
class Ground:
    """`now_ms` is the server's time. `days` are sets of local days by what is told of them; `notes` are what the first look left out."""

    zone: Zone
    now_ms: int
    devices: Devices
    days: dict[str, set[int]] = field(default_factory=dict)
    meals: set[tuple[int, str]] = field(default_factory=set)
    nights: dict[str, bytearray] = field(default_factory=dict)
    stage_bytes: int = 0
    notes: Counter[tuple[str, str]] = field(default_factory=Counter)

    def has(self, what: str, day: int) -> bool:
        """Whether that is told of a day."""
        return day in self.days.get(what, ())

    def note_day(self, what: str, day: int | None) -> None:
        """That it is told."""
        days = self.days.setdefault(what, set())
        if day is not None and len(days) < MOST_DAYS:
            days.add(day)

    def offset(self, row: Row, ms: int) -> int:
        """The row's offset, else that of the person's zone then."""
        found = offset_of(row.get("time_offset", ""))
        return self.zone.offset_near(ms) if found is None else found

    def times(self, row: Row) -> tuple[int, int, int]:
        """Start, end and offset of a row. Raises Refused without a start; a row without an end is of a moment."""
        start = moment_ms(row.get("start_time", ""))
        if start is None:
            raise Refused("no_time")
        end = moment_ms(row.get("end_time", ""))
        return start, start if end is None else end, self.offset(row, start)

    def day(self, row: Row) -> int:
        """The local day of a row that is about a day. Raises Refused where there is none."""
        day = self.zone.day(row.get("day_time", ""))
        if day is None:
            raise Refused("no_time")
        return day


def number(row: Row, column: str, *, optional: bool = False) -> float | None:
    """The number in a column. Where it is `optional`, nothing, zero and -1 mean that it wasn't measured: None; else Refused is raised."""
    text = row.get(column, "")
    if optional and text in ("", "0", "0.0", "-1", "-1.0"):
        return None
    if not text:
        raise Refused("no_value")
    try:
        value = float(text)
    except ValueError as problem:
        raise Refused("not_a_number") from problem
    if math.isnan(value):
        raise Refused("not_a_number")
    return value


def code(row: Row, column: str) -> str:
    """A number that stands for something, such as "40002"; some versions write it with a decimal."""
    return row.get(column, "").removesuffix(".0")
