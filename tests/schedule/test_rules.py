"""Rules that are run, and what is refused."""

import pytest

from app.schedule.refusals import ScheduleError
from app.schedule.rules import parse_rule


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=MONTHLY;BYDAY=-1FR,+2TU",
        "FREQ=MINUTELY;INTERVAL=30;BYHOUR=9,10;BYDAY=MO",
        "FREQ=HOURLY;INTERVAL=2;BYHOUR=10",
        "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0,30",
        "FREQ=DAILY;UNTIL=20270630T090000Z",
    ],
)
def test_what_people_mean_is_run(rule: str) -> None:
    assert parse_rule(rule) == rule


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "never comes round"),
        ("FREQ=MONTHLY;BYSETPOS=366", "never comes round"),
        ("FREQ=MONTHLY;BYDAY=6MO", "never comes round"),
        ("FREQ=DAILY;BYMINUTE=0,1,2", "five minutes"),
        ("FREQ=SECONDLY", "Five minutes"),
        ("FREQ=DAILY;BYHOUR=25", "from 0 to 23"),
        ("FREQ=DAILY;BYMONTHDAY=0", "from 1 to 31"),
        ("FREQ=DAILY;BYHOUR=-1", "from 0 to 23"),
        ("FREQ=WEEKLY;BYDAY=0MO", "BYDAY"),
        ("FREQ=WEEKLY;WKST=XX", "WKST"),
        ("FREQ=DAILY;INTERVAL=99999", "INTERVAL"),
        ("FREQ=DAILY;INTERVAL=" + "9" * 400, "INTERVAL"),
        ("FREQ=DAILY;BYMONTHDAY=" + "1," * 5_000 + "1", "too long"),
        ("FREQ=DAILY;COUNT=٣", "COUNT"),
    ],
)
def test_what_is_refused_is_told_why(rule: str, said: str) -> None:
    with pytest.raises(ScheduleError, match=said):
        parse_rule(rule)
