"""Rules that step in hours and minutes: real time, seen on the local clock."""

from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest

from app.schedule.steps import steps
from tests.language.time.said import LONDON, wall

LORD_HOWE = ZoneInfo("Australia/Lord_Howe")


def stepped(rule: str, start: str, zone: ZoneInfo = LONDON, count: int = 6) -> list[datetime]:
    parts = dict(part.split("=") for part in rule.split(";"))
    first = wall(start).replace(tzinfo=zone)
    return list(islice(steps(parts, wall(start), zone, first.astimezone(UTC)), count))


def shown(moments: list[datetime], zone: ZoneInfo = LONDON) -> list[str]:
    return [f"{moment.astimezone(zone):%a %H:%M}" for moment in moments]


def test_an_hour_is_sixty_minutes_also_when_the_clock_shows_it_twice() -> None:
    found = stepped("FREQ=HOURLY", "2026-10-25T00:00", count=4)

    assert {later - earlier for earlier, later in pairwise(found)} == {timedelta(hours=1)}
    assert shown(found) == ["Sun 00:00", "Sun 01:00", "Sun 01:00", "Sun 02:00"]


def test_a_window_is_asked_of_the_local_clock_at_each_step() -> None:
    rule = "FREQ=MINUTELY;INTERVAL=30;BYHOUR=9,10;BYDAY=MO,TU,WE,TH,FR"

    assert shown(stepped(rule, "2026-10-23T10:00")) == [
        "Fri 10:00",
        "Fri 10:30",
        "Mon 09:00",
        "Mon 09:30",
        "Mon 10:00",
        "Mon 10:30",
    ]


def test_named_minutes_of_every_hour_stay_where_the_clock_changes_by_half_an_hour() -> None:
    found = shown(stepped("FREQ=HOURLY;BYMINUTE=15,45", "2026-10-04T01:00", LORD_HOWE, 4), LORD_HOWE)

    assert found == ["Sun 01:15", "Sun 01:45", "Sun 02:45", "Sun 03:15"]


def test_count_is_counted_from_the_first_wherever_one_asks() -> None:
    parts = {"FREQ": "HOURLY", "INTERVAL": "2", "COUNT": "5"}
    start = wall("2026-11-20T08:00")

    assert len(list(steps(parts, start, LONDON, datetime(2026, 11, 1, tzinfo=UTC)))) == 5
    assert list(steps(parts, start, LONDON, datetime(2026, 11, 25, tzinfo=UTC))) == []
    assert len(list(steps(parts | {"BYDAY": "SA"}, start, LONDON, datetime(2026, 11, 1, tzinfo=UTC)))) == 5


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=MINUTELY;INTERVAL=5;BYHOUR=3;BYMINUTE=59",
        "FREQ=MINUTELY;INTERVAL=5;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=MINUTELY;INTERVAL=5;BYSETPOS=2",
        "FREQ=HOURLY;INTERVAL=9999999;BYHOUR=3;BYDAY=MO;BYMONTHDAY=31;BYMONTH=2",
    ],
)
def test_a_rule_that_never_fires_ends(rule: str) -> None:
    assert stepped(rule, "2026-11-20T08:00") == []
