"""The to-do lists of the Graph server. A due time is cut to its day, as Microsoft does."""

from collections.abc import Callable
from typing import Any

from tests.fakes.vendors.graph.answers import Answer, Asked, World, held, unchanged
from tests.fakes.vendors.graph.odata import Item, page, select


def todo_list(world: World, name: str, *, is_default: bool = False) -> str:
    """A list; its id."""
    id_ = world.id("list")
    known = "defaultList" if is_default else "none"
    world.lists[id_] = {
        "@odata.etag": world.version(),
        "id": id_,
        "displayName": name,
        "isOwner": True,
        "isShared": False,
    }
    world.lists[id_] |= {"wellknownListName": known}
    world.tasks[id_] = {}
    return id_


def task(world: World, list_id: str, title: str, **fields: Any) -> Item:
    """A task that is there."""
    id_, at = world.id("task"), world.tick()
    links = [{"id": world.id("link"), **one} for one in fields.pop("linkedResources", ())]
    item: Item = {
        "@odata.etag": world.version(),
        "id": id_,
        "title": title,
        "importance": "normal",
        "isReminderOn": False,
        "status": "notStarted",
        "hasAttachments": False,
        "categories": [],
        "createdDateTime": at,
        "lastModifiedDateTime": at,
        "body": {"content": "", "contentType": "text"},
        "linkedResources": links,
    }
    world.tasks[list_id][id_] = item
    _set(world, item, fields)
    return item


def _set(world: World, item: Item, fields: dict[str, Any]) -> None:
    item.update(fields)
    if item.get("dueDateTime"):
        item["dueDateTime"] = {
            **item["dueDateTime"],
            "dateTime": f"{item['dueDateTime']['dateTime'][:10]}T00:00:00.0000000",
        }
    else:
        item.pop("dueDateTime", None)
    item["lastModifiedDateTime"] = world.tick()
    if item["status"] == "completed":
        item.setdefault(
            "completedDateTime", {"dateTime": f"{item['lastModifiedDateTime'][:19]}.0000000", "timeZone": "UTC"}
        )
    else:
        item.pop("completedDateTime", None)
    item["@odata.etag"] = world.version()


def _lists(world: World, asked: Asked) -> Answer:
    return Answer(200, {"value": page(world.lists.values(), asked.query).items})


def _tasks(world: World, asked: Asked) -> Answer:
    held(world.lists, asked.ids[0])
    part = page(world.tasks[asked.ids[0]].values(), asked.query)
    return Answer(
        200, {"value": part.items, **({"@odata.nextLink": {"$skip": part.following}} if part.following else {})}
    )


def _create(world: World, asked: Asked) -> Answer:
    held(world.lists, asked.ids[0])
    fields = dict(asked.body)
    return Answer(201, select(task(world, asked.ids[0], fields.pop("title"), **fields), {}))


def _one(world: World, asked: Asked) -> Item:
    held(world.lists, asked.ids[0])
    return held(world.tasks[asked.ids[0]], asked.ids[1])


def _get(world: World, asked: Asked) -> Answer:
    return Answer(200, select(_one(world, asked), asked.query))


def _patch(world: World, asked: Asked) -> Answer:
    item = _one(world, asked)
    unchanged(item, asked)
    _set(world, item, asked.body)
    return Answer(200, select(item, {}))


def _delete(world: World, asked: Asked) -> Answer:
    del world.tasks[asked.ids[0]][_one(world, asked)["id"]]
    return Answer(204)


HANDLERS: dict[tuple[str, str], Callable[[World, Asked], Answer]] = {
    ("get", "/me/todo/lists"): _lists,
    ("get", "/me/todo/lists/{todoTaskList-id}/tasks"): _tasks,
    ("post", "/me/todo/lists/{todoTaskList-id}/tasks"): _create,
    ("get", "/me/todo/lists/{todoTaskList-id}/tasks/{todoTask-id}"): _get,
    ("patch", "/me/todo/lists/{todoTaskList-id}/tasks/{todoTask-id}"): _patch,
    ("delete", "/me/todo/lists/{todoTaskList-id}/tasks/{todoTask-id}"): _delete,
}
