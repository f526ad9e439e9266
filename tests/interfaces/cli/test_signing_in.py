"""`connect google|microsoft` in real processes, at a fake of Microsoft and at emulate."""

import argparse
import asyncio
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from app.bootstrap.services import Services
from app.errors import ToolProblem
from app.interfaces.cli.signing_in import sign_in
from tests.e2e.commands import Machine, eventually
from tests.fakes.vendors.oauth import ANA, CLIENT_ID, MicrosoftServer, microsoft
from tests.house import open_house
from tests.integrations.oauth.houses import at_google, at_microsoft
from tests.servers import emulate

_LINK = re.compile(r"^(http://\S+authorize\S+|http://\S+/auth\?\S+)$", re.MULTILINE)


@pytest.fixture
def server() -> Iterator[MicrosoftServer]:
    with microsoft() as made:
        yield made


def _at_microsoft(server: MicrosoftServer) -> dict[str, str]:
    places = {"MICROSOFT_LOGIN_URL": server.url, "MICROSOFT_GRAPH_URL": server.url}
    return {"MICROSOFT_CLIENT_ID": CLIENT_ID, "DISPLAY": "", "WAYLAND_DISPLAY": "", **places}


def test_without_a_client_every_step_is_said(machine: Machine) -> None:
    said = machine.run("connect", "google", "--only", "mail, tasks")
    assert (said.code, "console.cloud.google.com" in said.err, "GOOGLE_CLIENT_ID" in said.err) == (1, True, True)
    assert (
        "--only takes a few of mail, calendar, tasks, contacts" in machine.run("connect", "google", "--only", "x").err
    )


def test_a_browser_on_this_machine_connects_and_disconnecting_says_what_is_left(
    machine: Machine, server: MicrosoftServer
) -> None:
    microsoft = _at_microsoft(server)
    server.allows = frozenset({"Mail.ReadWrite", "Mail.Send", "User.Read"})
    running = machine.start("connect", "microsoft", "--label", "work", "--only", "mail,calendar", **microsoft)
    eventually(lambda: _LINK.search(running.out) or not running.process.is_alive())
    [link] = _LINK.findall(running.out)
    back = server.agree(link)
    assert back.startswith("http://localhost:")
    assert "close this page" in httpx.get(back.replace("localhost", "127.0.0.1", 1)).text
    said = running.wait()
    assert (said.code, f"Connected {ANA} as “work”: mail.\n" in said.out) == (0, True)
    assert "You didn't allow calendar." in said.out
    gone = machine.run("disconnect", "work", **microsoft)
    assert (gone.code, "https://account.live.com/consent/Manage" in gone.out) == (0, True)
    assert not any(token in machine.log + said.out + said.err for token in (*server.access, *server.refresh))


def test_a_code_is_entered_on_another_machine(machine: Machine, server: MicrosoftServer) -> None:
    server.device_interval = 0
    said = machine.run("connect", "microsoft", "--device", "--only", "calendar", **_at_microsoft(server))
    assert (said.code, "https://microsoft.example/devicelogin" in said.out, "F2QX7GLMN" in said.out) == (0, True, True)
    assert f"Connected {ANA} as “personal”: calendar." in said.out


async def test_the_address_a_browser_ended_at_is_pasted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process: what is typed depends on what was printed before."""
    options = argparse.Namespace(provider="google", only="", label="", client_id="", device=False, paste=True)
    with emulate.emulate() as google:
        async with open_house(tmp_path, settings=at_google(tmp_path, google)) as house:
            with pytest.raises(ToolProblem, match="isn't waiting"):
                await _pasted(
                    house, options, monkeypatch, capsys, lambda link: google.agree(link).replace("state=", "state=x")
                )
            assert await house.accounts.every(house.owner.id) == []
            said = await _pasted(house, options, monkeypatch, capsys, google.agree)
    assert f"Connected {emulate.ANA} as “personal”: mail, calendar, tasks, contacts, files.\n" in said


async def _pasted(
    house: Services,
    options: argparse.Namespace,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    browser: Callable[[str], str],
) -> str:
    """What is printed where somebody pastes the address that `browser` ends at."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin, os.fdopen(writing, "w") as typed:
        monkeypatch.setattr(sys, "stdin", stdin)
        connecting = asyncio.create_task(sign_in(house, options))
        said = ""
        while not (found := _LINK.findall(said)):
            await asyncio.sleep(0.01)
            said += capsys.readouterr().out
        typed.write(f"{browser(found[0])}\n")
        typed.flush()
        assert await connecting == 0
    return said + capsys.readouterr().out


async def test_a_client_s_secret_is_asked_for_and_never_printed(
    tmp_path: Path, server: MicrosoftServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server.secret, server.device_interval = "the client's own", 0
    options = argparse.Namespace(provider="microsoft", only="", label="", client_id=CLIENT_ID, device=True, paste=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO("the client's own\n"))
    settings = at_microsoft(tmp_path, server, microsoft_client_id="")
    async with open_house(tmp_path, settings=settings) as house:
        assert await sign_in(house, options) == 0
    assert "the client's own" not in "".join(capsys.readouterr())
