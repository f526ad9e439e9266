"""A repetition as rule text."""

from datetime import date, time

import pytest

from app.language.time.cycles import Cycle
from app.language.time.meaning import Grain, Span
from tests.language.time.said import read_rule

FIRST = date(2026, 11, 20)


def test_parts_are_written_only_where_they_say_something() -> None:
    assert Cycle("DAILY").text(()) == "FREQ=DAILY"
    assert Cycle("WEEKLY", 2, days=("MO",)).text((time(9),)) == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"
    assert Cycle("DAILY").text((time(8), time(20))) == "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0"


def test_a_span_of_whole_steps_is_a_count_and_any_other_an_end() -> None:
    weeks = Span(days=42, grain=Grain.WEEK)

    assert Cycle("WEEKLY", days=("FR",), span=weeks).limited(FIRST) == ";COUNT=6"
    assert Cycle("WEEKLY", days=("MO", "FR"), span=weeks).limited(FIRST) == ";UNTIL=20261231T235959"
    assert Cycle("MONTHLY", span=Span(months=6, grain=Grain.MONTH)).limited(FIRST) == ";COUNT=6"


def test_a_rule_without_an_end_has_none() -> None:
    assert Cycle("DAILY").limited(FIRST) == ""
    assert Cycle("DAILY", count=3).limited(FIRST) == ";COUNT=3"
    assert Cycle("HOURLY").sub_daily
    assert Cycle("WEEKLY", 3).each() == Cycle("WEEKLY")


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("every Monday to Friday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("every saturday through tuesday", "FREQ=WEEKLY;BYDAY=MO,TU,SA,SU"),
        ("2nd and last fri of each month", "FREQ=MONTHLY;BYDAY=2FR,-1FR"),
        ("every 2nd to last fri of the month", "FREQ=MONTHLY;BYDAY=-2FR"),
        ("the 1st and 15th of every month", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ("the 4th of every other month", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=4"),
        ("first friday of every 3 months", "FREQ=MONTHLY;INTERVAL=3;BYDAY=1FR"),
        ("every fourth thursday in november", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"),
        ("every year on december 21st and 31st", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=21,31"),
        ("every 20th and 30th of aug", "FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=20,30"),
        ("beginning of each month", "FREQ=MONTHLY;BYMONTHDAY=1"),
        ("every year in week 12", "FREQ=YEARLY;BYWEEKNO=12"),
        ("every Christmas", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25"),
        ("every last friday", "FREQ=MONTHLY;BYDAY=-1FR"),
        ("every second friday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        ("every 2nd and 4th Saturday", "FREQ=MONTHLY;BYDAY=2SA,4SA"),
        ("on the 5th and the 20th", "FREQ=MONTHLY;BYMONTHDAY=5,20"),
        ("every 1st at 9", "FREQ=MONTHLY;BYMONTHDAY=1"),
        ("monthly on the 3rd last day", "FREQ=MONTHLY;BYMONTHDAY=-3"),
        ("on the last working day of the month", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
        ("the second weekday of every month", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2"),
        ("every year on the last Friday", "FREQ=YEARLY;BYDAY=-1FR"),
    ],
)
def test_days_of_the_week_the_month_and_the_year(phrase: str, rule: str) -> None:
    assert read_rule(phrase).partition(" from ")[0] == rule


def test_a_holiday_that_moves_is_no_simple_rule() -> None:
    assert read_rule("every Easter") == ""
