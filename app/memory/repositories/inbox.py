"""What was received: stored before it is acknowledged, once however often it is delivered."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.caps import CAPS
from app.memory.records import InboxEntry, StoredAttachment
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, parts, record, records
from app.messages import Attachment

_RECEIVE = """INSERT INTO inbox (id, user_id, channel, external_id, address, text, status, received_at, corrects, untrusted, deliver)
    VALUES ($1, $2, $3, $4, $5, $6, 'received', $7, $8, $9, $10)
    ON CONFLICT (user_id, channel, external_id) DO NOTHING RETURNING *"""
_STORED = "SELECT * FROM inbox WHERE user_id = $1 AND channel = $2 AND external_id = $3"
_OPEN = "status <> 'done'"  # said again beside the status: only so SQLite sees that its index of open entries serves
_ATTACH = """INSERT INTO attachments (user_id, inbox_id, name, media_type, data, reference)
    VALUES ($1, $2, $3, $4, $5, $6)"""


class Inbox(Repository):
    """Messages waiting for, running in, or finished by a turn."""

    async def receive(
        self,
        user_id: str,
        *,
        id: str,
        channel: str,
        external_id: str,
        address: str,
        text: str,
        attachments: Sequence[Attachment],
        at: datetime,
        corrects: str = "",
        untrusted: str = "",
        deliver: bool = False,
    ) -> tuple[InboxEntry, bool]:
        """Store a message; whether it is new. One that is stored already is returned as it is."""
        values = (channel, external_id, address, text, at, corrects, untrusted, deliver)
        async with self._db.transaction():
            row = await self._db.fetch_one(_RECEIVE, id, user_id, *values)
            for one in attachments if row else ():
                await self._db.execute(_ATTACH, user_id, id, one.name, one.media_type, one.data, one.reference)
        if row is not None:
            return record(InboxEntry, row), True
        [stored] = await self._db.fetch(_STORED, user_id, channel, external_id)
        return record(InboxEntry, stored), False

    async def find(self, user_id: str, channel: str, external_id: str) -> InboxEntry | None:
        """The entry that a channel delivered under that id, or None."""
        row = await self._db.fetch_one(_STORED, user_id, channel, external_id)
        return record(InboxEntry, row) if row else None

    async def versions(self, user_id: str, channel: str, external_id: str) -> list[InboxEntry]:
        """The entry of that id and those of its changes, whose ids go on behind a colon, in the order in which they came."""
        sql = (
            "SELECT * FROM inbox WHERE user_id = $1 AND channel = $2"
            " AND (external_id = $3 OR substr(external_id, 1, $5) = $4) ORDER BY received_at, id"
        )
        changes = f"{external_id}:"
        return records(InboxEntry, await self._db.fetch(sql, user_id, channel, external_id, changes, len(changes)))

    async def get(self, user_id: str, id: str) -> InboxEntry | None:
        """One entry, or None."""
        row = await self._db.fetch_one("SELECT * FROM inbox WHERE user_id = $1 AND id = $2", user_id, id)
        return record(InboxEntry, row) if row else None

    async def waiting(self, user_id: str) -> list[InboxEntry]:
        """What no turn has taken yet, oldest first."""
        sql = f"SELECT * FROM inbox WHERE user_id = $1 AND {_OPEN} AND status = 'received' ORDER BY received_at, id"
        return records(InboxEntry, await self._db.fetch(sql, user_id))

    async def open_of(self, user_id: str, channel: str) -> list[InboxEntry]:
        """What came by one channel and isn't answered yet, oldest first."""
        sql = f"SELECT * FROM inbox WHERE user_id = $1 AND channel = $2 AND {_OPEN} ORDER BY received_at, id"
        return records(InboxEntry, await self._db.fetch(sql, user_id, channel))

    async def is_overfull(self, user_id: str) -> bool:
        """Whether more waits for a turn than may."""
        return await self._count(user_id, "inbox") > CAPS["inbox"].most

    async def count_since(self, user_id: str, since: datetime) -> int:
        """How many entries the user sent since then."""
        sql = "SELECT COUNT(*) AS entries FROM inbox WHERE user_id = $1 AND received_at >= $2"
        [row] = await self._db.fetch(sql, user_id, since)
        return row["entries"]

    async def retext(self, user_id: str, channel: str, external_id: str, text: str, untrusted: str = "") -> bool:
        """Change the words of an entry that no turn has taken yet; False where there is none. What held others' words before still does."""
        sql = (
            "UPDATE inbox SET text = $4, untrusted = COALESCE(NULLIF($5, ''), untrusted)"
            " WHERE user_id = $1 AND channel = $2 AND external_id = $3 AND status = 'received'"
        )
        return await self._db.execute(sql, user_id, channel, external_id, text, untrusted) > 0

    async def assign(self, user_id: str, ids: Sequence[str], turn_id: str) -> int:
        """Let a turn take these entries; how many it took (one that is done stays done)."""
        if not ids:
            return 0
        sql = (
            "UPDATE inbox SET status = 'running', turn_id = $2"
            f" WHERE user_id = $1 AND {_OPEN} AND id IN ({marks(len(ids), 3)})"
        )
        return await self._db.execute(sql, user_id, turn_id, *ids)

    async def of_turn(self, user_id: str, turn_id: str) -> list[InboxEntry]:
        """What a turn took, oldest first."""
        sql = "SELECT * FROM inbox WHERE user_id = $1 AND turn_id = $2 ORDER BY received_at, id"
        return records(InboxEntry, await self._db.fetch(sql, user_id, turn_id))

    async def finish(self, user_id: str, turn_id: str) -> int:
        """Mark what a turn took as done; how many entries that were."""
        sql = "UPDATE inbox SET status = 'done' WHERE user_id = $1 AND turn_id = $2 AND status <> 'done'"
        return await self._db.execute(sql, user_id, turn_id)

    async def running_turns(self, user_id: str) -> list[str]:
        """Turns that took something and did not finish it, oldest first."""
        sql = (
            f"SELECT turn_id, MIN(received_at) AS since FROM inbox WHERE user_id = $1 AND {_OPEN} AND status = 'running'"
            " GROUP BY turn_id ORDER BY since, turn_id"
        )
        return [row["turn_id"] for row in await self._db.fetch(sql, user_id)]

    async def attachments(self, user_id: str, inbox_ids: Sequence[str]) -> list[StoredAttachment]:
        """What came with these entries, in the order it came."""
        if not inbox_ids:
            return []
        sql = f"SELECT * FROM attachments WHERE user_id = $1 AND inbox_id IN ({marks(len(inbox_ids), 2)}) ORDER BY id"
        return records(StoredAttachment, await self._db.fetch(sql, user_id, *inbox_ids))

    async def sent_file(self, user_id: str, id: int) -> StoredAttachment | None:
        """The file of that number that came with a message."""
        row = await self._db.fetch_one("SELECT * FROM attachments WHERE user_id = $1 AND id = $2", user_id, id)
        return record(StoredAttachment, row) if row else None

    async def sent_calendars(self, user_id: str, limit: int) -> list[StoredAttachment]:
        """The calendar files that came last, by what they are called, newest first."""
        sql = (
            "SELECT * FROM attachments WHERE user_id = $1 AND (lower(name) LIKE '%.ics' OR media_type LIKE 'text/calendar%')"
            " ORDER BY id DESC LIMIT $2"
        )
        return records(StoredAttachment, await self._db.fetch(sql, user_id, limit))

    async def sent_files(self, user_id: str, limit: int) -> list[StoredAttachment]:
        """The files that came last, newest first."""
        sql = "SELECT * FROM attachments WHERE user_id = $1 AND name <> '' ORDER BY id DESC LIMIT $2"
        return records(StoredAttachment, await self._db.fetch(sql, user_id, limit))

    async def sent_names(self, user_id: str, limit: int) -> list[str]:
        """What those files are called."""
        sql = "SELECT name FROM attachments WHERE user_id = $1 AND name <> '' ORDER BY id DESC LIMIT $2"
        return [row["name"] for row in await self._db.fetch(sql, user_id, limit)]

    async def fill(self, user_id: str, attachment_id: int, data: bytes, media_type: str) -> bool:
        """Keep the bytes that were fetched where the reference said, which is then of no more use; False for no such one."""
        sql = "UPDATE attachments SET data = $3, media_type = $4, reference = '' WHERE user_id = $1 AND id = $2"
        return await self._db.execute(sql, user_id, attachment_id, data, media_type) > 0

    async def erase_turns(self, user_id: str, turn_ids: Sequence[str]) -> int:
        """Remove for good what came with these turns' messages and what they said; how many messages those were.

        That one was received stays on the books: a channel that delivers it again is still not answered twice."""
        cleared = 0
        async with self._db.transaction():
            for part in parts(turn_ids):
                of_turns = f"user_id = $1 AND turn_id IN ({marks(len(part), 2)})"
                sql = f"DELETE FROM attachments WHERE user_id = $1 AND inbox_id IN (SELECT id FROM inbox WHERE {of_turns})"
                await self._db.execute(sql, user_id, *part)
                sql = f"UPDATE inbox SET text = '', corrects = '', untrusted = '' WHERE {of_turns}"
                cleared += await self._db.execute(sql, user_id, *part)
        return cleared

    @operator
    async def users_with_open(self) -> list[str]:
        """Users who have an entry that is not done."""
        rows = await self._db.fetch(f"SELECT DISTINCT user_id FROM inbox WHERE {_OPEN} ORDER BY user_id")
        return [row["user_id"] for row in rows]
