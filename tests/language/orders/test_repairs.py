"""What people take back while they speak, and what only sounds like it."""

from typing import Any

import pytest

from app.language.choosing.understand import understand
from app.language.orders.repairs import put_right, repaired
from app.language.reader.reading import Part, Slot
from app.tools.catalogue import TOOLSETS
from tests.language.orders.suite import NOW

TOOLS = frozenset(row.name for name in ("memory", "clock", "utility") for row in TOOLSETS[name])


def titles(said: str) -> Any:
    """What is put on a list."""
    [call] = understand(said, NOW, TOOLS).calls
    return call.arguments["titles"]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Add 3 bags of compost, no, 4 bags of compost to my garden list", ["4 bags of compost"]),
        ("Ajoute des poires aux courses, pardon, des pêches", ["pêches"]),
    ],
)
def test_what_was_taken_back_is_not_added(said: str, meant: list[str]) -> None:
    assert titles(said) == meant


def test_a_no_that_belongs_to_a_name_stays_with_it() -> None:
    said = "add milk, no sugar cola"
    slots = (Slot("item", "milk", 4, 8), Slot("item", "sugar cola", 13, 23))
    kept = repaired(Part("add_tasks", said, 0, len(said), slots, 0.9))
    assert kept.all("item") == ["milk", "no sugar cola"]


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        ("My flight number is LH 418, no hang on, LH 481", "My flight number is LH 481"),
        ("my doctor is Boateng, sorry, Mensah", "my doctor is Mensah"),
    ],
)
def test_a_statement_is_put_right(told: str, meant: str) -> None:
    assert put_right(told) == meant


@pytest.mark.parametrize(
    "told",
    [
        "I take tea with milk, no sugar",
        "My doctor said there is no cure",
        "I have two sisters and no brothers",
        "my boss is Wait Mensah",
        "My dad says sorry too often",
        "I live in Kumasi, actually near the market",
        "my wife is in Paris, no longer in Lyon",
        "," * 5_000,
        "no " * 5_000,
    ],
)
def test_what_only_sounds_like_it_stays(told: str) -> None:
    assert put_right(told) == told


def test_an_hour_that_replaces_another_stays_in_its_half_of_the_day() -> None:
    [call] = understand("remind me at 8 in the morning, no 9, to run", NOW, TOOLS).calls
    assert call.arguments["when"] == "at 9:00 am"


def test_a_letter_with_a_mark_of_its_own_is_read() -> None:
    assert titles("add cafe\u0301 to my list") == ["caf\u00e9"]
