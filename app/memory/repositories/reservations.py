"""Money and tokens set aside for model calls under way, and what a person has spent, these included."""

from dataclasses import dataclass
from datetime import datetime

from app.memory.repositories.repository import Repository
from app.memory.rows import marks, record

_COLUMNS = "id, user_id, turn_id, model, tokens, cost, created_at"
_SUM = "CAST(COALESCE(SUM({kind}), 0) AS {type}) AS {name}"
_OF = {"turn": "turn_id = $2", "day": "created_at >= $3", "month": "created_at >= $4"}
_SUMS = ", ".join(
    _SUM.format(kind=f"CASE WHEN {which} THEN {kind} END", type=type_, name=f"{span}_{kind}")
    for span, which in _OF.items()
    for kind, type_ in (("tokens", "BIGINT"), ("cost", "DOUBLE PRECISION"))
)
# One statement: what moves from a reservation to the usage while it runs is counted in one of the two, and once.
_SPENT = f"""SELECT {_SUMS} FROM (
    SELECT turn_id, created_at, input_tokens + output_tokens AS tokens, cost FROM usage
        WHERE user_id = $1 AND created_at >= $5
    UNION ALL SELECT turn_id, created_at, tokens, cost FROM reservations
        WHERE user_id = $1 AND created_at >= $5) AS spent"""


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens and US dollars of a turn, of the person's day and of their month, reservations included."""

    turn_tokens: int = 0
    turn_cost: float = 0.0
    day_tokens: int = 0
    day_cost: float = 0.0
    month_tokens: int = 0
    month_cost: float = 0.0


class Reservations(Repository):
    """One row a call under way. A row whose process died stays, and counts as spent."""

    async def lock(self, user_id: str) -> None:
        """Until the end of the open transaction nobody else reserves for this person."""
        await self._db.execute("UPDATE users SET name = name WHERE id = $1", user_id)

    async def add(
        self, user_id: str, *, id: str, turn_id: str, model: str, tokens: int, cost: float, at: datetime
    ) -> None:
        """Set `tokens` and `cost` (US dollars) aside for one call."""
        values = (id, user_id, turn_id, model, tokens, float(cost), at)
        await self._db.execute(f"INSERT INTO reservations ({_COLUMNS}) VALUES ({marks(len(values))})", *values)

    async def remove(self, user_id: str, id: str) -> bool:
        """The call is over; False where there is no such reservation."""
        return await self._db.execute("DELETE FROM reservations WHERE user_id = $1 AND id = $2", user_id, id) > 0

    async def spent(self, user_id: str, *, turn_id: str, day: datetime, month: datetime, since: datetime) -> Spent:
        """What was spent by a turn, since the day's start and since the month's; nothing before `since` is looked at."""
        [row] = await self._db.fetch(_SPENT, user_id, turn_id, day, month, since)
        return record(Spent, row)

    async def open(self, user_id: str, since: datetime) -> tuple[int, float]:
        """Tokens and US dollars that are set aside and not settled, since then."""
        sql = (
            "SELECT CAST(COALESCE(SUM(tokens), 0) AS BIGINT) AS tokens, COALESCE(SUM(cost), 0.0) AS cost"
            " FROM reservations WHERE user_id = $1 AND created_at >= $2"
        )
        [row] = await self._db.fetch(sql, user_id, since)
        return row["tokens"], row["cost"]
