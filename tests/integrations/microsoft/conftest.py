"""A Graph server of ours with an empty account in it, and an access to that."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from pydantic import SecretStr

from app.errors import AccountClosed
from app.integrations.access import Access
from tests.fakes.vendors.graph import GraphServer, World, graph_server
from tests.fakes.vendors.graph.calendars import calendar
from tests.fakes.vendors.graph.drives import onedrive
from tests.fakes.vendors.graph.mails import mailbox
from tests.fakes.vendors.graph.todos import todo_list
from tests.integrations import account

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)


def access_to(server: GraphServer, *, token: str = "", renewed: str = "") -> Access:
    """An access with that token; a refused one is renewed once, if there is another."""

    async def secret(refused: str) -> SecretStr:
        if not refused:
            return SecretStr(token or server.token)
        if not renewed:
            raise AccountClosed("Connect that account again.")
        return SecretStr(renewed)

    made = account.access("microsoft", server.place, "", identity="ana@example.org", at=NOON)
    return replace(made, secret=secret)


@pytest.fixture
async def server() -> AsyncIterator[GraphServer]:
    """With the folders, the calendar and the list that every account has."""
    world = World()
    mailbox(world)
    calendar(world, "Calendar", is_default=True)
    todo_list(world, "Tasks", is_default=True)
    onedrive(world)
    async with graph_server(world) as made:
        yield made


@pytest.fixture
def access(server: GraphServer) -> Access:
    """To that account."""
    return access_to(server)
