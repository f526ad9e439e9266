"""An account's lists at Google Tasks.

A task's `due` is a day: Google drops the time of it, and gives none back. It has no priorities, and lets nobody choose a task's name: so that
nothing is added twice, an open task with the same title, day and notes is taken for the one that was to be added.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field

from app.errors import ChangedElsewhere
from app.integrations.calendar.todo import Todo
from app.integrations.calls import Calls
from app.integrations.google.paging import Page, Params, pages, segment
from app.integrations.ports import TaskListInfo

_GONE = (404, 410)
_MOST_TITLE, _MOST_NOTES = 500, 20_000
_MOST_PAGES = 200  # of a hundred: as many as Google keeps in a list
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)  # of a task that is done without saying when


class _List(BaseModel):
    id: str
    title: str = ""


class _ListsPage(Page):
    items: list[_List] = Field(default_factory=list[_List])


class _Task(BaseModel):
    id: str
    title: str = ""
    notes: str = ""
    due: str = ""
    status: str = ""
    completed: str = ""
    etag: str = ""
    deleted: bool = False


class _TasksPage(Page):
    items: list[_Task] = Field(default_factory=list[_Task])


class GoogleTasks:
    """One account's lists of tasks."""

    def __init__(self, calls: Calls) -> None:
        """`calls` reach the tasks interface."""
        self._calls = calls

    async def lists(self) -> Sequence[TaskListInfo]:
        """As the port says."""
        main = (await self._calls.call("GET", "users/@me/lists/@default")).read(_List)
        params: Params = {"maxResults": 100}
        found = [one async for page in pages(self._calls, "users/@me/lists", params, _ListsPage) for one in page.items]
        infos = (TaskListInfo(one.id, one.title[:_MOST_TITLE], one.id == main.id) for one in found)
        return sorted(infos, key=lambda info: not info.is_default)

    async def items(self, list_id: str, *, zone: ZoneInfo) -> Sequence[Todo]:
        """As the port says; done ones and those that were cleared away too."""
        return [_todo(list_id, one) for one in await self._all(list_id, is_done_too=True)]

    async def add(self, list_id: str, todo: Todo, *, at: datetime) -> Todo:
        """As the port says; its `uid` is Google's then."""
        there = [_todo(list_id, one) for one in await self._all(list_id, is_done_too=False)]
        known = next((one for one in there if one.uid == todo.uid or _is_same(one, todo)), None)
        if known is not None:
            return known
        body = {name: value for name, value in _body(todo).items() if value is not None}
        made = await self._calls.call("POST", f"lists/{segment(list_id)}/tasks", body=body)
        return _todo(list_id, made.read(_Task))

    async def change(self, list_id: str, todo: Todo, *, at: datetime) -> Todo:
        """As the port says."""
        path = _path(list_id, todo.uid)
        there = (await self._calls.call("GET", path)).read(_Task)
        if todo.etag and there.etag != todo.etag:
            raise ChangedElsewhere
        changed = await self._calls.call("PATCH", path, body=_body(todo), headers={"if-match": there.etag})
        return _todo(list_id, changed.read(_Task))

    async def delete(self, list_id: str, todo: Todo) -> None:
        """As the port says."""
        await self._calls.call("DELETE", _path(list_id, todo.uid), may=_GONE, repeatable=True)

    async def _all(self, list_id: str, *, is_done_too: bool) -> list[_Task]:
        params: Params = {
            "maxResults": 100,
            "showCompleted": is_done_too,
            "showHidden": is_done_too,
            "showAssigned": True,
        }
        path = f"lists/{segment(list_id)}/tasks"
        found = [one async for page in pages(self._calls, path, params, _TasksPage, _MOST_PAGES) for one in page.items]
        return [one for one in found if not one.deleted]


def _path(list_id: str, uid: str) -> str:
    return f"lists/{segment(list_id)}/tasks/{segment(uid)}"


def _todo(list_id: str, one: _Task) -> Todo:
    is_done = one.status == "completed"
    return Todo(
        uid=one.id,
        title=one.title[:_MOST_TITLE],
        due=_day(one.due),
        done_at=(_moment(one.completed) or _NO_TIME) if is_done else None,
        notes=one.notes[:_MOST_NOTES],
        etag=one.etag,
        href=_path(list_id, one.id),
    )


def _body(todo: Todo) -> dict[str, Any]:
    """All that Google keeps of a task; None takes away."""
    due = todo.due.date() if isinstance(todo.due, datetime) else todo.due
    return {
        "title": todo.title,
        "notes": todo.notes or None,
        "due": f"{due.isoformat()}T00:00:00.000Z" if due else None,
        "status": "completed" if todo.done_at else "needsAction",
        "completed": todo.done_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z") if todo.done_at else None,
    }


def _is_same(one: Todo, wanted: Todo) -> bool:
    due = wanted.due.date() if isinstance(wanted.due, datetime) else wanted.due
    return (one.title.strip(), one.due, one.notes.strip()) == (wanted.title.strip(), due, wanted.notes.strip())


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10]) if text else None
    except ValueError:
        return None


def _moment(text: str) -> datetime | None:
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        return None
    return read if read.tzinfo else read.replace(tzinfo=UTC)
