"""`sessions` in a terminal: who is signed in to the page, and signing them out."""

import json
from typing import Any

import httpx
import pytest

from app.bootstrap.services import Services
from app.config import Settings
from app.interfaces.cli import sessions
from app.interfaces.cli.arguments import parser
from tests.e2e.commands import Machine, eventually
from tests.house import page_auth
from tests.interfaces.cli.conftest import NOON
from tests.interfaces.cli.test_health import Kept


async def typed(house: Services, *words: str) -> int:
    """The exit code of `sessions …`, as it is typed."""

    async def build(_: Settings) -> Kept:
        return Kept(house)

    return await sessions.run(house.settings, build, parser().parse_args(["sessions", *words]))


@pytest.fixture
async def tokens(house: Services) -> list[str]:
    """Those of two browsers."""
    auth = page_auth(house)
    return [await auth.sessions.begin(name, NOON) for name in ("Firefox on Linux", "Safari on iPhone")]


async def test_they_are_listed(house: Services, tokens: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert await typed(house) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[0] == (
        "#1  Firefox on Linux: signed in Wed 10 Mar 2027 13:00, last here Wed 10 Mar 2027 13:00"
    )
    assert await typed(house, "list", "--json") == 0
    rows: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    assert [row["browser"] for row in rows] == ["Firefox on Linux", "Safari on iPhone"]
    assert rows[0]["created_at"] == NOON.isoformat()
    assert not any(token in said or token in str(rows) for token in tokens)


async def test_one_is_ended(house: Services, tokens: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    auth = page_auth(house)
    assert await typed(house, "end", "2") == 0
    assert capsys.readouterr().out == "Signed out: 1 browser.\n"
    assert [await auth.sessions.find(token, NOON) is None for token in tokens] == [False, True]
    assert await typed(house, "end", "2") == 1
    assert capsys.readouterr().err.startswith("There's no session #2.")


async def test_all_are_ended(house: Services, tokens: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert await typed(house, "end", "--all", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"ended": 2}
    assert await typed(house) == 0
    assert capsys.readouterr().out == sessions.NOBODY
    assert await typed(house, "end", "--all") == 0
    assert capsys.readouterr().out == "Signed out: 0 browsers.\n"


@pytest.mark.parametrize("words", [["end"], ["end", "x"], ["end", "1", "--all"]])
def test_what_to_end_must_be_said(words: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parser().parse_args(["sessions", *words])
    assert caught.value.code == 2


@pytest.mark.slow
def test_an_open_page_of_the_running_server_ends_with_its_session(machine: Machine) -> None:
    server = machine.start("serve", PORT="0")
    same = {"Sec-Fetch-Site": "same-origin", "User-Agent": "Firefox/143.0 Linux"}
    with httpx.Client(base_url=server.url, headers=same, timeout=30) as browser:
        assert browser.get(server.link).status_code == 303
        with browser.stream("GET", "chat/events") as stream:
            lines = stream.iter_lines()
            assert next(lines)
            assert machine.run("sessions", "end", "--all").out == "Signed out: 1 browser.\n"
            assert list(lines) is not None  # it ends
        assert browser.get("chat/history").status_code == 401
    server.end()
    eventually(lambda: not server.process.is_alive())
