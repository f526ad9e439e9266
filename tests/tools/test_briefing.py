"""A briefing now, in chat: the routine's own words."""

from datetime import timedelta
from pathlib import Path

import pytest

from app.clock import ManualClock
from app.errors import ToolProblem
from app.tools.briefing import give_briefing
from app.tools.reminders import set_reminder
from app.tools.tasks import add_tasks
from scripts.bench.mailbox import context_of
from tests.conversation.conftest import NOON
from tests.house import open_house, settings_in, tell
from tests.servers.post import post
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


@pytest.mark.parametrize("hours", [0, 8])
async def test_what_matters_of_the_mail_is_in_it_by_day_and_in_the_evening(tmp_path: Path, hours: int) -> None:
    with post() as mail:
        mail.comes("Kofi <kofi@acme.example>", "Invoice 214", "Can you pay before Friday?")
        settings = settings_in(tmp_path, time_zone="UTC")
        async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON + timedelta(hours=hours))) as house:
            await mail.connected(house)
            assert "Kofi: Invoice 214" in (await tell(house, "brief me")).text


async def test_the_mail_s_own_briefing_is_given_where_mail_is_connected(tmp_path: Path) -> None:
    with post() as mail:
        mail.comes("Kofi <kofi@acme.example>", "Invoice 214", "Can you pay before Friday?")
        async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
            await mail.connected(house)
            assert "Kofi: Invoice 214" in await give_briefing(context_of(house), "email intelligence")
