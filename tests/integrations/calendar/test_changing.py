"""One, some or all of a series changed, and everything else left as it was."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InputRefused, NotFound
from app.integrations.calendar.changing import Change, Scope, answered, resources, with_change, without
from app.integrations.calendar.event import Event, Guest
from app.integrations.calendar.ics import between, read

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2027, 1, 1, tzinfo=UTC)
START, END = datetime(2026, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC)
OWN = b'X-OWN;A="b:c":kept\\, as it is\r\n'
GUESTS = b'ATTENDEE;PARTSTAT=ACCEPTED;MEMBER="a:a@x","a:b@x":mailto:bob@example.org\r\nATTENDEE;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:mailto:me@example.org\r\n'
ALARM = b"BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nX-APPLE:1\r\nEND:VALARM\r\n"
# Three Mondays at nine, over the change of clocks on 28 March.
SERIES = (
    b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:s\r\nDTSTART;TZID=Romance Standard Time:20270322T090000\r\n"
    b"DTEND;TZID=Romance Standard Time:20270322T100000\r\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=4\r\nEXDATE:20270405T070000Z\r\nSUMMARY:Weekly\r\nSEQUENCE:2\r\n"
    + OWN
    + GUESTS
    + ALARM
    + b"END:VEVENT\r\nBEGIN:VEVENT\r\nUID:other\r\nDTSTART:20270323T090000Z\r\nSUMMARY:Other\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)
KEYS = ("s/20270322T080000Z", "s/20270329T070000Z", "s/20270412T070000Z")


def events(data: bytes | None, uid: str = "s") -> list[Event]:
    found = between(read(data or b"", zone=PARIS), START, END)
    return [event for event in found if event.uid.startswith(uid)]


def times(data: bytes | None) -> list[str]:
    return [f"{event.start:%d %b %H:%M}" for event in events(data)]


def change(key: str, scope: Scope, data: bytes = SERIES, **what: object) -> bytes:
    return with_change(data, Change(key, scope, **what), zone=PARIS, at=NOW)


def test_the_series_is_as_described() -> None:
    assert times(SERIES) == ["22 Mar 09:00", "29 Mar 09:00", "12 Apr 09:00"]
    assert tuple(event.key for event in events(SERIES)) == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_one_time_moves_and_leaves_the_others_alone(key: str) -> None:
    old = {event.key: event for event in events(SERIES)}
    data = change(key, "one", start=datetime(2027, 3, 30, 15, tzinfo=PARIS), title="Moved")
    new = {event.key: event for event in events(data)}
    assert {name: event for name, event in new.items() if name != key} == {
        name: event for name, event in old.items() if name != key
    }
    assert (new[key].start, new[key].end) == (
        datetime(2027, 3, 30, 15, tzinfo=PARIS),
        datetime(2027, 3, 30, 16, tzinfo=PARIS),
    )
    assert (new[key].title, new[key].sequence, new[key].guests) == ("Moved", 3, old[key].guests)
    assert data.count(OWN) == data.count(ALARM) == 2
    assert events(data, "other") == events(SERIES, "other")


def test_a_time_that_was_changed_is_changed_again_in_place() -> None:
    once = change(KEYS[1], "one", start=datetime(2027, 3, 30, 15, tzinfo=PARIS))
    twice = change(KEYS[1], "one", once, end=datetime(2027, 3, 30, 18, tzinfo=PARIS))
    assert times(twice) == ["22 Mar 09:00", "30 Mar 15:00", "12 Apr 09:00"]
    assert events(twice)[1].end == datetime(2027, 3, 30, 18, tzinfo=PARIS)
    assert twice.count(b"RECURRENCE-ID") == 1


@pytest.mark.parametrize("key", KEYS)
def test_all_go_as_far_as_the_one_that_is_meant(key: str) -> None:
    meant = next(event for event in events(SERIES) if event.key == key)
    assert isinstance(meant.start, datetime)
    data = change(key, "all", start=meant.start + timedelta(days=1, hours=2))
    assert times(data) == ["23 Mar 11:00", "30 Mar 11:00", "13 Apr 11:00"]
    assert b"BYDAY=TU" in data
    assert b"DTSTART;TZID=Romance Standard Time:20270323T110000" in data
    assert OWN in data
    assert GUESTS in data
    assert ALARM in data


def test_what_one_time_has_of_its_own_stays_when_all_are_changed() -> None:
    once = change(KEYS[1], "one", title="Special", start=datetime(2027, 3, 30, 15, tzinfo=PARIS))
    data = change(KEYS[0], "all", once, title="Renamed", place="Room 4", start=datetime(2027, 3, 22, 8, tzinfo=PARIS))
    assert times(data) == ["22 Mar 08:00", "30 Mar 15:00", "12 Apr 08:00"]
    assert [event.title for event in events(data)] == ["Renamed", "Special", "Renamed"]
    assert [event.place for event in events(data)] == ["Room 4"] * 3


def test_this_and_following_become_a_series_of_their_own() -> None:
    data = change(KEYS[1], "following", start=datetime(2027, 3, 29, 14, tzinfo=PARIS), title="Later")
    assert times(data) == ["22 Mar 09:00", "29 Mar 14:00", "12 Apr 14:00"]
    assert [event.title for event in events(data)] == ["Weekly", "Later", "Later"]
    assert list(resources(data)) == ["s", "s-20270329T070000Z", "other"]
    assert [times(one) for one in resources(data).values()][:2] == [["22 Mar 09:00"], ["29 Mar 14:00", "12 Apr 14:00"]]
    assert data.count(OWN) == data.count(GUESTS) == 2


def test_following_the_first_is_all() -> None:
    data = change(KEYS[0], "following", title="New")
    assert [event.title for event in events(data)] == ["New"] * 3
    assert [event.uid for event in events(data)] == ["s"] * 3


def test_a_new_rule_keeps_only_the_changes_it_still_has_a_time_for() -> None:
    once = change(KEYS[1], "one", title="Special")
    assert [event.title for event in events(change(KEYS[0], "all", once, rule="FREQ=DAILY;COUNT=2"))] == [
        "Weekly",
        "Weekly",
    ]
    assert [event.title for event in events(change(KEYS[0], "all", once, rule="FREQ=WEEKLY;COUNT=2"))] == [
        "Weekly",
        "Special",
    ]
    assert times(change(KEYS[0], "all", once, rule="")) == ["22 Mar 09:00"]


def test_a_time_becomes_a_day_and_a_day_a_time() -> None:
    day = change("s", "all", start=date(2027, 3, 22))
    assert [event.start for event in events(day)] == [date(2027, 3, 22), date(2027, 3, 29), date(2027, 4, 12)]
    back = change("s", "all", day, start=datetime(2027, 3, 22, 9, tzinfo=PARIS))
    assert times(back) == times(SERIES)
    assert b"TZID:Europe/Paris" in back


def test_guests_keep_their_answers_and_their_lines() -> None:
    data = change("s", "all", guests=(Guest("Bob", "BOB@example.org"), Guest("New", "new@example.org")))
    assert [(guest.address, guest.status) for guest in events(data)[0].guests] == [
        ("bob@example.org", "accepted"),
        ("new@example.org", "needs-action"),
    ]
    assert GUESTS.split(b"\r\n")[0] in data


def test_reminders_status_and_busy_are_set() -> None:
    (event, *_) = events(
        change("s", "all", reminders=(timedelta(hours=1),), status="tentative", busy=False, url="https://x.org")
    )
    assert (event.reminders, event.status, event.busy, event.url) == (
        (timedelta(hours=1),),
        "tentative",
        False,
        "https://x.org",
    )


@pytest.mark.parametrize(
    ("key", "scope", "left"),
    [
        (KEYS[1], "one", ["22 Mar 09:00", "12 Apr 09:00"]),
        (KEYS[1], "following", ["22 Mar 09:00"]),
        (KEYS[2], "following", ["22 Mar 09:00", "29 Mar 09:00"]),
        (KEYS[0], "following", []),
        (KEYS[1], "all", []),
        ("s", "all", []),
    ],
)
def test_what_is_taken_away_is_gone_and_nothing_else(key: str, scope: Scope, left: list[str]) -> None:
    data = without(SERIES, key, scope, zone=PARIS, at=NOW)
    assert times(data) == left
    assert events(data, "other") == events(SERIES, "other")


def test_a_changed_time_is_taken_away_with_its_change() -> None:
    once = change(KEYS[1], "one", start=datetime(2027, 3, 30, 15, tzinfo=PARIS))
    assert times(without(once, KEYS[1], "one", zone=PARIS, at=NOW)) == ["22 Mar 09:00", "12 Apr 09:00"]


def test_the_last_event_leaves_no_file() -> None:
    data = without(SERIES, "s", "all", zone=PARIS, at=NOW)
    assert data is not None
    assert without(data, "other", "one", zone=PARIS, at=NOW) is None


@pytest.mark.parametrize("key", ["gone", "s/20270405T070000Z", "s/20270323T080000Z", "s/nonsense", ""])
def test_what_isnt_there_is_not_found(key: str) -> None:
    with pytest.raises(NotFound):
        change(key, "one", title="x")


@pytest.mark.parametrize(
    "what",
    [
        {"end": datetime(2027, 3, 22, 8, tzinfo=PARIS)},
        {"end": date(2027, 3, 23)},
        {"rule": "FREQ=SECONDLY"},
        {
            "start": datetime(2027, 3, 23, 9, tzinfo=PARIS),
            "data": SERIES.replace(b"WEEKLY;BYDAY=MO", b"MONTHLY;BYDAY=4MO"),
        },
    ],
)
def test_a_change_that_cant_be_is_refused(what: dict[str, object]) -> None:
    data = what.pop("data", SERIES)
    assert isinstance(data, bytes)
    with pytest.raises(InputRefused):
        change(KEYS[0], "all", data, **what)


def test_an_answer_changes_its_own_line_only() -> None:
    data = answered(SERIES, "ME@example.org", "accepted")
    assert data == SERIES.replace(b"ATTENDEE;RSVP=TRUE;PARTSTAT=NEEDS-ACTION:", b"ATTENDEE;PARTSTAT=ACCEPTED:")


def test_who_isnt_invited_cant_answer() -> None:
    with pytest.raises(InputRefused):
        answered(SERIES, "stranger@example.org", "accepted")


LOCAL = st.datetimes(min_value=datetime(2027, 3, 1), max_value=datetime(2027, 4, 20))  # noqa: DTZ001


@given(
    LOCAL,
    st.sampled_from(("Europe/Paris", "America/New_York", "Australia/Sydney")),
    st.integers(min_value=0, max_value=5),
    LOCAL,
)
def test_a_change_of_one_leaves_all_others_alone_in_any_zone(
    first: datetime, zone: str, which: int, to: datetime
) -> None:
    data = (
        f"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:s\r\nDTSTART;TZID={zone}:{first:%Y%m%dT%H%M%S}\r\nDURATION:PT1H\r\n"
        "RRULE:FREQ=DAILY;COUNT=6\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    ).encode()
    old = events(data)
    start = to.replace(microsecond=0, tzinfo=UTC)
    new = events(change(old[which].key, "one", data, start=start, end=start + timedelta(minutes=5)))
    assert [event for event in new if event.key != old[which].key] == [
        event for event in old if event.key != old[which].key
    ]
    (moved,) = (event for event in new if event.key == old[which].key)
    assert (moved.start, moved.end) == (start, start + timedelta(minutes=5))
    assert replace(moved, start=old[which].start, end=old[which].end, sequence=0) == old[which]
