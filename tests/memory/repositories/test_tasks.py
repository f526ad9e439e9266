"""Tasks and lists, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import hits_of, task


async def test_tasks_come_by_due_time_and_then_as_written(house: Repositories) -> None:
    await task(house, "someday")
    await task(house, "tomorrow", due=24)
    await task(house, "soon", due=1)
    assert [one.title for one in await house.tasks.list("ana")] == ["soon", "tomorrow", "someday"]
    assert [one.title for one in await house.tasks.list("ana", limit=1)] == ["soon"]
    assert [one.title for one in await house.tasks.due_before("ana", later(hours=2))] == ["soon"]


async def test_a_task_is_ticked_off_and_reopened_once(house: Repositories) -> None:
    one = await task(house, "call the bank")
    done = await house.tasks.complete("ana", one.id, later(hours=1))
    assert done is not None
    assert done.done_at == later(hours=1)
    assert await house.tasks.complete("ana", one.id, later(hours=2)) is None
    assert await house.tasks.list("ana") == []
    assert await house.tasks.list("ana", include_done=True) == [done]
    reopened = await house.tasks.reopen("ana", one.id)
    assert reopened is not None
    assert reopened.done_at is None
    assert await house.tasks.reopen("ana", one.id) is None


async def test_lists_are_counted_found_deleted_and_restored_whole(house: Repositories) -> None:
    milk, bread = await task(house, "milk", "shopping"), await task(house, "bread", "shopping")
    await task(house, "milk the cow")
    await house.tasks.complete("ana", bread.id, NOON)
    assert await house.tasks.lists("ana") == [("shopping", 1, 1), ("todo", 1, 0)]
    assert [one.id for one in await house.tasks.find("ana", "milk", list_name="shopping")] == [milk.id]
    assert await house.tasks.find("ana", "bread") == []
    assert [one.id for one in await house.tasks.find("ana", "bread", include_done=True)] == [bread.id]
    assert [one.title for one in await house.tasks.list("ana", list_name="shopping")] == ["milk"]
    ids = await house.tasks.delete_list("ana", "shopping", later(hours=1))
    assert ids == [milk.id, bread.id]
    assert await house.tasks.lists("ana") == [("todo", 1, 0)]
    assert await house.tasks.restore_many("ana", ids) == 2
    assert await house.tasks.restore_many("ana", []) == 0
    assert await house.tasks.lists("ana") == [("shopping", 1, 1), ("todo", 1, 0)]
    assert (await hits_of(house, "shopping milk"))[0] == ("task", str(milk.id))


async def test_a_task_is_changed_whole(house: Repositories) -> None:
    one = await task(house, "call")
    changed = await house.tasks.update(
        "ana",
        one.id,
        title="write",
        list_name="work",
        due_at=later(days=1),
        due_has_time=False,
        priority=2,
        taint=["mail", "file a.pdf"],
        at=NOON,
    )
    assert changed is not None
    assert (changed.title, changed.list_name, changed.due_at) == ("write", "work", later(days=1))
    assert changed.due_has_time is False
    assert changed.taint == ["mail", "file a.pdf"]
    again = await house.tasks.update(
        "ana", one.id, title="x", list_name="work", due_at=None, due_has_time=False, priority=2, taint=None, at=NOON
    )
    assert again is not None
    assert again.taint == ["mail", "file a.pdf"]


async def test_a_task_is_taken_when_its_hour_comes_once_for_each_hour_it_is_given(house: Repositories) -> None:
    timed, later_one = await task(house, "call mum", due=1), await task(house, "bank", due=3)
    day = await house.tasks.add(
        "ana",
        list_name="todo",
        title="some time that day",
        due_at=later(hours=1),
        due_has_time=False,
        priority=0,
        turn_id=None,
        taint=[],
        at=NOON,
    )
    assert await house.tasks.next_due() == later(hours=1)
    assert [one.id for one in await house.tasks.claim_due(later(hours=2), 9)] == [timed.id]
    assert await house.tasks.claim_due(later(hours=2), 9) == []
    assert await house.tasks.next_due() == later(hours=3)
    await house.tasks.update(
        "ana",
        timed.id,
        title="call mum",
        list_name="todo",
        due_at=later(hours=2),
        due_has_time=True,
        priority=0,
        taint=None,
        at=later(hours=1),
    )
    assert [one.id for one in await house.tasks.claim_due(later(hours=2), 9)] == [timed.id]
    await house.tasks.complete("ana", later_one.id, later(hours=2))
    assert await house.tasks.next_due() is None
    assert day.due_said is None


async def test_a_list_in_its_users_order_stands_so_and_what_has_no_place_stands_behind(house: Repositories) -> None:
    one, two = await task(house, "one", "shopping"), await task(house, "two", "shopping")
    await house.tasks.arrange("ana", [(two.id, 1), (one.id, 2)])
    await task(house, "soon", "shopping", due=1)
    assert [row.title for row in await house.tasks.list("ana", list_name="shopping")] == ["two", "one", "soon"]
    assert [row.title for row in await house.tasks.list("ana")] == ["soon", "one", "two"]
    await house.tasks.arrange("ben", [(two.id, 9)])
    await house.tasks.arrange("ana", [(one.id, None)])
    assert [row.title for row in await house.tasks.list("ana", list_name="shopping")] == ["two", "soon", "one"]
