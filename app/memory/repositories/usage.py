"""What the models cost."""

from datetime import datetime

from app.memory.records import UsageTotals
from app.memory.repositories.repository import Repository
from app.memory.rows import record

_ADD = """INSERT INTO usage (user_id, turn_id, role, model, requests, input_tokens, output_tokens, cost, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"""
_TOTALS = """SELECT CAST(COALESCE(SUM(requests), 0) AS BIGINT) AS requests,
    CAST(COALESCE(SUM(input_tokens), 0) AS BIGINT) AS input_tokens,
    CAST(COALESCE(SUM(output_tokens), 0) AS BIGINT) AS output_tokens,
    COALESCE(SUM(cost), 0.0) AS cost FROM usage WHERE user_id = $1 AND created_at >= $2"""


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
        await self._db.execute(_ADD, user_id, *values)

    async def totals(self, user_id: str, since: datetime) -> UsageTotals:
        """The sums since then."""
        [row] = await self._db.fetch(_TOTALS, user_id, since)
        return record(UsageTotals, row)
