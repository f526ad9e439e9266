"""`link`: a fresh way to the page of the server that runs here, or what to do when none runs."""

from argparse import Namespace
from datetime import timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import build_services
from app.config import Settings
from app.conversation.holder import PRESENCE, this_process
from app.interfaces.cli import link
from app.interfaces.web.access import LocalAccess
from app.interfaces.web.sessions import session_key
from tests.e2e.commands import Machine
from tests.fakes.bot_api import BOT, bot_api
from tests.house import open_house, settings_in

URL = "http://127.0.0.1:8321"


async def _server_runs(settings: Settings, **info: str) -> None:
    """The presence that a server leaves on the database."""
    async with open_house(settings.data_dir, settings=settings) as house:
        name = f"{PRESENCE}:{this_process()}"
        now = house.clock.now()
        await house.store.leases.acquire(name, this_process(), now=now, ttl=timedelta(seconds=60), info=info)


def test_without_a_server_it_says_how_to_start_one(machine: Machine) -> None:
    said = machine.run("link")
    assert (said.code, said.out) == (1, "")
    assert said.err == "No server is running here. Start one with ./scripts/run\n"


def test_its_help_says_what_a_code_is_and_where_it_goes(machine: Machine) -> None:
    said = machine.run("link", "--help")
    assert said.code == 0
    assert "once, for fifteen minutes" in said.out
    for place in ("telegram", "whatsapp", "slack"):
        assert f"./scripts/run link {place}  " in said.out


async def test_the_link_opens_the_servers_page_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = settings_in(tmp_path)
    await _server_runs(settings, url=URL)
    server = LocalAccess(session_key(tmp_path))
    assert await link.run(settings, build_services, Namespace(place="page")) == 0
    address, _, token = capsys.readouterr().out.strip().partition("/?token=")
    assert address == URL
    assert server.redeem(token)
    assert not server.redeem(token)


async def test_a_page_with_a_password_needs_no_token(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = settings_in(tmp_path, page_password="hunter2-hunter2")
    await _server_runs(settings, url=URL)
    assert await link.run(settings, build_services, Namespace(place="page")) == 0
    assert capsys.readouterr().out == f"{URL}/\n"


async def test_an_open_terminal_is_no_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = settings_in(tmp_path)
    await _server_runs(settings)
    assert await link.run(settings, build_services, Namespace(place="page")) == 1
    assert capsys.readouterr().out == ""


async def test_an_account_is_linked_by_the_bot_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with bot_api() as api:
        settings = settings_in(tmp_path, telegram_bot_token=api.token, telegram_api_url=api.url)
        assert await link.run(settings, build_services, Namespace(place="telegram")) == 0
    address, _, code = capsys.readouterr().out.strip().partition("?start=")
    assert address == f"https://t.me/{BOT['username']}"
    assert len(code) >= 22


@pytest.mark.parametrize(("token", "says"), [(None, "TELEGRAM_BOT_TOKEN"), ("1:wrong", "doesn't know that token")])
async def test_without_a_bot_it_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], token: str | None, says: str
) -> None:
    async with bot_api() as api:
        settings = settings_in(tmp_path, telegram_bot_token=token, telegram_api_url=api.url)
        assert await link.run(settings, build_services, Namespace(place="telegram")) == 1
    assert says in capsys.readouterr().err
