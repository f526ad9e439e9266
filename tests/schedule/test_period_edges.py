"""Points and pieces of periods."""

import pytest

from tests.schedule.said import read, read_until


@pytest.mark.parametrize(
    ("phrase", "day"),
    [
        ("end of the month", "Mon 2026-11-30"),
        ("by the end of next week", "Fri 2026-11-27"),
        ("beginning of January", "Fri 2027-01-01"),
        ("start of the year", "Fri 2027-01-01"),
        ("the last day of February 2028", "Tue 2028-02-29"),
        ("EOM", "Mon 2026-11-30"),
        ("first week of April 2027", "Mon 2027-03-29"),
        ("last week of 2016", "Mon 2016-12-26"),
        ("week 31 2027", "Mon 2027-08-02"),
        ("the week of 4 March", "Mon 2027-03-01"),
        ("the first day of the month", "Tue 2026-12-01"),
        ("mid May", "Sun 2027-05-16"),
        ("the middle of the month", "Wed 2026-12-16"),
        ("last day next month", "Thu 2026-12-31"),
        ("late next month", "Mon 2026-12-21"),
        ("the weekend of 5 December", "Sat 2026-12-05"),
    ],
)
def test_an_edge_is_a_day_to_be_reminded_on(phrase: str, day: str) -> None:
    assert read(phrase) == day


def test_later_this_week_starts_today() -> None:
    assert read("later this week") == "Thu 2026-11-19"
    assert read_until("later this week") == "2026-11-23 00:00"
