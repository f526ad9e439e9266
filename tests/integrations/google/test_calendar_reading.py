"""Google's events as ours: what other people's programs put there."""

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from pydantic import ValidationError

from app.integrations.calendar.event import Event
from app.integrations.google.calendar_reading import Book, EventShape, ReminderShape, as_event, rule_of

PARIS = ZoneInfo("Europe/Paris")
BOOK = Book(id="a@x", name="Ana", zone="Europe/Paris", reminders=[ReminderShape(minutes=10)])
TIMES = {"start": {"dateTime": "2026-05-04T09:00:00Z"}, "end": {"dateTime": "2026-05-04T10:00:00Z"}}


def read(**of: Any) -> Event | None:
    return as_event(EventShape.model_validate({"id": "e1", "iCalUID": "u@x", **TIMES, **of}), BOOK, PARIS)


def known(**of: Any) -> Event:
    found = read(**of)
    assert found is not None
    return found


def test_a_time_is_shown_in_the_events_zone_else_in_the_calendars() -> None:
    assert f"{known().start:%H:%M %Z}" == "11:00 CEST"
    far = {"dateTime": "2026-05-04T09:00:00Z", "timeZone": "America/New_York"}
    assert (known(start=far).zone, f"{known(start=far).start:%H:%M}") == ("America/New_York", "05:00")
    nowhere = {"dateTime": "2026-05-04T09:00:00Z", "timeZone": "Mars/Olympus"}
    assert known(start=nowhere).zone == "Europe/Paris"


@pytest.mark.parametrize(
    "times",
    [
        {"start": {}},
        {"start": {"date": "2026-02-30"}},
        {"start": {"dateTime": "tomorrow"}},
        {"start": {"date": "2026-05-04"}},
        {"end": {}},
    ],
)
def test_an_event_without_times_is_none(times: dict[str, Any]) -> None:
    assert read(**times) is None


def test_one_of_a_series_is_named_by_when_it_would_be() -> None:
    timed = known(recurringEventId="e", originalStartTime={"dateTime": "2026-05-03T09:00:00+02:00"})
    assert (timed.key, timed.repeats) == ("u@x/20260503T070000Z", True)
    assert known(recurringEventId="e", originalStartTime={"date": "2026-05-03"}).key == "u@x/20260503"
    assert known().key == "u@x"
    assert known(iCalUID="").uid == "e1"


def test_what_was_written_as_html_is_read_as_text() -> None:
    assert known(description="See <a href='https://x.example'>this</a><br>now").notes.splitlines()[-1].strip() == "now"
    assert "<" not in known(description="<p>Hi</p><ul><li>one</li></ul>").notes
    assert known(description="a < b and b > c").notes == "a < b and b > c"


def test_texts_are_cut_and_without_control_characters() -> None:
    event = known(summary="x\x00\u202ey" + "z" * 900, location="\x1b[31mred", description="a\x07" * 30_000)
    assert event.title.startswith("xyz")
    assert len(event.title) <= 500
    assert event.place == "[31mred"
    assert len(event.notes) <= 20_000


def test_reminders_are_its_own_or_the_calendars() -> None:
    assert known(reminders={"useDefault": True}).reminders == (timedelta(minutes=10),)
    own = {"overrides": [{"method": "popup", "minutes": 30}, {"method": "email", "minutes": 30}, {"minutes": -(10**9)}]}
    assert known(reminders=own).reminders == (timedelta(minutes=30), timedelta(0))


def test_a_link_is_the_meetings_and_only_one_of_the_web() -> None:
    assert known(hangoutLink="https://meet.google.com/x", source={"url": "https://y.example"}).url.endswith("/x")
    assert known(source={"url": "javascript:alert(1)"}).url == ""


def test_an_unknown_status_is_confirmed_and_transparency_is_free() -> None:
    event = known(status="odd", transparency="transparent", sequence=-3)
    assert (event.status, event.busy, event.sequence) == ("confirmed", False, 0)


def test_days_are_days() -> None:
    event = known(start={"date": "2026-05-04"}, end={"date": "2026-05-06"})
    assert (event.start, event.end, event.all_day, event.zone) == (date(2026, 5, 4), date(2026, 5, 6), True, "")


def test_another_shape_is_no_event() -> None:
    with pytest.raises(ValidationError):
        EventShape.model_validate({"id": "e1", "attendees": "many"})


def test_the_rule_is_found_among_the_lines() -> None:
    assert rule_of(["EXDATE:20260504", "rrule:FREQ=DAILY"]) == "FREQ=DAILY"
    assert rule_of(["RDATE:20260504"]) == ""
