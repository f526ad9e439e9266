"""Lists that are kept the same as a list elsewhere, and which of their tasks is which there. Knows no service."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import SyncedList, SyncedTask, Task
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import moment, record, records

_ADD = """INSERT INTO synced_lists
    (user_id, account_id, list_name, list_id, title, key, stood, failures, synced_at, next_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, '', 0, NULL, $7, $7)
    ON CONFLICT (user_id, list_name) DO UPDATE SET list_name = synced_lists.list_name RETURNING *"""
_FOLLOW = """INSERT INTO synced_tasks (user_id, synced_list_id, task_id, uid, here, there, is_done)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (synced_list_id, task_id) DO UPDATE SET uid = $4, here = $5, there = $6, is_done = $7 WHERE synced_tasks.user_id = $1"""
_STAND = """SELECT s.id, COUNT(t.id) AS every, COUNT(t.done_at) AS done, MAX(t.updated_at) AS latest
    FROM synced_lists s LEFT JOIN tasks t ON t.user_id = s.user_id AND t.list_name = s.list_name AND t.deleted_at IS NULL
    GROUP BY s.id"""
_FOLLOWED = """SELECT t.* FROM tasks t JOIN synced_tasks s ON s.task_id = t.id AND s.user_id = t.user_id
    WHERE t.user_id = $1 AND s.synced_list_id = $2 AND t.deleted_at IS NULL ORDER BY t.id"""


class SyncedLists(Repository):
    """At most one list elsewhere for each of ours, and the other way round."""

    async def add(
        self, user_id: str, account_id: int, *, list_name: str, list_id: str, title: str, key: str, at: datetime
    ) -> SyncedList:
        """From now on they are kept the same; the one that is there where that list is already. Raises TooMany."""
        if await self.named(user_id, list_name) is None:
            await self._check_room(user_id, "synced_lists", {})
        [row] = await self._db.fetch(_ADD, user_id, account_id, list_name, list_id, title, key, at)
        return record(SyncedList, row)

    async def every(self, user_id: str) -> list[SyncedList]:
        """All of a person, in the order they were begun."""
        sql = "SELECT * FROM synced_lists WHERE user_id = $1 ORDER BY id"
        return records(SyncedList, await self._db.fetch(sql, user_id))

    async def named(self, user_id: str, list_name: str) -> SyncedList | None:
        """How that list of ours is synced."""
        sql = "SELECT * FROM synced_lists WHERE user_id = $1 AND list_name = $2"
        row = await self._db.fetch_one(sql, user_id, list_name)
        return record(SyncedList, row) if row else None

    async def rename(self, user_id: str, id: int, list_name: str) -> None:
        """Our list is called otherwise now."""
        sql = "UPDATE synced_lists SET list_name = $3 WHERE user_id = $1 AND id = $2"
        await self._db.execute(sql, user_id, id, list_name)

    async def remove(self, user_id: str, id: int) -> bool:
        """They are no longer kept the same; both keep what they have."""
        return await self._db.execute("DELETE FROM synced_lists WHERE user_id = $1 AND id = $2", user_id, id) > 0

    async def synced(self, user_id: str, id: int, *, stood: str, next_at: datetime, at: datetime) -> None:
        """They were the same just now; `stood`: how our list did."""
        sql = "UPDATE synced_lists SET stood = $3, next_at = $4, synced_at = $5, failures = 0 WHERE user_id = $1 AND id = $2"
        await self._db.execute(sql, user_id, id, stood, next_at, at)

    async def failed(self, user_id: str, id: int, next_at: datetime) -> None:
        """It could not be synced, and is tried again then."""
        sql = "UPDATE synced_lists SET failures = failures + 1, next_at = $3 WHERE user_id = $1 AND id = $2"
        await self._db.execute(sql, user_id, id, next_at)

    async def tasks(self, user_id: str, id: int) -> list[SyncedTask]:
        """Which task is which, of those that are followed."""
        sql = "SELECT * FROM synced_tasks WHERE user_id = $1 AND synced_list_id = $2 ORDER BY id"
        return records(SyncedTask, await self._db.fetch(sql, user_id, id))

    async def followed(self, user_id: str, id: int) -> Sequence[Task]:
        """Our tasks that are followed, done ones too, on whatever list they are now."""
        return records(Task, await self._db.fetch(_FOLLOWED, user_id, id))

    async def follow(
        self, user_id: str, id: int, task_id: int, *, uid: str, here: str, there: str, is_done: bool
    ) -> None:
        """That task is that one elsewhere, and these are their marks now."""
        await self._db.execute(_FOLLOW, user_id, id, task_id, uid, here, there, is_done)

    async def unfollow(self, user_id: str, id: int, task_id: int) -> None:
        """What becomes of that task is no longer looked at."""
        sql = "DELETE FROM synced_tasks WHERE user_id = $1 AND synced_list_id = $2 AND task_id = $3"
        await self._db.execute(sql, user_id, id, task_id)

    @operator
    async def everyones(self) -> list[SyncedList]:
        """All of all people, what is due first."""
        return records(SyncedList, await self._db.fetch("SELECT * FROM synced_lists ORDER BY next_at, id"))

    @operator
    async def stands(self) -> dict[int, str]:
        """By the number of each synced list how our list stands: another text after almost any change of it."""
        rows = await self._db.fetch(_STAND)
        return {row["id"]: f"{row['every']} {row['done']} {moment(row['latest'])}" for row in rows}
