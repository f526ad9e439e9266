"""Lengths of time."""

import pytest

from app.language.time.durations import span_of
from app.language.time.meaning import Grain, Span
from tests.language.time.said import read


@pytest.mark.parametrize(
    ("phrase", "when"),
    [
        ("in an hour and a half", "Thu 2026-11-19 15:30"),
        ("in 2 and a half hours", "Thu 2026-11-19 16:30"),
        ("in 1h30", "Thu 2026-11-19 15:30"),
        ("in 2h 15m", "Thu 2026-11-19 16:15"),
        ("in 1/4 hour", "Thu 2026-11-19 14:15"),
        ("in 1 1/2 hours", "Thu 2026-11-19 15:30"),
        ("in 1:30 hours", "Thu 2026-11-19 15:30"),
        ("in an hour and 15", "Thu 2026-11-19 15:15"),
        ("in 2 h", "Thu 2026-11-19 16:00"),
        ("in 10'", "Thu 2026-11-19 14:10"),
        ("2w 3d", "Sun 2026-12-06"),
        ("8 m", "Thu 2026-11-19 14:08"),
        ("in three quarters of an hour", "Thu 2026-11-19 14:45"),
        ("in a couple of minutes", "Thu 2026-11-19 14:02"),
        ("in 1 hour, 5 minutes and 30 seconds", "Thu 2026-11-19 15:05"),
        ("in a fortnight's time", "Thu 2026-12-03"),
        ("in 2 months", "Tue 2027-01-19"),
        ("in 5 minutes", "Thu 2026-11-19 14:05"),
        ("set a timer for 5 minutes", "Thu 2026-11-19 14:05"),
    ],
)
def test_a_length_is_counted_from_now(phrase: str, when: str) -> None:
    assert read(phrase) == when


def test_a_fraction_that_has_no_fixed_length_is_none() -> None:
    assert span_of(0.5, Grain.MONTH) is None
    assert span_of(0.3, Grain.QUARTER) is None
    assert span_of(1.5, Grain.DAY) == Span(seconds=36 * 3600, grain=Grain.HOUR)
    assert span_of(99_999, Grain.DAY) is None


def test_a_length_alone_in_a_sentence_is_no_time() -> None:
    assert read("the film takes 2 hours") == ""
