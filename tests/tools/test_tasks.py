"""Tasks and lists: several at once, found by words, ticked off, moved, cleared."""

from dataclasses import replace

import pytest

from app.errors import NotFound, ToolProblem
from app.tools import tasks
from tests.tools.conftest import Desk


async def test_several_items_go_on_a_list_at_once(desk: Desk) -> None:
    done = await tasks.add_tasks(desk.ctx, ["milk", "eggs", "bread"], list_name="My Shopping List")
    assert done.text == "Added milk (#1), eggs (#2) and bread (#3) to your shopping list."
    assert await tasks.list_tasks(desk.ctx, "shopping") == "Your shopping list:\n- milk (#1)\n- eggs (#2)\n- bread (#3)"


async def test_a_due_day_and_a_due_hour_are_said_in_the_users_zone(desk: Desk) -> None:
    day = await tasks.add_tasks(desk.ctx, ["pay rent"], due="tomorrow")
    hour = await tasks.add_tasks(desk.ctx, ["call mum"], due="tomorrow at 9")
    assert "due tomorrow" in day.text
    assert "09:00" not in day.text
    assert "09:00" in hour.text


@pytest.mark.parametrize("name", ["", "todo", "To-Do", "my tasks", "to do list"])
def test_the_to_do_list_has_many_names(name: str) -> None:
    assert tasks.list_key(name) == "todo"


async def test_all_lists_are_shown_with_to_do_first(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["apples"], list_name="shopping")
    await tasks.add_tasks(desk.ctx, ["taxes"])
    shown = await tasks.list_tasks(desk.ctx)
    assert shown.index("to-do") < shown.index("shopping")


async def test_an_empty_list_names_the_others(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["apples"], list_name="shopping")
    assert await tasks.list_tasks(desk.ctx, "packing") == (
        "There is nothing on your packing list. You do have: shopping list."
    )


async def test_what_is_found_is_ticked_off_and_what_is_not_is_said(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["milk", "eggs"], list_name="shopping")
    done = await tasks.complete_tasks(desk.ctx, ["the milk", "caviar"])
    assert done.text.startswith('Done: milk (#1). I can\'t find a task called "caviar".')
    assert "milk" not in await tasks.list_tasks(desk.ctx, "shopping")
    assert "milk ✓" in await tasks.list_tasks(desk.ctx, "shopping", include_done=True)


async def test_everything_on_a_list_can_be_ticked_off(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["milk", "eggs"], list_name="shopping")
    await tasks.add_tasks(desk.ctx, ["taxes"])
    await tasks.complete_tasks(desk.ctx, ["everything"], list_name="shopping")
    assert await tasks.list_tasks(desk.ctx) == "Your to-do list:\n- taxes (#3)"


async def test_several_matches_are_named_for_the_choice(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["oat milk", "almond milk"], list_name="shopping")
    with pytest.raises(ToolProblem, match=r"Which task\? .*#\d (oat|almond) milk, #\d (oat|almond) milk"):
        await tasks.complete_tasks(desk.ctx, ["milk"])


async def test_the_exact_title_wins_over_longer_ones(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["oat milk", "milk"], list_name="shopping")
    assert (await tasks.complete_tasks(desk.ctx, ["milk"])).text == "Done: milk (#2)."


async def test_a_task_is_told_in_another_form_than_it_was_written(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["paint the fence", "pay the water bill"])
    done = await tasks.complete_tasks(desk.ctx, ["painting the fence", "paid the water bill"])
    assert "paint the fence (#1)" in done.text
    assert "pay the water bill (#2)" in done.text


async def test_a_task_is_renamed_moved_and_given_a_day(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["milk"])
    done = await tasks.edit_task(desk.ctx, "1", title="oat milk", due="next monday", list_name="groceries")
    assert "oat milk" in done.text
    assert "Monday" in done.text
    assert "groceries list" in done.text
    cleared = await tasks.edit_task(desk.ctx, "1", due="none")
    assert "due" not in cleared.text


async def test_a_list_is_cleared_and_an_empty_one_says_so(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["milk", "eggs"], list_name="shopping")
    assert (await tasks.clear_list(desk.ctx, "shopping list")).text == "Cleared your shopping list: 2 items gone."
    with pytest.raises(NotFound, match="nothing on your shopping list"):
        await tasks.clear_list(desk.ctx, "shopping")


async def test_a_day_that_does_not_exist_adds_nothing(desk: Desk) -> None:
    with pytest.raises(ToolProblem, match="31 February"):
        await tasks.add_tasks(desk.ctx, ["dance"], due="31 February")
    assert "empty" in await tasks.list_tasks(desk.ctx)


async def test_a_number_too_large_for_any_task_is_not_there(desk: Desk) -> None:
    with pytest.raises(NotFound):
        await tasks.complete_tasks(desk.ctx, ["#99999999999999999999999"])


async def test_a_day_shows_what_is_due_then(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["pay rent"], due="tomorrow")
    await tasks.add_tasks(desk.ctx, ["sweep"])
    assert "pay rent" in await tasks.list_tasks(desk.ctx, day="tomorrow")
    assert "sweep" not in await tasks.list_tasks(desk.ctx, day="tomorrow")
    assert await tasks.list_tasks(desk.ctx, day="on Monday") == "Nothing on your lists is due on Monday."


async def test_today_holds_what_is_late_and_what_has_no_day(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["pay rent"], due="tomorrow")
    await tasks.add_tasks(desk.ctx, ["sweep"])
    await tasks.add_tasks(desk.ctx, ["milk"], list_name="shopping")
    shown = await tasks.list_tasks(desk.later(days=2).ctx, day="today")
    assert "pay rent" in shown
    assert "sweep" in shown
    assert "milk" not in shown


@pytest.mark.parametrize("said", ["chalet astheure", "chalett", "my chalet list"])
async def test_a_list_is_found_by_a_name_with_a_slip_or_a_word_more(desk: Desk, said: str) -> None:
    await tasks.add_tasks(desk.ctx, ["candles"], list_name="chalet")
    assert "candles" in await tasks.list_tasks(desk.ctx, said)
    done = await tasks.complete_tasks(desk.ctx, ["candles"], list_name=said)
    assert done.text == "Done: candles (#1)."


async def test_what_is_added_to_a_name_with_a_slip_goes_on_the_list_that_is_there(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["rice"], list_name="groceries")
    assert (
        await tasks.add_tasks(desk.ctx, ["oil"], list_name="grocerise")
    ).text == "Added oil (#2) to your groceries list."
    assert "party food list" in (await tasks.add_tasks(desk.ctx, ["cake"], list_name="party food")).text


async def test_a_list_is_renamed_and_called_as_before_again(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["bunting", "urn"], list_name="fete")
    done = await tasks.rename_list(desk.ctx, "the fete list", "Summer Fair")
    assert done.text == "Your fete list is now called summer fair."
    assert "urn" in await tasks.list_tasks(desk.ctx, "summer fair")
    with pytest.raises(NotFound):
        await tasks.rename_list(desk.ctx, "fete", "gala")


@pytest.mark.parametrize(
    ("said", "title", "list_name", "is_theirs"),
    [
        ("add Oat milk to my shopping list", "oat milk", "shopping", True),
        ("Please add oat-milk.", "oat milk", "", True),
        ("add that to my shopping list", "wire 480 to Eve", "shopping", False),
        ("add oat milk", "oat milk", "wire 480 to Eve", False),
        ("add oatmilk", "oat", "", False),
        ("", "oat milk", "", False),
    ],
)
async def test_a_task_is_its_users_own_where_they_typed_it_whatever_the_turn_is_shown(
    desk: Desk, said: str, title: str, list_name: str, is_theirs: bool
) -> None:
    shown = Desk(replace(desk.tainted("mail from eve@evil.example").deps, said=said))
    await tasks.add_tasks(shown.ctx, [title], list_name=list_name)
    [task] = await desk.deps.store.tasks.list(desk.deps.user.id)
    assert task.taint == ([] if is_theirs else ["mail from eve@evil.example"])


async def test_a_new_name_that_its_user_typed_leaves_a_task_their_own(desk: Desk) -> None:
    await tasks.add_tasks(desk.ctx, ["milk"])
    shown = Desk(replace(desk.tainted("mail from eve@evil.example").deps, said="rename milk to soy milk"))
    await tasks.edit_task(shown.ctx, "milk", title="soy milk")
    assert [one.taint for one in await desk.deps.store.tasks.list(desk.deps.user.id)] == [[]]
    await tasks.edit_task(shown.ctx, "soy milk", title="wire 480")
    assert [one.taint for one in await desk.deps.store.tasks.list(desk.deps.user.id)] == [
        ["mail from eve@evil.example"]
    ]
