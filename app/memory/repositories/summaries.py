"""The running summary of each person's conversation."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from app.memory.records import Json, Summary
from app.memory.repositories.repository import Repository
from app.memory.rows import record

_PUT = """INSERT INTO summaries (user_id, sections, covers, taint, updated_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (user_id) DO UPDATE SET sections = excluded.sections, covers = excluded.covers, taint = excluded.taint,
    updated_at = excluded.updated_at"""


class Summaries(Repository):
    """One a user."""

    async def get(self, user_id: str) -> Summary | None:
        """The summary, or None."""
        row = await self._db.fetch_one("SELECT * FROM summaries WHERE user_id = $1", user_id)
        return record(Summary, row) if row else None

    async def put(
        self, user_id: str, sections: Mapping[str, Sequence[Json]], covers: int, taint: Sequence[str], at: datetime
    ) -> None:
        """Write it over what was there; it covers the turns up to the number `covers`."""
        lines = {name: list(section) for name, section in sections.items()}
        await self._db.execute(_PUT, user_id, lines, covers, list(taint), at)

    async def delete(self, user_id: str) -> bool:
        """Remove it; False where there is none."""
        return await self._db.execute("DELETE FROM summaries WHERE user_id = $1", user_id) > 0
