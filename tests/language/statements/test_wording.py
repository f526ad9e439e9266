"""The user's words about themselves, said back."""

import pytest

from app.language.statements.wording import sentence, to_you


@pytest.mark.parametrize(
    ("said", "back"),
    [
        ("I'm vegan", "you are vegan"),
        ("my car is mine", "your car is yours"),
        ("I've hurt myself", "you have hurt yourself"),
        ("I'd rather walk", "you'd rather walk"),
        ("je me lève à 6 h", "je me lève à 6 h"),
    ],
)
def test_words_about_oneself_are_said_back_as_you(said: str, back: str) -> None:
    assert to_you(said) == back


def test_a_sentence_begins_with_a_capital_letter() -> None:
    assert sentence("my sister is Ama") == "Your sister is Ama"
