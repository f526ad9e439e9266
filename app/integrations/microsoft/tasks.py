"""Microsoft To Do, by Graph. Invariant: a task of ours carries our own id as a linked resource, so that it is never added twice.

A due date is a day there: what is due at a time keeps its day, and the time is given as its reminder.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from app.errors import ChangedElsewhere, NotFound, OutcomeUnknown
from app.integrations.calendar.todo import Todo
from app.integrations.calendar.values import in_zone
from app.integrations.calls import Calls
from app.integrations.mail.characters import one_line
from app.integrations.microsoft.bodies import text_of
from app.integrations.microsoft.graph import Item, at, in_utc, listed, moment, part, text, thing, things
from app.integrations.microsoft.mail_query import Params
from app.integrations.microsoft.zones import zone_named
from app.integrations.ports import TaskListInfo

_PAGE = 100
_MOST = 5_000
_MOST_TITLE = 500
_UNKNOWN_DAY = datetime(1970, 1, 1, tzinfo=UTC)
_OURS = "Kwasi"
_NO_LIST = "That list isn't there any more."
_PRIORITIES = {"high": 1, "normal": 0, "low": 9}
_MIDDLE = 5


@dataclass(frozen=True, slots=True)
class GraphTasks:
    """One account's lists."""

    calls: Calls

    async def lists(self) -> Sequence[TaskListInfo]:
        """As the port says."""
        found = [one async for one in listed(self.calls, "me/todo/lists", {"$top": _PAGE})]
        infos = [
            TaskListInfo(
                text(one, "id"),
                one_line(text(one, "displayName"), 200),
                text(one, "wellknownListName") == "defaultList",
            )
            for one in found
        ]
        return sorted(infos, key=lambda one: not one.is_default)

    async def items(self, list_id: str, *, zone: ZoneInfo) -> Sequence[Todo]:
        """As the port says; at most 5,000."""
        found: list[Todo] = []
        try:
            async for one in listed(self.calls, _tasks(list_id), {"$top": _PAGE}):
                found.append(as_todo(one, zone))
                if len(found) >= _MOST:
                    break
        except NotFound:
            raise NotFound(_NO_LIST) from None
        return found

    async def add(self, list_id: str, todo: Todo, *, at: datetime) -> Todo:
        """As the port says."""
        zone = _zone_of(todo.due)
        known = await self._known(list_id, todo.uid)
        if known is None:
            link = {"applicationName": _OURS, "displayName": _OURS, "externalId": todo.uid}
            body = {**_body(todo), "linkedResources": [link]}
            try:
                known = thing(await self.calls.call("POST", _tasks(list_id), body=body))
            except OutcomeUnknown:
                known = await self._known(list_id, todo.uid)
                if known is None:
                    raise
        return as_todo(known, zone)

    async def change(self, list_id: str, todo: Todo, *, at: datetime) -> Todo:
        """As the port says. A changed task is told by its version, which is looked at first."""
        path = _tasks(list_id, todo.uid)
        now = thing(await self.calls.call("GET", path))
        version = text(now, "@odata.etag")
        if todo.etag and version and todo.etag != version:
            raise ChangedElsewhere()
        headers = {"If-Match": version} if version else {}
        body = _changes(now, todo)
        if not body:
            return as_todo(now, _zone_of(todo.due))
        changed = thing(await self.calls.call("PATCH", path, body=body, headers=headers))
        return as_todo(changed, _zone_of(todo.due))

    async def delete(self, list_id: str, todo: Todo) -> None:
        """As the port says."""
        await self.calls.call("DELETE", _tasks(list_id, todo.uid), may=(404, 410), repeatable=True)

    async def _known(self, list_id: str, uid: str) -> Item | None:
        """The task that carries this id of ours."""
        params: Params = {"$top": _PAGE, "$expand": "linkedResources"}
        try:
            async for one in listed(self.calls, _tasks(list_id), params):
                if any(text(link, "externalId") == uid for link in things(one.get("linkedResources"))):
                    return one
        except NotFound:
            raise NotFound(_NO_LIST) from None
        return None


def _tasks(list_id: str, *more: str) -> str:
    return at("me", "todo", "lists", list_id, "tasks", *more)


def as_todo(item: Item, zone: ZoneInfo) -> Todo:
    """A task as Graph lists it; `zone` is the reader's."""
    done_at = _moment(item, "completedDateTime") or moment(text(item, "lastModifiedDateTime")) or _UNKNOWN_DAY
    return Todo(
        uid=text(item, "id"),
        title=one_line(text(item, "title"), _MOST_TITLE),
        due=_due(item, zone),
        done_at=done_at if text(item, "status") == "completed" else None,
        priority=_PRIORITIES.get(text(item, "importance"), 0),
        notes=text_of(part(item, "body")),
        etag=text(item, "@odata.etag"),
        href=text(item, "id"),
    )


def _due(item: Item, zone: ZoneInfo) -> datetime | date | None:
    """The day, or where it is to remind of itself on that day, that time."""
    due, reminder = _moment(item, "dueDateTime"), _moment(item, "reminderDateTime")
    if due is None:
        return None
    # The apps write a day as its midnight in UTC; another program may have written the midnight of where it ran.
    day = due.date() if due.time() == time() else in_zone(due, zone).date()
    if item.get("isReminderOn") is not True or reminder is None or in_zone(reminder, zone).date() != day:
        return day
    return in_zone(reminder, zone)


def _moment(item: Item, name: str) -> datetime | None:
    """A dateTimeTimeZone, in UTC."""
    value = part(item, name)
    found = moment(text(value, "dateTime"), zone_named(text(value, "timeZone"), ZoneInfo("UTC")))
    return in_zone(found, UTC) if found else None


def _body(todo: Todo) -> dict[str, Any]:
    return {
        "title": todo.title,
        "importance": _importance(todo.priority),
        "status": "completed" if todo.done_at else "notStarted",
        "body": {"content": todo.notes, "contentType": "text"},
        **(_when(todo.due) if todo.due else {}),
    }


def _changes(now: Item, todo: Todo) -> dict[str, Any]:
    """Only what is different, so that everything else stays as it is there."""
    old = as_todo(now, _zone_of(todo.due))
    body: dict[str, Any] = {}
    if todo.title != old.title:
        body["title"] = todo.title
    if todo.notes != old.notes:
        body["body"] = {"content": todo.notes, "contentType": "text"}
    if _importance(todo.priority) != _importance(old.priority):
        body["importance"] = _importance(todo.priority)
    if bool(todo.done_at) != bool(old.done_at):
        body["status"] = "completed" if todo.done_at else "notStarted"
    if todo.due != old.due:
        body |= _when(todo.due) if todo.due else {"dueDateTime": None}
        body |= {"isReminderOn": False} if isinstance(old.due, datetime) and not isinstance(todo.due, datetime) else {}
    return body


def _when(due: datetime | date) -> dict[str, Any]:
    """Due on a day; at a time, due on its day and reminding then."""
    day = due.date() if isinstance(due, datetime) else due
    found: dict[str, Any] = {"dueDateTime": {"dateTime": f"{day.isoformat()}T00:00:00", "timeZone": "UTC"}}
    return found | ({"isReminderOn": True, "reminderDateTime": in_utc(due)} if isinstance(due, datetime) else {})


def _zone_of(due: datetime | date | None) -> ZoneInfo:
    """The zone that a due time is said in."""
    zone = due.tzinfo if isinstance(due, datetime) else None
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo("UTC")


def _importance(priority: int) -> str:
    if priority in (0, _MIDDLE):
        return "normal"
    return "high" if priority < _MIDDLE else "low"
