"""Tasks, and lists of anything: an item of the shopping list is a task whose list is "shopping"."""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import Task
from app.memory.repositories.clocked import not_paused, of_users
from app.memory.repositories.operator import operator
from app.memory.repositories.shelf import Shelf
from app.memory.rows import marks, moment, records, tainted

_DUE_FIRST = "ORDER BY CASE WHEN due_at IS NULL THEN 1 ELSE 0 END, due_at, created_at, id"
_IN_ORDER = f"ORDER BY CASE WHEN place IS NULL THEN 1 ELSE 0 END, place,{_DUE_FIRST.removeprefix('ORDER BY')}"
_UNSAID = (
    "due_has_time AND done_at IS NULL AND deleted_at IS NULL AND due_at IS NOT NULL"
    f" AND (due_said IS NULL OR due_said <> due_at) AND {not_paused('tasks')}"
)


class Tasks(Shelf[Task]):
    """A person's tasks; what is due soonest first, then in the order they were written."""

    table = "tasks"
    kind = "task"
    cls = Task

    async def add(
        self,
        user_id: str,
        *,
        list_name: str,
        title: str,
        due_at: datetime | None,
        due_has_time: bool,
        priority: int,
        turn_id: str | None,
        taint: Sequence[str],
        at: datetime,
    ) -> Task:
        """Write one down."""
        return await self._insert(
            user_id,
            list_name=list_name,
            title=title,
            due_at=due_at,
            due_has_time=due_has_time,
            priority=priority,
            turn_id=turn_id,
            taint=list(taint),
            created_at=at,
            updated_at=at,
        )

    async def lists(self, user_id: str) -> list[tuple[str, int, int]]:
        """Each list with how many of its tasks are open and how many done."""
        sql = (
            "SELECT list_name, COUNT(*) - COUNT(done_at) AS open, COUNT(done_at) AS done FROM tasks"
            " WHERE user_id = $1 AND deleted_at IS NULL GROUP BY list_name ORDER BY list_name"
        )
        return [(row["list_name"], row["open"], row["done"]) for row in await self._db.fetch(sql, user_id)]

    async def find(
        self, user_id: str, words: str, *, list_name: str | None = None, include_done: bool = False
    ) -> list[Task]:
        """Those whose title holds all the words, newest first."""
        found = await super().find(user_id, words)
        return [
            task for task in found if (include_done or task.done_at is None) and list_name in (None, task.list_name)
        ]

    async def due_before(self, user_id: str, moment: datetime) -> list[Task]:
        """Open tasks due before `moment`, soonest first."""
        sql = (
            "SELECT * FROM tasks WHERE user_id = $1 AND due_at < $2 AND done_at IS NULL AND deleted_at IS NULL"
            " ORDER BY due_at, id"
        )
        return records(Task, await self._db.fetch(sql, user_id, moment))

    async def done_between(self, user_id: str, start: datetime, end: datetime) -> list[Task]:
        """Those ticked off from `start` on and before `end`, in that order."""
        sql = (
            "SELECT * FROM tasks WHERE user_id = $1 AND done_at >= $2 AND done_at < $3 AND deleted_at IS NULL"
            " ORDER BY done_at, id"
        )
        return records(Task, await self._db.fetch(sql, user_id, start, end))

    async def done_since(self, user_id: str, list_name: str, since: datetime, limit: int) -> list[Task]:
        """What was ticked off on one list from then on, newest first."""
        sql = (
            "SELECT * FROM tasks WHERE user_id = $1 AND list_name = $2 AND deleted_at IS NULL AND done_at >= $3"
            " ORDER BY done_at DESC, id DESC LIMIT $4"
        )
        return records(Task, await self._db.fetch(sql, user_id, list_name, since, limit))

    @operator
    async def claim_due(self, now: datetime, limit: int, *, users: Sequence[str] = ()) -> list[Task]:
        """Take the tasks whose hour has come and was not said, of these users (none: of all) who are not paused, so that nobody
        else says it."""
        rows = await self._db.claim(
            "tasks",
            where=f"{_UNSAID} AND due_at <= $1{of_users(users)}",
            values=[now, *users],
            limit=limit,
            set_to="due_said = due_at",
            order="due_at",
        )
        return records(Task, rows)

    @operator
    async def next_due(self) -> datetime | None:
        """When the next task of all users who are not paused is due at an hour."""
        row = await self._db.fetch_one(f"SELECT MIN(due_at) AS due_at FROM tasks WHERE {_UNSAID}")
        return moment(row["due_at"]) if row else None

    async def update(
        self,
        user_id: str,
        id: int,
        *,
        title: str,
        list_name: str,
        due_at: datetime | None,
        due_has_time: bool,
        priority: int,
        taint: Sequence[str] | None,
        at: datetime,
    ) -> Task | None:
        """Write it anew, with whose words are in it now (`taint` None: the same); None where there is no such task."""
        return await self._change(
            user_id,
            id,
            title=title,
            list_name=list_name,
            due_at=due_at,
            due_has_time=due_has_time,
            priority=priority,
            updated_at=at,
            **tainted(taint),
        )

    async def arrange(self, user_id: str, places: Sequence[tuple[int, int | None]]) -> None:
        """Give tasks their places in their list, by number; None: none, so that they stand where they would by themselves."""
        async with self._db.transaction():
            for number, place in places:
                await self._db.execute(
                    "UPDATE tasks SET place = $3 WHERE user_id = $1 AND id = $2", user_id, number, place
                )

    async def complete(self, user_id: str, id: int, at: datetime) -> Task | None:
        """Tick it off; None where there is none to tick off."""
        return await self._tick(user_id, id, "done_at = $3, updated_at = $3", "done_at IS NULL", at)

    async def reopen(self, user_id: str, id: int) -> Task | None:
        """Take the tick back; None where there is none."""
        return await self._tick(user_id, id, "done_at = NULL", "done_at IS NOT NULL")

    async def delete_list(self, user_id: str, list_name: str, at: datetime) -> list[int]:
        """Throw all tasks of a list away; their numbers, for `restore_many`."""
        sql = (
            "UPDATE tasks SET deleted_at = $3 WHERE user_id = $1 AND list_name = $2 AND deleted_at IS NULL RETURNING id"
        )
        async with self._db.transaction():
            ids = [row["id"] for row in await self._db.fetch(sql, user_id, list_name, at)]
            for number in ids:
                await self._documents.remove(user_id, self.kind, str(number))
        return sorted(ids)

    async def rename_list(
        self, user_id: str, list_name: str, new_name: str, at: datetime, *, only: Sequence[int] = ()
    ) -> list[int]:
        """Give the tasks of a list another list's name, all or `only` these; their numbers."""
        sql = (
            "UPDATE tasks SET list_name = $3, updated_at = $4 WHERE user_id = $1 AND list_name = $2 AND deleted_at IS NULL"
            f"{f' AND id IN ({marks(len(only), 5)})' if only else ''} RETURNING *"
        )
        async with self._db.transaction():
            tasks = records(Task, await self._db.fetch(sql, user_id, list_name, new_name, at, *only))
            for task in tasks:
                await self._written(user_id, task)
        return sorted(task.id for task in tasks)

    def heading(self, row: Task) -> str:
        """Its title."""
        return row.title

    def text(self, row: Task) -> str:
        """The title; and the list, where it has one of its own."""
        return row.title if row.list_name == "todo" else f"{row.title} ({row.list_name})"

    async def _tick(self, user_id: str, id: int, sets: str, where: str, *values: datetime) -> Task | None:
        sql = f"UPDATE tasks SET {sets} WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL AND {where} RETURNING *"
        found = records(Task, await self._db.fetch(sql, user_id, id, *values))
        return found[0] if found else None

    async def list(
        self, user_id: str, *, list_name: str | None = None, include_done: bool = False, limit: int = 200
    ) -> list[Task]:
        """The tasks of one list, in its user's order where they gave it one, or of all."""
        where = "user_id = $1 AND deleted_at IS NULL" + ("" if include_done else " AND done_at IS NULL")
        named = () if list_name is None else (list_name,)
        where += " AND list_name = $3" if named else ""
        sql = f"SELECT * FROM tasks WHERE {where} {_IN_ORDER if named else _DUE_FIRST} LIMIT $2"
        return records(Task, await self._db.fetch(sql, user_id, limit, *named))
