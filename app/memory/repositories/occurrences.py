"""Every due moment of a schedule, and how it ended: the proof that nothing due was forgotten or done twice.

What is done inside one transaction is recorded with its end. What takes longer is recorded as "waiting" when it is claimed, is begun once
more as the same run after a crash, and is ended by whoever ran it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import Occurrence
from app.memory.repositories.clocked import not_paused
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, parts, record, records, tuples

_COLUMNS = "user_id, owner_kind, owner_id, due_at, status, reason, ended_at, run_id"
_AT_ONCE = 100
_OPEN = "status IN ('waiting', 'running')"


@dataclass(frozen=True, slots=True)
class OccurrenceDraft:
    """One to write down; `run_id` names the run of what waits."""

    user_id: str
    owner_kind: str
    owner_id: str
    due_at: datetime
    status: str
    reason: str
    run_id: str = ""


class Occurrences(Repository):
    """Occurrences by what they are of."""

    async def record(
        self,
        user_id: str,
        *,
        owner_kind: str,
        owner_id: str,
        due_at: datetime,
        status: str,
        reason: str,
        at: datetime,
    ) -> bool:
        """Write down how one ended; False where it is written down already."""
        draft = OccurrenceDraft(user_id, owner_kind, owner_id, due_at, status, reason)
        return bool(await self.record_many([draft], at))

    @operator
    async def record_many(self, drafts: Sequence[OccurrenceDraft], at: datetime) -> list[Occurrence]:
        """Write down several, of whatever users; those that were not written down already."""
        new: list[Occurrence] = []
        for part in parts(drafts, _AT_ONCE):
            values: list[Value] = [
                value
                for one in part
                for value in (
                    one.user_id,
                    one.owner_kind,
                    one.owner_id,
                    one.due_at,
                    one.status,
                    one.reason,
                    at,
                    one.run_id,
                )
            ]
            sql = (
                f"INSERT INTO occurrences ({_COLUMNS}) VALUES {tuples(len(part), 8)}"
                " ON CONFLICT (user_id, owner_kind, owner_id, due_at) DO NOTHING RETURNING *"
            )
            new += records(Occurrence, await self._db.fetch(sql, *values))
        return new

    @operator
    async def users_with_open(self, limit: int = _AT_ONCE) -> list[str]:
        """Users who are not paused and for whom something waits or was begun and not ended: whoever waits longest first."""
        sql = (
            f"SELECT user_id FROM occurrences WHERE {_OPEN} AND {not_paused('occurrences')}"
            " GROUP BY user_id ORDER BY MIN(due_at), user_id LIMIT $1"
        )
        return [row["user_id"] for row in await self._db.fetch(sql, limit)]

    async def next_open(self, user_id: str) -> Occurrence | None:
        """What was begun and not ended, else what has waited longest; None where nothing is open."""
        sql = f"SELECT * FROM occurrences WHERE user_id = $1 AND {_OPEN} ORDER BY status, due_at, id LIMIT 1"
        row = await self._db.fetch_one(sql, user_id)
        return record(Occurrence, row) if row else None

    async def begin(self, user_id: str, id: int, at: datetime) -> Occurrence | None:
        """Say that its run begins, or begins again; None where it is over. While it runs, `ended_at` is when it first began."""
        sql = (
            "UPDATE occurrences SET status = 'running', attempts = attempts + 1,"
            " ended_at = CASE WHEN status = 'waiting' THEN $3 ELSE ended_at END"
            f" WHERE user_id = $1 AND id = $2 AND {_OPEN} RETURNING *"
        )
        row = await self._db.fetch_one(sql, user_id, id, at)
        return record(Occurrence, row) if row else None

    async def end(self, user_id: str, id: int, *, status: str, reason: str, at: datetime) -> bool:
        """Say how it ended; False where that was said already."""
        sql = (
            f"UPDATE occurrences SET status = $3, reason = $4, ended_at = $5 WHERE user_id = $1 AND id = $2 AND {_OPEN}"
        )
        return await self._db.execute(sql, user_id, id, status, reason, at) > 0

    async def count_since(self, user_id: str, owner_kinds: Sequence[str], since: datetime) -> int:
        """How many of these kinds ended with something said (ran or late) since then."""
        sql = (
            "SELECT COUNT(*) AS said FROM occurrences WHERE user_id = $1 AND ended_at >= $2 AND status IN ('ran', 'late')"
            f" AND reason <> 'silent' AND owner_kind IN ({marks(len(owner_kinds), 3)})"
        )
        [row] = await self._db.fetch(sql, user_id, since, *owner_kinds)
        return row["said"]

    async def last_because(self, user_id: str, owner_kind: str, owner_id: str, reason: str) -> Occurrence | None:
        """The last one of an owner that ended for that reason, or None."""
        sql = (
            "SELECT * FROM occurrences WHERE user_id = $1 AND owner_kind = $2 AND owner_id = $3 AND reason = $4"
            " ORDER BY due_at DESC LIMIT 1"
        )
        row = await self._db.fetch_one(sql, user_id, owner_kind, owner_id, reason)
        return record(Occurrence, row) if row else None

    async def recent(self, user_id: str, limit: int) -> list[Occurrence]:
        """The last that ended, latest first."""
        sql = "SELECT * FROM occurrences WHERE user_id = $1 ORDER BY ended_at DESC, id DESC LIMIT $2"
        return records(Occurrence, await self._db.fetch(sql, user_id, limit))

    async def missed(self, user_id: str, since: datetime, until: datetime, limit: int) -> list[Occurrence]:
        """The last that ended late or left out between these moments, latest first."""
        sql = (
            "SELECT * FROM occurrences WHERE user_id = $1 AND status IN ('late', 'skipped')"
            " AND ended_at >= $2 AND ended_at <= $3 ORDER BY ended_at DESC, id DESC LIMIT $4"
        )
        return records(Occurrence, await self._db.fetch(sql, user_id, since, until, limit))

    async def before(self, user_id: str, id: int, limit: int) -> list[Occurrence]:
        """The last `limit` before the one of that number, newest first."""
        sql = "SELECT * FROM occurrences WHERE user_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3"
        return records(Occurrence, await self._db.fetch(sql, user_id, id, limit))

    async def last_before(self, user_id: str, moment: datetime) -> int:
        """The number of the last one that ended before that moment, 0 where there is none."""
        sql = "SELECT id FROM occurrences WHERE user_id = $1 AND ended_at < $2 ORDER BY ended_at DESC, id DESC LIMIT 1"
        row = await self._db.fetch_one(sql, user_id, moment)
        return row["id"] if row else 0

    async def latest(self, user_id: str, owner_kind: str) -> dict[str, Occurrence]:
        """The last one of each owner of a kind, by the owner's id, however it stands."""
        sql = (
            "SELECT o.* FROM occurrences o JOIN (SELECT owner_id, MAX(due_at) AS due_at FROM occurrences"
            " WHERE user_id = $1 AND owner_kind = $2 GROUP BY owner_id) last ON last.owner_id = o.owner_id"
            " AND last.due_at = o.due_at WHERE o.user_id = $1 AND o.owner_kind = $2"
        )
        rows = await self._db.fetch(sql, user_id, owner_kind)
        return {one.owner_id: one for one in records(Occurrence, rows)}

    async def list(self, user_id: str, owner_kind: str, owner_id: str) -> list[Occurrence]:
        """All of one owner, in the order they were due."""
        sql = "SELECT * FROM occurrences WHERE user_id = $1 AND owner_kind = $2 AND owner_id = $3 ORDER BY due_at"
        return records(Occurrence, await self._db.fetch(sql, user_id, owner_kind, owner_id))
