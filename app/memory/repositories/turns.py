"""Finished turns and the model messages they were made of."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.ports import Database, Value
from app.memory.records import Json, TurnRecord
from app.memory.repositories.documents import Documents
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, message_of, record, records, tuples

_COLUMNS = (
    "id, user_id, channel, text, reply, status, route, taint, usage, model, trace_id, started_at, finished_at, carried"
)
_AT_ONCE = 200  # messages of one statement
# In the order `number + 0`, which is the one of a user's turns in their index; see the migration for why.
_NEWEST = "SELECT * FROM turns WHERE user_id = $1 AND number + 0 {where} ORDER BY number + 0 DESC LIMIT $3"
_NOT_DONE = (
    "SELECT * FROM turns WHERE user_id = $1 AND status <> 'done' AND number + 0 < $2 ORDER BY number + 0 DESC LIMIT $3"
)
_GIVEN = "given CROSS JOIN turns WHERE user_id = $1 AND turns.id = given.value"
_FIRST = "SELECT * FROM turns WHERE user_id = $1 AND number + 0 > $2 ORDER BY number + 0 LIMIT $3"


class Turns(Repository):
    """A person's conversation, in the order in which it was stored."""

    table = "turns"
    kind = "turn"

    def __init__(self, db: Database) -> None:
        """All methods work on `db`."""
        super().__init__(db)
        self._documents = Documents(db)

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
        carried: Sequence[str] = (),
    ) -> TurnRecord:
        """Store a turn, its messages in their order, and what a search reads of it."""
        values: list[Value] = [id, user_id, channel, text, reply, status, route, list(taint), usage, model, trace_id]
        values += [started_at, finished_at, list(carried)]
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
        return await self.after(user_id, 0, limit)

    async def before(self, user_id: str, number: int, limit: int) -> list[TurnRecord]:
        """The `limit` turns before the one of that number, oldest of them first."""
        return (await self._read(_NEWEST.format(where="< $2"), user_id, number, limit))[::-1]

    async def not_done_before(self, user_id: str, number: int, limit: int) -> list[TurnRecord]:
        """The last `limit` turns before the one of that number that failed or were stopped, oldest of them first."""
        return (await self._read(_NOT_DONE, user_id, number, limit))[::-1]

    async def after(self, user_id: str, number: int, limit: int) -> list[TurnRecord]:
        """The newest `limit` turns after the one of that number, oldest of them first."""
        return (await self._read(_NEWEST.format(where="> $2"), user_id, number, limit))[::-1]

    async def following(self, user_id: str, number: int, limit: int) -> list[TurnRecord]:
        """The first `limit` turns after the one of that number, oldest first."""
        return await self._read(_FIRST, user_id, number, limit)

    async def between(self, user_id: str, start: datetime, end: datetime, limit: int) -> list[TurnRecord]:
        """The first `limit` turns that started from `start` on and before `end`, oldest first."""
        sql = (
            "SELECT * FROM turns WHERE user_id = $1 AND started_at >= $2 AND started_at < $3"
            " ORDER BY started_at, number LIMIT $4"
        )
        return records(TurnRecord, await self._db.fetch(sql, user_id, start, end, limit))

    async def window(self, user_id: str, number: int, before: int, after: int) -> list[TurnRecord]:
        """The turn of that number among its neighbours: so many before it, itself, and so many after, oldest first."""
        earlier = await self._read(_NEWEST.format(where="<= $2"), user_id, number, before + 1)
        return earlier[::-1] + await self.following(user_id, number, after)

    async def ids_from(self, user_id: str, number: int) -> list[str]:
        """Ids of the turns from that number on, it included, oldest first."""
        sql = "SELECT id FROM turns WHERE user_id = $1 AND number + 0 >= $2 ORDER BY number + 0"
        return [row["id"] for row in await self._db.fetch(sql, user_id, number)]

    async def newest_number(self, user_id: str) -> int:
        """The number of the last turn, 0 where there is none."""
        sql = "SELECT number FROM turns WHERE user_id = $1 ORDER BY number + 0 DESC LIMIT 1"
        row = await self._db.fetch_one(sql, user_id)
        return row["number"] if row else 0

    async def last_before(self, user_id: str, moment: datetime) -> int:
        """The number of the last turn that started before that moment, 0 where there is none."""
        sql = "SELECT number FROM turns WHERE user_id = $1 AND started_at < $2 ORDER BY started_at DESC, number DESC LIMIT 1"
        row = await self._db.fetch_one(sql, user_id, moment)
        return row["number"] if row else 0

    async def many(self, user_id: str, turn_ids: Sequence[str]) -> list[TurnRecord]:
        """Those of these turns that there are, in their order."""
        sql = f"SELECT turns.* FROM {_GIVEN} ORDER BY number"
        return records(TurnRecord, await self._db.fetch_among(sql, turn_ids, user_id))

    async def known(self, user_id: str, turn_ids: Sequence[str]) -> set[str]:
        """Which of these there are."""
        sql = f"SELECT turns.id FROM {_GIVEN}"
        return {row["id"] for row in await self._db.fetch_among(sql, turn_ids, user_id)}

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
            found[row["turn_id"]].append(message_of(row["message"]))
        return found

    async def count(self, user_id: str) -> int:
        """How many turns there are."""
        [row] = await self._db.fetch("SELECT COUNT(*) AS turns FROM turns WHERE user_id = $1", user_id)
        return row["turns"]

    async def delete(self, user_id: str, turn_ids: Sequence[str]) -> int:
        """Remove turns for good, with their messages and what searches know of them; how many there were."""
        async with self._db.transaction():
            await self._erase(user_id, "turn_messages", "turn_id", turn_ids)
            await self._documents.remove_many(user_id, self.kind, turn_ids)
            return await self._erase(user_id, "turns", "id", turn_ids)

    async def _read(self, sql: str, user_id: str, number: int, limit: int) -> list[TurnRecord]:
        return records(TurnRecord, await self._db.fetch(sql, user_id, number, limit))

    async def _write_messages(self, user_id: str, turn_id: str, start: int, messages: Sequence[Json]) -> None:
        sql = f"INSERT INTO turn_messages (user_id, turn_id, position, message) VALUES {tuples(len(messages), 4)}"
        values: list[Value] = []
        for position, message in enumerate(messages, start=start):
            values += [user_id, turn_id, position, message_of(message)]
        await self._db.execute(sql, *values)
