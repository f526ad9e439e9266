"""A series ended and parted, with all that hangs on its times."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from app.errors import InputRefused
from app.integrations.calendar.ics import between, read
from app.integrations.calendar.opened import Opened

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2027, 1, 1, tzinfo=UTC)


def series(rule: str, *more: str, start: str = ";TZID=Europe/Paris:20270104T090000") -> bytes:
    lines = (
        "BEGIN:VCALENDAR",
        "BEGIN:VEVENT",
        "UID:s",
        f"DTSTART{start}",
        f"RRULE:{rule}",
        *more,
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return "\r\n".join(lines).encode()


def days(data: bytes) -> list[tuple[str, str]]:
    events = between(read(data, zone=PARIS), NOW, datetime(2027, 2, 1, tzinfo=UTC))
    return [(f"{event.start:%d}", event.uid) for event in events]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (series("FREQ=DAILY;COUNT=4"), "s/20270106T080000Z"),
        (series("FREQ=DAILY;UNTIL=20270107T080000Z"), "s/20270106T080000Z"),
        (series("FREQ=DAILY;COUNT=4", start=";VALUE=DATE:20270104"), "s/20270106"),
        (series("FREQ=DAILY;COUNT=4", start=":20270104T090000"), "s/20270106T090000"),
        (series("FREQ=DAILY;COUNT=4", start=":20270104T090000Z"), "s/20270106T090000Z"),
        (series("FREQ=DAILY;COUNT=2", "RDATE;TZID=Europe/Paris:20270106T090000,20270107T090000"), "s/20270106T080000Z"),
    ],
)
def test_the_two_parts_have_the_times_of_the_one(data: bytes, key: str) -> None:
    assert [day for day, _ in days(data)] == ["04", "05", "06", "07"]
    parted, ended = (Opened.at_key(data, key, PARIS, NOW) for _ in range(2))
    parted.part()
    ended.end_before()
    second = f"s-{key.removeprefix('s/')}"
    assert days(parted.written()) == [("04", "s"), ("05", "s"), ("06", second), ("07", second)]
    assert days(ended.written()) == [("04", "s"), ("05", "s")]


def test_a_series_with_a_rule_that_isnt_followed_is_not_parted() -> None:
    data = series("FREQ=HOURLY", "RDATE;TZID=Europe/Paris:20270106T090000")
    with pytest.raises(InputRefused):
        Opened.at_key(data, "s/20270106T080000Z", PARIS, NOW).part()
