"""Quiet hours and the number of unasked messages: said in plain words, read back, taken back."""

import pytest

from app.errors import ToolProblem
from app.tools import quiet
from app.tools.undo import undo_entry
from tests.tools.conftest import Desk


async def kept(desk: Desk) -> dict[str, object]:
    """The user's own settings."""
    user = await desk.deps.store.users.get("ama")
    assert user is not None
    return dict(user.settings)


@pytest.mark.parametrize(
    ("said", "hours"),
    [
        ("22:00-07:00", "22:00-07:00"),
        ("from 10pm to 7am", "22:00-07:00"),
        ("10 to 7", "22:00-07:00"),
        ("between 23 and 6:30", "23:00-06:30"),
        ("1pm-3pm", "13:00-15:00"),
        ("after 9pm", "21:00-07:00"),
        ("after 9", "21:00-07:00"),
        ("before 8am", "22:00-08:00"),
        ("midnight to noon", "00:00-12:00"),
        ("off", ""),
        ("no quiet hours", ""),
    ],
)
async def test_hours_are_read_as_people_say_them(desk: Desk, said: str, hours: str) -> None:
    await quiet.set_quiet_hours(desk.ctx, said)
    assert await kept(desk) == {"quiet_hours": hours}


@pytest.mark.parametrize("said", ["sometimes", "25:00-07:00", "7-7", "13pm to 3pm", "22:00-"])
async def test_hours_that_do_not_exist_are_asked_for_again(desk: Desk, said: str) -> None:
    with pytest.raises(ToolProblem, match="22:00-07:00"):
        await quiet.set_quiet_hours(desk.ctx, said)
    assert await kept(desk) == {}


async def test_what_holds_then_is_read_back(desk: Desk) -> None:
    done = await quiet.set_quiet_hours(desk.ctx, "after 9pm", most_a_day=3)
    assert done.text == (
        "Quiet from 21:00 to 07:00, Paris time: I won't speak first then. "
        "At most 3 messages a day that you didn't ask for. What you set a time for still comes on time."
    )
    assert (await quiet.set_quiet_hours(desk.ctx)).text == (
        "Quiet from 21:00 to 07:00: I won't speak first then. At most 3 messages a day that you didn't ask for."
    )


async def test_one_end_moves_and_the_other_stays(desk: Desk) -> None:
    await quiet.set_quiet_hours(desk.ctx, "23:00-06:00")
    await quiet.set_quiet_hours(desk.ctx, "before 8am")
    assert await kept(desk) == {"quiet_hours": "23:00-08:00"}


async def test_nothing_unasked_is_a_number_too(desk: Desk) -> None:
    done = await quiet.set_quiet_hours(desk.ctx, most_a_day=0)
    assert done.text.startswith("I'll say nothing unasked.")
    with pytest.raises(ToolProblem, match="100 a day"):
        await quiet.set_quiet_hours(desk.ctx, most_a_day=1000)


async def test_a_change_is_taken_back_and_the_house_rules_again(desk: Desk) -> None:
    done = await quiet.set_quiet_hours(desk.ctx, "off", most_a_day=1)
    assert await undo_entry(desk.deps.store, "ama", await desk.write(done), desk.deps.now) == (
        "When I keep quiet is as it was."
    )
    assert await kept(desk) == {}


async def test_nothing_set_is_said(desk: Desk) -> None:
    assert "no quiet hours of your own" in (await quiet.set_quiet_hours(desk.ctx)).text
