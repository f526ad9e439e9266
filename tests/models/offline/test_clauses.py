"""Where a sentence is taken apart, and where it must not be."""

import pytest

from app.models.offline.clauses import read_all
from app.models.offline.plan import Clause
from tests.models.offline.suite import NOW


def tools(said: str) -> list[str]:
    """What is called, in order."""
    return [call.tool for reading in read_all(Clause(said, NOW)) for call in reading.calls]


@pytest.mark.parametrize(
    "said",
    [
        "add salt and pepper to my shopping list",
        "remind me tomorrow at 9 to call mum and dad",
        "remind me at 7pm to cook, clean and sleep",
        "note: call Kofi, then Ama and the bank",
        "add wine, cheese and olives for the party to the shopping list",
    ],
)
def test_an_enumeration_is_one_request(said: str) -> None:
    assert len(tools(said)) == 1


def test_three_requests_are_three() -> None:
    said = "add tea to my shopping list, note that the shop closes at 8, and remind me at 6pm to go"
    assert tools(said) == ["add_tasks", "save_note", "set_reminder"]


def test_a_sentence_that_says_nothing_to_do_is_passed_over() -> None:
    assert tools("What a day. Remind me at 9pm to sleep.") == ["set_reminder"]


def test_a_dictated_text_keeps_its_sentences() -> None:
    (reading,) = read_all(Clause("dear diary, I bought a car. I live well. My dog is happy.", NOW))
    assert reading.calls[0].arguments["content"] == "I bought a car. I live well. My dog is happy"
