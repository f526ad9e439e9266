"""Time, dates, sums and the user's zone."""

import pytest

from app.errors import NotFound, ToolProblem
from app.tools import utility
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
