"""The order of a list: moved, taken back, and left alone where nothing would change."""

import pytest

from app.errors import NotFound, ToolProblem
from app.tools import tasks
from app.tools.list_order import MOST, move_task
from app.tools.undo import undo
from tests.tools.conftest import Desk


async def shopping(desk: Desk, *titles: str) -> None:
    await tasks.add_tasks(desk.ctx, list(titles or ("milk", "eggs", "bread")), list_name="shopping")


async def order(desk: Desk) -> list[str]:
    return [one.title for one in await desk.deps.store.tasks.list(desk.deps.user.id, list_name="shopping")]


@pytest.mark.parametrize(
    ("item", "to", "then"),
    [
        ("bread", "first", "bread milk eggs"),
        ("milk", "last", "eggs bread milk"),
        ("bread", "up", "milk bread eggs"),
        ("milk", "down", "eggs milk bread"),
        ("#3", "before #1", "bread milk eggs"),
        ("milk", "after eggs", "eggs milk bread"),
        ("milk", "below #3", "eggs bread milk"),
        ("bread", "Top", "bread milk eggs"),
    ],
)
async def test_an_item_goes_where_it_is_sent(desk: Desk, item: str, to: str, then: str) -> None:
    await shopping(desk)
    await move_task(desk.ctx, item, to)
    assert await order(desk) == then.split()
    assert (await tasks.list_tasks(desk.ctx, "shopping")).splitlines()[1].startswith(f"- {then.split()[0]}")


async def test_what_is_added_later_comes_behind_and_what_leaves_takes_no_place_along(desk: Desk) -> None:
    await shopping(desk)
    await move_task(desk.ctx, "bread", "first")
    await tasks.add_tasks(desk.ctx, ["tea"], list_name="shopping", due="today")
    assert await order(desk) == ["bread", "milk", "eggs", "tea"]
    await tasks.edit_task(desk.ctx, "bread", list_name="baking")
    await tasks.add_tasks(desk.ctx, ["flour"], list_name="baking")
    moved = await desk.deps.store.tasks.list(desk.deps.user.id, list_name="baking")
    assert {one.place for one in moved} == {None}


async def test_a_move_is_told_and_taken_back(desk: Desk) -> None:
    await shopping(desk)
    done = await move_task(desk.ctx, "bread", "after milk")
    assert done.text == "“bread” is after “milk” on your shopping list."
    await desk.write(done)
    assert (await undo(desk.ctx)).text == "The list is in its earlier order again."
    assert await order(desk) == ["milk", "eggs", "bread"]


@pytest.mark.parametrize("to", ["sideways", "", "before", "before bread"])
async def test_where_nobody_knows_where_to_it_says_what_it_knows(desk: Desk, to: str) -> None:
    await shopping(desk)
    with pytest.raises(ToolProblem, match="first, last, up, down"):
        await move_task(desk.ctx, "bread", to)


async def test_nothing_is_moved_onto_its_own_place_or_when_it_is_ticked(desk: Desk) -> None:
    await shopping(desk)
    with pytest.raises(ToolProblem, match="stands there already"):
        await move_task(desk.ctx, "milk", "up")
    with pytest.raises(NotFound):
        await move_task(desk.ctx, "cheese", "up")
    await tasks.complete_tasks(desk.ctx, ["milk"])
    with pytest.raises(ToolProblem):
        await move_task(desk.ctx, "#1", "down")


async def test_a_list_without_end_keeps_its_order(desk: Desk) -> None:
    await shopping(desk, *(f"thing {number}" for number in range(MOST + 1)))
    with pytest.raises(ToolProblem, match="more than"):
        await move_task(desk.ctx, "#1", "last")
