"""Connecting calendars, tasks and contacts, with real servers and a real vault."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from pydantic import SecretStr

from app.errors import AccountAway, AccountClosed, ToolProblem
from app.integrations.dav.connecting import DavLogin, connect_dav
from tests.house import open_house
from tests.servers.dav import ANA, PASSWORD, DavServer
from tests.servers.dovecot import free_port
from tests.servers.radicale import radicale


@pytest.fixture(scope="module")
def strict() -> Iterator[DavServer]:
    """One that asks for a password."""
    with radicale() as started:
        yield started


def _login(server: DavServer, *, password: str = PASSWORD, url: str = "") -> DavLogin:
    return DavLogin(ANA, SecretStr(password), label="home", url=url or server.url)


async def test_what_is_there_is_offered_and_works(server: DavServer, tmp_path: Path) -> None:
    server.add_calendar("home", "Home")
    async with open_house(tmp_path) as house:
        account = await connect_dav(house.accounts, house.owner.id, _login(server))
        assert (account.provider, account.label, account.identity) == ("caldav", "home", ANA)
        assert account.settings["offers"] == ["calendar"]
        server.add_calendar("list", "List", holds="VTODO")
        server.add_book("book", "Book")
        again = await connect_dav(house.accounts, house.owner.id, _login(server))
        assert (again.id, again.settings["offers"]) == (account.id, ["calendar", "tasks", "contacts"])
        assert PASSWORD not in repr(await house.accounts.every(house.owner.id))
        assert await house.accounts.check(again) == ""
        [one] = await house.accounts.chosen(house.owner.id, "home", "tasks")
        async with house.accounts.tasks(one) as tasks:
            assert [found.name for found in await tasks.lists()] == ["List"]
        async with house.accounts.contacts(one) as book:
            assert await book.find("ama", 3) == []
        week = (datetime(2027, 3, 1, tzinfo=UTC), datetime(2027, 3, 8, tzinfo=UTC))
        async with house.accounts.calendar(one) as calendar:
            assert await calendar.between(*week, zone=ZoneInfo("UTC")) == []
            told = await calendar.busy((ANA, "kofi@acme.example"), *week)
            assert told == {ANA: (), "kofi@acme.example": None}


async def test_a_server_without_anything_keeps_nothing(server: DavServer, tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        with pytest.raises(ToolProblem, match="Make one"):
            await connect_dav(house.accounts, house.owner.id, _login(server))
        assert await house.accounts.every(house.owner.id) == []


async def test_a_wrong_password_and_nobody_there_keep_nothing(strict: DavServer, tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        with pytest.raises(AccountClosed, match="app password"):
            await connect_dav(house.accounts, house.owner.id, _login(strict, password="wrong"))
        with pytest.raises(AccountAway):
            await connect_dav(house.accounts, house.owner.id, _login(strict, url=f"http://127.0.0.1:{free_port()}/"))
        assert await house.accounts.every(house.owner.id) == []
        assert await house.vault.names(house.owner.id) == []


async def test_a_password_that_was_changed_is_said(strict: DavServer, tmp_path: Path) -> None:
    strict.fresh()
    strict.add_calendar("home", "Home")
    async with open_house(tmp_path) as house:
        account = await connect_dav(house.accounts, house.owner.id, _login(strict))
        name = account.vault_name
        await house.vault.put(house.owner.id, name, "password", SecretStr("old"))
        assert "Connect that account again" in await house.accounts.check(account)
        [kept] = await house.accounts.every(house.owner.id)
        assert kept.state == "revoked"


async def test_whether_a_server_writes_to_guests_is_asked_when_it_is_connected(
    server: DavServer, tmp_path: Path
) -> None:
    server.add_calendar("home", "Home")
    async with open_house(tmp_path) as house:
        account = await connect_dav(house.accounts, house.owner.id, _login(server))
        async with house.accounts.calendar(account) as calendar:
            [home] = await calendar.calendars()
    assert home.tells_guests == (server.name == "xandikos")  # what each says of itself (RFC 6638)
