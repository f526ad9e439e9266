"""The audit log: every tool call as it was decided. No secret and no long text gets into it, whoever writes (`memory/sanitised`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.ports import Database, Value
from app.memory.records import AuditEntry, Json
from app.memory.repositories.turn_rows import CallRows
from app.memory.rows import records, tuples
from app.memory.sanitised import sanitised

_COLUMNS = "user_id, turn_id, tool, arguments, decision, outcome, created_at"
_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class AuditDraft:
    """One call before it is written down."""

    tool: str
    arguments: Json
    decision: str
    outcome: str


class Audit(CallRows):
    """Only ever appended to, until a turn is forgotten."""

    table = "audit_log"
    time = "created_at"
    trouble = "outcome IN ('failed', 'refused', 'unknown')"

    def __init__(self, db: Database) -> None:
        """All methods work on `db`."""
        super().__init__(db)
        self._secrets: set[str] = set()

    def hide(self, *secrets: str) -> None:
        """Let nothing that is written from now on hold these."""
        self._secrets.update(secret for secret in secrets if secret)

    async def add_many(self, user_id: str, turn_id: str, entries: Sequence[AuditDraft], at: datetime) -> None:
        """Write down the calls of a turn in their order."""
        async with self._db.transaction():
            for start in range(0, len(entries), _AT_ONCE):
                part = entries[start : start + _AT_ONCE]
                values: list[Value] = []
                for entry in part:
                    given = sanitised(entry.arguments, self._secrets)
                    ended = sanitised(entry.outcome, self._secrets)
                    values += [user_id, turn_id, entry.tool, given, entry.decision, ended, at]
                await self._db.execute(f"INSERT INTO audit_log ({_COLUMNS}) VALUES {tuples(len(part), 7)}", *values)

    async def recent(self, user_id: str, limit: int) -> list[AuditEntry]:
        """The last `limit`, newest first."""
        sql = "SELECT * FROM audit_log WHERE user_id = $1 ORDER BY id DESC LIMIT $2"
        return records(AuditEntry, await self._db.fetch(sql, user_id, limit))

    async def of_turn(self, user_id: str, turn_id: str) -> list[AuditEntry]:
        """The calls of a turn in their order."""
        sql = "SELECT * FROM audit_log WHERE user_id = $1 AND turn_id = $2 ORDER BY id"
        return records(AuditEntry, await self._db.fetch(sql, user_id, turn_id))

    async def of_turns(self, user_id: str, turn_ids: Sequence[str]) -> list[AuditEntry]:
        """The calls of several turns, in the order they were written down."""
        sql = "SELECT audit_log.* FROM given CROSS JOIN audit_log WHERE user_id = $1 AND turn_id = given.value ORDER BY id"
        return records(AuditEntry, await self._db.fetch_among(sql, turn_ids, user_id))
