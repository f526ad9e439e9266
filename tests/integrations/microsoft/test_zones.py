"""Time zones as Microsoft names them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from app.integrations.microsoft.zones import wall_in, written, zone_named

TOKYO = ZoneInfo("Asia/Tokyo")


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("Romance Standard Time", "Europe/Paris"),
        ("Europe/Paris", "Europe/Paris"),
        ("UTC", "UTC"),
        ("", "UTC"),
        ("tzone://Microsoft/Utc", "UTC"),
        ("tzone://Microsoft/Custom", "Asia/Tokyo"),
        ("Customized Time Zone", "Asia/Tokyo"),
    ],
)
def test_a_name_is_a_zone_or_the_readers(name: str, zone: str) -> None:
    assert zone_named(name, TOKYO).key == zone


@pytest.mark.parametrize(
    ("name", "there"),
    [("Europe/Paris", "Romance Standard Time"), ("Africa/Accra", "Africa/Accra"), ("Etc/UTC", "UTC"), ("UTC", "UTC")],
)
def test_a_zone_has_windows_name_where_it_has_one(name: str, there: str) -> None:
    assert written(name) == there
    assert zone_named(there, TOKYO).utcoffset(datetime(2026, 7, 1)) == ZoneInfo(name).utcoffset(datetime(2026, 7, 1))  # noqa: DTZ001


def test_a_time_is_written_on_the_wall_of_its_zone() -> None:
    nine = datetime(2026, 7, 1, 9, tzinfo=ZoneInfo("Europe/Paris"))
    assert wall_in(nine, "") == {"dateTime": "2026-07-01T09:00:00", "timeZone": "Romance Standard Time"}
    assert wall_in(nine, "Asia/Tokyo") == {"dateTime": "2026-07-01T16:00:00", "timeZone": "Tokyo Standard Time"}
    assert wall_in(nine.astimezone(UTC), "") == {"dateTime": "2026-07-01T07:00:00", "timeZone": "UTC"}


def test_the_second_pass_of_an_hour_that_comes_twice_is_written_in_utc() -> None:
    second = datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Paris"))
    assert wall_in(second, "") == {"dateTime": "2026-10-25T01:30:00", "timeZone": "UTC"}
