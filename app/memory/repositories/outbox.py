"""What is to be said: one row for each key, however often it is put. The outbox's loop delivers; readers ask what is new."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import Json, OutboxEntry
from app.memory.repositories.operator import operator
from app.memory.repositories.turn_rows import TurnRows
from app.memory.rows import marks, parts, record, records, tuples

_PUT = """INSERT INTO outbox
    (user_id, channel, address, key, body, turn_id, status, attempts, next_attempt_at, created_at)
    VALUES {rows} ON CONFLICT (user_id, key) DO NOTHING"""
_WIDTH = 10
_AT_ONCE = 100
_SENT = """UPDATE outbox SET sent_at = $2,
    status = CASE WHEN revision = $3 THEN 'sent' ELSE 'pending' END,
    attempts = CASE WHEN revision = $3 THEN attempts ELSE 0 END,
    next_attempt_at = CASE WHEN revision = $3 THEN next_attempt_at ELSE $2 END
    WHERE id = $1 RETURNING status"""
_REVISE = "UPDATE outbox SET body = $3, revision = revision + 1 WHERE user_id = $1 AND id = $2"
_AGAIN = """UPDATE outbox SET status = 'pending', attempts = 0, next_attempt_at = $3
    WHERE user_id = $1 AND id = $2 AND status = 'sent'"""
_DUE_AGAIN = """UPDATE outbox SET revision = revision + 1,
    next_attempt_at = CASE WHEN status = 'sent' THEN $3 ELSE next_attempt_at END,
    status = CASE WHEN status = 'sent' THEN 'pending' ELSE status END
    WHERE user_id = $1 AND id = $2 AND attempts < $4 AND status IN ('sent', 'sending', 'pending')"""
# A chat reads in order, so its head alone may go out, and nothing while something is out (which may be behind the head:
# an earlier message that changed is pending anew).
_HEAD = """status = 'pending' AND NOT EXISTS (SELECT 1 FROM outbox other
    WHERE other.channel = outbox.channel AND other.address = outbox.address AND other.status IN ('pending', 'sending')
    AND (other.id < outbox.id OR other.status = 'sending'))"""


@dataclass(frozen=True, slots=True)
class OutboxDraft:
    """A message to be put: its key makes it one of its user."""

    user_id: str
    channel: str
    address: str
    key: str
    body: Json
    turn_id: str | None = None
    status: str = "pending"

    def row(self, at: datetime) -> tuple[Value, ...]:
        """The values of its columns."""
        return (
            self.user_id,
            self.channel,
            self.address,
            self.key,
            self.body,
            self.turn_id,
            self.status,
            0,
            at,
            at,
        )


class Outbox(TurnRows):
    """Messages in the order in which they were put."""

    table = "outbox"

    async def put(
        self,
        user_id: str,
        *,
        channel: str,
        address: str,
        key: str,
        body: Json,
        turn_id: str | None,
        at: datetime,
        status: str = "pending",
    ) -> OutboxEntry:
        """Put a message; one with the same key is returned as it is."""
        draft = OutboxDraft(user_id, channel, address, key, body, turn_id, status)
        sql = f"{_PUT.format(rows=tuples(1, _WIDTH))} RETURNING *"
        async with self._db.transaction():
            row = await self._db.fetch_one(sql, *draft.row(at))
            if row is None:
                [row] = await self._db.fetch("SELECT * FROM outbox WHERE user_id = $1 AND key = $2", user_id, key)
        return record(OutboxEntry, row)

    @operator
    async def put_many(self, drafts: Sequence[OutboxDraft], at: datetime) -> None:
        """Put several messages of whatever users, in their order; those whose keys are there already stay as they are.

        Users are put in the order of their ids: whoever else puts for several at once waits for us instead of both for each other.
        """
        for part in parts(sorted(drafts, key=lambda draft: draft.user_id), _AT_ONCE):
            values = [value for draft in part for value in draft.row(at)]
            await self._db.execute(_PUT.format(rows=tuples(len(part), _WIDTH)), *values)

    async def was_said(self, user_id: str, draft: OutboxDraft, since: datetime) -> bool:
        """Whether the same words were put in the same place since then."""
        sql = "SELECT * FROM outbox WHERE user_id = $1 AND channel = $2 AND address = $3 AND created_at >= $4 AND key <> $5"
        rows = await self._db.fetch(sql, user_id, draft.channel, draft.address, since, draft.key)
        return any(entry.body.get("text") == draft.body.get("text") for entry in records(OutboxEntry, rows))

    async def get_by_key(self, user_id: str, key: str) -> OutboxEntry | None:
        """The message with that key, or None."""
        row = await self._db.fetch_one("SELECT * FROM outbox WHERE user_id = $1 AND key = $2", user_id, key)
        return record(OutboxEntry, row) if row else None

    async def of_turn(self, user_id: str, turn_id: str) -> list[OutboxEntry]:
        """All that was said of one turn, on whatever channels, in order."""
        sql = "SELECT * FROM outbox WHERE user_id = $1 AND turn_id = $2 ORDER BY id"
        return records(OutboxEntry, await self._db.fetch(sql, user_id, turn_id))

    async def after(self, user_id: str, channels: Sequence[str], id: int, limit: int) -> list[OutboxEntry]:
        """The next `limit` messages after `id`, in order."""
        if not channels:
            return []
        sql = (
            f"SELECT * FROM outbox WHERE user_id = $1 AND id > $2 AND channel IN ({marks(len(channels), 4)})"
            " ORDER BY id LIMIT $3"
        )
        return records(OutboxEntry, await self._db.fetch(sql, user_id, id, limit, *channels))

    async def latest(self, user_id: str, channels: Sequence[str], limit: int) -> list[OutboxEntry]:
        """The last `limit` messages, oldest of them first."""
        if not channels:
            return []
        sql = f"SELECT * FROM outbox WHERE user_id = $1 AND channel IN ({marks(len(channels), 3)}) ORDER BY id DESC LIMIT $2"
        return records(OutboxEntry, await self._db.fetch(sql, user_id, limit, *channels))[::-1]

    async def last_id(self, user_id: str, channels: Sequence[str]) -> int:
        """The number of the last message, 0 where there is none."""
        found = await self.latest(user_id, channels, 1)
        return found[-1].id if found else 0

    async def last_before(self, user_id: str, channels: Sequence[str], moment: datetime) -> int:
        """The number of the last message from before that moment, 0 where there is none."""
        sql = (
            f"SELECT id FROM outbox WHERE user_id = $1 AND created_at < $2 AND channel IN ({marks(len(channels), 3)})"
            " ORDER BY id DESC LIMIT 1"
        )
        row = await self._db.fetch_one(sql, user_id, moment, *channels) if channels else None
        return row["id"] if row else 0

    async def revise(self, user_id: str, id: int, body: Json, *, at: datetime, again: bool) -> bool:
        """Change what a message says; False where there is none. With `again` one that was sent is due anew at `at`."""
        async with self._db.transaction():
            changed = await self._db.execute(_REVISE, user_id, id, body)
            if changed and again:
                await self._db.execute(_AGAIN, user_id, id, at)
        return changed > 0

    async def due_again(self, user_id: str, id: int, at: datetime, *, attempts: int) -> bool:
        """What was delivered didn't arrive: it is due at `at`, unless it was tried so often; False where nothing changes."""
        return await self._db.execute(_DUE_AGAIN, user_id, id, at, attempts) > 0

    async def readdress(self, user_id: str, channel: str, old: str, new: str) -> int:
        """What still waits for somebody at `old` waits for them at `new`; how many those were."""
        sql = (
            f"UPDATE outbox SET address = $4, key = replace(key, '@{channel}/' || $3, '@{channel}/' || $4)"
            " WHERE user_id = $1 AND channel = $2 AND address = $3 AND status = 'pending'"
        )
        return await self._db.execute(sql, user_id, channel, old, new)

    async def abandon(self, user_id: str, channel: str, account: str) -> int:
        """What waits for an account that is somebody else's now, also in its threads, is not said there; how many those were."""
        sql = (
            "UPDATE outbox SET status = 'failed' WHERE user_id = $1 AND channel = $2 AND status = 'pending'"
            " AND (address = $3 OR substr(address, 1, length($3) + 1) = $3 || '/')"
        )
        return await self._db.execute(sql, user_id, channel, account)

    async def release(self, user_id: str, channel: str, address: str, at: datetime) -> int:
        """What waits for its reader is due at `at`; how many those were."""
        sql = (
            "UPDATE outbox SET next_attempt_at = $4 WHERE user_id = $1 AND channel = $2 AND address = $3"
            " AND status = 'pending' AND next_attempt_at > $4"
        )
        return await self._db.execute(sql, user_id, channel, address, at)

    @operator
    async def claim(self, now: datetime, channels: Sequence[str], limit: int) -> list[OutboxEntry]:
        """Take messages that are due on these channels, of all users, so that nobody else sends them: one a chat, in order.

        While one is being sent, its `next_attempt_at` says since when."""
        if not channels:
            return []
        rows = await self._db.claim(
            "outbox",
            where=f"{_HEAD} AND next_attempt_at <= $1 AND channel IN ({marks(len(channels), 2)})",
            values=[now, *channels],
            limit=limit,
            set_to="status = 'sending', attempts = attempts + 1, next_attempt_at = $1",
            order="next_attempt_at, id",
        )
        return records(OutboxEntry, rows)

    @operator
    async def stuck(self, before: datetime) -> list[OutboxEntry]:
        """Messages that have been in sending since before then: whoever took them is gone."""
        sql = "SELECT * FROM outbox WHERE status = 'sending' AND next_attempt_at < $1 ORDER BY next_attempt_at, id"
        return records(OutboxEntry, await self._db.fetch(sql, before))

    @operator
    async def next_attempt(self, channels: Sequence[str]) -> OutboxEntry | None:
        """The message on these channels that can be claimed first; one that waits for another of its chat cannot."""
        if not channels:
            return None
        sql = (
            f"SELECT * FROM outbox WHERE {_HEAD} AND channel IN ({marks(len(channels))})"
            " ORDER BY next_attempt_at, id LIMIT 1"
        )
        row = await self._db.fetch_one(sql, *channels)
        return record(OutboxEntry, row) if row else None

    @operator
    async def sent(self, entry_id: int, at: datetime, *, revision: int) -> bool:
        """That revision of it was delivered; False where there is a later one, which then is due at `at`."""
        row = await self._db.fetch_one(_SENT, entry_id, at, revision)
        return row is not None and row["status"] == "sent"

    @operator
    async def retry(self, entry_id: int, at: datetime) -> bool:
        """It was not delivered: try again at `at`."""
        sql = "UPDATE outbox SET status = 'pending', next_attempt_at = $2 WHERE id = $1 AND status <> 'sent'"
        return await self._db.execute(sql, entry_id, at) > 0

    @operator
    async def postpone(self, entry_id: int, at: datetime) -> bool:
        """It was taken and not tried: it is due at `at`, and its attempt doesn't count."""
        sql = (
            "UPDATE outbox SET status = 'pending', attempts = attempts - 1, next_attempt_at = $2"
            " WHERE id = $1 AND status = 'sending'"
        )
        return await self._db.execute(sql, entry_id, at) > 0

    @operator
    async def hasten(self, entry_id: int, at: datetime) -> bool:
        """It need not wait any longer: due at `at`, unless it is being sent or was."""
        sql = "UPDATE outbox SET next_attempt_at = $2 WHERE id = $1 AND status = 'pending' AND next_attempt_at > $2"
        return await self._db.execute(sql, entry_id, at) > 0

    @operator
    async def failed(self, entry_id: int) -> bool:
        """It cannot be delivered."""
        return await self._db.execute("UPDATE outbox SET status = 'failed' WHERE id = $1", entry_id) > 0

    @operator
    async def mark_unknown(self, entry_id: int) -> bool:
        """Nobody knows whether it was delivered."""
        sql = "UPDATE outbox SET status = 'unknown' WHERE id = $1 AND status = 'sending'"
        return await self._db.execute(sql, entry_id) > 0
