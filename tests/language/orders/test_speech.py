"""Wrapping off, words left."""

import pytest

from app.language.orders import speech


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("hey, could you please add milk for me?", "add milk"),
        ("Kwasi, I'd like you to show my tasks, thanks!", "show my tasks"),
        ("ok so can you tell me what time it is", "what time it is"),
        ("please", "please"),
        ("No need to remind me", "No need to remind me"),
        ("do you know where I parked?", "where I parked"),
        ("...", ""),
    ],
)
def test_politeness_comes_off(said: str, left: str) -> None:
    assert speech.bare(said) == left


def test_quotes_and_half_days_are_made_plain() -> None:
    assert speech.tidy("“hi”  it’s 5 p. m.") == '"hi" it\'s 5 pm'


def test_my_becomes_your() -> None:
    assert speech.to_you("call my mum for me") == "call your mum for you"
