"""The book of side effects: a line before each, its end after it, and what takes it back."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import Json, LedgerEntry
from app.memory.repositories.turn_rows import CallRows
from app.memory.rows import marks, parts, record, records
from app.memory.runs import PREFIX

_START = """INSERT INTO ledger (user_id, turn_id, call_key, tool, arguments, status, result, started_at)
    VALUES ($1, $2, $3, $4, $5, 'started', '', $6) ON CONFLICT (user_id, turn_id, call_key) DO UPDATE
    SET status = 'started', result = '', started_at = excluded.started_at, finished_at = NULL
    WHERE ledger.status = 'failed' RETURNING *"""


_OF_TURN = "SELECT * FROM ledger WHERE user_id = $1 AND turn_id = $2"
# The first condition is the index's own: without it neither engine would use it.
_OF_WORKERS = f"""SELECT * FROM ledger
    WHERE user_id = $1 AND substr(turn_id, 1, {len(PREFIX)}) = '{PREFIX}' AND substr(turn_id, 1, $4) = $3"""


class Ledger(CallRows):
    """Calls with a side effect, in their order."""

    table = "ledger"
    time = "started_at"
    trouble = "status IN ('failed', 'unknown')"
    order = "id + 0"

    async def start(
        self, user_id: str, *, turn_id: str, call_key: str, tool: str, arguments: Json, at: datetime
    ) -> LedgerEntry | None:
        """Say that a call begins; None where this turn has begun the very same one. One that failed may be begun again."""
        row = await self._db.fetch_one(_START, user_id, turn_id, call_key, tool, arguments, at)
        return record(LedgerEntry, row) if row else None

    async def get(self, user_id: str, id: int) -> LedgerEntry | None:
        """One line, or None."""
        row = await self._db.fetch_one("SELECT * FROM ledger WHERE user_id = $1 AND id = $2", user_id, id)
        return record(LedgerEntry, row) if row else None

    async def get_call(self, user_id: str, turn_id: str, call_key: str) -> LedgerEntry | None:
        """The line of a call, or None."""
        sql = "SELECT * FROM ledger WHERE user_id = $1 AND turn_id = $2 AND call_key = $3"
        row = await self._db.fetch_one(sql, user_id, turn_id, call_key)
        return record(LedgerEntry, row) if row else None

    async def finish(
        self, user_id: str, id: int, *, status: str, result: str, undo: Json | None, at: datetime
    ) -> LedgerEntry | None:
        """Say how it ended and how it can be taken back; None where there is no such line."""
        sql = (
            "UPDATE ledger SET status = $3, result = $4, undo = $5, finished_at = $6"
            " WHERE user_id = $1 AND id = $2 RETURNING *"
        )
        row = await self._db.fetch_one(sql, user_id, id, status, result, undo, at)
        return record(LedgerEntry, row) if row else None

    async def of_turn(self, user_id: str, turn_id: str) -> list[LedgerEntry]:
        """The calls of a turn in their order."""
        sql = "SELECT * FROM ledger WHERE user_id = $1 AND turn_id = $2 ORDER BY id"
        return records(LedgerEntry, await self._db.fetch(sql, user_id, turn_id))

    async def of_turns(self, user_id: str, turn_ids: Sequence[str]) -> list[LedgerEntry]:
        """The calls of several turns."""
        found: list[LedgerEntry] = []
        for part in parts(turn_ids):
            sql = f"SELECT * FROM ledger WHERE user_id = $1 AND turn_id IN ({marks(len(part), 2)}) ORDER BY id"
            found += records(LedgerEntry, await self._db.fetch(sql, user_id, *part))
        return found

    async def within(self, user_id: str, turn_id: str) -> list[LedgerEntry]:
        """The calls of a turn, and of the workers that it set to work, in their order."""
        sql = f"SELECT * FROM ({_OF_TURN} UNION ALL {_OF_WORKERS}) AS within_turn ORDER BY id"
        return records(LedgerEntry, await self._db.fetch(sql, user_id, *self._within(turn_id)))

    async def recent(self, user_id: str, limit: int) -> list[LedgerEntry]:
        """The newest calls that were done and not taken back, newest first."""
        sql = (
            "SELECT * FROM ledger WHERE user_id = $1 AND status = 'done' AND undone_at IS NULL"
            " ORDER BY id + 0 DESC LIMIT $2"
        )
        return records(LedgerEntry, await self._db.fetch(sql, user_id, limit))

    async def of_tools(self, user_id: str, tools: Sequence[str], before: int, limit: int) -> list[LedgerEntry]:
        """The last `limit` calls of these tools before the one of that number, however they ended, newest first."""
        if not tools:
            return []
        newest = "SELECT * FROM (SELECT * FROM ledger WHERE user_id = $1 AND tool = ${} AND id < $2 ORDER BY id DESC LIMIT $3) AS one"
        each = " UNION ALL ".join(newest.format(number) for number in range(4, len(tools) + 4))
        sql = f"SELECT * FROM ({each}) AS each_tool ORDER BY id DESC LIMIT $3"
        return records(LedgerEntry, await self._db.fetch(sql, user_id, before, limit, *tools))

    async def last_undoable(self, user_id: str) -> LedgerEntry | None:
        """The newest call that was done, can be taken back and was not."""
        sql = (
            "SELECT * FROM ledger WHERE user_id = $1 AND status = 'done' AND undo IS NOT NULL AND undone_at IS NULL"
            " ORDER BY id DESC LIMIT 1"
        )
        row = await self._db.fetch_one(sql, user_id)
        return record(LedgerEntry, row) if row else None

    async def mark_undone(self, user_id: str, id: int, at: datetime) -> bool:
        """Take the right to undo it; False where somebody took it before."""
        sql = (
            "UPDATE ledger SET undone_at = $3"
            " WHERE user_id = $1 AND id = $2 AND status = 'done' AND undo IS NOT NULL AND undone_at IS NULL"
        )
        return await self._db.execute(sql, user_id, id, at) > 0

    async def unmark_undone(self, user_id: str, id: int) -> None:
        """Give that right back: nothing was undone."""
        await self._db.execute("UPDATE ledger SET undone_at = NULL WHERE user_id = $1 AND id = $2", user_id, id)

    async def mark_unknown(self, user_id: str, turn_id: str) -> list[LedgerEntry]:
        """The calls a turn began and never ended: nobody knows how they went."""
        sql = "UPDATE ledger SET status = 'unknown' WHERE user_id = $1 AND turn_id = $2 AND status = 'started' RETURNING *"
        return sorted(records(LedgerEntry, await self._db.fetch(sql, user_id, turn_id)), key=lambda entry: entry.id)
