"""Ranges of days."""

from datetime import date

import pytest

from app.language.time.day_ranges import stretch_between
from tests.language.time.said import read, read_until


@pytest.mark.parametrize(
    ("phrase", "first", "end"),
    [
        ("from the 13th to the 15th of July", "2027-07-13", "2027-07-16"),
        ("July 13-15", "2027-07-13", "2027-07-16"),
        ("between the 21st and the 23rd", "2026-11-21", "2026-11-24"),
        ("Aug 10 - Nov 12, 2013", "2013-08-10", "2013-11-13"),
        ("26 june to 28 june in 2020", "2020-06-26", "2020-06-29"),
        ("Monday to Friday", "2026-11-23", "2026-11-28"),
        ("today - next friday", "2026-11-19", "2026-11-28"),
        ("from December to February", "2026-12-01", "2027-03-01"),
        ("from 1/5 to 7/5", "2027-05-01", "2027-05-08"),
        ("May 28 - June 3", "2027-05-28", "2027-06-04"),
        ("Dec 28 - Jan 3, 2028", "2027-12-28", "2028-01-04"),
        ("from 4-12 in next month", "2026-12-04", "2026-12-13"),
        ("between 1 November and now", "2026-11-01", "2026-11-20"),
    ],
)
def test_a_range_takes_in_its_last_day_and_lends_its_year(phrase: str, first: str, end: str) -> None:
    assert read(phrase)[4:] == first
    assert read_until(phrase)[:10] == end


def test_a_range_that_runs_backwards_is_none() -> None:
    assert stretch_between(date(2026, 2, 2), date(2026, 2, 1)) is None
