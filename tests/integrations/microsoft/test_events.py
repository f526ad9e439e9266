"""An appointment as Graph writes it, to ours."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.integrations.calendar.changing import Change
from app.integrations.microsoft.events import as_event, changed, with_change

PARIS = ZoneInfo("Europe/Paris")
RAW: dict[str, Any] = {
    "id": "1",
    "iCalUId": "uid-1",
    "subject": "Plan",
    "start": {"dateTime": "2026-12-01T08:00:00.0000000", "timeZone": "UTC"},
    "end": {"dateTime": "2026-12-01T09:00:00.0000000", "timeZone": "UTC"},
    "originalStartTimeZone": "Romance Standard Time",
    "type": "singleInstance",
}


def test_times_are_shown_in_the_zone_they_were_made_in() -> None:
    event = as_event(RAW, None, ZoneInfo("Asia/Tokyo"), "Work")
    assert event is not None
    assert (event.zone, event.start.isoformat(), event.calendar) == (
        "Europe/Paris",
        "2026-12-01T09:00:00+01:00",
        "Work",
    )


@pytest.mark.parametrize("name", ["tzone://Microsoft/Custom", "Nowhere Standard Time", "x" * 5_000])
def test_a_zone_that_means_nothing_is_the_readers(name: str) -> None:
    event = as_event(RAW | {"originalStartTimeZone": name}, None, PARIS, "")
    assert event is not None
    assert event.zone == "Europe/Paris"


def test_a_time_that_graph_gives_in_another_zone_than_asked_is_read_in_it() -> None:
    start = {"dateTime": "2026-12-01T09:00:00", "timeZone": "Tokyo Standard Time"}
    event = as_event(RAW | {"start": start}, None, PARIS, "")
    assert event is not None
    assert event.start == datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("shown", "cancelled", "status", "busy"),
    [
        ("busy", False, "confirmed", True),
        ("oof", False, "confirmed", True),
        ("unknown", False, "confirmed", True),
        ("free", False, "confirmed", False),
        ("workingElsewhere", False, "confirmed", False),
        ("tentative", False, "tentative", True),
        ("busy", True, "cancelled", False),
    ],
)
def test_how_it_is_shown_says_whether_time_is_taken(shown: str, cancelled: bool, status: str, busy: bool) -> None:
    event = as_event(RAW | {"showAs": shown, "isCancelled": cancelled}, None, PARIS, "")
    assert event is not None
    assert (event.status, event.busy) == (status, busy)


def test_a_link_to_join_is_a_web_address_or_nothing() -> None:
    joined = as_event(RAW | {"onlineMeeting": {"joinUrl": "https://teams.example/1"}}, None, PARIS, "")
    odd = as_event(
        RAW | {"onlineMeeting": {"joinUrl": "javascript:x"}, "onlineMeetingUrl": "https://old.example/2"},
        None,
        PARIS,
        "",
    )
    assert joined is not None
    assert odd is not None
    assert (joined.url, odd.url) == ("https://teams.example/1", "https://old.example/2")


def test_a_day_of_a_series_is_named_by_its_day_whatever_midnight_is_in_utc() -> None:
    raw = RAW | {
        "isAllDay": True,
        "start": {"dateTime": "2026-12-01T00:00:00.0000000", "timeZone": "UTC"},
        "end": {"dateTime": "2026-12-02T00:00:00.0000000", "timeZone": "UTC"},
        "originalStart": "2026-11-30T23:00:00Z",
        "seriesMasterId": "m",
        "type": "occurrence",
    }
    event = as_event(raw, RAW | {"iCalUId": "series"}, PARIS, "")
    assert event is not None
    assert (event.key, event.uid, event.start, event.repeats) == ("series/20261201", "series", date(2026, 12, 1), True)


def test_a_change_is_made_to_our_own_copy_too() -> None:
    event = as_event(RAW, None, PARIS, "")
    assert event is not None
    new = with_change(event, Change("", title="New", busy=False, reminders=[timedelta(minutes=5)]))
    assert (new.title, new.busy, new.reminders, new.notes) == ("New", False, (timedelta(minutes=5),), event.notes)
    assert changed(Change("", status="confirmed"), {"showAs": "free"}) == {}
    assert changed(Change("", busy=True), {"showAs": "free"}) == {"showAs": "busy"}


ODD = st.sampled_from(
    [
        None,
        True,
        7,
        -1,
        10**30,
        "",
        "x",
        [],
        {},
        [None],
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.9999999",
        "\ud800",
    ]
)
TIME = st.sampled_from(["0001-01-01T00:00:00", "9999-12-31T23:59:59", "2026-12-01T00:00:00+14:00", "soon", ""])


@given(
    st.dictionaries(
        st.sampled_from(
            [
                *RAW,
                "body",
                "location",
                "attendees",
                "organizer",
                "recurrence",
                "isAllDay",
                "originalStart",
                "seriesMasterId",
                "reminderMinutesBeforeStart",
                "isReminderOn",
            ]
        ),
        ODD,
    ),
    TIME,
    TIME,
    st.booleans(),
)
def test_whatever_graph_says_is_an_event_or_none(odd: dict[str, Any], start: str, end: str, days: bool) -> None:
    zones = {"timeZone": "Pacific/Apia"}
    raw = RAW | {"start": {"dateTime": start, **zones}, "end": {"dateTime": end, **zones}, "isAllDay": days} | odd
    for master in (None, raw):
        event = as_event(raw, master, PARIS, "")
        assert event is None or event.end >= event.start


@pytest.mark.parametrize(
    ("is_ones_own", "guests", "organizer"),
    [(True, [], None), (True, ["kofi@acme.example"], "ana_17@outlook.example"), (False, [], "ana_17@outlook.example")],
)
def test_nobody_else_organizes_ones_own_event_without_guests_whatever_address_it_names(
    is_ones_own: bool, guests: list[str], organizer: str | None
) -> None:
    alias = {"emailAddress": {"name": "Ana", "address": "ana_17@outlook.example"}}
    attendees = [{"emailAddress": {"address": one}} for one in guests]
    item = RAW | {"organizer": alias, "isOrganizer": is_ones_own, "attendees": attendees}
    event = as_event(item, None, PARIS, "Calendar")
    assert event is not None
    assert (event.organizer.address if event.organizer else None) == organizer
