"""A briefing now, in chat: the routine's own words."""

import pytest

from app.errors import ToolProblem
from app.tools.briefing import give_briefing
from app.tools.reminders import set_reminder
from app.tools.tasks import add_tasks
from tests.tools.conftest import Desk


async def test_it_tells_what_today_holds(desk: Desk) -> None:
    await add_tasks(desk.ctx, ["pay rent"], due="today")
    await set_reminder(desk.ctx, "call mum", "at 18:00")
    said = await give_briefing(desk.ctx, "my morning briefing")
    assert said.endswith("Today:\n- 18:00 Call mum\n- Pay rent")


async def test_it_changes_with_the_part_of_the_day(desk: Desk) -> None:
    assert (await give_briefing(desk.ctx)).endswith("Nothing due today.")
    assert (await give_briefing(desk.later(hours=6).ctx)).endswith("A quiet day, and nothing due tomorrow.")


@pytest.mark.parametrize(
    ("which", "said"),
    [
        ("week ahead", "Nothing is set for the next seven days."),
        ("weekly prep", "Nothing is set for the next seven days."),
        ("weekly recap", "A quiet week: nothing ticked off and nothing written down."),
        ("week", "A quiet week: nothing ticked off and nothing written down."),
        ("evening recap", "A quiet day, and nothing due tomorrow."),
        ("daily briefing", "Nothing due today."),
        ("reading list", "Nothing waits to be read."),
        ("journal digest", "Nothing in your journal this week."),
        ("email intelligence", "mail isn't connected."),
    ],
)
async def test_every_routine_can_be_asked_for(desk: Desk, which: str, said: str) -> None:
    assert (await give_briefing(desk.ctx, which)).endswith(said)


async def test_what_is_none_of_them_is_asked_back(desk: Desk) -> None:
    with pytest.raises(ToolProblem, match="daily briefing"):
        await give_briefing(desk.ctx, "horoscope")


async def test_other_peoples_words_taint_the_turn(desk: Desk) -> None:
    await add_tasks(desk.tainted("gmail").ctx, ["wire the money"], due="today")
    later = desk.later(minutes=1)
    await give_briefing(later.ctx)
    assert later.deps.taint.sources == ["gmail"]
