"""Stories that a person was shown, so that none is shown twice."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import SeenStory
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, parts, records, tuples

_COLUMNS = "user_id, digest, title, url, seen_at"
_AT_ONCE = 200


class SeenNews(Repository):
    """Stories by digest, which names a story whatever page it stands on."""

    async def add_many(self, user_id: str, stories: Sequence[tuple[str, str, str]], at: datetime) -> int:
        """These were shown: (digest, title, url) each. How many of them are new; a story stays as it was first seen."""
        each = list({digest: (digest, title, url) for digest, title, url in reversed(stories)}.values())[::-1]
        new = 0
        async with self._db.transaction():
            for part in parts(each, _AT_ONCE):
                values: list[Value] = [value for story in part for value in (user_id, *story, at)]
                sql = f"INSERT INTO seen_news ({_COLUMNS}) VALUES {tuples(len(part), 5)} ON CONFLICT DO NOTHING"
                new += await self._db.execute(sql, *values)
        return new

    async def unseen(self, user_id: str, digests: Sequence[str]) -> list[str]:
        """Those of these that were not shown, each once, in their order."""
        seen: set[str] = set()
        for part in parts(digests):
            sql = f"SELECT digest FROM seen_news WHERE user_id = $1 AND digest IN ({marks(len(part), 2)})"
            seen |= {row["digest"] for row in await self._db.fetch(sql, user_id, *part)}
        return [digest for digest in dict.fromkeys(digests) if digest not in seen]

    async def recent(self, user_id: str, limit: int) -> list[SeenStory]:
        """The last `limit`, latest first."""
        sql = "SELECT * FROM seen_news WHERE user_id = $1 ORDER BY seen_at DESC, digest LIMIT $2"
        return records(SeenStory, await self._db.fetch(sql, user_id, limit))

    async def delete(self, user_id: str, digests: Sequence[str]) -> int:
        """Forget that these were shown; how many of them were."""
        return await self._erase(user_id, "seen_news", "digest", digests)

    async def purge(self, user_id: str, before: datetime) -> int:
        """Forget what was shown before then; how many stories that were."""
        return await self._db.execute("DELETE FROM seen_news WHERE user_id = $1 AND seen_at < $2", user_id, before)
