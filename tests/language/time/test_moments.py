"""Finished moments, ranges of them, and what is too doubtful to be one."""

import pytest

from app.language.time.phrases import find_time
from tests.language.time.said import NOW, read, read_until


@pytest.mark.parametrize(
    ("sentence", "phrase"),
    [
        ("do it by tomorrow", "by tomorrow"),
        ("call at about 6pm please", "at about 6pm"),
        ("be there at exactly 5pm", "at exactly 5pm"),
        ("finish before Friday", "before Friday"),
        ("5pm sharp", "5pm sharp"),
    ],
)
def test_the_words_that_lead_in_belong_to_the_phrase(sentence: str, phrase: str) -> None:
    found = find_time(sentence, NOW)

    assert found is not None
    assert found.text == phrase


def test_two_moments_make_a_range() -> None:
    assert read_until("from tomorrow at 9 to Saturday at 5pm") == "2026-11-21 17:00"


@pytest.mark.parametrize(
    "phrase",
    [
        "Friday 7.6",
        "halloween weekend",
        "the 2nd closest Christmas to today",
        "one hour from Thursday",
        "two months from today on Monday",
    ],
)
def test_time_words_left_over_beside_a_time_make_it_doubtful(phrase: str) -> None:
    assert read(phrase) == ""
