"""What is written is read again as the same, by us and by another library."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InputRefused
from app.integrations.calendar.event import Event, Guest
from app.integrations.calendar.ics import between, read
from app.integrations.calendar.lines import escaped, unescaped
from app.integrations.calendar.writing import event_ics, export

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2027, 1, 1, tzinfo=UTC)
START, END = datetime(2026, 1, 1, tzinfo=UTC), datetime(2029, 1, 1, tzinfo=UTC)
MEETING = Event(
    uid="a@kwasi",
    key="a@kwasi",
    title='Plan; review, "all"',
    start=datetime(2027, 3, 29, 9, tzinfo=PARIS),
    end=datetime(2027, 3, 29, 10, tzinfo=PARIS),
    zone="Europe/Paris",
    place="Room 4",
    notes="One\ntwo \\ three",
    guests=(Guest('Bob "B" Bo', "bob@example.org", "accepted"),),
    organizer=Guest("Ada", "ada@example.org", is_organizer=True),
    url="https://example.org",
    reminders=(timedelta(minutes=10), timedelta(days=1)),
)


def again(data: bytes) -> tuple[Event, ...]:
    return between(read(data, zone=PARIS), START, END)


def test_an_event_comes_back_as_it_was() -> None:
    assert again(event_ics(MEETING, at=NOW)) == (MEETING,)


def clean(text: str) -> str:
    return unescaped(escaped(text), 200)


TEXTS = st.text(max_size=200).map(clean)
MOMENTS = st.datetimes(min_value=datetime(2026, 2, 1), max_value=datetime(2028, 11, 1), timezones=st.just(UTC)).map(  # noqa: DTZ001
    lambda moment: moment.replace(microsecond=0)
)


@given(
    TEXTS,
    TEXTS,
    MOMENTS,
    st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=3)),
    st.sampled_from(("UTC", "Europe/Paris", "Australia/Lord_Howe")),
)
def test_any_event_comes_back(title: str, notes: str, start: datetime, length: timedelta, zone: str) -> None:
    end = start + timedelta(seconds=int(length.total_seconds()))
    local = [moment.astimezone(UTC if zone == "UTC" else ZoneInfo(zone)) for moment in (start, end)]
    event = Event(uid="1", key="1", title=title, notes=notes, start=local[0], end=local[1], zone=zone)
    (found,) = again(event_ics(event, at=NOW))
    assert (found.title, found.notes, found.start, found.end) == (title, notes, start, end)


@given(st.dates(min_value=date(2026, 2, 1), max_value=date(2028, 11, 1)), st.integers(min_value=1, max_value=30))
def test_any_days_come_back(start: date, days: int) -> None:
    event = Event(uid="1", key="1", title="Away", start=start, end=start + timedelta(days=days), all_day=True)
    assert again(event_ics(event, at=NOW)) == (event,)


def test_another_library_reads_the_same() -> None:
    parsed = icalendar.Calendar.from_ical(event_ics(replace(MEETING, rule="FREQ=WEEKLY;BYDAY=MO"), at=NOW))
    (event,) = parsed.walk("VEVENT")
    assert (str(event["SUMMARY"]), str(event["DESCRIPTION"])) == (MEETING.title, MEETING.notes)
    assert (event["DTSTART"].dt, event["DTEND"].dt) == (MEETING.start, MEETING.end)
    assert event["RRULE"].to_ical() == b"FREQ=WEEKLY;BYDAY=MO"
    assert len(event.walk("VALARM")) == 2


def test_the_second_of_an_hour_that_comes_twice_is_kept() -> None:
    start = datetime(2027, 10, 31, 1, 30, tzinfo=UTC)
    event = replace(MEETING, start=start.astimezone(PARIS), end=(start + timedelta(hours=1)).astimezone(PARIS))
    assert [
        found.start.astimezone(UTC) for found in again(event_ics(event, at=NOW)) if isinstance(found.start, datetime)
    ] == [start]


def test_each_time_of_a_series_is_exported_as_an_event_of_its_own() -> None:
    series = again(event_ics(replace(MEETING, rule="FREQ=WEEKLY;COUNT=3"), at=NOW))
    found = again(export(series, at=NOW))
    assert [(event.start, event.title, event.repeats) for event in found] == [
        (event.start, event.title, False) for event in series
    ]
    assert [event.uid for event in found] == [event.key for event in series]


def test_each_zone_is_written_once() -> None:
    data = export(
        [MEETING, replace(MEETING, uid="b", key="b"), replace(MEETING, uid="c", key="c", zone="Asia/Tokyo")], at=NOW
    )
    assert data.count(b"BEGIN:VTIMEZONE") == 2


def test_no_text_begins_a_line_of_its_own() -> None:
    evil = "x\r\nATTENDEE:mailto:e@evil.org\nBEGIN:VALARM"
    event = replace(
        MEETING, uid=evil, key=evil, title=evil, place=evil, notes=evil, url=evil, guests=(Guest(evil, evil, evil),)
    )
    (found,) = again(event_ics(event, at=NOW))
    assert len(found.guests) == 1
    assert len(found.reminders) == 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"end": MEETING.start - timedelta(hours=1)}, "An event can't end before it begins."),
        ({"end": date(2027, 3, 30)}, "An event begins and ends either on days or at times."),
        ({"zone": "Mars/Olympus"}, "“Mars/Olympus” isn't a time zone I know."),
        ({"rule": "FREQ=SECONDLY"}, "That isn't a repetition I can put into a calendar: FREQ=SECONDLY"),
        ({"uid": " "}, "An event needs a UID."),
    ],
)
def test_what_cant_be_is_refused_with_a_sentence(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputRefused) as refused:
        event_ics(replace(MEETING, **change), at=NOW)
    assert str(refused.value) == sentence
