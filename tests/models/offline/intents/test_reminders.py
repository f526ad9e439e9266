"""Reminders in any order."""

import pytest

from app.models.offline.clauses import read_one
from app.models.offline.plan import Call, Clause, Reading
from tests.models.offline.suite import NOW


def read(said: str, **before: str) -> Reading:
    """What one clause means."""
    reading = read_one(Clause(said, NOW, **before))
    assert reading is not None
    return reading


def call(said: str, **before: str) -> Call:
    """The one call a clause comes to."""
    [made] = read(said, **before).calls
    return made


@pytest.mark.parametrize(
    "said",
    [
        "remind me tomorrow at 9 to call mum",
        "tomorrow at 9 remind me to call mum",
        "remind me to call mum tomorrow at 9",
        "set a reminder to call mum tomorrow at 9",
    ],
)
def test_the_time_may_stand_anywhere(said: str) -> None:
    assert call(said).arguments == {"text": "call mum", "when": "tomorrow at 9"}


def test_it_is_what_was_named_before_and_a_text_stands_beside_it() -> None:
    assert call("remind me at six to buy it", thing="milk").arguments["text"] == "buy milk"
    assert call("remind me at six to pay it", aside="rent is due").arguments["text"] == "pay it (rent is due)"


def test_a_timer_counts_from_now() -> None:
    assert call("set a five minute timer").arguments == {"text": "timer: five minutes", "when": "in five minutes"}


def test_what_is_missing_is_asked_for() -> None:
    assert read("remind me about my dentist").question == "When should I remind you about your dentist?"
    assert read("set a reminder").missing == "text"
