"""Notes, word for word."""

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


def test_what_is_dictated_is_kept_as_it_is() -> None:
    assert call("note: Kofi's number is 555-0199!").arguments["content"] == "Kofi's number is 555-0199!"


def test_thanks_may_be_part_of_what_is_dictated() -> None:
    assert call("note: tell Esi thanks").arguments["content"] == "tell Esi thanks"
    assert call("take a note that Esi says hi, please").arguments["content"] == "Esi says hi"


def test_a_title_is_kept_apart() -> None:
    assert call('create a note called "Trip": Ada Foah').arguments == {"content": "Ada Foah", "title": "Trip"}


def test_a_note_without_words_is_asked_for() -> None:
    assert read("take a note").question == "What should the note say?"
