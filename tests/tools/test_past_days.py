"""The days that are meant by talk about oneself."""

from datetime import date

import pytest

from app.errors import ToolProblem
from app.tools.past_days import MOST_DAYS, PastDays, past_days
from tests.health.worn import NOW


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("", "2026-11-12", "2026-11-18"),
        ("today", "2026-11-18", "2026-11-18"),
        ("yesterday", "2026-11-17", "2026-11-17"),
        ("this week", "2026-11-16", "2026-11-18"),
        ("last week", "2026-11-09", "2026-11-15"),
        ("the past week", "2026-11-12", "2026-11-18"),
        ("lately", "2026-11-12", "2026-11-18"),
        ("last 30 days", "2026-10-20", "2026-11-18"),
        ("30 days", "2026-10-20", "2026-11-18"),
        ("in the last two weeks", "2026-11-05", "2026-11-18"),
        ("past month", "2026-10-20", "2026-11-18"),
        ("last month", "2026-10-01", "2026-10-31"),
        ("since March", "2026-03-01", "2026-11-18"),
        ("October", "2026-10-01", "2026-10-31"),
        ("from Monday to Wednesday", "2026-11-16", "2026-11-18"),
        ("2026-11-01 to 2026-11-10", "2026-11-01", "2026-11-10"),
        ("weekend", "2026-11-14", "2026-11-15"),
        ("2025", "2025-01-01", "2025-12-31"),
        ("0 days", "2026-11-18", "2026-11-18"),
    ],
)
def test_whole_days(text: str, first: str, last: str) -> None:
    assert past_days(text, NOW, 7) == PastDays(date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("the last hour", "2026-11-18T13:20", "2026-11-18T14:20"),
        ("past 24 hours", "2026-11-17T14:20", "2026-11-18T14:20"),
        ("this morning", "2026-11-18T06:00", "2026-11-18T12:00"),
        ("between 2 and 4pm", "2026-11-18T14:00", "2026-11-18T14:20"),
        ("at 3pm", "2026-11-17T15:00", "2026-11-17T16:00"),
        ("at 9am", "2026-11-18T09:00", "2026-11-18T10:00"),
        ("last night", "2026-11-17T18:00", "2026-11-18T00:00"),
        ("overnight", "2026-11-17T18:00", "2026-11-18T00:00"),
    ],
)
def test_hours(text: str, since: str, until: str) -> None:
    meant = past_days(text, NOW, 7)
    assert meant.since is not None
    assert meant.until is not None
    assert [f"{moment:%Y-%m-%dT%H:%M}" for moment in (meant.since, meant.until)] == [since, until]
    assert meant.is_night == ("night" in text)


def test_no_time_is_longer_than_ten_years() -> None:
    assert past_days("before March", NOW, 7).count < MOST_DAYS
    assert past_days("9999 days", NOW, 7).count == MOST_DAYS


@pytest.mark.parametrize("text", ["tomorrow", "next week", "purple", "x" * 10_000])
def test_what_lies_ahead_or_is_no_time_is_said(text: str) -> None:
    with pytest.raises(ToolProblem):
        past_days(text, NOW, 7)
