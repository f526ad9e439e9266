"""What a channel shows of the outbox: one row for each message that an entry became, so that none is sent twice.

A part is written down before it is sent: a row left at "sending" by a crash is one that may have arrived. Only the parts of
the user's own entries can be written.
"""

from collections.abc import Sequence

from app.memory.records import Delivery, OutboxEntry
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, record, records

_MINE = "SELECT id, CAST($3 AS INTEGER), user_id, {status}, {name} FROM outbox WHERE user_id = $1 AND id = $2"
_BEGIN = f"""INSERT INTO deliveries (outbox_id, part, user_id, status, external_id)
    {_MINE.format(status="'sending'", name="''")} ON CONFLICT (outbox_id, part) DO NOTHING"""
_PUT = f"""INSERT INTO deliveries (outbox_id, part, user_id, status, external_id)
    {_MINE.format(status="'sent'", name="CAST($4 AS TEXT)")}
    ON CONFLICT (outbox_id, part) DO UPDATE SET status = excluded.status, external_id = excluded.external_id"""
_ENTRY = """SELECT o.* FROM deliveries d JOIN outbox o ON o.id = d.outbox_id
    WHERE d.user_id = $1 AND d.external_id = $4 AND o.channel = $2 AND o.address = $3 ORDER BY o.id DESC LIMIT 1"""

_PART = """SELECT d.* FROM deliveries d JOIN outbox o ON o.id = d.outbox_id
    WHERE d.user_id = $1 AND o.channel = $2 AND d.external_id = $3 ORDER BY o.id DESC LIMIT 1"""


class Deliveries(Repository):
    """The messages of each outbox entry, by part."""

    async def of(self, user_id: str, outbox_id: int) -> list[Delivery]:
        """What an entry became so far, in order."""
        sql = "SELECT * FROM deliveries WHERE user_id = $1 AND outbox_id = $2 ORDER BY part"
        return records(Delivery, await self._db.fetch(sql, user_id, outbox_id))

    async def begin(self, user_id: str, outbox_id: int, part: int) -> bool:
        """Write down that this part is about to be sent; False where it is written down already, whatever became of it."""
        return await self._db.execute(_BEGIN, user_id, outbox_id, part) > 0

    async def put(self, user_id: str, outbox_id: int, part: int, external_id: str) -> bool:
        """The channel took the part and calls it `external_id`; False where the user has no such entry."""
        return await self._db.execute(_PUT, user_id, outbox_id, part, external_id) > 0

    async def unknown(self, user_id: str, outbox_id: int) -> int:
        """Nobody knows any more what became of the parts in sending; how many those were."""
        sql = "UPDATE deliveries SET status = 'unknown' WHERE user_id = $1 AND outbox_id = $2 AND status = 'sending'"
        return await self._db.execute(sql, user_id, outbox_id)

    async def has_any(self, user_id: str, names: Sequence[str]) -> bool:
        """Whether one of these is the channel's name of a message that is on the books."""
        sql = (
            f"SELECT 1 AS found FROM deliveries WHERE user_id = $1 AND external_id IN ({marks(len(names), 2)}) LIMIT 1"
        )
        return bool(names) and await self._db.fetch_one(sql, user_id, *names) is not None

    async def forget(self, user_id: str, outbox_id: int, part: int) -> bool:
        """The channel certainly does not show this part: it may be sent anew. False where it was not written down."""
        sql = "DELETE FROM deliveries WHERE user_id = $1 AND outbox_id = $2 AND part = $3"
        return await self._db.execute(sql, user_id, outbox_id, part) > 0

    async def part_of(self, user_id: str, channel: str, external_id: str) -> Delivery | None:
        """The part that the channel calls so, the newest where it called several so; None for one not ours."""
        row = await self._db.fetch_one(_PART, user_id, channel, external_id) if external_id else None
        return record(Delivery, row) if row else None

    async def entry_of(self, user_id: str, channel: str, address: str, external_id: str) -> OutboxEntry | None:
        """The entry that a message of the channel shows, the newest where it showed several; None for one not ours."""
        if not external_id:  # that is the name of every part whose name is not known yet
            return None
        row = await self._db.fetch_one(_ENTRY, user_id, channel, address, external_id)
        return record(OutboxEntry, row) if row else None
