"""Finished turns and the model messages they were made of."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import Json, TurnRecord
from app.memory.repositories.searchable import Searchable
from app.memory.rows import json_of, marks, record, records, tuples

_COLUMNS = "id, user_id, channel, text, reply, status, route, taint, usage, model, trace_id, started_at, finished_at"
_AT_ONCE = 200  # messages of one statement


class Turns(Searchable):
    """A person's conversation, in the order in which it was stored."""

    table = "turns"
    kind = "turn"

    async def add(
        self,
        user_id: str,
        *,
        id: str,
        channel: str,
        text: str,
        reply: str,
        status: str,
        route: Json,
        taint: Sequence[str],
        usage: Json,
        model: str,
        trace_id: str,
        started_at: datetime,
        finished_at: datetime,
        messages: Sequence[Json],
    ) -> TurnRecord:
        """Store a turn, its messages in their order, and what a search reads of it."""
        values: list[Value] = [id, user_id, channel, text, reply, status, route, list(taint), usage, model, trace_id]
        values += [started_at, finished_at]
        async with self._db.transaction():
            sql = f"INSERT INTO turns ({_COLUMNS}) VALUES ({marks(len(values))}) RETURNING *"
            [row] = await self._db.fetch(sql, *values)
            for start in range(0, len(messages), _AT_ONCE):
                await self._write_messages(user_id, id, start, messages[start : start + _AT_ONCE])
            await self._documents.add(user_id, self.kind, id, f"user: {text}\nassistant: {reply}", finished_at)
        return record(TurnRecord, row)

    async def get(self, user_id: str, turn_id: str) -> TurnRecord | None:
        """One turn, or None."""
        row = await self._db.fetch_one("SELECT * FROM turns WHERE user_id = $1 AND id = $2", user_id, turn_id)
        return record(TurnRecord, row) if row else None

    async def recent(self, user_id: str, limit: int) -> list[TurnRecord]:
        """The last `limit` turns, oldest of them first."""
        sql = "SELECT * FROM turns WHERE user_id = $1 ORDER BY number DESC LIMIT $2"
        return records(TurnRecord, await self._db.fetch(sql, user_id, limit))[::-1]

    async def before(self, user_id: str, number: int, limit: int) -> list[TurnRecord]:
        """The `limit` turns before the one of that number, oldest of them first."""
        sql = "SELECT * FROM turns WHERE user_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3"
        return records(TurnRecord, await self._db.fetch(sql, user_id, number, limit))[::-1]

    async def after(self, user_id: str, number: int, limit: int) -> list[TurnRecord]:
        """The newest `limit` turns after the one of that number, oldest of them first."""
        sql = "SELECT * FROM turns WHERE user_id = $1 AND number > $2 ORDER BY number DESC LIMIT $3"
        return records(TurnRecord, await self._db.fetch(sql, user_id, number, limit))[::-1]

    async def messages(self, user_id: str, turn_ids: Sequence[str]) -> dict[str, list[Json]]:
        """The messages of these turns, by turn, in their order; a turn without messages has an empty list."""
        found: dict[str, list[Json]] = {turn_id: [] for turn_id in turn_ids}
        if not found:
            return {}
        sql = (
            "SELECT turn_id, message FROM turn_messages"
            f" WHERE user_id = $1 AND turn_id IN ({marks(len(found), 2)}) ORDER BY turn_id, position"
        )
        for row in await self._db.fetch(sql, user_id, *found):
            found[row["turn_id"]].append(json_of(row["message"]))
        return found

    async def count(self, user_id: str) -> int:
        """How many turns there are."""
        [row] = await self._db.fetch("SELECT COUNT(*) AS turns FROM turns WHERE user_id = $1", user_id)
        return row["turns"]

    async def _write_messages(self, user_id: str, turn_id: str, start: int, messages: Sequence[Json]) -> None:
        sql = f"INSERT INTO turn_messages (user_id, turn_id, position, message) VALUES {tuples(len(messages), 4)}"
        values: list[Value] = []
        for position, message in enumerate(messages, start=start):
            values += [user_id, turn_id, position, message]
        await self._db.execute(sql, *values)
