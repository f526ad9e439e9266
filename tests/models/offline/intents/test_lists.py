"""Lists as a whole."""

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


def test_my_shopping_list_and_the_to_do_list_have_their_names() -> None:
    assert call("what's on my weekend shopping list?").arguments == {"list_name": "weekend shopping"}
    assert call("show my to-do list").arguments == {"list_name": "todo"}
    assert call("show my tasks").arguments == {}


def test_a_list_is_cleared_by_name_and_asked_for_without() -> None:
    assert call("wipe my packing list") == Call("clear_list", {"list_name": "packing"})
    assert read("delete the list").question == "Which list should I clear?"


def test_a_day_is_its_tasks_and_reminders() -> None:
    assert [made.tool for made in read("what do I have tomorrow?").calls] == ["list_tasks", "list_reminders"]
