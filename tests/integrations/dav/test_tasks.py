"""The port of tasks over real servers."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.errors import ChangedElsewhere, NotFound
from app.integrations.calendar.todo import Todo
from app.integrations.dav.tasks import DavTasks, opened_tasks
from tests.servers.dav import ANA, NOON, DavServer, access

PARIS = ZoneInfo("Europe/Paris")
THEIRS = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Other//EN
BEGIN:VTODO
UID:theirs
DTSTAMP:20270301T090000Z
SUMMARY:Call Kofi
DUE:20270317T180000
X-THEIRS:sacred
CATEGORIES:work
END:VTODO
END:VCALENDAR
"""


@pytest.fixture
async def tasks(server: DavServer) -> AsyncIterator[DavTasks]:
    server.add_calendar("home", "Home")
    server.add_calendar("shopping", "Shopping", holds="VTODO")
    async with opened_tasks(access({"site": server.site.as_json(), "user": ANA})) as opened:
        yield opened


async def test_lists_are_those_that_hold_tasks(tasks: DavTasks, server: DavServer) -> None:
    server.add_calendar("errands", "shopping", holds="VTODO")
    assert sorted(one.name.casefold() for one in await tasks.lists()) == ["shopping", "shopping (2)"]
    assert [one.is_default for one in await tasks.lists()] == [True, False]


async def test_a_task_is_added_once_changed_and_taken_away(tasks: DavTasks) -> None:
    [shopping] = await tasks.lists()
    milk = Todo("milk-1", "Milk", due=date(2027, 3, 12), priority=1, notes="two; or three")
    made = await tasks.add(shopping.id, milk, at=NOON)
    again = await tasks.add(shopping.id, replace(milk, title="Other"), at=NOON)
    assert (again, again.title, again.due) == (made, "Milk", date(2027, 3, 12))
    done = await tasks.change(shopping.id, replace(made, done_at=NOON, title="Oat milk"), at=NOON)
    [lies] = await tasks.items(shopping.id, zone=PARIS)
    assert (lies.title, lies.done_at, lies.notes, lies.etag) == ("Oat milk", NOON, "two; or three", done.etag)
    with pytest.raises(ChangedElsewhere):
        await tasks.change(shopping.id, replace(made, title="Stale"), at=NOON)
    with pytest.raises(ChangedElsewhere):
        await tasks.delete(shopping.id, made)
    await tasks.delete(shopping.id, lies)
    await tasks.delete(shopping.id, lies)
    assert await tasks.items(shopping.id, zone=PARIS) == []
    with pytest.raises(NotFound):
        await tasks.change(shopping.id, lies, at=NOON)


async def test_another_programs_task_keeps_what_is_not_known(tasks: DavTasks, server: DavServer) -> None:
    server.put(f"{server.home}shopping/x.ics", THEIRS)
    [shopping] = await tasks.lists()
    [theirs] = await tasks.items(shopping.id, zone=PARIS)
    assert (theirs.uid, theirs.due) == ("theirs", datetime(2027, 3, 17, 18, tzinfo=PARIS))
    same = await tasks.add(shopping.id, Todo("theirs", "Ours"), at=NOON)
    assert (same.title, same.href) == ("Call Kofi", theirs.href)
    later = datetime(2027, 3, 18, 8, tzinfo=UTC)
    changed = await tasks.change(shopping.id, replace(theirs, due=later), at=NOON)
    text = server.ask("GET", changed.href.removeprefix(server.url), status=200).text
    assert (changed.due, "X-THEIRS:sacred" in text, "CATEGORIES:work" in text) == (later, True, True)


async def test_a_list_that_is_gone_is_said(tasks: DavTasks, server: DavServer) -> None:
    with pytest.raises(NotFound):
        await tasks.items(f"{server.url}{server.home}nowhere/", zone=PARIS)
