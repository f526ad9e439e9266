"""A house whose owner has an account at a Jira of ours, for talks about tickets."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import SecretStr

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.integrations.tokens import TokenLogin, connect_token
from tests.conversation.conftest import NOON
from tests.fakes.vendors.jira import EMAIL, TOKEN, JiraCloud
from tests.fakes.vendors.jira.world import World, status
from tests.house import open_house


@asynccontextmanager
async def house_at_jira(served: JiraCloud, folder: Path, *titles: str) -> AsyncIterator[Services]:
    """One with these tickets to do, and no others."""
    served.world = World()
    for title in titles:
        served.world.add(title, status=status("To Do"))
    async with open_house(folder, clock=ManualClock(NOON)) as services:
        login = TokenLogin("jira", SecretStr(TOKEN), url=served.url, user=EMAIL)
        await connect_token(services.accounts, services.owner.id, login)
        yield services
