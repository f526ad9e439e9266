"""Answers to our own questions; the requests with answers lie in `said/answers.txt`."""

from app.language.dialogue.answers import complete
from app.language.orders.plan import Clause, Reading
from tests.language.orders.reading import read_all
from tests.language.orders.suite import NOW


def completed(first: str, asked: str, answer: str) -> Reading | None:
    """The reading of `first` with the answer in it."""
    return complete(Clause(answer, NOW), read_all(Clause(first, NOW)), asked)


def test_a_new_time_for_one_that_was_past() -> None:
    asked = "That is in the past: yesterday. Which time ahead did you mean?"
    reading = completed("remind me yesterday at 9 to dance", asked, "tomorrow at 9")
    assert reading is not None
    assert reading.calls[0].arguments == {"text": "dance", "when": "tomorrow at 9"}


def test_which_list_to_clear() -> None:
    reading = completed("delete the list", "Which list should I clear?", "the shopping one")
    assert reading is not None
    assert reading.calls[0].tool == "clear_list"


def test_words_that_are_no_answer_are_left_alone() -> None:
    assert completed("remind me to stretch", "When should I remind you to stretch?", "who won the cup?") is None
    assert completed("remind me to stretch", "Is there more?", "at six") is None
