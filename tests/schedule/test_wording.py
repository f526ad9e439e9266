"""Times and durations in plain words."""

from datetime import date, datetime, timedelta

import pytest

from app.schedule.wording import full_date, say_date, say_duration, say_rule, say_time, zone_name
from tests.schedule.said import LONDON, NOW, wall


@pytest.mark.parametrize(
    ("when", "words"),
    [
        (wall("2026-11-19 18:00"), "today at 18:00"),
        (wall("2026-11-20 09:00"), "tomorrow at 09:00 (Friday 20 November)"),
        (wall("2026-11-18 09:00"), "yesterday at 09:00 (Wednesday 18 November)"),
        (wall("2026-11-27 09:00"), "Friday 27 November at 09:00"),
        (wall("2027-03-03 09:05"), "Wednesday 3 March 2027 at 09:05"),
    ],
)
def test_a_time_names_its_day_and_the_year_only_when_it_differs(when: datetime, words: str) -> None:
    assert say_time(when.replace(tzinfo=LONDON), NOW) == words


def test_the_zone_is_named_on_request() -> None:
    assert say_time(NOW, NOW, with_zone=True) == "today at 14:00 (Europe/London)"
    assert zone_name(NOW) == "Europe/London"


def test_a_date_is_said_alone() -> None:
    assert say_date(date(2026, 11, 19), NOW) == "today"
    assert say_date(date(2026, 11, 20), NOW) == "tomorrow (Friday 20 November)"
    assert say_date(NOW + timedelta(days=8), NOW) == "Friday 27 November"
    assert full_date(date(2027, 1, 1), NOW) == "Friday 1 January 2027"


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (timedelta(0), "0 seconds"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(hours=2, minutes=5), "2 hours and 5 minutes"),
        (timedelta(days=1, minutes=5), "1 day"),
        (timedelta(days=14), "2 weeks"),
        (timedelta(days=10, hours=3), "10 days and 3 hours"),
    ],
)
def test_a_duration_is_its_two_largest_units(length: timedelta, words: str) -> None:
    assert say_duration(length) == words


def test_a_rule_is_said_with_its_time() -> None:
    assert say_rule("FREQ=DAILY", wall("2026-11-20 08:00")) == "every day at 08:00"


def test_a_cron_once_and_exceptions_are_said() -> None:
    first = wall("2026-11-20 08:00")

    assert say_rule("CRON:0 8 * * 1-5", first) == "every weekday at 08:00"
    assert say_rule("", first) == "once, on Friday 20 November at 08:00"
    assert (
        say_rule("FREQ=DAILY", first, ["2027-01-01T08:00", "2026-12-25"])
        == "every day at 08:00, except on 25 December and 1 January 2027 at 08:00"
    )
    assert say_rule("FREQ=DAILY", first, ["nonsense"] * 9) == "every day at 08:00, except on 9 days"
