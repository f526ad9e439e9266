"""Which rules are expanded, and that the cost of one is known beforehand."""

from datetime import UTC, datetime
from itertools import islice

import pytest

from app.integrations.calendar.rules import read_rule, rule_parts

START = datetime(2027, 1, 4, 9, tzinfo=UTC).replace(tzinfo=None)
FAR = datetime(2100, 1, 1, tzinfo=UTC).replace(tzinfo=None)


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=SECONDLY",
        "FREQ=MINUTELY;INTERVAL=5",
        "FREQ=HOURLY",
        "FREQ=DAILY;BYSECOND=1,2",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;COUNT=-3",
        "FREQ=DAILY;UNTIL=tomorrow",
        "FREQ=DAILY;BYDAY=XX",
        "FREQ=DAILY;BYHOUR=25",
        "FREQ=DAILY;FREQ=DAILY",
        "FREQ=YEARLY;RSCALE=HEBREW",
        "FREQ=DAILY;BYHOUR=" + ",".join(map(str, range(24))) + ";BYMINUTE=" + ",".join(map(str, range(0, 60, 5))),
        "FREQ=YEARLY;BYDAY=" + ",".join(["1MO"] * 500),
        "",
        "nonsense",
    ],
)
def test_what_is_malformed_or_too_frequent_is_no_rule(rule: str) -> None:
    assert read_rule(rule, START, UTC) is None


def test_a_series_from_the_first_year_is_none() -> None:
    assert read_rule("FREQ=DAILY", START.replace(year=1), UTC) is None


def test_spaces_and_a_semicolon_at_the_end_are_overlooked() -> None:
    assert rule_parts("RRULE:freq=weekly;byday=MO, TU;") == {"FREQ": "WEEKLY", "BYDAY": "MO,TU"}


@pytest.mark.parametrize(
    ("rule", "most"),
    [("FREQ=DAILY", 40), ("FREQ=WEEKLY;BYDAY=MO", 70), ("FREQ=YEARLY", 20), ("FREQ=DAILY;INTERVAL=999999999", 10)],
)
def test_a_rule_a_thousand_years_old_costs_what_its_window_does(rule: str, most: int) -> None:
    start = START.replace(year=1027)
    found = read_rule(rule, start, UTC)
    assert found is not None
    assert found.cost(start, START, START.replace(month=2)) <= most
    assert all(wall >= START.replace(day=1) for wall in islice(found.walls(start, START, START.replace(month=2)), 3))


def test_a_day_as_until_is_included_and_a_time_in_utc_is_compared_in_utc() -> None:
    day, moment = (read_rule(f"FREQ=DAILY;UNTIL={until}", START, UTC) for until in ("20270105", "20270105T090000Z"))
    assert day is not None
    assert moment is not None
    assert not day.ends_before(START.replace(day=5, hour=23), START.replace(day=6, tzinfo=UTC))
    assert day.ends_before(START.replace(day=6), START.replace(day=6, tzinfo=UTC))
    assert not moment.ends_before(FAR, START.replace(day=5, tzinfo=UTC))
    assert moment.ends_before(START, START.replace(day=5, hour=10, tzinfo=UTC))
