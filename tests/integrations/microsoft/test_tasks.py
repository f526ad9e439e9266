"""Microsoft To Do, against our Graph server."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.errors import ChangedElsewhere, NotFound, OutcomeUnknown
from app.integrations.access import Access
from app.integrations.calendar.todo import Todo
from app.integrations.microsoft import opening
from tests.fakes.vendors.graph import Fault, GraphServer
from tests.fakes.vendors.graph.todos import task, todo_list

PARIS = ZoneInfo("Europe/Paris")
NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)


async def test_lists_are_told_with_the_default_first(server: GraphServer, access: Access) -> None:
    shopping = todo_list(server.world, "Shopping")
    server.world.lists = dict(reversed(server.world.lists.items()))
    async with opening.tasks(access) as there:
        found = await there.lists()
    assert [(one.name, one.is_default) for one in found] == [("Tasks", True), ("Shopping", False)]
    assert found[1].id == shopping


async def test_a_task_is_added_as_it_was_wanted_and_only_once(server: GraphServer, access: Access) -> None:
    [home] = server.world.lists
    wanted = Todo("ours-1", "Milk", due=date(2026, 12, 1), priority=1, notes="two\nlitres")
    async with opening.tasks(access) as there:
        first = await there.add(home, wanted, at=NOON)
        assert await there.add(home, replace(wanted, title="Bread"), at=NOON) == first
        assert list(await there.items(home, zone=PARIS)) == [first]
    assert (first.title, first.due, first.priority, first.notes, first.done_at) == (
        "Milk",
        date(2026, 12, 1),
        1,
        "two\nlitres",
        None,
    )
    assert first.uid in server.world.tasks[home]


@pytest.mark.parametrize("how", ["lost", "cut"])
async def test_a_task_whose_answer_was_lost_is_found_and_not_added_twice(
    server: GraphServer, access: Access, how: Any
) -> None:
    [home] = server.world.lists
    server.fail(Fault(on="POST", how=how))
    async with opening.tasks(access) as there:
        assert (await there.add(home, Todo("ours-1", "Milk"), at=NOON)).title == "Milk"
        server.fail(Fault(on="POST", status=500))
        with pytest.raises(OutcomeUnknown):
            await there.add(home, Todo("ours-2", "Bread"), at=NOON)
    assert len(server.world.tasks[home]) == 1


async def test_what_is_due_at_a_time_is_due_on_its_day_and_reminds_then(server: GraphServer, access: Access) -> None:
    [home] = server.world.lists
    late = datetime(2026, 12, 1, 0, 30, tzinfo=PARIS)
    async with opening.tasks(access) as there:
        added = await there.add(home, Todo("ours-1", "Call", due=late), at=NOON)
        assert added.due == late
        raw = server.world.tasks[home][added.uid]
        assert raw["dueDateTime"]["dateTime"][:10] == "2026-12-01"
        assert [one.due for one in await there.items(home, zone=PARIS)] == [late]
        day = await there.change(home, replace(added, due=date(2026, 12, 1)), at=NOON)
        assert day.due == date(2026, 12, 1)
        assert (await there.change(home, replace(day, due=None), at=NOON)).due is None


async def test_a_change_writes_only_what_is_different(server: GraphServer, access: Access) -> None:
    [home] = server.world.lists
    raw = task(
        server.world,
        home,
        "Milk",
        status="inProgress",
        importance="low",
        body={"content": "<b>two</b>", "contentType": "html"},
    )
    async with opening.tasks(access) as there:
        [old] = await there.items(home, zone=PARIS)
        assert (old.notes, old.priority) == ("two", 9)
        new = await there.change(home, replace(old, title="Oat milk"), at=NOON)
        assert (raw["title"], raw["status"], raw["body"]["contentType"]) == ("Oat milk", "inProgress", "html")
        assert new.etag != old.etag
        assert await there.change(home, new, at=NOON) == new
        done = await there.change(home, replace(new, done_at=NOON, priority=5, notes="three"), at=NOON)
        assert done.done_at is not None
        assert (raw["status"], raw["importance"], raw["body"]) == (
            "completed",
            "normal",
            {"content": "three", "contentType": "text"},
        )
        assert (await there.change(home, replace(done, done_at=None), at=NOON)).done_at is None
    assert server.count("PATCH") == 3


async def test_what_was_changed_elsewhere_is_left_as_it_is(server: GraphServer, access: Access) -> None:
    [home] = server.world.lists
    task(server.world, home, "Milk")
    async with opening.tasks(access) as there:
        [old] = await there.items(home, zone=PARIS)
        await there.change(home, replace(old, title="Bread"), at=NOON)
        with pytest.raises(ChangedElsewhere):
            await there.change(home, replace(old, title="Eggs"), at=NOON)
        server.fail(Fault(on="PATCH", status=412))
        with pytest.raises(ChangedElsewhere):
            await there.change(home, replace(old, etag="", title="Eggs"), at=NOON)


async def test_what_is_gone_is_gone(server: GraphServer, access: Access) -> None:
    [home] = server.world.lists
    async with opening.tasks(access) as there:
        one = await there.add(home, Todo("ours-1", "Milk"), at=NOON)
        await there.delete(home, one)
        await there.delete(home, one)
        assert await there.items(home, zone=PARIS) == []
        with pytest.raises(NotFound):
            await there.change(home, replace(one, title="x"), at=NOON)
        with pytest.raises(NotFound, match="list isn't there"):
            await there.items("nowhere", zone=PARIS)
        with pytest.raises(NotFound, match="list isn't there"):
            await there.add("nowhere", Todo("ours-2", "x"), at=NOON)


async def test_a_long_list_is_read_to_its_end(server: GraphServer, access: Access) -> None:
    [home] = server.world.lists
    for number in range(120):
        task(server.world, home, f"Task {number}")
    async with opening.tasks(access) as there:
        assert len(await there.items(home, zone=PARIS)) == 120


async def test_a_due_day_written_as_a_midnight_elsewhere_is_that_day(server: GraphServer, access: Access) -> None:
    [home] = server.world.lists
    raw = task(server.world, home, "Milk", dueDateTime={"dateTime": "2026-12-01T00:00:00", "timeZone": "UTC"})
    raw["dueDateTime"] = {"dateTime": "2026-11-30T23:00:00.0000000", "timeZone": "UTC"}
    async with opening.tasks(access) as there:
        assert [one.due for one in await there.items(home, zone=PARIS)] == [date(2026, 12, 1)]
