"""The address books of the Graph server."""

from collections.abc import Callable
from typing import Any

from tests.fakes.vendors.graph.answers import Answer, Asked, World
from tests.fakes.vendors.graph.odata import Refused, page


def person(world: World, name: str, *, book: str = "", **fields: Any) -> str:
    """A contact in the default book, or in one of that name; their id."""
    id_ = world.id("contact")
    world.people.setdefault(book, {})[id_] = {
        "@odata.etag": world.version(),
        "id": id_,
        "displayName": name,
        "emailAddresses": [],
        "businessPhones": [],
        "homePhones": [],
        **fields,
    }
    return id_


def _list(world: World, asked: Asked) -> Answer:
    book = asked.ids[0].removeprefix("folder=") if asked.ids else ""
    if book and book not in world.people:
        raise Refused(404, "ErrorItemNotFound", "The specified folder could not be found in the store.")
    part = page(world.people.get(book, {}).values(), asked.query)
    return Answer(
        200, {"value": part.items, **({"@odata.nextLink": {"$skip": part.following}} if part.following else {})}
    )


def _books(world: World, asked: Asked) -> Answer:
    books = [{"id": f"folder={one}", "displayName": one, "parentFolderId": "root"} for one in world.people if one]
    return Answer(200, {"value": page(books, asked.query).items})


HANDLERS: dict[tuple[str, str], Callable[[World, Asked], Answer]] = {
    ("get", "/me/contacts"): _list,
    ("get", "/me/contactFolders"): _books,
    ("get", "/me/contactFolders/{contactFolder-id}/contacts"): _list,
}
