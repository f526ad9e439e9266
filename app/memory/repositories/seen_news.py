"""Stories that were found for a person, told to them or not, so that none is told twice."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.ports import Value
from app.memory.records import FoundStory, SeenStory
from app.memory.repositories.table import Table
from app.memory.rows import marks, moment, parts, records, tuples

_COLUMNS = (
    "user_id, topic, digest, story, title, summary, url, publisher, signature, published_at, seen_at, told_at, taint"
)
_AT_ONCE = 50
_WHEN = "COALESCE(published_at, seen_at)"


class SeenNews(Table[SeenStory]):
    """Reports by topic and page; several of them are one story."""

    table = "seen_news"
    cls = SeenStory

    async def add_many(self, user_id: str, stories: Sequence[FoundStory], at: datetime) -> int:
        """Keep these as found; how many of them are new. One that is there stays as it was first seen."""
        first: dict[tuple[str, str], FoundStory] = {}
        for one in stories:
            first.setdefault((one.topic, one.digest), one)
        new = 0
        async with self._db.transaction():
            for part in parts(list(first.values()), _AT_ONCE):
                values: list[Value] = [value for one in part for value in _values(user_id, one, at)]
                sql = f"INSERT INTO seen_news ({_COLUMNS}) VALUES {tuples(len(part), 13)} ON CONFLICT DO NOTHING"
                new += await self._db.execute(sql, *values)
        return new

    async def untold(self, user_id: str, topic: str, *, since: datetime, now: datetime, limit: int) -> list[SeenStory]:
        """Reports of a topic whose story its user was not told before `now`, newest first; none older than `since`."""
        sql = (
            f"SELECT * FROM seen_news AS one WHERE user_id = $1 AND topic = $2 AND {_WHEN} >= $3"
            " AND NOT EXISTS (SELECT 1 FROM seen_news AS other WHERE other.user_id = one.user_id AND other.story = one.story"
            f" AND other.told_at < $4) ORDER BY {_WHEN} DESC, id LIMIT $5"
        )
        return records(SeenStory, await self._db.fetch(sql, user_id, topic, since, now, limit))

    async def of_topic(self, user_id: str, topic: str, limit: int) -> list[SeenStory]:
        """Reports of a topic, told or not, newest first."""
        sql = f"SELECT * FROM seen_news WHERE user_id = $1 AND topic = $2 ORDER BY {_WHEN} DESC, id LIMIT $3"
        return records(SeenStory, await self._db.fetch(sql, user_id, topic, limit))

    async def reports(self, user_id: str, stories: Sequence[str]) -> list[SeenStory]:
        """All reports of these stories, in the order they were found."""
        found: list[SeenStory] = []
        for part in parts(stories):
            sql = f"SELECT * FROM seen_news WHERE user_id = $1 AND story IN ({marks(len(part), 2)}) ORDER BY id"
            found += records(SeenStory, await self._db.fetch(sql, user_id, *part))
        return found

    async def tell(self, user_id: str, stories: Sequence[str], at: datetime) -> int:
        """These were told now; how many reports that makes."""
        told = 0
        async with self._db.transaction():
            for part in parts(stories):
                sql = f"UPDATE seen_news SET told_at = $2 WHERE user_id = $1 AND told_at IS NULL AND story IN ({marks(len(part), 3)})"
                told += await self._db.execute(sql, user_id, at, *part)
        return told

    async def last_told(self, user_id: str, topic: str, before: datetime) -> datetime | None:
        """When its user was last told anything of a topic before that moment."""
        sql = "SELECT MAX(told_at) AS told FROM seen_news WHERE user_id = $1 AND topic = $2 AND told_at < $3"
        [row] = await self._db.fetch(sql, user_id, topic, before)
        return moment(row["told"])

    async def recent(self, user_id: str, since: datetime, limit: int) -> list[SeenStory]:
        """Those found since then, latest first."""
        sql = "SELECT * FROM seen_news WHERE user_id = $1 AND seen_at >= $2 ORDER BY seen_at DESC, id DESC LIMIT $3"
        return records(SeenStory, await self._db.fetch(sql, user_id, since, limit))

    async def purge(self, user_id: str, before: datetime) -> int:
        """Forget what was found before then; how many reports that were."""
        return await self._db.execute("DELETE FROM seen_news WHERE user_id = $1 AND seen_at < $2", user_id, before)

    async def trim(self, user_id: str, topic: str, most: int) -> int:
        """Forget all of a topic but the last `most` that were found; how many reports that were."""
        sql = (
            "DELETE FROM seen_news WHERE user_id = $1 AND topic = $2 AND id <="
            " (SELECT id FROM seen_news WHERE user_id = $1 AND topic = $2 ORDER BY id DESC LIMIT 1 OFFSET $3)"
        )
        return await self._db.execute(sql, user_id, topic, most)


def _values(user_id: str, one: FoundStory, at: datetime) -> list[Value]:
    kept = (one.topic, one.digest, one.story, one.title, one.summary, one.url, one.publisher, one.signature)
    return [user_id, *kept, one.published_at, at, None, one.taint]
