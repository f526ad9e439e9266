"""What an answer gives of the fields that a tracker wants."""

import pytest

from app.language.choosing.wanted import filled, with_fields

ONE = "PROJ wants more of a Bug: Severity (Low, High). Which should it be?"
SEVERAL = "PROJ wants more of a Bug: Severity (Low, High, Very High); Team; Impact (Low, High). Which should it be?"
TEXT = "PROJ wants more of a Bug: Customer. Which should it be?"


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        (ONE, "high", ["Severity: High"]),
        (ONE, "the low one please", ["Severity: Low"]),
        (ONE, "c'est haute", ["Severity: High"]),
        (ONE, "severity medium", ["Severity: medium"]),
        (SEVERAL, "very high severity", ["Severity: Very High"]),
        (SEVERAL, "severity low, team core, impact high", ["Severity: Low", "Team: core", "Impact: High"]),
        (SEVERAL, "Team: Core Apps", ["Team: Core Apps"]),
        (TEXT, "Acme Ltd", ["Customer: Acme Ltd"]),
        (TEXT, "the customer is Acme Ltd", ["Customer: Acme Ltd"]),
        ("“medium” is no value of Severity. There are: Low, High.", "low then", ["Severity: Low"]),
        ("Points wants a number, not “many”.", "3", ["Points: 3"]),
        (SEVERAL, "low", []),  # which of the two?
        (ONE, "set the priority of PROJ-1 to low", []),
        (ONE, "not high", []),
        (ONE, "is high worse?", []),
        (ONE, "severity", []),
        (TEXT, "remind me tomorrow", []),
        ("Which project? There are: PROJ, OPS.", "high", []),
        (ONE, "high " * 40, []),
    ],
)
def test_an_answer_names_fields_and_values_and_nothing_else(question: str, answer: str, expected: list[str]) -> None:
    assert filled(question, answer) == expected


@pytest.mark.parametrize(("answer", "expected"), [("severity high", ["Severity: High"]), ("high", [])])
def test_what_was_said_later_must_name_its_field(answer: str, expected: list[str]) -> None:
    assert filled(ONE, answer, named=True) == expected


def test_a_new_value_takes_the_place_of_an_older_one() -> None:
    assert with_fields(["Severity: medium", "Team: Core"], ["Severity: Low"]) == ["Team: Core", "Severity: Low"]
