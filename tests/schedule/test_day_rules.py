"""The days and times of a rule, against another library and for hostile rules."""

from datetime import date, timedelta
from itertools import islice

import pytest
from dateutil.rrule import rrulestr
from hypothesis import given
from hypothesis import strategies as st

from app.schedule.day_rules import DayRule
from app.schedule.refusals import ScheduleError
from tests.language.time.said import wall

START = wall("2026-01-30 09:00")
_DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def parts_of(rule: str) -> dict[str, str]:
    return dict(part.split("=") for part in rule.split(";"))


def walls(rule: str, count: int = 3) -> list[str]:
    found = DayRule.read(parts_of(rule), START).walls(START, START)
    return [f"{when:%d %b %y %H:%M}" for when in islice(found, count)]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("FREQ=MONTHLY", ["30 Jan 26 09:00", "30 Mar 26 09:00", "30 Apr 26 09:00"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", ["31 Jan 26 09:00", "28 Feb 26 09:00", "31 Mar 26 09:00"]),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", ["29 Feb 28 09:00", "29 Feb 32 09:00", "29 Feb 36 09:00"]),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", ["30 Jan 26 09:00", "27 Feb 26 09:00", "31 Mar 26 09:00"]),
        ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", ["28 Dec 26 09:00", "27 Dec 32 09:00", "28 Dec 37 09:00"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU", ["08 Feb 26 09:00", "22 Feb 26 09:00", "08 Mar 26 09:00"]),
        ("FREQ=MONTHLY;BYDAY=1MO,TH", ["02 Feb 26 09:00", "05 Feb 26 09:00", "12 Feb 26 09:00"]),
    ],
)
def test_days_are_those_of_the_standard(rule: str, expected: list[str]) -> None:
    assert walls(rule) == expected


def test_the_rarest_day_is_found() -> None:
    assert walls("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", 1) == ["29 Feb 44 09:00"]


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
        "FREQ=MONTHLY;BYSETPOS=366",
        "FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1",
        "FREQ=DAILY;INTERVAL=9999999;BYMONTHDAY=30;BYMONTH=2",
    ],
)
def test_a_rule_that_never_fires_is_given_up_after_so_many_days(rule: str) -> None:
    looked: list[date] = []

    class Counting(DayRule):
        def falls_on(self, day: date) -> bool:
            looked.append(day)
            return DayRule.falls_on(self, day)

    assert list(islice(Counting.read(parts_of(rule), START).walls(START, START), 1)) == []
    assert len(looked) < 17_000


@pytest.mark.parametrize("rule", ["FREQ=DAILY;BYDAY=XX", "FREQ=DAILY;BYMONTH=x", "FREQ=DAILY;INTERVAL=;BYHOUR=99"])
def test_nonsense_is_refused(rule: str) -> None:
    with pytest.raises(ScheduleError):
        DayRule.read(parts_of(rule), START)


def _numbers(name: str, values: list[int]) -> st.SearchStrategy[str]:
    some = st.lists(st.sampled_from(values), min_size=1, max_size=3, unique=True)
    return st.just("") | some.map(lambda numbers: f";{name}=" + ",".join(map(str, numbers)))


@given(
    st.sampled_from(["YEARLY", "MONTHLY", "WEEKLY", "DAILY"]),
    st.integers(1, 4),
    _numbers("BYMONTH", [1, 2, 6, 12]),
    _numbers("BYMONTHDAY", [1, 15, 29, 31, -1, -2]),
    st.just("")
    | st.lists(st.sampled_from(_DAYS), min_size=1, unique=True).map(lambda days: ";BYDAY=" + ",".join(days)),
    _numbers("BYHOUR", [0, 8, 20]),
)
def test_another_library_names_the_same_times(
    frequency: str, interval: int, months: str, month_days: str, weekdays: str, hours: str
) -> None:
    rule = f"FREQ={frequency};INTERVAL={interval}{months}{month_days}{weekdays}{hours}"
    last = START + timedelta(days=3 * 366)
    ours = [wall for wall in islice(DayRule.read(parts_of(rule), START).walls(START, START), 40) if wall <= last]
    if not ours:
        return
    theirs = list(islice(rrulestr(f"{rule};UNTIL={last:%Y%m%dT%H%M%S}", dtstart=START), len(ours)))

    assert ours == theirs


@pytest.mark.parametrize("rule", ["FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY"])
def test_no_period_after_the_last_day_is_looked_at(rule: str) -> None:
    found = DayRule.read(parts_of(rule), START)
    last = wall("2028-03-15 00:00").date()
    up_to_then = [when for when in found.walls(START, START, last=last) if when.date() <= last]
    assert up_to_then == [when for when in islice(found.walls(START, START), 1_000) if when.date() <= last]
    assert list(found.walls(START, START, last=wall("2025-01-01 00:00").date())) == []
