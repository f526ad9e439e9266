"""The day of a holiday, from how it is set."""

from datetime import date

import pytest

from app.schedule.holiday_dates import year_date


@pytest.mark.parametrize(
    ("form", "day"),
    [
        ("12-25", date(2027, 12, 25)),
        ("4TH of 11", date(2027, 11, 25)),
        ("4TH of 11 +1", date(2027, 11, 26)),
        ("-1MO of 05", date(2027, 5, 31)),
        ("easter", date(2027, 3, 28)),
        ("easter -2", date(2027, 3, 26)),
        ("orthodox", date(2027, 5, 2)),
        ("MO by 05-24", date(2027, 5, 24)),
        ("SU by 12-24 -21", date(2027, 11, 28)),
        ("04-27 never SU", date(2025, 4, 26)),
        ("10-16 workday", date(2027, 10, 15)),
        ("day 256", date(2027, 9, 13)),
    ],
)
def test_a_holiday_has_its_day(form: str, day: date) -> None:
    assert year_date(form)(day.year) == day


def test_what_is_no_day_of_a_year_is_refused() -> None:
    with pytest.raises(ValueError, match="no day of a year"):
        year_date("a Monday")
