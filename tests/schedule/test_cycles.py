"""A repetition as rule text."""

from datetime import date, time

from app.schedule.cycles import Cycle
from app.schedule.meaning import Grain, Span

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
