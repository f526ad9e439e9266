"""`known`: what is known in groups, with where it is from; what was before only where it is asked for."""

import argparse
import json
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.config import Settings
from app.interfaces.cli.known import run
from tests.house import tell


class _Open:
    """A house that stays open when a command is done with it."""

    def __init__(self, house: Services) -> None:
        self._house = house

    async def __call__(self, _: Settings) -> "_Open":
        return self

    async def close(self) -> None:
        """Not yet."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._house, name)


async def _known(house: Services, *about: str, history: bool = False, as_json: bool = False) -> int:
    options = argparse.Namespace(about=list(about), history=history, json=as_json)
    return await run(house.resources.settings, _Open(house), options)


async def test_it_is_told_in_groups_with_where_it_is_from(house: Services, capsys: pytest.CaptureFixture[str]) -> None:
    await tell(house, "remember that I live in Accra")
    await tell(house, "I've been vegan for years and my sister lives in Tema", channel="web")
    await tell(house, "remember that I got a new job", channel="web")
    assert await _known(house) == 0
    said = capsys.readouterr().out
    assert "About you:\n  #1 You live in Accra — you told me on 10 March (cli)\n" in said
    assert "You have been vegan for years — you told me on 10 March (web)" in said
    assert "Your people:\n" in said
    assert "Your sister lives in Tema — you told me on 10 March (web)\n" in said
    assert "You got a new job — you told me on 10 March (web)" in said


async def test_what_was_before_is_shown_where_it_is_asked_for(
    house: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    await tell(house, "remember that I live in Accra")
    await tell(house, "remember that I moved to Kumasi")
    await _known(house)
    assert "Accra" not in capsys.readouterr().out
    await _known(house, history=True)
    assert "What was so before:\n  #1 You live in Accra — until 10 March; you told me on 10 March (cli)" in (
        capsys.readouterr().out
    )


async def test_one_thing_can_be_asked_for(house: Services, capsys: pytest.CaptureFixture[str]) -> None:
    assert await _known(house) == 0
    assert capsys.readouterr().out == "I don't know anything about you yet.\n"
    await tell(house, "remember that I live in Accra")
    await tell(house, "remember that my sister's name is Ama")
    assert await _known(house, "sister") == 0
    said = capsys.readouterr().out
    assert "Ama" in said
    assert "Accra" not in said
    assert await _known(house, "unicorns") == 1


async def test_a_script_reads_all_of_it(house: Services, capsys: pytest.CaptureFixture[str]) -> None:
    await tell(house, "remember that I live in Accra")
    await _known(house, as_json=True)
    found = json.loads(capsys.readouterr().out)
    [row] = found["known"]
    assert (row["key"], row["source"], row["channel"], row["quote"]) == ("home", "user", "cli", "I live in Accra")
    assert (found["waiting"], found["before"]) == ([], [])
