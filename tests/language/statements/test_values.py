"""A statement that says another value of what an earlier one said."""

import pytest

from app.language.statements.values import replaces


@pytest.mark.parametrize(
    ("statement", "earlier"),
    [
        ("the gate code is now 8842", "the gate code is 4521"),
        ("Mia's shoes are 29 now", "Mia's shoes are size 28"),
        ("my vet is now Dr Owusu", "my vet is Dr Halloran"),
        ("le code du portail est 9023A", "le code du portail est 4471B"),
    ],
)
def test_the_later_value_holds(statement: str, earlier: str) -> None:
    assert replaces(statement, earlier)


@pytest.mark.parametrize(
    ("statement", "earlier"),
    [
        ("bay 3 is wet", "bay 2 is wet"),
        ("my sister is a nurse", "my sister is allergic to nuts"),
        ("the office code is 8842", "the gate code is 4521"),
        ("I paid 60 cedis for bread", "I paid 50 cedis for bread"),
        ("a" * 5_000, "my " * 5_000),
    ],
)
def test_what_may_both_hold_is_kept(statement: str, earlier: str) -> None:
    assert not replaces(statement, earlier)
