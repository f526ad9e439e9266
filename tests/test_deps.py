"""What a tool is given: one container a turn, whose taint and books only grow."""

from dataclasses import FrozenInstanceError
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.deps import Books, Taint
from tests.gate.bench import NOON, bench_of
from tests.house import open_house


def test_a_source_taints_once_and_for_good() -> None:
    taint = Taint()
    assert not taint
    for source in ("read_mail", "fetch_page", "read_mail"):
        taint.add(source)
    assert taint
    assert taint.sources == ["read_mail", "fetch_page"]


def test_the_books_count_the_very_same_call() -> None:
    books = Books()
    assert [books.count(mark) for mark in ("a", "b", "a", "a")] == [0, 0, 1, 2]


async def test_a_turns_now_is_on_its_users_clock(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        deps = bench_of(house).deps()
    assert deps.zone == ZoneInfo("Europe/Paris")
    assert deps.local_now == NOON
    assert deps.local_now.hour == 13


async def test_a_tool_cannot_change_whose_turn_it_is(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        deps = bench_of(house).deps()
    with pytest.raises(FrozenInstanceError):
        deps.user = deps.user  # type: ignore[misc]
