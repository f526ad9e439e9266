"""When models answered and when not, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_those_that_failed_in_a_stretch_are_told(house: Repositories) -> None:
    await house.model_states.failed("early", "busy", NOON)
    await house.model_states.failed("late", "busy", later(hours=2))
    await house.model_states.answered("well", later(hours=2))
    found = await house.model_states.troubled(later(hours=1), later(hours=3))
    assert [one.model for one in found] == ["late"]
