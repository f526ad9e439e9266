"""The tool of domains that are not connected."""

from app.tools.connections import connection_status
from tests.tools.conftest import Desk


async def test_it_says_what_the_connections_say(desk: Desk) -> None:
    assert await connection_status(desk.ctx, " Mail ") == "mail isn't connected."
