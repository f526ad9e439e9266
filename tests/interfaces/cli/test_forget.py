"""`forget`: what would go is shown, nothing goes without a yes, and the terminal's own lines go too."""

import io
from argparse import Namespace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import build_services
from app.errors import ToolProblem
from app.interfaces.cli import forget
from tests.house import open_house, settings_in, tell
from tests.learning.forgetting.walking import holding


def wish(*what: str, since: str = "", until: str = "", yes: bool = False) -> Namespace:
    return Namespace(what=list(what), since=since, until=until, yes=yes)


async def kept(folder: Path) -> list[str]:
    async with open_house(folder) as house:
        return await holding(house.database, "kofi")


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """A house that knows Kofi."""
    async with open_house(tmp_path) as house:
        await tell(house, "remember that my ex is Kofi")
        await tell(house, "remember that I live in Accra")
    return tmp_path


async def test_with_yes_it_is_forgotten_and_the_receipt_printed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await forget.run(settings_in(folder), build_services, wish("Kofi", yes=True)) == 0
    shown = capsys.readouterr().out
    assert "– 1 fact: #1 your ex is Kofi" in shown
    assert shown.endswith("Forgotten for good: 1 fact and 1 exchange, and what was drawn from them.\n")
    assert await kept(folder) == []


@pytest.mark.parametrize(("answer", "code", "left"), [("yes\n", 0, False), ("no\n", 1, True), ("", 1, True)])
async def test_it_asks_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch, answer: str, code: int, *, left: bool
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert await forget.run(settings_in(folder), build_services, wish("Kofi")) == code
    assert bool(await kept(folder)) == left


async def test_a_no_leaves_no_list_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
    await forget.run(settings_in(folder), build_services, wish("Kofi"))
    async with open_house(folder) as house:
        assert not [row for row in await house.store.contexts.all(house.owner.id) if "forgetting" in row.key]


async def test_a_time_alone_is_enough(folder: Path) -> None:
    assert await forget.run(settings_in(folder), build_services, wish(since="today", yes=True)) == 0
    assert await kept(folder) == []


async def test_nothing_said_and_nothing_kept_are_told(folder: Path) -> None:
    with pytest.raises(ToolProblem, match="What should I forget"):
        await forget.run(settings_in(folder), build_services, wish())
    with pytest.raises(ToolProblem, match="Nothing I keep mentions"):
        await forget.run(settings_in(folder), build_services, wish("Zanzibar"))


async def test_what_was_typed_before_goes_from_the_terminals_history(folder: Path) -> None:
    later = (datetime.now(UTC) + timedelta(days=1)).astimezone().replace(tzinfo=None)
    typed = folder / "chat_history"
    typed.write_text(f"\n# 2026-01-01 10:00:00.5\n+who is Kofi?\n\n# no time\n+Kofi\n\n# {later}\n+hello\n")
    await forget.run(settings_in(folder), build_services, wish("Kofi", yes=True))
    assert typed.read_text() == f"# {later}\n+hello\n"
