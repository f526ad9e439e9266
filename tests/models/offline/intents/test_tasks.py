"""Tasks that are there."""

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


def test_several_are_ticked_off_at_once() -> None:
    assert call("tick off eggs and bread").arguments == {"tasks": ["eggs", "bread"]}


def test_a_day_moves_and_a_title_renames() -> None:
    assert call("change task 3 to Friday").arguments == {"task": "3", "due": "Friday"}
    assert call("change task 3 to buy oat milk").arguments == {"task": "3", "title": "buy oat milk"}


def test_a_story_ticks_nothing_off() -> None:
    assert read_one(Clause("I bought a car that turned out to be broken and old", NOW)) is None
