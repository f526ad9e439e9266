"""When each topic was last looked at, so that nobody is asked too often. A topic stands there as a digest: its words are kept nowhere for that."""

import hashlib
from datetime import datetime

from app.memory.records import NewsLook
from app.memory.repositories.repository import Repository
from app.memory.rows import record


class NewsLooks(Repository):
    """A person's looks by topic: its words in folded letters, a feed's address, "" for the headlines."""

    async def get(self, user_id: str, topic: str) -> NewsLook | None:
        """The last one; None where there was none."""
        sql = "SELECT * FROM news_looks WHERE user_id = $1 AND topic = $2"
        row = await self._db.fetch_one(sql, user_id, _digest(topic))
        return record(NewsLook, row) if row else None

    async def begin(self, user_id: str, topic: str, at: datetime, *, unless_since: datetime) -> bool:
        """Take the look at this moment; False where one was taken after `unless_since`, by whatever process."""
        sql = (
            "INSERT INTO news_looks (user_id, topic, looked_at) VALUES ($1, $2, $3) ON CONFLICT (user_id, topic)"
            " DO UPDATE SET looked_at = $3 WHERE news_looks.looked_at <= $4"
        )
        return await self._db.execute(sql, user_id, _digest(topic), at, unless_since) > 0

    async def found(self, user_id: str, topic: str, *, etag: str, last_modified: str) -> None:
        """What the feed gave to be asked with the next time."""
        sql = "UPDATE news_looks SET etag = $3, last_modified = $4 WHERE user_id = $1 AND topic = $2"
        await self._db.execute(sql, user_id, _digest(topic), etag, last_modified)

    async def purge(self, user_id: str, before: datetime) -> int:
        """Forget the looks before then; how many that were."""
        return await self._db.execute("DELETE FROM news_looks WHERE user_id = $1 AND looked_at < $2", user_id, before)


def _digest(topic: str) -> str:
    return hashlib.sha256(topic.encode()).hexdigest()[:32]
