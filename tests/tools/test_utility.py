"""Time, dates, sums and the user's zone."""

import pytest

from app.errors import NotFound, ToolProblem
from app.tools import reminders, schedules, utility
from app.tools.undo import undo_entry
from tests.tools.conftest import Desk


async def test_the_time_is_the_users(desk: Desk) -> None:
    assert await utility.get_datetime(desk.ctx) == "It's 12:00 on Saturday 21 November 2026 (Paris time)."


async def test_the_time_elsewhere(desk: Desk) -> None:
    assert await utility.get_datetime(desk.ctx, "Tokyo") == "It's 20:00 on Saturday 21 November 2026 in Tokyo."
    with pytest.raises(NotFound, match="Atlantis"):
        await utility.get_datetime(desk.ctx, "Atlantis")


async def test_a_question_about_dates(desk: Desk) -> None:
    assert "34 days" in await utility.answer_date_question(desk.ctx, "how many days until Christmas?")
    with pytest.raises(ToolProblem, match="days until"):
        await utility.answer_date_question(desk.ctx, "when will it be love?")


async def test_a_sum(desk: Desk) -> None:
    assert await utility.calculate(desk.ctx, "15% of 80") == "15% of 80 = 12"


async def test_the_zone_is_set_by_city(desk: Desk) -> None:
    done = await utility.set_time_zone(desk.ctx, "Lagos")
    assert done.text == "Your time zone is now Africa/Lagos, where it is 12:00."
    user = await desk.deps.store.users.get("ama")
    assert user is not None
    assert (user.time_zone, user.zone_source) == ("Africa/Lagos", "user")


async def test_what_repeats_moves_along_and_what_comes_once_stays(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "take the pills", "", repeat="every day at 20:00")
    await reminders.set_reminder(desk.ctx, "call mum", "tomorrow at 9")
    await schedules.schedule_task(desk.ctx, "check the weather", "every weekday at 8")
    done = await utility.set_time_zone(desk.ctx, "Tokyo")
    assert done.text == (
        "Your time zone is now Asia/Tokyo, where it is 20:00. What repeats (2) keeps its hour there. "
        "What comes once (1) stays at its moment."
    )
    by_text = {row.text: row for row in await desk.deps.store.reminders.list("ama")}
    assert (by_text["take the pills"].time_zone, by_text["call mum"].time_zone) == ("Asia/Tokyo", "Europe/Paris")
    told = await undo_entry(desk.deps.store, "ama", await desk.write(done), desk.deps.now)
    assert told == "Your time zone is Europe/Paris again, and what repeats keeps its hour there."
    assert {row.time_zone for row in await desk.deps.store.scheduled_tasks.list("ama")} == {"Europe/Paris"}
