"""Our events as Google takes them."""

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.errors import InputRefused
from app.integrations.calendar.changing import Change
from app.integrations.calendar.event import Event, Guest
from app.integrations.google.calendar_reading import GuestShape
from app.integrations.google.calendar_writing import id_of, new_event, of_change, times

PARIS = ZoneInfo("Europe/Paris")
START = datetime(2026, 10, 25, 2, 30, tzinfo=PARIS)


def test_an_id_is_made_of_the_letters_google_takes_and_always_the_same() -> None:
    assert id_of("u1") == id_of("u1") != id_of("u2")
    assert re.fullmatch(r"[a-v0-9]{52}", id_of("Ünïcode\n"))


def test_both_passes_of_an_hour_that_comes_twice_are_told_apart() -> None:
    first, second = times(START, START.replace(fold=1), "Europe/Paris").values()
    assert (first["dateTime"], second["dateTime"]) == ("2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00")


def test_a_change_writes_only_what_it_is_about() -> None:
    assert of_change(Change("k"), ()) == {}
    assert of_change(Change("k", title="", busy=False), ()) == {"summary": "", "transparency": "transparent"}
    assert of_change(Change("k", url=""), ()) == {"source": None}
    assert of_change(Change("k", reminders=()), ()) == {"reminders": {"useDefault": False, "overrides": []}}


def test_who_was_invited_is_written_back_with_all_that_google_keeps_of_them() -> None:
    kept = {"email": "kofi@x.example", "responseStatus": "accepted", "comment": "late", "additionalGuests": 1}
    change = Change("k", guests=(Guest("K", "Kofi@x.example"), Guest("Esi", "esi@x.example")))
    assert of_change(change, [GuestShape.model_validate(kept)]) == {
        "attendees": [kept, {"email": "esi@x.example", "displayName": "Esi"}]
    }


def test_a_new_event_has_no_empty_fields() -> None:
    event = Event(uid="u", key="u", title="Day", start=date(2026, 5, 4), end=date(2026, 5, 5), all_day=True)
    assert new_event(event, PARIS) == {
        "id": id_of("u"),
        "start": {"date": "2026-05-04"},
        "end": {"date": "2026-05-05"},
        "summary": "Day",
        "status": "confirmed",
        "transparency": "opaque",
    }


def test_a_time_in_utc_stays_in_utc() -> None:
    start = datetime(2026, 5, 4, 9, tzinfo=UTC)
    event = Event(uid="u", key="u", title="x", start=start, end=start + timedelta(hours=1), zone="UTC")
    assert new_event(event, PARIS)["start"] == {"dateTime": "2026-05-04T09:00:00+00:00", "timeZone": "UTC"}


def test_no_rule_begins_a_line_of_its_own() -> None:
    event = Event(uid="u", key="u", title="x", start=START, end=START, rule="FREQ=DAILY\r\nEXDATE:20260101")
    with pytest.raises(InputRefused):
        new_event(event, PARIS)
