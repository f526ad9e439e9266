"""Measurements of the body. The same metric, start and device is the same measurement, and its newest version counts.

Devices send what they sent before, in whatever order: putting a sample again changes nothing. A record is one or many samples; its
newest version counts as a whole. Every change of a person's samples is made under that person's lock and marks the days it touches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.memory.records import HealthSeries, Json
from app.memory.repositories.health_contest import Contest, content
from app.memory.repositories.health_erasing import Erasing, Span
from app.memory.repositories.health_records import FOREVER, RecordBook, RecordStanding
from app.memory.repositories.health_tally import SampleRow, Tally
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, records

AT_ONCE = 500  # records that are removed in one unit of work

Fate = Literal["stored", "replaced", "unchanged", "outdated", "deleted"]


@dataclass(slots=True)
class SampleDraft:
    """A measurement, checked and in the metric's stored unit; the fields are those of a HealthSample, with its record's.

    Not frozen, as records elsewhere are: making one would take four times as long, and they are made by the million."""

    metric: str
    device: str
    start_ms: int
    end_ms: int
    zone_offset: int
    number: float
    detail: Json | None
    client_id: str
    version: int
    app: str = ""
    extra: Json | None = None  # what its sender said in fields we don't know


class HealthSamples(Repository):
    """A person's samples, by metric and time."""

    async def lock(self, user_id: str, at: datetime) -> None:
        """Inside a unit of work: nobody else changes this person's samples or days until it ends."""
        sql = (
            "INSERT INTO health_state (user_id, changes, changed_at) VALUES ($1, 0, $2)"
            " ON CONFLICT (user_id) DO UPDATE SET changes = health_state.changes"
        )
        await self._db.execute(sql, user_id, at)

    async def put_many(
        self, user_id: str, samples: Sequence[SampleDraft], at: datetime, *, backfill_id: int | None = None
    ) -> list[Fate]:
        """Keep these, all or none; what became of each, in their order."""
        if not samples:
            return []
        async with self._db.transaction():
            await self.lock(user_id, at)
            tally = Tally(self._db, user_id)
            await tally.load({(sample.metric, sample.device) for sample in samples}, at)
            contest = Contest(self._db, tally)
            standings, raised = await RecordBook(self._db, user_id, at).take(samples, backfill_id)
            await contest.leave([one.id for one in raised])
            fates = await _Putting(tally, standings).put(contest, samples)
            await tally.write(at)
        return fates

    async def delete_records(self, user_id: str, records: Sequence[tuple[str, int | None]], at: datetime) -> list[int]:
        """Remove records by their client id up to and with a version (None: any that ever comes); how many samples each had."""
        asked = [(client_id, FOREVER if version is None else version) for client_id, version in records]
        through: dict[str, int] = {}
        for client_id, version in asked:
            through[client_id] = max(version, through.get(client_id, version))
        async with self._db.transaction():
            await self.lock(user_id, at)
            gone = await RecordBook(self._db, user_id, at).delete(through)
            removed = await self._remove(user_id, [one.id for one in gone], at)
        counts = {one.client_id: sum(row.record_id == one.id for row in removed) for one in gone}
        return [counts.pop(one, 0) if through[one] == version else 0 for one, version in asked]

    async def series(self, user_id: str) -> list[HealthSeries]:
        """What there is, by metric and device; those without a sample too."""
        sql = "SELECT * FROM health_series WHERE user_id = $1 ORDER BY metric, device"
        return records(HealthSeries, await self._db.fetch(sql, user_id))

    async def with_extra(self, user_id: str) -> int:
        """How many samples have fields we don't know."""
        sql = (
            "SELECT COUNT(*) AS kept FROM health_series series JOIN health_samples sample ON sample.series_id = series.id"
            " WHERE series.user_id = $1 AND sample.extra IS NOT NULL"
        )
        [row] = await self._db.fetch(sql, user_id)
        return row["kept"]

    async def undo_backfill(self, user_id: str, backfill_id: int, at: datetime) -> int:
        """Remove what an import brought and no phone sent since; how many samples. Some at a time: asked again, it carries on."""
        removed = 0
        while True:
            async with self._db.transaction():
                await self.lock(user_id, at)
                sql = "SELECT id FROM health_records WHERE user_id = $1 AND backfill_id = $2 ORDER BY id LIMIT $3"
                ids = [row["id"] for row in await self._db.fetch(sql, user_id, backfill_id, AT_ONCE)]
                if not ids:
                    return removed
                removed += len(await self._remove(user_id, ids, at))
                await self._forget(ids)

    async def erase(
        self, user_id: str, *, metric: str | None = None, start_ms: int | None = None, end_ms: int | None = None
    ) -> int:
        """Remove for good all samples, or those of a metric, or those that start in a time; how many."""
        return await Erasing(self._db, user_id).run(Span(metric, start_ms, end_ms))

    async def _remove(self, user_id: str, record_ids: Sequence[int], at: datetime) -> list[SampleRow]:
        """The samples of these records go, and whom they stood before come out; the rows that went."""
        if not record_ids:
            return []
        tally = Tally(self._db, user_id)
        await tally.load((), at)
        removed = await Contest(self._db, tally).leave(record_ids)
        await tally.write(at)
        return removed

    async def _forget(self, record_ids: Sequence[int]) -> None:
        """Records without samples: only that a version was deleted is still remembered of them."""
        these = marks(len(record_ids))
        gone = f"DELETE FROM health_records WHERE deleted_through < 0 AND id IN ({these})"
        await self._db.execute(gone, *record_ids)
        back = (
            f"UPDATE health_records SET version = deleted_through, app = '', backfill_id = NULL WHERE id IN ({these})"
        )
        await self._db.execute(back, *record_ids)


class _Putting:
    """The samples of one call on their way to their places."""

    def __init__(self, tally: Tally, standings: Mapping[str, RecordStanding]) -> None:
        self._series = tally.ids
        self._standings = standings
        self._rows: dict[bool, dict[tuple[int, int, int], tuple[int, SampleRow]]] = {
            True: {},
            False: {},
        }  # by freshness

    async def put(self, contest: Contest, samples: Sequence[SampleDraft]) -> list[Fate]:
        fates: list[Fate] = [self._sort(index, sample) for index, sample in enumerate(samples)]
        for meet, rows in ((contest.fresh, self._rows[True]), (contest.known, self._rows[False])):
            if rows:
                outcomes = await meet([row for _, row in rows.values()], self._standings.values())
                for (index, _), outcome in zip(rows.values(), outcomes, strict=True):
                    fates[index] = outcome
        return fates

    def _sort(self, index: int, sample: SampleDraft) -> Fate:
        """Where a sample is to go; its fate, where it goes nowhere."""
        standing = self._standings[sample.client_id]
        if sample.version <= standing.deleted_through:
            return "deleted"
        if sample.version < standing.version:
            return "outdated"
        series_id, record_id, start_ms = self._series[sample.metric, sample.device], standing.id, sample.start_ms
        about = sample.end_ms, sample.zone_offset, sample.number, sample.detail
        row = SampleRow(series_id, start_ms, *about, record_id, sample.extra)
        rows = self._rows[standing.fresh]
        key = series_id, start_ms, record_id
        if key not in rows or content(row) > content(rows[key][1]):
            rows[key] = index, row
        return "unchanged"
