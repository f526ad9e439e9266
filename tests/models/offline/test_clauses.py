"""Where a sentence is taken apart, and where it must not be."""

import pytest

from app.models.offline.clauses import MAX_CLAUSES, read_all
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


def test_a_request_again_and_again_is_taken_apart_like_any_other() -> None:
    """Every way to take it apart used to be tried behind every other: twenty took seconds, and were not understood."""
    assert tools("add milk to my list and " * 20) == ["add_tasks"] * 20


def test_thirty_tasks_one_a_line_are_thirty() -> None:
    assert tools("\n".join(f"add chore {number} to my to-do list" for number in range(30))) == ["add_tasks"] * 30


@pytest.mark.parametrize(
    "said",
    [
        "add milk to my list and " * 850,
        "show me " + "all the " * 200,
        "-" * 2_000,
        "\n".join(["frobnicate the milk"] * 300),
    ],
    ids=["joints", "the", "hyphens", "lines"],
)
def test_what_is_too_much_to_be_read_comes_to_an_end(said: str) -> None:
    assert len(tools(said)) <= MAX_CLAUSES


def test_who_says_more_than_is_read_is_told_and_the_first_part_is_done() -> None:
    said = " and ".join(f"add thing{number} to my list" for number in range(120))
    readings = read_all(Clause(said, NOW))
    assert len(readings) == MAX_CLAUSES
    assert readings[-1].is_cut
    assert not any(reading.is_cut for reading in readings[:-1])


def test_a_long_enumeration_is_read_to_its_end_or_not_at_all() -> None:
    things = [f"thing{number}" for number in range(150)]
    [whole] = read_all(Clause(f"add {', '.join(things)} to my shopping list", NOW))
    assert whole.calls[0].arguments["titles"] == things
    assert tools(f"add {', '.join(things * 4)} to my shopping list") == []


@pytest.mark.parametrize("said", ["add milk and eggs to my list and", "add milk and eggs to my list, and "])
def test_a_request_that_was_sent_too_early_is_read_as_far_as_it_goes(said: str) -> None:
    assert tools(said) == ["add_tasks"]


def test_what_makes_no_sense_behind_a_long_row_of_requests_makes_no_nonsense_of_them() -> None:
    said = " and ".join(f"add thing{number} to my list" for number in range(25)) + " and frobnicate the zoo"
    readings = read_all(Clause(said, NOW))
    titles = [title for reading in readings for call in reading.calls for title in call.arguments["titles"]]
    assert titles == [f"thing{number}" for number in range(25)][: len(titles)]
    assert len(titles) > 20
    assert readings[-1].is_cut
