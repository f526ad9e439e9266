"""Time, dates and sums, told apart."""

import pytest

from app.language.orders.figures import goes_on
from app.language.orders.plan import Call, Clause, Reading
from tests.language.orders.reading import read_one
from tests.language.orders.suite import NOW


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


@pytest.mark.parametrize(
    ("said", "before", "result", "wanted"),
    [
        ("and 20 percent", "15 percent of 320", "48", "20 percent of 320"),
        ("And from 420?", "19 percent from 350", "66.5", "19 percent from 420"),
        ("plus 15", "24 times 1.80", "43.2", "43.2 + 15"),
        ("now split that by four", "1,200 + 60", "1,260", "1260 / 4"),
        ("et moins 20", "100 + 3", "103", "103 - 20"),
        ("half that", "90 + 2", "92", "92 / 2"),
        ("and in feet", "10 m in inches", "393.7", "10 m in feet"),
    ],
)
def test_a_sum_goes_on_from_the_one_before(said: str, before: str, result: str, wanted: str) -> None:
    reading = goes_on(said, before, f"{before} = {result}")
    assert reading is not None
    assert reading.calls[0].arguments == {"expression": wanted}


@pytest.mark.parametrize("said", ["remind me", "3 + 4", "thanks", "what's on my list", "x" * 500])
def test_anything_else_is_no_sum_that_goes_on(said: str) -> None:
    assert goes_on(said, "2 + 2", "2 + 2 = 4") is None
