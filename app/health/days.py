"""Local days as they are kept: computed from samples when they are asked for, or behind, and then only read.

Whoever changes samples marks the days they touch; nothing else makes a day wrong. A day is computed from the readers' view without
holding anybody up, and kept under the person's lock if nothing has changed meanwhile, else computed once more under it.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.errors import StorageBusy
from app.health.day_rows import Fresh, day_rows
from app.health.metrics import BY_NAME, Aggregate
from app.memory.ports import Database
from app.memory.records import HealthDay
from app.memory.repositories import Repositories

log = logging.getLogger(__name__)

Part = tuple[str, Sequence[int]]  # a metric and some of its days, in their order and near each other
Progress = Callable[[int, int], Awaitable[None]]

_AT_ONCE: Mapping[Aggregate, int] = {
    "mean": 4,
    "sum": 7,
    "last": 62,
    "sleep": 31,
    "exercise": 62,
}  # days of one unit of work
_TOGETHER = 40  # parts of one unit of work
_MARGINS: Mapping[Aggregate, int] = {"sleep": 3}  # days around those asked for that bear on them


@dataclass(frozen=True, slots=True)
class DayBook:
    """The days of one person. `now` is the moment of the work."""

    store: Repositories
    database: Database
    user_id: str
    now: datetime

    async def days(self, metric: str, first: int, last: int) -> list[HealthDay]:
        """The days that have samples, in their order, right even where they can't be kept just now."""
        page = await self.store.health_days.between(self.user_id, metric, first, last, margin=_margin(metric))
        if not page.stale:
            return page.rows
        fresh = await self._settled(metric, page.stale, patient=False)
        rows = {row.day: row for row in page.rows if row.day not in fresh}
        rows |= {day: row for day, row in fresh.items() if row is not None and first <= day <= last}
        return [rows[day] for day in sorted(rows)]

    async def settle(self, metric: str, first: int, last: int) -> int:
        """See that these days are kept as they are; how many were computed. Raises StorageBusy."""
        page = await self.store.health_days.between(self.user_id, metric, first, last, margin=_margin(metric))
        return len(await self._settled(metric, page.stale, patient=True))

    async def settle_together(self, first: int, last: int) -> None:
        """Keep what few days of any metric are stale among these in one unit of work: quicker than one after the other."""
        stale = await self.store.health_days.all_stale(self.user_id, first, last)
        parts = [(metric, part) for metric, days in stale.items() for part in _chunks(metric, days)]
        if parts:
            await self._settle(parts[:_TOGETHER], patient=False)

    async def settle_all(self, progress: Progress | None = None) -> int:
        """Every day there is, newest first, some of a metric at a time; `progress` is told how many were computed and how many are left."""
        done = 0
        while found := await self.store.health_days.newest_stale(self.user_id, max(_AT_ONCE.values())):
            metric, stale = found
            part = _chunks(metric, stale)[-1]
            await self._settle([(metric, part)], patient=True)
            done += len(part)
            if progress is not None:
                await progress(done, await self.store.health_days.count_stale(self.user_id))
        return done

    async def _settled(self, metric: str, stale: Sequence[int], *, patient: bool) -> Fresh:
        fresh: Fresh = {}
        for part in _chunks(metric, stale):
            fresh |= (await self._settle([(metric, part)], patient=patient))[metric]
        return fresh

    async def _settle(self, parts: Sequence[Part], *, patient: bool) -> dict[str, Fresh]:
        before = await self.store.health_days.changes(self.user_id)
        fresh = await self._computed(parts)
        try:
            async with self.database.transaction():
                await self.store.health_samples.lock(self.user_id, self.now)
                if await self.store.health_days.changes(self.user_id) != before:
                    fresh = await self._computed(parts)
                for metric, days in fresh.items():
                    rows = [row for row in days.values() if row is not None]
                    await self.store.health_days.put(self.user_id, metric, list(days), rows)
        except StorageBusy:
            if patient:
                raise
            log.info("days not kept for now", extra={"event": "health.days_not_kept", "days": len(parts)})
        return fresh

    async def _computed(self, parts: Sequence[Part]) -> dict[str, Fresh]:
        """The days of each metric, and those that change with them."""
        found: dict[str, Fresh] = {}
        for metric, days in parts:
            row = BY_NAME.get(metric)
            made = await day_rows(self.store.health_figures, self.user_id, row, days) if row else dict.fromkeys(days)
            found[metric] = found.get(metric, {}) | made
        return found


def _margin(metric: str) -> int:
    row = BY_NAME.get(metric)
    return _MARGINS.get(row.aggregate, 0) if row else 0


def _chunks(metric: str, days: Sequence[int]) -> list[Sequence[int]]:
    """Days, in their order, in parts that lie within so many days: one unit of work each."""
    row = BY_NAME.get(metric)
    width = _AT_ONCE[row.aggregate] if row else max(_AT_ONCE.values())
    found: list[list[int]] = []
    for day in days:
        if not found or day - found[-1][0] >= width:
            found.append([])
        found[-1].append(day)
    return list(found)
