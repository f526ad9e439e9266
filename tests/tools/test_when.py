"""Judgements about times that tools share."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.errors import ToolProblem
from app.tools import when

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=ZoneInfo("Europe/Paris"))


def test_a_moment_is_kept_in_utc() -> None:
    assert when.read_moment("tomorrow at 9", NOW).utc == datetime(2026, 11, 22, 8, 0, tzinfo=UTC)


def test_a_day_alone_is_at_nine() -> None:
    moment = when.read_moment("2026-12-24", NOW)
    assert (moment.local.hour, moment.has_time) == (9, False)


def test_a_day_is_the_users() -> None:
    assert when.read_day("", NOW) == date(2026, 11, 21)
    assert when.read_day("yesterday", NOW) == date(2026, 11, 20)


def test_a_stretch_ends_where_its_last_phrase_ends() -> None:
    first, end = when.stretch("yesterday", "yesterday", NOW)
    assert first == datetime(2026, 11, 20, 0, 0, tzinfo=NOW.tzinfo)
    assert end == datetime(2026, 11, 21, 0, 0, tzinfo=NOW.tzinfo)
    assert when.stretch("", "", NOW) == (None, None)
    assert when.days("last week", "last week", NOW) == ("2026-11-09", "2026-11-15")


def test_a_rule_with_its_own_start_keeps_it() -> None:
    plan = when.plan("9am", "every day starting next Friday", NOW)
    assert plan.due.date() == date(2026, 11, 27)


@pytest.mark.parametrize("said", ["", "soon-ish", "the day after never"])
def test_what_names_no_time_is_said(said: str) -> None:
    with pytest.raises(ToolProblem, match="time"):
        when.read_moment(said, NOW)


def test_a_moment_without_a_named_zone_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="named zone"):
        when.read_moment("tomorrow", NOW.astimezone(UTC))


def test_moving_by_an_hour_is_an_hour_also_between_two_seconds() -> None:
    now = datetime(2027, 3, 10, 12, 0, 7, 345_678, tzinfo=ZoneInfo("UTC"))
    assert when.moved("by an hour", now.replace(hour=15, minute=0, second=0, microsecond=0), now).startswith(
        "2027-03-10T16:00:00"
    )


@pytest.mark.parametrize(
    "said",
    ["twice a day at 8", "every monday at 7 and friday at 5", "Monday and Thursday at 7", "monday or tuesday at 9"],
)
def test_one_of_several_times_is_asked_and_not_taken_for_all(said: str) -> None:
    with pytest.raises(ToolProblem, match=r"\?"):
        when.plan(said, "", NOW)
