"""Actions held until the person says yes: decided once, by a compare-and-set on the status."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import PendingAction
from app.memory.repositories.operator import operator
from app.memory.repositories.turn_rows import WITHIN, TurnRows
from app.memory.rows import marks, moment, record, records

_COLUMNS = (
    "id, user_id, turn_id, trace_id, channel, tool, arguments, digest, summary, taint, status, result, created_at,"
    " expires_at, decided_at, card, number, decided_in, own_words"
)
_NUMBER = """INSERT INTO controls (user_id, editing, editing_in, asked) VALUES ($1, '', '', 1)
    ON CONFLICT (user_id) DO UPDATE SET asked = controls.asked + 1 RETURNING asked"""
_EXPIRE = "UPDATE pending_actions SET status = 'expired', decided_at = $1 WHERE status = 'pending' AND expires_at <= $1"


class PendingActions(TurnRows):
    """Held calls. One that has expired is never executed."""

    table = "pending_actions"

    async def add(self, action: PendingAction) -> PendingAction:
        """Hold one, under its user's next number. Raises TooMany."""
        await self._check_room(action.user_id, self.table, {})
        async with self._db.transaction():
            [counted] = await self._db.fetch(_NUMBER, action.user_id)
            numbered = replace(action, number=counted["asked"])
            values: list[Value] = [getattr(numbered, name.strip()) for name in _COLUMNS.split(",")]
            sql = f"INSERT INTO pending_actions ({_COLUMNS}) VALUES ({marks(len(values))}) RETURNING *"
            [row] = await self._db.fetch(sql, *values)
        return record(PendingAction, row)

    async def get(self, user_id: str, id: str) -> PendingAction | None:
        """One, whatever became of it; None where it is not this user's."""
        row = await self._db.fetch_one("SELECT * FROM pending_actions WHERE user_id = $1 AND id = $2", user_id, id)
        return record(PendingAction, row) if row else None

    async def numbered(self, user_id: str, number: int) -> PendingAction | None:
        """The one of that number, whatever became of it."""
        row = await self._db.fetch_one(
            "SELECT * FROM pending_actions WHERE user_id = $1 AND number = $2", user_id, number
        )
        return record(PendingAction, row) if row else None

    async def decided_in(self, user_id: str, turn_id: str) -> list[PendingAction]:
        """Those that one turn's words decided."""
        sql = "SELECT * FROM pending_actions WHERE user_id = $1 AND decided_in = $2 ORDER BY number"
        return records(PendingAction, await self._db.fetch(sql, user_id, turn_id))

    async def of_turn(self, user_id: str, turn_id: str) -> list[PendingAction]:
        """Those that one turn asked for, oldest first."""
        sql = "SELECT * FROM pending_actions WHERE user_id = $1 AND turn_id = $2 ORDER BY created_at, id"
        return records(PendingAction, await self._db.fetch(sql, user_id, turn_id))

    async def within(self, user_id: str, turn_id: str) -> list[PendingAction]:
        """Those that one turn, or a worker that it set to work, asked for, oldest first."""
        sql = f"SELECT * FROM pending_actions WHERE user_id = $1 AND {WITHIN} ORDER BY created_at, id"
        return records(PendingAction, await self._db.fetch(sql, user_id, *self._within(turn_id)))

    async def waiting(self, user_id: str, now: datetime) -> list[PendingAction]:
        """Those that can still be decided, oldest first."""
        sql = (
            "SELECT * FROM pending_actions WHERE user_id = $1 AND status = 'pending' AND expires_at > $2"
            " ORDER BY number"
        )
        return records(PendingAction, await self._db.fetch(sql, user_id, now))

    async def decide(
        self, user_id: str, id: str, *, from_status: str, to_status: str, now: datetime, decided_in: str = ""
    ) -> PendingAction | None:
        """Move it from one status to another, in the turn `decided_in` where words did, or by the tap of that name; None where it is not in the first, or has expired
        (it then says so)."""
        sql = (
            "UPDATE pending_actions SET status = $4, decided_at = $5, decided_in = $6"
            " WHERE user_id = $1 AND id = $2 AND status = $3 AND (status <> 'pending' OR expires_at > $5) RETURNING *"
        )
        async with self._db.transaction():
            await self._db.execute(f"{_EXPIRE} AND user_id = $2 AND id = $3", now, user_id, id)
            row = await self._db.fetch_one(sql, user_id, id, from_status, to_status, now, decided_in)
        return record(PendingAction, row) if row else None

    async def stand_on(self, user_id: str, ids: Sequence[str], card: str) -> int:
        """Note on which message these are asked: its key in the outbox."""
        if not ids:
            return 0
        sql = f"UPDATE pending_actions SET card = $2 WHERE user_id = $1 AND id IN ({marks(len(ids), 3)})"
        return await self._db.execute(sql, user_id, card, *ids)

    async def finish(self, user_id: str, id: str, *, status: str, result: str) -> PendingAction | None:
        """Write down how it ended."""
        sql = "UPDATE pending_actions SET status = $3, result = $4 WHERE user_id = $1 AND id = $2 RETURNING *"
        row = await self._db.fetch_one(sql, user_id, id, status, result)
        return record(PendingAction, row) if row else None

    @operator
    async def executing(self) -> list[PendingAction]:
        """Those that were confirmed and have no outcome yet, of all users."""
        sql = "SELECT * FROM pending_actions WHERE status = 'executing' ORDER BY decided_at, id"
        return records(PendingAction, await self._db.fetch(sql))

    @operator
    async def next_expiry(self) -> datetime | None:
        """When the next one of all users that nobody decided is over."""
        row = await self._db.fetch_one(
            "SELECT MIN(expires_at) AS expires_at FROM pending_actions WHERE status = 'pending'"
        )
        return moment(row["expires_at"]) if row else None

    @operator
    async def expire(self, now: datetime) -> list[PendingAction]:
        """End what nobody decided in time, of all users."""
        return records(PendingAction, await self._db.fetch(f"{_EXPIRE} RETURNING *", now))
