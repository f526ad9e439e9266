"""Days named on the calendar."""

from datetime import date, datetime

import pytest

from app.language.time.calendar_days import month_start
from tests.language.time.said import LONDON, NOW, context, read


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("today", "Thu 2026-11-19"),
        ("the day before yesterday", "Tue 2026-11-17"),
        ("the first of march", "Mon 2027-03-01"),
        ("on 19 November", "Thu 2026-11-19"),
        ("9 Aug 96", "Fri 1996-08-09"),
        ("31-Oct-74", "Thu 1974-10-31"),
        ("3 March '27", "Wed 2027-03-03"),
        ("2018 March 18", "Sun 2018-03-18"),
        ("the 20th of next month", "Sun 2026-12-20"),
        ("on the 31st", "Thu 2026-12-31"),
        ("Tuesday the 15th", "Tue 2026-12-15"),
        ("due 5/12", "Sat 2026-12-05"),
        ("pay it on 5.12", "Sat 2026-12-05"),
        ("next month on the 5th", "Sat 2026-12-05"),
        ("28th at 6pm", "Sat 2026-11-28 18:00"),
        ("on 30 at 6pm", "Mon 2026-11-30 18:00"),
        ("what does my day look like", "Thu 2026-11-19"),
        ("29 February", "Tue 2028-02-29"),
    ],
)
def test_without_a_year_the_next_such_day_is_meant(phrase: str, day: str) -> None:
    assert read(phrase) == day


def test_a_date_of_today_whose_hour_is_gone_is_next_years() -> None:
    assert read("19 November at 3pm") == "Thu 2026-11-19 15:00"
    assert read("19 November at 9am") == "Fri 2027-11-19 09:00"


def test_a_weekday_just_gone_by_is_the_last_one() -> None:
    assert read("Sunday, Feb 10", datetime(2013, 2, 12, 9, tzinfo=LONDON)) == "Sun 2013-02-10"


def test_a_month_is_this_one_or_the_next_to_come() -> None:
    assert month_start(context(NOW), 11, None).date == date(2026, 11, 1)
    assert month_start(context(NOW), 3, None).date == date(2027, 3, 1)
    assert month_start(context(NOW), 3, 2030).date == date(2030, 3, 1)
