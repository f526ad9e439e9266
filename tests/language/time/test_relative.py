"""Times counted from now or from a named day."""

from datetime import date

import pytest

from app.language.time.meaning import Grain, Span
from app.language.time.relative import add_workdays, from_now
from tests.language.time.said import context, read, read_until


@pytest.mark.parametrize(
    ("phrase", "when"),
    [
        ("in 3 days at 9", "Sun 2026-11-22 09:00"),
        ("2 weeks from tomorrow", "Fri 2026-12-04"),
        ("a week on Friday", "Fri 2026-11-27"),
        ("a week tomorrow", "Fri 2026-11-27"),
        ("two weeks before Christmas", "Fri 2026-12-11"),
        ("the day before Christmas", "Thu 2026-12-24"),
        ("the Friday before Christmas", "Fri 2026-12-18"),
        ("in 3 business days", "Tue 2026-11-24"),
        ("ring me back in 20", "Thu 2026-11-19 14:20"),
        ("today in two hours", "Thu 2026-11-19 16:00"),
        ("now - 3 hours", "Thu 2026-11-19 11:00"),
        ("2027-03-01 + 10 days", "Thu 2027-03-11"),
        ("20 minutes ago", "Thu 2026-11-19 13:40"),
        ("3 hours later", "Thu 2026-11-19 17:00"),
        ("within the next 2 hours", "Thu 2026-11-19 16:00"),
        ("right now", "Thu 2026-11-19 14:00"),
        ("the next 3 days", "Fri 2026-11-20"),
        ("three fridays from now", "Fri 2026-12-04"),
    ],
)
def test_a_span_is_counted_from_its_anchor(phrase: str, when: str) -> None:
    assert read(phrase) == when


@pytest.mark.parametrize(
    "phrase",
    [
        "in several hours",
        "upcoming two weeks",
        "a year from Christmas",
        "in the next decade",
        "born in 85",
        "3 next week",
    ],
)
def test_a_span_that_may_mean_two_things_gives_nothing(phrase: str) -> None:
    assert read(phrase) == ""


def test_coming_days_have_an_end() -> None:
    assert read_until("the next 3 days") == "2026-11-23 00:00"


def test_working_days_pass_over_weekends() -> None:
    assert add_workdays(date(2026, 11, 20), 1) == date(2026, 11, 23)
    assert add_workdays(date(2026, 11, 23), -1) == date(2026, 11, 20)


def test_a_span_beyond_the_calendar_is_none() -> None:
    assert from_now(context(), Span(months=120_000, grain=Grain.YEAR)) is None
