"""One row of a table into measurements: its minutes where it has them, else its own values; and which of those can be believed.

What can't be is left out with its reason, and costs nothing else. Knows no place in the archive.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from app.health.metrics import BY_NAME
from app.health.samsung.batches import Batch, Group
from app.health.samsung.details import MOST_BYTES, items
from app.health.samsung.ground import Found, Ground, Known, Refused
from app.health.samsung.kinds import BY_TYPE, Minutes
from app.health.samsung.lines import Line, Row
from app.health.samsung.listing import Listing, Table
from app.health.samsung.times import moment_ms
from app.health.samsung.zipped import Broken, Zip

AT_ONCE = 1_000  # measurements in a batch
_SOON_MS = 300_000  # two clocks never agree quite
_DAY_MS = 86_400_000
_OLDEST_MS = 631_152_000_000
_MOST_ID = 200
_STAGES_AS_ONE = 16  # a night is as large as it has stages
_MOST_VERSION = 2**62


@dataclass(slots=True)
class Reading:
    """Rows of one table into `batch`, which whoever takes it replaces."""

    archive: Zip
    listing: Listing
    table: Table
    ground: Ground
    batch: Batch = field(default_factory=Batch)

    def row(self, line: Line, skip: int) -> Iterator[int]:
        """Add what a row holds but the first `skip`; yields how much of it is done whenever the batch is full."""
        if line.row is None:
            self.batch.refuse(self.table.type, line.code)
            return
        minutes = BY_TYPE[self.table.type].minutes
        name = line.row.get(minutes.column, "") if minutes else ""
        if minutes and name:
            taken = yield from self._minutes(line.row, minutes, name, skip)
            if taken:
                return
        self._whole(line.row, has_minutes=bool(name))

    def _whole(self, row: Row, *, has_minutes: bool) -> None:
        """A row by its own values. All of them or none, so that a record is never half."""
        find = BY_TYPE[self.table.type].find
        try:
            found = list(find(row, self.ground)) if find else []
        except Known:
            self.batch.read += 1
            self.batch.known += 1
        except Refused as problem:
            self.batch.refuse(self.table.type, problem.code)
        else:
            for one in found:
                self._add(row, [one])
            if not found and has_minutes:  # why there are none was said
                self.batch.read += 1
                self.batch.refused += 1
            elif not found:
                self.batch.refuse(self.table.type, "no_value")

    def _minutes(self, row: Row, minutes: Minutes, name: str, skip: int) -> Iterator[int]:
        """A row by its minutes; the result is whether there were any. Yields as `row` does."""
        entry = self.listing.detail(self.archive, self.table, name)
        if entry is None:
            self.batch.reasons[self.table.type, "detail_missing"] += 1
            return False
        found, taken = self._found(row, minutes, items(self.archive.chunks(entry, MOST_BYTES))), 0
        try:
            while part := list(islice(found, AT_ONCE)):
                before, taken = taken, taken + len(part)
                if taken > skip:
                    self._add(row, part[max(0, skip - before) :])
                if self.batch.size >= AT_ONCE:
                    yield taken
        except Broken as problem:
            code = problem.code if problem.code in ("too_many", "too_large") else "detail_unreadable"
            self.batch.reasons[self.table.type, code] += 1
        except Refused as problem:  # the row has no time, so its own values would be refused too
            self.batch.refuse(self.table.type, problem.code)
            return True
        return taken > 0

    def _found(self, row: Row, minutes: Minutes, objects: Iterator[dict[str, Any]]) -> Iterator[Found]:
        """Minutes as measurements; what is no number becomes NaN and is refused as that."""
        start, _, offset = self.ground.times(row)
        for item in objects:
            since = _number(item.get("start_time"), start)
            until = _number(item.get("end_time"), since)
            value = _number(item.get(minutes.key), math.nan)
            yield Found(minutes.metric, int(since), int(until), offset, value)

    def _add(self, row: Row, found: list[Found]) -> None:
        """Measurements of one metric and one record."""
        batch, metric, offset = self.batch, found[0].metric, found[0].zone_offset
        values: list[tuple[int, int, float]] = []
        for one in found:
            if code := self._doubt(one):
                batch.refuse(self.table.type, code)
                continue
            batch.read += 1
            values.append((one.start_ms, one.end_ms, one.number))
        if values:
            batch.size += len(values) + _stages(found[0]) // _STAGES_AS_ONE
            batch.groups.append(self._group(row, metric, offset, values, found[0].detail))

    def _group(
        self, row: Row, metric: str, offset: int, values: list[tuple[int, int, float]], detail: dict[str, Any] | None
    ) -> Group:
        version = moment_ms(row.get("update_time", "")) or moment_ms(row.get("create_time", "")) or 0
        uuid = row.get("deviceuuid", "")
        own = row.get("datauuid", "")
        client_id = own if 0 < len(own) <= _MOST_ID else f"{self.table.type}:{values[0][0]}:{uuid}"[:_MOST_ID]
        device, app = self.ground.devices.name(uuid), row.get("pkg_name", "")[:_MOST_ID]
        return Group(client_id, max(0, min(version, _MOST_VERSION)), device, app, metric, offset, values, detail)

    def _doubt(self, one: Found) -> str:
        """Why it can't be right, as a code; empty where it can."""
        metric = BY_NAME[one.metric]
        if not metric.low <= one.number <= metric.high:
            return "not_a_number" if math.isnan(one.number) else "out_of_range"
        if one.end_ms < one.start_ms:
            return "ends_before_start"
        if one.start_ms < _OLDEST_MS:
            return "too_old"
        if one.start_ms > self.ground.now_ms + _SOON_MS or one.end_ms > self.ground.now_ms + _DAY_MS + _SOON_MS:
            return "in_the_future"
        return "too_long" if one.end_ms - one.start_ms > metric.longest * 1000 else ""


def _stages(one: Found) -> int:
    stages = one.detail.get("stages") if one.detail else None
    return len(stages) if isinstance(stages, list) else 0


def _number(value: object, otherwise: float) -> float:
    """A JSON number that can be a time or a value, else `otherwise`."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return otherwise
    return value if -1e15 < value < 1e15 else otherwise
