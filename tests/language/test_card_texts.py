"""The words of a call that waits at work: one part put for another, a new text between quotes."""

from typing import Any

import pytest

from app.language.card_texts import quoted, swapped

POST: dict[str, Any] = {"channel": "#garden", "text": "Tea is at four today", "place": "C1"}
NEW: dict[str, Any] = {"project": "TEA", "summary": "Kettle leaks", "description": ""}
REMINDER: dict[str, Any] = {"text": "tea at four", "when": "16:00"}


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("not four, half past five", "Tea is at half past five today"),
        ("make that five, not four", "Tea is at five today"),
        ("tomorrow instead of today", "Tea is at four tomorrow"),
        ("change tea to coffee", "coffee is at four today"),
        ("pas four, mets six", "Tea is at six today"),
    ],
)
def test_one_part_is_put_for_another(said: str, text: str) -> None:
    assert swapped(POST, said) == {**POST, "text": text}


@pytest.mark.parametrize("said", ["not three, five", "not it, the other", "five, not", "make it shorter"])
def test_what_does_not_stand_there_is_put_for_nothing(said: str) -> None:
    assert swapped(POST, said) is None


def test_only_words_of_work_are_swapped() -> None:
    assert swapped(REMINDER, "not four, five") is None
    assert swapped(NEW, "pot instead of kettle") == {**NEW, "summary": "pot leaks"}


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("“tea is off”", "Tea is off"),
        ('simpler: "tea is off"', "Tea is off"),
        ("mets plutôt « pas de thé »", "Pas de thé"),
        ("Mettez simplement « pas de thé ».", "Pas de thé"),
        ('no, just say "see you all at six".', "See you all at six"),
    ],
)
def test_what_is_quoted_is_the_whole_text(said: str, text: str) -> None:
    assert quoted(POST, said) == {**POST, "text": text}


@pytest.mark.parametrize(
    "said", ['tell Yaw "tea is off"', 'remind me to "buy tea"', '"one" and "two"', "no quotes here"]
)
def test_an_order_with_a_quote_is_no_new_text(said: str) -> None:
    assert quoted(POST, said) is None
