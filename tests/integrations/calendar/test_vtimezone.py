"""A VTIMEZONE says what the zone's own data says."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.integrations.calendar.lines import written
from app.integrations.calendar.vtimezone import vtimezone
from app.integrations.calendar.zones import Zones


@pytest.mark.parametrize(
    "name", ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu"]
)
def test_what_we_write_of_a_zone_is_read_as_that_zone(name: str) -> None:
    component = vtimezone(ZoneInfo(name), 2027)
    component.put("TZID", "TZID:Somewhere else")
    zone, note = Zones([component], ZoneInfo("UTC")).find("Somewhere else")
    assert note == ""
    hours = (datetime(2026, 2, 1, tzinfo=UTC) + timedelta(hours=7 * step) for step in range(5_000))
    assert all(hour.astimezone(zone).utcoffset() == hour.astimezone(ZoneInfo(name)).utcoffset() for hour in hours)


def test_a_zone_that_keeps_to_a_rule_is_written_as_one() -> None:
    data = written([vtimezone(ZoneInfo("Europe/Paris"), 2027)])
    assert (
        b"DTSTART:20260329T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nTZNAME:CEST\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"
        in data
    )
    assert (
        b"DTSTART:20261025T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nTZNAME:CET\r\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"
        in data
    )


@pytest.mark.parametrize("year", [1, 1970, 9_999])
def test_any_year_has_one(year: int) -> None:
    assert vtimezone(ZoneInfo("America/New_York"), year).named("STANDARD")
