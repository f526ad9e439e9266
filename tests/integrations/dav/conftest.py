"""Both servers, started once a session, and one of them without anything of Ana's."""

from collections.abc import Iterator

import pytest

from tests.servers.dav import DavServer
from tests.servers.radicale import radicale
from tests.servers.xandikos import xandikos

STARTED = {"radicale": radicale, "xandikos": xandikos}


@pytest.fixture(scope="session", params=list(STARTED))
def running_server(request: pytest.FixtureRequest) -> Iterator[DavServer]:
    """Each of them."""
    with STARTED[request.param]() as started:
        yield started


@pytest.fixture
def server(running_server: DavServer) -> DavServer:
    """Each of them, with nothing of Ana's."""
    running_server.fresh()
    return running_server
