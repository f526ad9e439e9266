"""Taking back what was done about the news that is followed. Rows of the table of undos (`undo.py`)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from app.errors import ToolProblem
from app.memory.repositories import Repositories


async def unfollow(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    """What was followed is followed no longer."""
    topic = await store.news_topics.get(user_id, given["id"])
    if topic is None or not await store.news_topics.delete(user_id, topic.id):
        raise ToolProblem("You don't follow that any more.")
    return f"Taken back: I no longer follow {topic.topic}."


async def follow(store: Repositories, user_id: str, given: Mapping[str, Any], at: datetime) -> str:
    """What was followed is followed again."""
    kept = {name: given[name] for name in ("kind", "url", "taint")}
    topic = await store.news_topics.add(user_id, given["topic"], at, **kept)
    return f"I follow {topic.topic} again."
