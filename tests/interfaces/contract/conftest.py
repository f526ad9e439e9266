"""Places, and others' Slack server for them."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.contract.places import POSTGRES, Place
from tests.interfaces.slack.conftest import front, slack

__all__ = ["front", "slack"]


@pytest.fixture
def database(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The settings of the database that a case is for."""
    engine = request.node.callspec.params["place"][1]
    return {"database_url": request.getfixturevalue("migrated_postgres_url")} if engine == POSTGRES else {}


@pytest.fixture
async def place(request: pytest.FixtureRequest, database: dict[str, Any], tmp_path: Path) -> AsyncIterator[Place]:
    """A place at one channel, on one database."""
    channel, _ = request.param
    async with AsyncExitStack() as stack:
        made = Place(request, tmp_path, stack)
        made.given |= database
        made.side, made.other = await made.enter(channel)
        yield made
