"""The profile: six sections, every line with its turns, within its bounds, and never what was corrected."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.learning.profile import (
    CHARACTERS,
    SECTIONS,
    WORDS,
    ProfileLine,
    correct_profile,
    parsed,
    read_profile,
    rendered,
    within,
    write_profile,
)
from tests.house import open_house

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
LINES = [
    ProfileLine("you", "Lives in Accra", ("t1",)),
    ProfileLine("work", "Works at the Accra port", ("t2",)),
    ProfileLine("focus", "Looks for a flat", ()),
]


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


async def test_what_is_written_is_read_again_with_its_turns(house: Services) -> None:
    await write_profile(house.store, house.owner.id, LINES, NOON)
    assert await read_profile(house.store, house.owner.id) == LINES
    await write_profile(house.store, house.owner.id, [], NOON)
    assert await read_profile(house.store, house.owner.id) == []
    assert await house.store.contexts.get(house.owner.id, "profile_sources") is None


def test_it_reads_well() -> None:
    assert rendered(LINES) == (
        "Who you are\n- Lives in Accra\nWork\n- Works at the Accra port\nCurrent focus\n- Looks for a flat"
    )


@pytest.mark.parametrize("sources", ["", "{broken", "[]", '{"- Lives in Accra": 7}'])
def test_sources_that_cannot_be_read_cost_the_sources_alone(sources: str) -> None:
    assert parsed("Who you are\n- Lives in Accra", sources) == [ProfileLine("you", "Lives in Accra", ())]


def test_too_much_is_taken_from_the_longest_section() -> None:
    many = [ProfileLine(name, f"{name} {number} and some words more", ()) for name in SECTIONS for number in range(40)]
    kept = within(many)
    assert len(rendered(kept).split()) <= WORDS
    assert len(rendered(kept)) <= CHARACTERS
    assert {line.section for line in kept} == set(SECTIONS)
    assert within(LINES) == LINES


async def test_a_correction_takes_out_the_line_it_corrects_and_no_other(house: Services) -> None:
    await write_profile(house.store, house.owner.id, LINES, NOON)
    for statement in ("I live in Accra", "I live in Kumasi"):
        fact = await house.store.facts.add(
            house.owner.id, key="home", statement=statement, confidence=1, source="user", turn_id=None, taint=[],
            confirmed=True, at=NOON,
        )  # fmt: skip
    assert await correct_profile(house.store, house.owner.id, fact, NOON) == 1
    assert await read_profile(house.store, house.owner.id) == LINES[1:]
    assert await correct_profile(house.store, house.owner.id, fact, NOON) == 0
