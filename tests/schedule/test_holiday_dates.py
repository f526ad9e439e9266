"""The days of holidays by their names."""

from datetime import date

import pytest

from app.schedule.holiday_dates import HOLIDAYS


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("christmas", date(2027, 12, 25)),
        ("thanksgiving", date(2027, 11, 25)),
        ("canadian thanksgiving", date(2027, 10, 11)),
        ("black friday", date(2027, 11, 26)),
        ("easter", date(2027, 3, 28)),
        ("good friday", date(2027, 3, 26)),
        ("orthodox easter", date(2027, 5, 2)),
        ("clean monday", date(2027, 3, 15)),
        ("whit monday", date(2027, 5, 17)),
        ("mothering sunday", date(2027, 3, 7)),
        ("labor day", date(2027, 9, 6)),
        ("memorial day", date(2027, 5, 31)),
        ("victoria day", date(2027, 5, 24)),
        ("us election day", date(2027, 11, 2)),
        ("king's day", date(2027, 4, 27)),
        ("boss's day", date(2027, 10, 15)),
        ("advent sunday", date(2027, 11, 28)),
        ("fourth sunday of advent", date(2027, 12, 19)),
    ],
)
def test_a_holiday_has_its_day(name: str, day: date) -> None:
    assert HOLIDAYS[name](2027) == day


def test_every_holiday_exists_in_every_year() -> None:
    assert all(on(year).year == year for on in HOLIDAYS.values() for year in range(1990, 2100))
