"""Reminders: promises with a due moment. The clock's loop claims them; everything else belongs to the person."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import Reminder
from app.memory.repositories.clocked import LIVE, Clocked
from app.memory.repositories.searchable import Searchable
from app.memory.rows import record, records


class Reminders(Searchable[Reminder], Clocked[Reminder]):
    """A person's reminders, soonest first."""

    table = "reminders"
    kind = "reminder"
    cls = Reminder

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
        exceptions: Sequence[str] = (),
        channel: str = "",
    ) -> Reminder:
        """Promise one."""
        async with self._db.transaction():
            reminder = await self._add(
                user_id,
                text=text,
                due_at=due_at,
                local_start=local_start,
                time_zone=time_zone,
                rule=rule,
                status="active",
                turn_id=turn_id,
                taint=list(taint),
                created_at=at,
                updated_at=at,
                exceptions=list(exceptions),
                channel=channel,
            )
            await self._documents.add(user_id, self.kind, str(reminder.id), text, at)
        return reminder

    async def find(self, user_id: str, words: str) -> list[Reminder]:
        """Live ones whose text holds all the words, soonest first."""
        return records(Reminder, await self._holding(user_id, words, where=LIVE, order="t.due_at, t.id"))

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
        taint: Sequence[str] | None,
        at: datetime,
        exceptions: Sequence[str] = (),
        channel: str | None = None,
    ) -> Reminder | None:
        """Promise it anew, with whose words are in it now (`taint` None: the same) and the channel it is said on (None: the same): it is active again. None where there is no live one
        of that number."""
        sql = (
            "UPDATE reminders SET text = $3, due_at = $4, local_start = $5, time_zone = $6, rule = $7, updated_at = $8,"
            f" exceptions = $9, taint = COALESCE($10, taint), channel = COALESCE($11, channel), status = 'active' WHERE user_id = $1 AND id = $2 AND {LIVE} RETURNING *"
        )
        async with self._db.transaction():
            row = await self._db.fetch_one(
                sql,
                user_id,
                id,
                text,
                due_at,
                local_start,
                time_zone,
                rule,
                at,
                list(exceptions),
                None if taint is None else list(taint),
                channel,
            )
            if row is not None:
                await self._documents.put(user_id, self.kind, str(id), text, at)
        return record(Reminder, row) if row else None

    async def cancel(self, user_id: str, id: int, at: datetime) -> bool:
        """Take the promise back; False where there is no live one of that number."""
        sql = f"UPDATE reminders SET status = 'cancelled', updated_at = $3 WHERE user_id = $1 AND id = $2 AND {LIVE}"
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

    async def list(self, user_id: str) -> list[Reminder]:
        """The live ones, soonest first."""
        sql = f"SELECT * FROM reminders WHERE user_id = $1 AND {LIVE} ORDER BY due_at, id"
        return records(Reminder, await self._db.fetch(sql, user_id))
