"""Weekday phrases."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.schedule.date_sums import coming, in_week, monday_of, most_recent, nth_weekday
from tests.language.time.said import read

DAYS = st.dates(date(2000, 1, 1), date(2050, 1, 1))


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("on Friday", "Fri 2026-11-20"),
        ("this Tuesday", "Tue 2026-11-24"),
        ("next Saturday", "Sat 2026-11-28"),
        ("last Wednesday", "Wed 2026-11-11"),
        ("this past Wednesday", "Wed 2026-11-18"),
        ("coming Monday", "Mon 2026-11-23"),
        ("Friday after next", "Fri 2026-11-27"),
        ("Tuesday next week", "Tue 2026-11-24"),
        ("Wednesday three weeks from now", "Wed 2026-12-09"),
        ("in two weeks on Monday", "Mon 2026-11-30"),
        ("the last Friday this month", "Fri 2026-11-27"),
        ("the second Monday next month", "Mon 2026-12-14"),
        ("Mon. at 3 p.m.", "Mon 2026-11-23 15:00"),
        ("mon the 7th", "Mon 2026-12-07"),
        ("2 weeks after Christmas on Saturday", "Sat 2027-01-09"),
        ("next week on Monday", "Mon 2026-11-23"),
        ("monday of this week", "Mon 2026-11-16"),
        ("the last Friday in November", "Fri 2026-11-27"),
        ("first Tuesday of last month", "Tue 2026-10-06"),
        ("2nd to last fri in feb", "Fri 2027-02-19"),
        ("second wednesday of october 2014", "Wed 2014-10-08"),
    ],
)
def test_weekday_phrases_mean_one_day(phrase: str, day: str) -> None:
    assert read(phrase) == day


def test_a_month_without_a_fifth_monday_has_none() -> None:
    assert nth_weekday(2027, 2, 0, 5) is None
    assert nth_weekday(2027, 2, 0, -1) == date(2027, 2, 22)


@given(DAYS, st.integers(0, 6))
def test_coming_and_past_lie_within_a_week_of_today(today: date, weekday: int) -> None:
    assert 1 <= (coming(today, weekday) - today).days <= 7
    assert 1 <= (today - most_recent(today, weekday)).days <= 7
    assert coming(today, weekday).weekday() == most_recent(today, weekday).weekday() == weekday
    assert monday_of(in_week(today, weekday, 1)) > monday_of(today)
