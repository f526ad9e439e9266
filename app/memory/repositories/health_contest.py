"""Which record's sample stands where two say the same metric, start and device: of the newer version, then of the greater client id.

The other is kept in the shadow and comes out when the one before it goes, so what stands never depends on what came first. A record that
says two things of one key in one version contradicts itself; the longer, then the greater one counts, in any order.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from app.memory.ports import Database, Kind
from app.memory.repositories.health_records import RecordStanding
from app.memory.repositories.health_tally import SampleRow, Tally
from app.memory.rows import json_of, parts

Outcome = Literal["stored", "replaced", "unchanged", "outdated"]
Key = tuple[int, int]
Rank = tuple[int, str]  # a record's version and client id

_COLUMNS: dict[str, Kind] = {
    "series_id": "int",
    "start_ms": "int",
    "end_ms": "int",
    "zone_offset": "int",
    "number": "real",
    "detail": "json",
    "record_id": "int",
    "extra": "json",
}
_SETS = ", ".join(f"{name} = excluded.{name}" for name in ("end_ms", "zone_offset", "number", "detail", "extra"))
_INSTEAD = f"ON CONFLICT (series_id, start_ms) DO UPDATE SET {_SETS}, record_id = excluded.record_id"
_BEHIND = (
    f"ON CONFLICT (series_id, start_ms, record_id) DO UPDATE SET {_SETS}"
    " WHERE (excluded.end_ms, excluded.number) > (health_shadowed.end_ms, health_shadowed.number)"
)
_NAMES = ", ".join(_COLUMNS)


class Contender(NamedTuple):
    """A row that is to stand, and by what right."""

    row: SampleRow
    rank: Rank


class Contest:
    """The places of one person's samples, for one unit of work."""

    def __init__(self, db: Database, tally: Tally) -> None:
        """What changes is told to `tally`."""
        self._db = db
        self._tally = tally
        self._left: set[Key] = set()  # keys whose sample went, for a newer version of it

    async def fresh(self, rows: Sequence[SampleRow], standings: Collection[RecordStanding]) -> list[Outcome]:
        """Let rows stand that none of their record stood for: most places are free, so they are taken without a look."""
        written = await self._db.insert_many("health_samples", _COLUMNS, rows, conflict="ON CONFLICT DO NOTHING")
        outcomes = self._all_new(rows)
        if written == len(rows):
            self._tally.added(rows)
            return outcomes
        holders = await self._holders(rows)
        behind = [place for place, row in enumerate(rows) if holders[row[:2]].row.record_id != row.record_id]
        late = set(behind)
        self._tally.added(row for place, row in enumerate(rows) if place not in late)
        others = await self.known([rows[place] for place in behind], standings)
        for place, outcome in zip(behind, others, strict=True):
            outcomes[place] = outcome
        return outcomes

    async def known(self, rows: Sequence[SampleRow], standings: Collection[RecordStanding]) -> list[Outcome]:
        """Let rows stand that may be there already, or behind which another stands; of records that stand so."""
        ranks = {one.id: (one.version, one.client_id) for one in standings}
        holders = await self._holders(rows)
        before = dict(holders)
        shadow: dict[tuple[Any, ...], SampleRow] = {}
        outcomes: list[Outcome] = [self._meet(Contender(row, ranks[row.record_id]), holders, shadow) for row in rows]
        changed = {key: one.row for key, one in holders.items() if before.get(key) is not one}
        self._tally.added(row for key, row in changed.items() if key not in before)
        self._tally.changed(row for key, row in changed.items() if key in before)
        self._tally.changed(before[key].row for key in changed if key in before)
        await self._db.insert_many("health_samples", _COLUMNS, list(changed.values()), conflict=_INSTEAD)
        await self._db.insert_many("health_shadowed", _COLUMNS, list(shadow.values()), conflict=_BEHIND)
        return outcomes

    def _meet(self, one: Contender, holders: dict[Key, Contender], shadow: dict[tuple[Any, ...], SampleRow]) -> Outcome:
        key = one.row[:2]
        held = holders.get(key)
        if held is None:
            holders[key] = one
            return self._new(one.row)
        if held.row.record_id == one.row.record_id:
            if content(one.row) <= content(held.row):
                return "unchanged"
            holders[key] = one
            return "replaced"
        first, second = (one, held) if one.rank > held.rank else (held, one)
        holders[key] = first
        place = (*key, second.row.record_id)
        shadow[place] = max(second.row, shadow.get(place, second.row), key=content)
        return "replaced" if first is one else "outdated"

    def _all_new(self, rows: Iterable[SampleRow]) -> list[Outcome]:
        return [self._new(row) for row in rows]

    def _new(self, row: SampleRow) -> Outcome:
        return "replaced" if row[:2] in self._left else "stored"

    async def leave(self, record_ids: Collection[int]) -> list[SampleRow]:
        """Remove all samples of these records, also those in the shadow; who stood behind them comes out."""
        stood: list[SampleRow] = []
        hidden: list[SampleRow] = []
        for part in parts(sorted(record_ids)):
            where = f"WHERE record_id IN (SELECT value FROM given) RETURNING {_NAMES}"
            stood += await self._rows(f"DELETE FROM health_samples {where}", part)
            hidden += await self._rows(f"DELETE FROM health_shadowed {where}", part)
        self._left |= {row[:2] for row in stood}
        self._tally.removed(stood)
        await self._come_out(stood)
        return stood + hidden

    async def _rows(self, sql: str, values: Sequence[int]) -> list[SampleRow]:
        return [_row(row) for row in await self._db.fetch_among(sql, values)]

    async def _come_out(self, left: Sequence[SampleRow]) -> None:
        """The best of those behind each of these places takes it."""
        best: dict[Key, Contender] = {}
        for one in await self._at("health_shadowed", left):
            key = one.row[:2]
            if key not in best or one.rank > best[key].rank:
                best[key] = one
        rows = [one.row for one in best.values()]
        for row in rows:
            sql = "DELETE FROM health_shadowed WHERE series_id = $1 AND start_ms = $2 AND record_id = $3"
            await self._db.execute(sql, row.series_id, row.start_ms, row.record_id)
        await self._db.insert_many("health_samples", _COLUMNS, rows)
        self._tally.added(rows)

    async def _holders(self, rows: Iterable[SampleRow]) -> dict[Key, Contender]:
        return {one.row[:2]: one for one in await self._at("health_samples", rows)}

    async def _at(self, table: str, rows: Iterable[SampleRow]) -> list[Contender]:
        """Who stands, or hides, at the keys of these rows."""
        starts: Mapping[int, set[int]] = defaultdict(set)
        for row in rows:
            starts[row.series_id].add(row.start_ms)
        found: list[Contender] = []
        for series_id, wanted in starts.items():
            sql = (
                f"SELECT {', '.join(f'sample.{name}' for name in _COLUMNS)}, record.version, record.client_id"
                f" FROM {table} sample JOIN health_records record ON record.id = sample.record_id"
                " WHERE sample.series_id = $1 AND sample.start_ms IN (SELECT value FROM given)"
            )
            rows_there = await self._db.fetch_among(sql, wanted, series_id)
            found += [Contender(_row(row), (row["version"], row["client_id"])) for row in rows_there]
        return found


def _row(row: Mapping[str, Any]) -> SampleRow:
    return SampleRow(
        row["series_id"],
        row["start_ms"],
        row["end_ms"],
        row["zone_offset"],
        row["number"],
        json_of(row["detail"]),
        row["record_id"],
        json_of(row["extra"]),
    )


def content(row: SampleRow) -> tuple[int, float, str, str]:
    """What a sample says, so that of two that contradict each other always the same counts; equal where they don't."""
    return row.end_ms, row.number, _text(row.detail), _text(row.extra)


def _text(value: Any) -> str:
    return "" if value is None else json.dumps(value, sort_keys=True)
