"""A Graph API server with somebody who has just written."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from pydantic import SecretStr

from app.clock import ManualClock
from app.interfaces.whatsapp.client import GraphApi
from tests.fakes.graph_api import GraphApiServer, Person, graph_api

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
async def server(clock: ManualClock) -> AsyncIterator[GraphApiServer]:
    async with graph_api() as made:
        made.world.now = clock.now
        yield made


@pytest.fixture
def ada(server: GraphApiServer) -> Person:
    person = server.person()
    person.text("hello")
    return person


@pytest.fixture
async def api(server: GraphApiServer) -> AsyncIterator[GraphApi]:
    client = GraphApi(SecretStr(server.world.token), server.world.number_id, server.url)
    yield client
    await client.close()
