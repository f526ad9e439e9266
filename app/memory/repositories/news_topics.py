"""What people want news of."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from app.memory.records import NewsTopic
from app.memory.repositories.table import Table


class NewsTopics(Table[NewsTopic]):
    """A person's topics; each is there once, in whatever case it is written."""

    table = "news_topics"
    cls = NewsTopic

    async def add(
        self,
        user_id: str,
        topic: str,
        at: datetime,
        *,
        kind: Literal["topic", "feed"] = "topic",
        url: str = "",
        taint: Sequence[str] = (),
    ) -> NewsTopic:
        """Follow a topic, or the feed at `url`; one that is followed already is returned as it is. Raises TooMany."""
        async with self._db.transaction():
            for known in await self.list(user_id):
                if known.topic.casefold() == topic.casefold() or (url and known.url == url):
                    return known
            return await self._add(user_id, topic=topic, kind=kind, url=url, taint=list(taint), created_at=at)

    async def delete(self, user_id: str, id: int) -> bool:
        """Follow it no longer; False where there is none of that number."""
        return await self.erase(user_id, [id]) > 0

    async def list(self, user_id: str) -> list[NewsTopic]:
        """All of them, in the order they were added."""
        return await self.everything(user_id)
