"""Reminders: promises with a due moment. The clock's loop claims them; everything else belongs to the person."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import Reminder
from app.memory.repositories.operator import operator
from app.memory.repositories.searchable import Searchable
from app.memory.rows import marks, moment, record, records

_COLUMNS = "user_id, text, due_at, local_start, time_zone, rule, status, turn_id, taint, created_at, updated_at"
_LIVE = "status IN ('active', 'processing')"
_WAITING = """status = 'active' AND NOT EXISTS
    (SELECT 1 FROM controls c WHERE c.user_id = reminders.user_id AND c.paused_at IS NOT NULL)"""


class Reminders(Searchable):
    """A person's reminders, soonest first."""

    table = "reminders"
    kind = "reminder"

    async def add(
        self,
        user_id: str,
        *,
        text: str,
        due_at: datetime,
        local_start: str,
        time_zone: str,
        rule: str | None,
        turn_id: str | None,
        taint: Sequence[str],
        at: datetime,
    ) -> Reminder:
        """Promise one."""
        values: list[Value] = [
            user_id,
            text,
            due_at,
            local_start,
            time_zone,
            rule,
            "active",
            turn_id,
            list(taint),
            at,
            at,
        ]
        sql = f"INSERT INTO reminders ({_COLUMNS}) VALUES ({marks(len(values))}) RETURNING *"
        async with self._db.transaction():
            [row] = await self._db.fetch(sql, *values)
            await self._documents.add(user_id, self.kind, str(row["id"]), text, at)
        return record(Reminder, row)

    async def get(self, user_id: str, id: int) -> Reminder | None:
        """One by its number, whatever became of it."""
        row = await self._db.fetch_one("SELECT * FROM reminders WHERE user_id = $1 AND id = $2", user_id, id)
        return record(Reminder, row) if row else None

    async def find(self, user_id: str, words: str) -> list[Reminder]:
        """Live ones whose text holds all the words, soonest first."""
        return records(Reminder, await self._holding(user_id, words, where=_LIVE, order="t.due_at, t.id"))

    async def update(
        self,
        user_id: str,
        id: int,
        *,
        text: str,
        due_at: datetime,
        local_start: str,
        time_zone: str,
        rule: str | None,
        at: datetime,
    ) -> Reminder | None:
        """Promise it anew: it is active again. None where there is no live one of that number."""
        sql = (
            "UPDATE reminders SET text = $3, due_at = $4, local_start = $5, time_zone = $6, rule = $7, updated_at = $8,"
            f" status = 'active' WHERE user_id = $1 AND id = $2 AND {_LIVE} RETURNING *"
        )
        async with self._db.transaction():
            row = await self._db.fetch_one(sql, user_id, id, text, due_at, local_start, time_zone, rule, at)
            if row is not None:
                await self._documents.put(user_id, self.kind, str(id), text, at)
        return record(Reminder, row) if row else None

    async def cancel(self, user_id: str, id: int, at: datetime) -> bool:
        """Take the promise back; False where there is no live one of that number."""
        sql = f"UPDATE reminders SET status = 'cancelled', updated_at = $3 WHERE user_id = $1 AND id = $2 AND {_LIVE}"
        async with self._db.transaction():
            done = await self._db.execute(sql, user_id, id, at)
            if done:
                await self._documents.remove(user_id, self.kind, str(id))
        return done > 0

    async def restore(self, user_id: str, id: int) -> bool:
        """Promise a cancelled one again; False where it was not cancelled."""
        sql = (
            "UPDATE reminders SET status = 'active' WHERE user_id = $1 AND id = $2 AND status = 'cancelled' RETURNING *"
        )
        async with self._db.transaction():
            row = await self._db.fetch_one(sql, user_id, id)
            if row is not None:
                reminder = record(Reminder, row)
                await self._documents.put(user_id, self.kind, str(id), reminder.text, reminder.created_at)
        return row is not None

    async def advance(self, user_id: str, id: int, due_at: datetime, at: datetime) -> bool:
        """Let a repeating one wait for its next occurrence; False where it was cancelled meanwhile."""
        sql = (
            "UPDATE reminders SET status = 'active', due_at = $3, updated_at = $4"
            f" WHERE user_id = $1 AND id = $2 AND {_LIVE}"
        )
        return await self._db.execute(sql, user_id, id, due_at, at) > 0

    async def finish(self, user_id: str, id: int, at: datetime) -> bool:
        """It was said for the last time; False where it was cancelled meanwhile."""
        sql = f"UPDATE reminders SET status = 'done', updated_at = $3 WHERE user_id = $1 AND id = $2 AND {_LIVE}"
        return await self._db.execute(sql, user_id, id, at) > 0

    @operator
    async def claim_due(self, now: datetime, limit: int) -> list[Reminder]:
        """Take those that are due, of all users who are not paused, so that nobody else takes them."""
        rows = await self._db.claim(
            "reminders",
            where=f"{_WAITING} AND due_at <= $1",
            values=[now],
            limit=limit,
            set_to="status = 'processing', updated_at = $1",
            order="due_at",
        )
        return records(Reminder, rows)

    @operator
    async def next_due(self) -> datetime | None:
        """When the next one of all users who are not paused is due."""
        row = await self._db.fetch_one(f"SELECT MIN(due_at) AS due_at FROM reminders WHERE {_WAITING}")
        return moment(row["due_at"]) if row else None

    async def list(self, user_id: str) -> list[Reminder]:
        """The live ones, soonest first."""
        sql = f"SELECT * FROM reminders WHERE user_id = $1 AND {_LIVE} ORDER BY due_at, id"
        return records(Reminder, await self._db.fetch(sql, user_id))
