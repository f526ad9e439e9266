"""The Graph server against what Microsoft wrote: its own SDK's models read each answer back and lose nothing of it.

That every request and answer is in Microsoft's OpenAPI description is looked at by the server itself, in each test that uses it.
"""

import json
import warnings
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.fakes.vendors.graph import Fault, World, graph_server
from tests.fakes.vendors.graph.calendars import calendar, event
from tests.fakes.vendors.graph.description import graph
from tests.fakes.vendors.graph.mails import deliver, mailbox
from tests.fakes.vendors.graph.odata import Refused, page, parsed, searched
from tests.fakes.vendors.graph.people import person
from tests.fakes.vendors.graph.todos import task, todo_list

MIME = (
    b"From: Kofi <kofi@example.com>\r\nTo: ana@example.org\r\nSubject: Lunch\r\nMessage-ID: <1@x>\r\n\r\nShall we?\r\n"
)
HEADERS = {"Authorization": "Bearer token-of-the-tests", "Prefer": 'IdType="ImmutableId", outlook.timezone="UTC"'}
WHEN = {"timeZone": "Romance Standard Time"}


def furnished() -> World:
    """One of everything."""
    world = World()
    mailbox(world)
    deliver(world, MIME)
    home = calendar(world, "Calendar", is_default=True)
    event(
        world,
        home,
        subject="Plan",
        start={"dateTime": "2026-12-01T09:00:00", **WHEN},
        end={"dateTime": "2026-12-01T10:00:00", **WHEN},
        attendees=[{"emailAddress": {"address": "kofi@example.com", "name": "Kofi"}, "type": "required"}],
        recurrence={
            "pattern": {"type": "weekly", "interval": 1, "daysOfWeek": ["tuesday"], "firstDayOfWeek": "monday"},
            "range": {"type": "numbered", "startDate": "2026-12-01", "numberOfOccurrences": 3},
        },
    )
    tasks = todo_list(world, "Tasks", is_default=True)
    due = {"dateTime": "2026-12-01T00:00:00", "timeZone": "UTC"}
    task(
        world,
        tasks,
        "Milk",
        dueDateTime=due,
        status="completed",
        linkedResources=[{"externalId": "1", "displayName": "Kwasi"}],
    )
    person(
        world, "Ama", emailAddresses=[{"name": "Ama", "address": "ama@example.com"}], birthday="1990-03-14T11:59:00Z"
    )
    return world


def paths(world: World) -> Iterator[tuple[str, str]]:
    """What is asked for, and the model that reads each of what comes."""
    [home], [tasks] = world.calendars, world.lists
    yield "me/messages", "message.Message"
    yield "me/mailFolders", "mail_folder.MailFolder"
    yield "me/calendars", "calendar.Calendar"
    yield f"me/calendars/{home}/events", "event.Event"
    yield (
        f"me/calendars/{home}/calendarView?startDateTime=2026-12-01T00:00:00Z&endDateTime=2027-01-01T00:00:00Z",
        "event.Event",
    )
    yield "me/todo/lists", "todo_task_list.TodoTaskList"
    yield f"me/todo/lists/{tasks}/tasks?$expand=linkedResources", "todo_task.TodoTask"
    yield "me/contacts", "contact.Contact"


def read_back(model: str, item: dict[str, Any]) -> dict[str, Any]:
    """Through Microsoft's own model, as its SDK reads and writes it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of its own libraries, as they are imported
        from importlib import import_module

        from kiota_serialization_json.json_parse_node import JsonParseNode
        from kiota_serialization_json.json_serialization_writer import JsonSerializationWriter

        module, _, name = model.partition(".")
        kind = getattr(import_module(f"msgraph.generated.models.{module}"), name)
        read = JsonParseNode(item).get_object_value(kind)
        assert type(read) is kind
        writer = JsonSerializationWriter()
        read.serialize(writer)
        assert not [name for name in read.additional_data if not name.startswith("@odata")]
        return json.loads(writer.get_serialized_content())


@pytest.mark.slow
async def test_microsofts_own_models_read_all_that_the_server_says_and_lose_nothing() -> None:
    world = furnished()
    async with graph_server(world) as server, httpx.AsyncClient(headers=HEADERS) as client:
        for path, model in paths(world):
            answer = (await client.get(f"{server.url}/{path}")).json()
            assert answer["value"], path
            for item in answer["value"]:
                again = read_back(model, item)
                assert compared(item, again) == [], model


def compared(said: Any, again: Any, at: str = "") -> list[str]:
    """Where the two differ; times may be written otherwise, and what is empty may be left out."""
    if isinstance(said, dict) and isinstance(again, dict):
        kept = {name: value for name, value in said.items() if not name.startswith("@")}
        return [fault for name, value in kept.items() for fault in compared(value, again.get(name), f"{at}.{name}")]
    if isinstance(said, list) and isinstance(again, list) and len(said) == len(again):
        return [fault for one, other in zip(said, again, strict=True) for fault in compared(one, other, at)]
    same = said == again or (not said and not again) or str(said)[:19] == str(again)[:19]
    return [] if same else [f"{at}: {said!r} became {again!r}"]


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        ("me/messages?$select=id,colour", "$select of colour"),
        ("me/messages?$group=1", "query parameter $group"),
        ("me/calendars/x/calendarView?startDateTime=2026-12-01T00:00:00Z", "endDateTime is missing"),
        ("me/mailboxes", "isn't described"),
        ('me/messages?$search="x"&$filter=isRead eq true', "$search with $filter"),
    ],
)
async def test_what_microsoft_does_not_describe_fails_the_test_that_asks_for_it(path: str, fault: str) -> None:
    with pytest.raises(AssertionError) as failed:
        async with graph_server(furnished()) as server, httpx.AsyncClient(headers=HEADERS) as client:
            await client.get(f"{server.url}/{path}")
    assert fault in str(failed.value)


async def test_a_body_that_microsoft_does_not_describe_fails_the_test_that_sends_it() -> None:
    world = furnished()
    [mail] = world.messages
    with pytest.raises(AssertionError) as failed:
        async with graph_server(world) as server, httpx.AsyncClient(headers=HEADERS) as client:
            await client.patch(f"{server.url}/me/messages/{mail}", json={"isRead": "yes", "colour": 1})
    assert "isRead" in str(failed.value)
    assert "colour" in str(failed.value)


async def test_an_answer_that_microsoft_does_not_describe_fails_the_test_too() -> None:
    world = furnished()
    next(iter(world.messages.values()))["colour"] = "red"
    with pytest.raises(AssertionError, match=r"answer to get /me/messages: .*colour"):
        async with graph_server(world) as server, httpx.AsyncClient(headers=HEADERS) as client:
            await client.get(f"{server.url}/me/messages")


async def test_ids_that_change_when_a_mail_is_moved_are_a_fault() -> None:
    with pytest.raises(AssertionError, match="immutable"):
        async with graph_server(furnished()) as server, httpx.AsyncClient() as client:
            await client.get(f"{server.url}/me/messages", headers={"Authorization": HEADERS["Authorization"]})


async def test_a_fault_is_met_once_by_the_request_it_is_for() -> None:
    async with graph_server(furnished()) as server, httpx.AsyncClient(headers=HEADERS) as client:
        server.fail(Fault(on="contacts", status=429, retry_after="7"), Fault(on="GET /me/messages", how="cut"))
        refused = await client.get(f"{server.url}/me/contacts")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "7")
        with pytest.raises(httpx.RemoteProtocolError):
            await client.get(f"{server.url}/me/messages")
        for path in ("contacts", "messages"):
            assert (await client.get(f"{server.url}/me/{path}")).status_code == 200
        assert (await client.get(f"{server.url}/me/messages", headers={"Authorization": "Bearer x"})).status_code == 401


def test_what_is_sorted_by_must_come_first_in_a_filter() -> None:
    items = [{"a": "1", "b": "2026-01-01T00:00:00Z"}]
    assert page(items, {"$filter": "b ge 2025-01-01T00:00:00Z and a eq '1'", "$orderby": "b desc"}).items == items
    with pytest.raises(Refused, match="too complex"):
        page(items, {"$filter": "a eq '1' and b ge 2025-01-01T00:00:00Z", "$orderby": "b desc"})


@pytest.mark.parametrize("text", ["a eq", "a eq '1' or", "(a eq '1'", "a like '1'", "a eq '1' b", "eq", "?"])
def test_a_filter_that_is_none_is_refused(text: str) -> None:
    with pytest.raises((Refused, ValueError)):
        parsed(text)


def test_a_filter_and_a_search_mean_what_they_say() -> None:
    test, fields = parsed("(a eq 'it''s' or b ne true) and l/any(x: x/id eq 'k' and x/value eq 'v')")
    assert test({"a": "it's", "b": True, "l": [{"id": "k", "value": "v"}]})
    assert not test({"a": "it's", "l": [{"id": "k", "value": "w"}, {"id": "j", "value": "v"}]})
    assert fields[:2] == ["a", "b"]
    assert searched('"rent AND from:ama AND received>=2026-01-01"') == [
        ("", ":", "rent"),
        ("from", ":", "ama"),
        ("received", ">=", "2026-01-01"),
    ]
    with pytest.raises(Refused):
        searched("rent")


def test_the_description_has_every_path_that_is_answered() -> None:
    from tests.fakes.vendors.graph.server import HANDLERS

    for method, template in HANDLERS:
        assert graph().find(method, template.replace("()", "")) is not None, template
