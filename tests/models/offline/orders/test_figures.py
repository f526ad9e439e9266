"""Time, dates and sums, told apart."""

import pytest

from app.models.offline.plan import Call, Clause, Reading
from tests.models.offline.reading import read_one
from tests.models.offline.suite import NOW


def read(said: str) -> Reading:
    """What one clause means."""
    reading = read_one(Clause(said, NOW))
    assert reading is not None
    return reading


def call(said: str) -> Call:
    """The one call a clause comes to."""
    [made] = read(said).calls
    return made


@pytest.mark.parametrize(
    ("said", "tool"),
    [
        ("what time is it?", "get_datetime"),
        ("how many days until Christmas?", "answer_date_question"),
        ("what's 12 times 7", "calculate"),
        ("two hundred divided by five", "calculate"),
        ("5 kg in pounds", "calculate"),
        ("set my time zone to Lagos", "set_time_zone"),
    ],
)
def test_each_has_its_tool(said: str, tool: str) -> None:
    assert call(said).tool == tool


def test_being_somewhere_now_moves_the_clock_only_for_a_place() -> None:
    assert call("I'm in Lisbon now").arguments == {"place": "Lisbon"}
    assert read_one(Clause("I'm in trouble now", NOW)) is None
