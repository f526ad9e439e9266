"""How the rule of a series goes along when the series moves."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.errors import InputRefused
from app.integrations.calendar.moving import Shift
from app.integrations.calendar.values import Wall

PARIS = ZoneInfo("Europe/Paris")
START = Wall(datetime(2027, 1, 4, 9, tzinfo=UTC).replace(tzinfo=None), PARIS)  # a Monday


def shift(*, days: int = 0, hours: int = 0) -> Shift:
    return Shift(START, START.at(START.local + timedelta(days=days, hours=hours)), PARIS)


@pytest.mark.parametrize(
    ("by", "rule", "expected"),
    [
        ({"hours": 2}, "FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=1MO"),
        ({"days": 1}, "FREQ=WEEKLY;BYDAY=MO,SU", "FREQ=WEEKLY;BYDAY=TU,MO"),
        ({"days": -1}, "FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=SU"),
        ({"days": 1}, "FREQ=MONTHLY;COUNT=3", "FREQ=MONTHLY;COUNT=3"),
        ({"days": 1}, "FREQ=DAILY;UNTIL=20270110", "FREQ=DAILY;UNTIL=20270111"),
        ({"hours": 3}, "FREQ=DAILY;UNTIL=20270110T080000Z", "FREQ=DAILY;UNTIL=20270110T110000Z"),
    ],
)
def test_the_rule_names_the_times_that_moved(by: dict[str, int], rule: str, expected: str) -> None:
    assert shift(**by).rule(rule) == expected


@pytest.mark.parametrize(
    ("by", "rule"),
    [
        ({"days": 1}, "FREQ=MONTHLY;BYDAY=1MO"),
        ({"days": 1}, "FREQ=MONTHLY;BYMONTHDAY=4"),
        ({"hours": 1}, "FREQ=DAILY;BYHOUR=9,12"),
    ],
)
def test_a_rule_that_would_be_another_one_is_asked_for(by: dict[str, int], rule: str) -> None:
    with pytest.raises(InputRefused):
        shift(**by).rule(rule)


def test_a_time_named_in_utc_goes_along_on_the_wall_clock() -> None:
    summer = Wall(datetime(2027, 7, 5, 7, tzinfo=UTC).replace(tzinfo=None), UTC)
    assert shift(hours=1).of(summer) == START.at(datetime(2027, 7, 5, 10, tzinfo=UTC).replace(tzinfo=None))
