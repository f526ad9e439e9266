"""What the models cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import UsageRecord, UsageTotals
from app.memory.repositories.repository import Repository
from app.memory.rows import record, records, tuples

_COLUMNS = "user_id, turn_id, role, model, requests, input_tokens, output_tokens, cost, created_at"
_MOST_EDGES = 101
_WIDTH = len(_COLUMNS.split(","))
_SUMS = """CAST(COALESCE(SUM(requests), 0) AS BIGINT) AS requests,
    CAST(COALESCE(SUM(input_tokens), 0) AS BIGINT) AS input_tokens,
    CAST(COALESCE(SUM(output_tokens), 0) AS BIGINT) AS output_tokens,
    COALESCE(SUM(cost), 0.0) AS cost"""
RUNS = (
    "worker",
    "plan",
    "extraction",
    "session",
    "summary",
    "reflection",
    "doctor",
)  # what begins the id of a run that is no turn
_SINCE = "FROM usage WHERE user_id = $1 AND created_at >= $2"


@dataclass(frozen=True, slots=True)
class UsageDraft:
    """What one call used, before it has a number. `cost` in US dollars: 0 for a model of one's own, reckoned at an assumed price where none is known."""

    role: str
    model: str
    input_tokens: int
    output_tokens: int
    cost: float
    at: datetime


@dataclass(frozen=True, slots=True)
class ModelTotals(UsageTotals):
    """Sums of one model."""

    model: str


@dataclass(frozen=True, slots=True)
class RoleTotals(UsageTotals):
    """Sums of one role: what a model was asked for."""

    role: str


@dataclass(frozen=True, slots=True)
class FeatureTotals(UsageTotals):
    """Sums of one part of the product: a name of `RUNS`, "clock" for what a schedule asked, else "talk"."""

    feature: str


@dataclass(frozen=True, slots=True)
class SpanTotals(UsageTotals):
    """Sums of one stretch of time, by its place among those asked for."""

    place: int


class UsageBook(Repository):
    """Only ever appended to."""

    async def add(
        self,
        user_id: str,
        *,
        turn_id: str | None,
        role: str,
        model: str,
        requests: int,
        input_tokens: int,
        output_tokens: int,
        cost: float,
        at: datetime,
    ) -> None:
        """Write down what calls of one role cost."""
        values = (turn_id, role, model, requests, input_tokens, output_tokens, float(cost), at)
        await self._db.execute(f"INSERT INTO usage ({_COLUMNS}) VALUES {tuples(1, _WIDTH)}", user_id, *values)

    async def add_many(self, user_id: str, turn_id: str, calls: Sequence[UsageDraft]) -> None:
        """One line a call."""
        values: list[Value] = []
        for call in calls:
            values += [user_id, turn_id, call.role, call.model, 1]
            values += [call.input_tokens, call.output_tokens, float(call.cost), call.at]
        await self._db.execute(f"INSERT INTO usage ({_COLUMNS}) VALUES {tuples(len(calls), _WIDTH)}", *values)

    async def totals(self, user_id: str, since: datetime) -> UsageTotals:
        """The sums since then."""
        [row] = await self._db.fetch(f"SELECT {_SUMS} {_SINCE}", user_id, since)
        return record(UsageTotals, row)

    async def by_model(self, user_id: str, since: datetime) -> list[ModelTotals]:
        """The sums since then of each model, what cost most first."""
        sql = f"SELECT model, {_SUMS} {_SINCE} GROUP BY model ORDER BY cost DESC, model"
        return records(ModelTotals, await self._db.fetch(sql, user_id, since))

    async def by_role(self, user_id: str, since: datetime) -> list[RoleTotals]:
        """The sums since then of each role, what cost most first."""
        sql = f"SELECT role, {_SUMS} {_SINCE} GROUP BY role ORDER BY cost DESC, role"
        return records(RoleTotals, await self._db.fetch(sql, user_id, since))

    async def by_feature(self, user_id: str, since: datetime) -> list[FeatureTotals]:
        """The sums since then of each feature, what cost most first: what begins a run's id says which it is, and a turn's channel."""
        cases = " ".join(f"WHEN substr(turn_id, 1, {len(name) + 1}) = '{name}:' THEN '{name}'" for name in RUNS)
        by_clock = "EXISTS (SELECT 1 FROM turns WHERE turns.user_id = $1 AND turns.id = usage.turn_id AND turns.channel = 'clock')"
        named = f"SELECT usage.*, CASE {cases} WHEN {by_clock} THEN 'clock' ELSE 'talk' END AS feature {_SINCE}"
        sql = f"SELECT feature, {_SUMS} FROM ({named}) AS named GROUP BY feature ORDER BY cost DESC, feature"
        return records(FeatureTotals, await self._db.fetch(sql, user_id, since))

    async def by_span(self, user_id: str, edges: Sequence[datetime]) -> list[SpanTotals]:
        """The sums from each of these moments to the next, a hundred at most; one with nothing in it is all zeros."""
        edges = edges[:_MOST_EDGES]
        parts = [
            f"SELECT {at} AS place, {_SUMS} FROM usage WHERE user_id = $1 AND created_at >= ${at + 2} AND created_at < ${at + 3}"
            for at in range(len(edges) - 1)
        ]
        sql = f"SELECT * FROM ({' UNION ALL '.join(parts)}) AS spans ORDER BY place"
        return records(SpanTotals, await self._db.fetch(sql, user_id, *edges)) if parts else []

    async def of_turn(self, user_id: str, turn_id: str) -> list[UsageRecord]:
        """The model calls of a turn in their order."""
        sql = "SELECT * FROM usage WHERE user_id = $1 AND turn_id = $2 ORDER BY id"
        return records(UsageRecord, await self._db.fetch(sql, user_id, turn_id))
