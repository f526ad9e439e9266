"""Putting things on lists; what only sounds like it."""

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


def test_the_list_spoken_of_before_is_the_list() -> None:
    assert call("add soda", place="shopping").arguments == {"titles": ["soda"], "list_name": "shopping"}


def test_it_is_what_was_named_before() -> None:
    assert call("add it to my wish list", thing="a drone").arguments["titles"] == ["drone"]


def test_a_due_day_is_taken_out_of_a_task() -> None:
    assert call("add pay rent to my tasks by Friday").arguments == {"titles": ["pay rent"], "due": "by Friday"}


@pytest.mark.parametrize("said", ["add Sam to my contact list", "add 2 and 3", "add this song to my favourites"])
def test_other_houses_lists_are_not_ours(said: str) -> None:
    reading = read_one(Clause(said, NOW))
    assert reading is None or reading.calls[0].tool != "add_tasks"


def test_a_need_is_offered_and_not_done() -> None:
    reading = read("we need more soap")
    assert reading.question == "Shall I add soap to your shopping list?"
    assert reading.missing == "yes"
