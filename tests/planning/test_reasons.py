"""The table of reasons."""

from app.planning.reasons import REASONS
from app.planning.request import read_request


def held(text: str) -> set[str]:
    request = read_request(text)
    return {reason.name for reason in REASONS if reason.holds(request)}


def test_every_reason_has_a_name_of_its_own_and_a_weight() -> None:
    assert len({reason.name for reason in REASONS}) == len(REASONS)
    assert all(0 < reason.weight <= 1 for reason in REASONS)


def test_a_text_that_asks_for_nothing_has_none() -> None:
    assert held("Good morning") == set()
    assert held("") == set()


def test_a_condition_counts_only_with_a_command() -> None:
    assert "a condition" in held("If it rains, move the run to Sunday")
    assert "a condition" in held("in case it rains tomorrow cancel my run")
    assert "a condition" not in held("If it rains, what do people do?")
    assert "a condition" not in held("Let me know if it rains")


def test_length_without_content_counts() -> None:
    told = "I would like a quiet place near the sea with a garden and a big table for nine people and two dogs, please, not far from town"
    assert "lengthy" in held(told)
    assert "lengthy" not in held(f"Tell Ama that {told}")


def test_a_joined_question_counts_when_it_asks_of_something_new() -> None:
    assert "a question of its own" in held("Who wrote to me today and what do I still owe the bank?")
    assert "a question of its own" not in held("Who wrote the book and when was it published?")
