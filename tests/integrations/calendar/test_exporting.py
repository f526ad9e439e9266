"""What is exported is read again as the same events, by us and by another library, series as series."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import icalendar
import pytest

from app.integrations.calendar.event import Event
from app.integrations.calendar.exporting import exported
from app.integrations.calendar.ics import between, read

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2027, 1, 1, tzinfo=UTC)
START, END = datetime(2027, 3, 1, tzinfo=UTC), datetime(2027, 5, 1, tzinfo=UTC)
FILE = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Somebody//Else//EN
BEGIN:VEVENT
UID:standup
DTSTAMP:20270101T000000Z
DTSTART;TZID=Europe/Paris:20250106T090000
DTEND;TZID=Europe/Paris:20250106T091500
RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH
EXDATE;TZID=Europe/Paris:20270318T090000
RDATE;TZID=Europe/Paris:20270317T110000
SUMMARY:Standup
END:VEVENT
BEGIN:VEVENT
UID:standup
DTSTAMP:20270101T000000Z
RECURRENCE-ID;TZID=Europe/Paris:20270329T090000
DTSTART;TZID=Europe/Paris:20270330T100000
DTEND;TZID=Europe/Paris:20270330T110000
SUMMARY:Long standup
END:VEVENT
BEGIN:VEVENT
UID:holiday
DTSTAMP:20270101T000000Z
DTSTART;VALUE=DATE:20270401
DTEND;VALUE=DATE:20270404
RRULE:FREQ=YEARLY
SUMMARY:Away
END:VEVENT
BEGIN:VEVENT
UID:lunch
DTSTAMP:20270101T000000Z
DTSTART:20270402T120000
DTEND:20270402T130000
RRULE:FREQ=DAILY;COUNT=9
EXDATE:20270404T120000
SUMMARY:Lunch
END:VEVENT
BEGIN:VEVENT
UID:call
DTSTAMP:20270101T000000Z
DTSTART:20270302T120000Z
DTEND:20270302T130000Z
SUMMARY:Call, long
DESCRIPTION:One\\ntwo
END:VEVENT
END:VCALENDAR
"""


def shown(events: tuple[Event, ...]) -> list[tuple[object, ...]]:
    """What a reader sees of events."""
    return [(one.uid, one.key, one.title, one.start, one.end, one.all_day, one.floating, one.notes) for one in events]


def test_what_the_calendar_shows_is_what_the_file_holds() -> None:
    events = between(read(FILE, zone=PARIS), START, END)
    made = exported(events, zone=PARIS, at=NOW)
    assert (made.count, made.unwritten) == (4, 0)
    again = read(made.data, zone=PARIS)
    assert again.notes == ()
    assert shown(between(again, datetime(2020, 1, 1, tzinfo=UTC), datetime(2030, 1, 1, tzinfo=UTC))) == shown(events)


def test_another_library_finds_the_series_with_its_exceptions_and_zones() -> None:
    made = exported(between(read(FILE, zone=PARIS), START, END), zone=PARIS, at=NOW)
    calendar = icalendar.Calendar.from_ical(made.data)
    assert [str(zone["TZID"]) for zone in calendar.walk("VTIMEZONE")] == ["Europe/Paris"]
    standup, moved = (one for one in calendar.walk("VEVENT") if one["UID"] == "standup")
    assert standup["RRULE"]["FREQ"] == ["WEEKLY"]
    assert standup["DTSTART"].dt == datetime(2027, 3, 1, 9, tzinfo=PARIS)
    assert [one.dt for one in standup["EXDATE"].dts] == [datetime(2027, 3, 18, 9, tzinfo=PARIS)]
    assert [one.dt for one in standup["RDATE"].dts] == [datetime(2027, 3, 17, 11, tzinfo=PARIS)]
    assert moved["RECURRENCE-ID"].dt == datetime(2027, 3, 29, 9, tzinfo=PARIS)
    [holiday] = (one for one in calendar.walk("VEVENT") if one["UID"] == "holiday")
    assert (holiday["DTSTART"].dt, holiday["DTEND"].dt) == (date(2027, 4, 1), date(2027, 4, 4))


def test_a_rule_that_cannot_be_worked_out_is_written_time_by_time() -> None:
    keys = ("20270302T120000Z", "20270303T120000Z")
    times = [datetime(2027, 3, day, 12, tzinfo=UTC) for day in (2, 3)]
    events = [
        Event("u", f"u/{key}", "Odd", at, at.replace(hour=13), zone="UTC", repeats=True, rule="FREQ=SECONDLY")
        for key, at in zip(keys, times, strict=True)
    ]
    again = between(read(exported(events, zone=PARIS, at=NOW).data, zone=PARIS), START, END)
    assert [(one.key, one.start) for one in again] == [(f"u/{key}", at) for key, at in zip(keys, times, strict=True)]


def test_the_same_event_in_two_calendars_is_written_once() -> None:
    at = datetime(2027, 3, 2, 12, tzinfo=UTC)
    events = [Event("u", "u", "Call", at, at, zone="UTC", calendar=name) for name in ("Home", "Work")]
    assert exported(events, zone=PARIS, at=NOW).count == 1


@pytest.mark.parametrize("zone", ["Not/AZone", "Europe/Par\r\nis"])
def test_what_cannot_be_written_leaves_the_others(zone: str) -> None:
    at = datetime(2027, 3, 2, 12, tzinfo=UTC)
    events = [Event("u", "u", "Bad", at, at, zone=zone), Event("v", "v", "Good", at, at, zone="UTC")]
    made = exported(events, zone=PARIS, at=NOW)
    assert (made.count, made.unwritten) == (1, 1)
    assert b"SUMMARY:Good" in made.data
