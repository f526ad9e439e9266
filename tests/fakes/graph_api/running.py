"""Starting the server for a test."""

import contextlib
from collections.abc import AsyncIterator

from tests.fakes.graph_api.server import GraphApiServer


@contextlib.asynccontextmanager
async def graph_api(*, faults: bool = False) -> AsyncIterator[GraphApiServer]:
    """A server in this process. Fails at the end when it was asked for what Meta refuses, unless `faults`."""
    server = GraphApiServer()
    await server.web.start()
    try:
        yield server
    finally:
        await server.web.stop()
    assert faults or server.world.faults == [], server.world.faults
