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
        ("nouveau numéro du plombier : 0470 98 76 54", "le numéro du plombier c'est 0499 12 34 56"),
        ("they changed the lanes, I go swimming on Mondays now", "I go swimming every Wednesday evening after work"),
        ("our new gate code is 77 12", "our gate code is 88 10"),
    ],
)
def test_the_later_value_holds(statement: str, earlier: str) -> None:
    assert replaces(statement, earlier)


@pytest.mark.parametrize(
    ("statement", "earlier"),
    [
        ("bay 3 is wet", "bay 2 is wet"),
        ("my new phone number is 5678", "my work phone number is 1234"),
        ("Ama swims on Mondays now", "Kofi swims on Wednesdays"),
        ("I work at Shell now", "I work from home on Mondays"),
        ("my sister is a nurse", "my sister is allergic to nuts"),
        ("the office code is 8842", "the gate code is 4521"),
        ("I paid 60 cedis for bread", "I paid 50 cedis for bread"),
        ("a" * 5_000, "my " * 5_000),
    ],
)
def test_what_may_both_hold_is_kept(statement: str, earlier: str) -> None:
    assert not replaces(statement, earlier)
