"""Messages that came: what they are about, and what of them a calendar takes."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from icalendar import Calendar

from app.integrations.calendar.event import Guest
from app.integrations.calendar.received import received, taken_in, with_answer

ZONE = ZoneInfo("UTC")
SERIES = """BEGIN:VCALENDAR
PRODID:-//Example/ExampleCalendarClient//EN
METHOD:REQUEST
VERSION:2.0
BEGIN:VEVENT
ORGANIZER:mailto:foo1@example.com
ATTENDEE;ROLE=CHAIR;PARTSTAT=ACCEPTED:mailto:foo1@example.com
ATTENDEE;RSVP=YES;CUTYPE=INDIVIDUAL:mailto:Foo2@example.com
DTSTAMP:20270309T190000Z
DTSTART:20270312T140000Z
DTEND:20270312T150000Z
RRULE:FREQ=WEEKLY;COUNT=5
EXDATE:20270319T140000Z
SUMMARY:Phone Conference
UID:calsvr.example.com-8739701987387771
SEQUENCE:2
STATUS:CONFIRMED
END:VEVENT
END:VCALENDAR
"""
ONE_TIME = SERIES.replace(
    "RRULE:FREQ=WEEKLY;COUNT=5\nEXDATE:20270319T140000Z", "RECURRENCE-ID:20270326T140000Z"
).replace("0312T1", "0326T1")


def _times(file: bytes) -> list[tuple[datetime | None, datetime]]:
    """When each entry is, with the time of the series that it stands for."""
    found = Calendar.from_ical(file).walk("VEVENT")
    return [(one["RECURRENCE-ID"].dt if "RECURRENCE-ID" in one else None, one["DTSTART"].dt) for one in found]


def test_what_a_calendar_takes_is_all_of_the_event_without_a_method() -> None:
    found = received(SERIES.encode(), zone=ZONE)
    assert found is not None
    assert (found.method, found.event.title, found.event.sequence) == ("REQUEST", "Phone Conference", 2)
    assert b"METHOD" not in found.file
    assert b"EXDATE:20270319T140000Z" in found.file
    assert b"RRULE" in found.file


def test_of_several_events_the_first_counts_and_what_is_none_is_nothing() -> None:
    event = SERIES[SERIES.index("BEGIN:VEVENT") : SERIES.index("END:VCALENDAR")]
    second = event.replace("8739701987387771", "2").replace("Phone", "Second")
    found = received(SERIES.replace("END:VCALENDAR", f"{second}END:VCALENDAR").encode(), zone=ZONE)
    assert found is not None
    assert (found.event.title, found.more) == ("Phone Conference", 1)
    assert b"Second" not in found.file
    nothing = (b"", b"\xff\x00", SERIES.replace("METHOD:REQUEST\n", "").encode(), b"BEGIN:VCALENDAR\nMETHOD:REQUEST\n")
    assert [received(one, zone=ZONE) for one in nothing] == [None] * 4


def test_an_answer_stands_at_its_guest_whatever_the_case_of_the_address() -> None:
    found = received(SERIES.encode(), zone=ZONE)
    assert found is not None
    answered = with_answer(found, Guest("", "foo2@example.com", "tentative"))
    [event] = Calendar.from_ical(answered.file).walk("VEVENT")
    assert [one.params["PARTSTAT"] for one in event["ATTENDEE"]] == ["ACCEPTED", "TENTATIVE"]
    assert [(one.address, one.status) for one in answered.event.guests] == [
        ("foo1@example.com", "accepted"),
        ("foo2@example.com", "tentative"),
    ]
    stranger = with_answer(found, Guest("", "alias@example.com", "accepted"))
    assert len(Calendar.from_ical(stranger.file).walk("VEVENT")[0]["ATTENDEE"]) == 3


def test_one_time_of_a_series_is_taken_in_beside_the_others() -> None:
    series, once = received(SERIES.encode(), zone=ZONE), received(ONE_TIME.encode(), zone=ZONE)
    assert series is not None
    assert once is not None
    first, moved = datetime(2027, 3, 12, 14, tzinfo=UTC), datetime(2027, 3, 26, 14, tzinfo=UTC)
    both = taken_in(series.file, once.file)
    assert _times(both) == [(None, first), (moved, moved)]
    assert _times(taken_in(both, once.file)) == [(None, first), (moved, moved)]
    assert taken_in(both, series.file) == series.file
