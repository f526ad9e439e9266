"""`log`: the sessions there are, and one of them as it went, for eyes and for scripts."""

import json
from argparse import Namespace
from pathlib import Path

import pytest

from app.bootstrap.services import build_services
from app.interfaces.cli import log
from tests.e2e.commands import Machine
from tests.house import open_house, settings_in, tell


async def _said(folder: Path, *texts: str) -> None:
    async with open_house(folder) as house:
        for text in texts:
            await tell(house, text)


async def _log(folder: Path, session: str, *, as_json: bool = False) -> int:
    return await log.run(settings_in(folder), build_services, Namespace(session=session, json=as_json))


def test_before_anything_is_said_there_is_none(machine: Machine) -> None:
    said = machine.run("log")
    assert (said.code, said.out, said.err) == (0, "Nothing was said yet.\n", "")


async def test_the_list_names_the_open_talk_and_the_log_shows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await _said(tmp_path, "add milk to my shopping list", "hello\x1b[2J\nthere")
    assert await _log(tmp_path, "") == 0
    listed = capsys.readouterr().out
    assert listed.startswith("now ")
    assert "2 turns · open" in listed
    assert await _log(tmp_path, "last") == 0
    shown = capsys.readouterr().out
    assert "  you        add milk to my shopping list\n" in shown
    assert "  call       add_tasks(" in shown
    assert "run → done" in shown
    assert "  Kwasi      Added milk (#1) to your shopping list.\n" in shown
    assert "  you        hello[2J\n             there\n" in shown
    assert "\x1b" not in shown


async def test_a_script_reads_the_same_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await _said(tmp_path, "add milk to my shopping list")
    assert await _log(tmp_path, "", as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["sessions"][0]["is_open"] is True
    assert await _log(tmp_path, "now", as_json=True) == 0
    kinds = [event["kind"] for event in json.loads(capsys.readouterr().out)["turns"][0]["events"]]
    assert kinds == ["message", "call", "result", "reply"]


async def test_a_session_that_is_not_there_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await _log(tmp_path, "12") == 1
    assert capsys.readouterr().err == "There is no such session. ./scripts/run log lists those there are.\n"
