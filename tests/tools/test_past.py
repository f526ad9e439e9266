"""A stretch of the past as somebody says it, on Saturday 21 November 2026 at noon in Paris."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.errors import ToolProblem
from app.tools.past import Past, past, whole

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=PARIS)


def at(text: str) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=PARIS) if text else None


@pytest.mark.parametrize(
    ("said", "since", "until"),
    [
        ("yesterday", "2026-11-20", "2026-11-21"),
        ("today", "2026-11-21", ""),
        ("last week", "2026-11-09", "2026-11-16"),
        ("Monday", "2026-11-16", "2026-11-17"),
        ("March", "2026-03-01", "2026-04-01"),
        ("before March", "", "2026-03-01"),
        ("until March", "", "2026-04-01"),
        ("since March", "2026-03-01", ""),
        ("10 March", "2026-03-10", "2026-03-11"),
        ("2025", "2025-01-01", "2026-01-01"),
        ("the last hour", "2026-11-21T11:00", ""),
        ("the last 3 days", "2026-11-18T12:00", ""),
        ("the past two weeks", "2026-11-07T12:00", ""),
        ("2026-03-01", "2026-03-01", "2026-03-02"),
        ("older than last month", "", "2026-10-01"),
    ],
)
def test_a_time_is_the_latest_that_has_begun(said: str, since: str, until: str) -> None:
    assert whole(said, NOW) == Past(at(since), at(until))


def test_two_ends_make_a_stretch() -> None:
    assert past("Monday", "Wednesday", NOW) == Past(at("2026-11-16"), at("2026-11-19"))
    assert past("", "", NOW) == Past()
    assert past("before March", "", NOW) == Past(None, at("2026-03-01"))
    assert past("since yesterday", "", NOW) == Past(at("2026-11-20"), None)


@pytest.mark.parametrize("said", ["tomorrow", "next week", "in 2 hours"])
def test_what_lies_ahead_is_refused(said: str) -> None:
    with pytest.raises(ToolProblem):
        past(said, "", NOW)


@pytest.mark.parametrize("said", ["blorp", "%", "🦊"])
def test_what_is_no_time_is_refused(said: str) -> None:
    with pytest.raises(ToolProblem, match="can't read a time"):
        past(said, "", NOW)


def test_an_end_before_its_beginning_is_refused() -> None:
    with pytest.raises(ToolProblem, match="ends before it begins"):
        past("yesterday", "Monday", NOW)


def test_it_is_said_back_in_words() -> None:
    assert whole("yesterday", NOW).said(NOW).startswith("from yesterday at 00:00")
    assert Past().said(NOW) == ""
