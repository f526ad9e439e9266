"""Which times of something that repeats are meant."""

import pytest

from app.language.orders.series import answered, without


@pytest.mark.parametrize(
    ("said", "rest", "scope"),
    [
        ("move the standup to 10, just this one", "move the standup to 10", "one"),
        ("cancel choir this and all following ones", "cancel choir", "following"),
        ("from now on make it 9", "make it 9", "following"),
        ("move all of them to 10", "move to 10", "all"),
        ("move the standup to 10", "move the standup to 10", ""),
    ],
)
def test_it_is_taken_out_of_what_is_asked(said: str, rest: str, scope: str) -> None:
    assert without(said) == (rest, scope)


@pytest.mark.parametrize(
    ("said", "scope"),
    [("all of them", "all"), ("all", "all"), ("just this one", "one"), ("only this time", "one"), ("one", "one"), ("this and the following", "following"), ("following", "following"), ("from now on", "following"), ("tous", "all"), ("what's for lunch", "")],
)  # fmt: skip
def test_an_answer_says_it_more_briefly(said: str, scope: str) -> None:
    assert answered(said) == scope
