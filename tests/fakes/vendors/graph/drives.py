"""The OneDrive of the Graph server: files in folders, found by words of their names and texts, read at addresses given out, shared."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from tests.fakes.vendors.graph.answers import Answer, Asked, World, held
from tests.fakes.vendors.graph.odata import Item, Refused, page, select

DRIVE, ROOT = "b!drive-1", "root-folder-1"
GIVEN_OUT = "/given-out/"


def onedrive(world: World) -> None:
    """An empty one."""
    world.drive[ROOT] = {"id": ROOT, "name": "root", "folder": {"childCount": 0}, "root": {}}


def stored(world: World, name: str, data: bytes = b"", *, parent: str = ROOT, is_folder: bool = False) -> str:
    """A file or folder that is there; its id."""
    id_ = world.id("file")
    above = world.drive[parent]
    path = above.get("parentReference", {}).get("path", "/drive")
    here = f"{path}/{above['name']}" if parent != ROOT else "/drive/root:"
    item: Item = {
        "id": id_,
        "name": name,
        "webUrl": f"https://onedrive.example/{id_}",
        "parentReference": {"driveId": DRIVE, "id": parent, "path": here},
        "createdBy": {"user": {"displayName": "Ana"}},
        **({"folder": {"childCount": 0}} if is_folder else {"file": {"mimeType": "text/plain"}}),
    }
    world.drive[id_] = item
    _written(world, item, data)
    return id_


def _written(world: World, item: Item, data: bytes) -> None:
    item |= {"size": len(data), "eTag": f'"{world.number()}"', "lastModifiedDateTime": world.tick()}
    world.contents[item["id"]] = data


def _one(world: World, asked: Asked) -> Item:
    """The item of an id, of the alias "root", or of a name behind its folder's id."""
    inside, _, name = asked.ids[1].partition(":/")
    if not name:
        return held(world.drive, ROOT if inside == "root" else inside)
    parent, wanted = held(world.drive, inside)["id"], name.removesuffix(":")
    found = next((one for one in _inside(world, parent) if one["name"] == wanted), None)
    if found is None:
        raise Refused(404, "itemNotFound", "The resource could not be found.")
    return found


def _inside(world: World, parent: str) -> list[Item]:
    return [one for one in world.drive.values() if one.get("parentReference", {}).get("id") == parent]


def _drive(world: World, _: Asked) -> Answer:
    owner = {"user": {"displayName": "Ana", "id": "ana-1"}}
    return Answer(200, {"id": DRIVE, "driveType": "personal", "owner": owner})


def _get(world: World, asked: Asked) -> Answer:
    return Answer(200, select(_one(world, asked), asked.query))


def _listed(items: list[Item], asked: Asked) -> Answer:
    part = page(items, asked.query)
    return Answer(
        200, {"value": part.items, **({"@odata.nextLink": {"$skip": part.following}} if part.following else {})}
    )


def _children(world: World, asked: Asked) -> Answer:
    return _listed(_inside(world, _one(world, asked)["id"]), asked)


def _search(world: World, asked: Asked) -> Answer:
    said = re.search(r"q='(.*)'\)$", asked.path)
    assert said is not None
    words = unquote(said[1]).replace("''", "'").casefold().split()

    def text(one: Item) -> str:
        return f"{one['name']} {world.contents.get(one['id'], b'').decode('utf-8', 'replace')}".casefold()

    return _listed(
        [one for one in world.drive.values() if one["id"] != ROOT and all(word in text(one) for word in words)], asked
    )


def _content(world: World, asked: Asked) -> Answer:
    return Answer(302, location=f"{GIVEN_OUT}{_one(world, asked)['id']}")


def _put(world: World, asked: Asked) -> Answer:
    inside, _, name = asked.ids[1].partition(":/")
    try:
        item = _one(world, asked)
    except Refused:
        if not name:
            raise
        held(world.drive, inside)
        return Answer(201, dict(world.drive[stored(world, name.removesuffix(":"), asked.content, parent=inside)]))
    if asked.query.get("@microsoft.graph.conflictBehavior") == "fail":
        raise Refused(409, "nameAlreadyExists", "The specified item name already exists.")
    if asked.headers.get("if-match", item["eTag"]) != item["eTag"]:
        raise Refused(412, "resourceModified", "ETag does not match current item's value.")
    _written(world, item, asked.content)
    return Answer(200, dict(item))


def _permissions(world: World, asked: Asked) -> Answer:
    return _listed(world.shared.get(_one(world, asked)["id"], []), asked)


def _link(world: World, asked: Asked) -> Answer:
    given = world.shared.setdefault(_one(world, asked)["id"], [])
    link = {"type": asked.body["type"], "scope": asked.body["scope"]}
    known = next((one for one in given if {name: one.get("link", {}).get(name) for name in link} == link), None)
    if known is None:
        known = {
            "id": world.id("permission"),
            "roles": ["write" if link["type"] == "edit" else "read"],
            "link": {**link, "webUrl": f"https://1drv.example/{world.number()}"},
        }
        given.append(known)
    return Answer(201, known)


def _invite(world: World, asked: Asked) -> Answer:
    made = [
        {
            "id": world.id("permission"),
            "roles": asked.body["roles"],
            "invitation": {"email": one["email"], "signInRequired": True},
        }
        for one in asked.body["recipients"]
    ]
    world.shared.setdefault(_one(world, asked)["id"], []).extend(made)
    return Answer(200, {"value": made})


_ITEM = "/drives/{drive-id}/items/{driveItem-id}"
HANDLERS: dict[tuple[str, str], Callable[[World, Asked], Any]] = {
    ("get", "/me/drive"): _drive,
    ("get", _ITEM): _get,
    ("get", f"{_ITEM}/children"): _children,
    ("get", f"{_ITEM}/search(q='{{q}}')"): _search,
    ("get", f"{_ITEM}/content"): _content,
    ("put", f"{_ITEM}/content"): _put,
    ("get", f"{_ITEM}/permissions"): _permissions,
    ("post", f"{_ITEM}/createLink"): _link,
    ("post", f"{_ITEM}/invite"): _invite,
}
