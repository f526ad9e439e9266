"""A life to be briefed of: Ama's, in Accra, on either engine."""

import pytest

from app.memory.repositories import Repositories
from tests.briefings.life import ACCRA, MONDAY, Life
from tests.memory.databases import another, database, house

__all__ = ["another", "database", "house"]


@pytest.fixture
async def life(house: Repositories) -> Life:
    """It begins empty."""
    await house.users.add("ama", name="Ama", time_zone=ACCRA.key, zone_source="user", locale="en-GB", at=MONDAY)
    user = await house.users.get("ama")
    assert user is not None
    return Life(house, user)
