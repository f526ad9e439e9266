"""The tool for what is connected elsewhere."""

from pathlib import Path

from app.bootstrap.connections import SettingsConnections
from app.tools.connections import connection_status
from tests.house import open_house, tell
from tests.tools.conftest import Desk


async def test_it_says_what_the_connections_say(desk: Desk) -> None:
    assert await connection_status(desk.ctx, " Mail ") == "mail isn't connected."


async def test_the_conversation_leads_to_the_page_and_knows_what_is_there(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        assert isinstance(house.resources.connections, SettingsConnections)
        assert "[Connections](/connections)" in (await tell(house, "connecte ma boîte mail", channel="web")).text
        assert "No mail is connected yet." in (await tell(house, "any new emails?")).text
        assert "./scripts/run connect google" in (await tell(house, "link my Google account", channel="telegram")).text
        await house.store.accounts.put(
            house.owner.id, "imap", "ana@example.org", label="personal", settings={}, scopes=(), at=house.clock.now()
        )
        assert "personal (ana@example.org), works" in (await tell(house, "is my mail connected?", channel="web")).text
