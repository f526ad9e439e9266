"""Looking things up and taking things back."""

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


def test_a_time_is_no_part_of_what_is_looked_for() -> None:
    made = call("what did I say about the roof last week?")
    assert made == Call("search_history", {"about": "the roof", "since": "last week", "until": "last week"})


def test_undo_has_many_words() -> None:
    for said in ("undo", "take that back", "revert the last change", "I didn't mean that"):
        assert call(said).tool == "undo"
