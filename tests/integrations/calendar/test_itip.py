"""Messages about events, read by another reader and held to the tables of RFC 5546."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.integrations.calendar.changing import Change, with_change, without
from app.integrations.calendar.event import Event, Guest
from app.integrations.calendar.itip import changes, invitation, reply, taken_away
from tests.integrations.calendar.messages import checked

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
PARIS = ZoneInfo("Europe/Paris")
HOST = "ana@example.org"
SERIES = b"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Somebody//Else//EN
BEGIN:VTIMEZONE
TZID:Office
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0100
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:weekly@example.org
DTSTAMP:20270301T080000Z
DTSTART;TZID=Office:20270305T090000
DURATION:PT1H
RRULE:FREQ=WEEKLY;COUNT=10
SUMMARY:Weekly
SEQUENCE:3
ORGANIZER;CN=Ana:mailto:ana@example.org
ATTENDEE;CN="Boateng, Kofi";PARTSTAT=ACCEPTED:mailto:kofi@acme.example
ATTENDEE;RSVP=TRUE:mailto:esi@home.example
X-PRIVATE:only for Ana
COMMENT:only for Ana
BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:-PT10M
DESCRIPTION:only for Ana
END:VALARM
END:VEVENT
BEGIN:VEVENT
UID:weekly@example.org
RECURRENCE-ID;TZID=Office:20270319T090000
DTSTAMP:20270301T080000Z
DTSTART;TZID=Office:20270319T100000
DURATION:PT1H
SUMMARY:Weekly
SEQUENCE:3
ORGANIZER;CN=Ana:mailto:ana@example.org
ATTENDEE:mailto:kofi@acme.example
END:VEVENT
END:VCALENDAR
""".replace(b"\n", b"\r\n")
KEY = "weekly@example.org/20270312T080000Z"
WHEN = {"zone": PARIS, "at": NOON}


def _event(**fields: object) -> Event:
    start = datetime(2027, 3, 16, 15, 0, tzinfo=PARIS)
    given = {
        "uid": "a-uid",
        "key": "a-uid",
        "title": "Réunion; budget, à voir",
        "start": start,
        "end": start + timedelta(hours=1),
        "zone": "Europe/Paris",
        "guests": (Guest("Kofi", "kofi@acme.example"), Guest("", "esi@home.example")),
        "organizer": Guest("", HOST, "accepted", is_organizer=True),
        "reminders": (timedelta(minutes=10),),
    }
    return Event(**given | fields)  # type: ignore[arg-type]


def _only(uid_file: bytes, method: str):  # noqa: ANN202 - icalendar's own
    [event] = checked(uid_file, method).walk("VEVENT")
    return event


def test_a_new_event_invites_its_guests_without_its_reminders() -> None:
    notice = invitation(_event(), at=NOON)
    event = _only(notice.file(HOST), "REQUEST")
    assert (notice.guests, notice.sequence) == (("kofi@acme.example", "esi@home.example"), 0)
    assert (str(event["UID"]), str(event["SUMMARY"])) == ("a-uid", "Réunion; budget, à voir")
    assert str(event["ORGANIZER"]) == f"mailto:{HOST}"
    assert [one.params["RSVP"] for one in event["ATTENDEE"]] == ["TRUE", "TRUE"]
    assert event["DTSTART"].dt == datetime(2027, 3, 16, 15, 0, tzinfo=PARIS)


@pytest.mark.parametrize("fields", [{"title": ""}, {"rule": "FREQ=DAILY;COUNT=3"}, {"organizer": None}, {"zone": ""}])
def test_what_an_event_lacks_its_message_has_as_it_must(fields: dict[str, object]) -> None:
    event = _only(invitation(_event(**fields), at=NOON).file(HOST), "REQUEST")
    assert str(event["ORGANIZER"]) == f"mailto:{HOST}"


def test_an_organizer_without_an_address_is_named_by_ours() -> None:
    notice = invitation(_event(organizer=Guest("", "ana", is_organizer=True)), at=NOON)
    assert str(_only(notice.file(HOST), "REQUEST")["ORGANIZER"]) == f"mailto:{HOST}"


def test_of_a_series_that_is_changed_all_is_sent_with_its_own_zone_and_nothing_of_ours() -> None:
    after = with_change(SERIES, Change(KEY, place="Room 2"), **WHEN)
    [notice] = changes(SERIES, after, **WHEN)
    sent = notice.file(HOST)
    found = checked(sent, "REQUEST").walk("VEVENT")
    assert [int(one["SEQUENCE"]) for one in found] == [4, 4]
    assert {str(one["LOCATION"]) for one in found} == {"Room 2"}
    assert b"only for Ana" not in sent
    assert b"TZID:Office" in sent


def test_of_one_time_that_is_changed_only_that_is_sent() -> None:
    after = with_change(SERIES, Change(KEY, scope="one", place="Room 2"), **WHEN)
    [notice] = changes(SERIES, after, **WHEN)
    event = _only(notice.file(HOST), "REQUEST")
    assert (notice.event.key, int(event["SEQUENCE"]), "RRULE" in event) == (KEY, 4, False)
    assert event["RECURRENCE-ID"].dt.hour == 9


def test_of_a_series_that_is_parted_both_halves_are_sent() -> None:
    after = with_change(SERIES, Change("weekly@example.org/20270402T080000Z", scope="following", title="New"), **WHEN)
    told = changes(SERIES, after, **WHEN)
    assert [len({str(one["UID"]) for one in checked(one.file(HOST), "REQUEST").walk("VEVENT")}) for one in told] == [
        1,
        1,
    ]
    assert [one.event.title for one in told] == ["Weekly", "New"]


def test_what_is_taken_away_is_cancelled_in_a_version_of_its_own() -> None:
    [notice] = taken_away(SERIES, None, KEY, "all", **WHEN)
    event = _only(notice.file(HOST), "CANCEL")
    assert (str(event["STATUS"]), int(event["SEQUENCE"]), "RECURRENCE-ID" in event) == ("CANCELLED", 4, False)
    assert notice.guests == ("kofi@acme.example", "esi@home.example")


def test_one_time_that_is_taken_away_is_cancelled_alone_and_what_follows_ends_the_series() -> None:
    left = without(SERIES, KEY, "one", **WHEN)
    [one] = taken_away(SERIES, left, KEY, "one", **WHEN)
    event = _only(one.file(HOST), "CANCEL")
    assert event["RECURRENCE-ID"].dt.day == 12
    later = "weekly@example.org/20270402T080000Z"
    [ended] = taken_away(SERIES, without(SERIES, later, "following", **WHEN), later, "following", **WHEN)
    master, _ = checked(ended.file(HOST), "REQUEST").walk("VEVENT")
    assert "UNTIL" in master["RRULE"]
    first = "weekly@example.org/20270305T080000Z"
    [gone] = taken_away(SERIES, without(SERIES, first, "following", **WHEN), first, "following", **WHEN)
    assert gone.method == "CANCEL"


def test_what_nobody_is_in_is_told_to_nobody() -> None:
    alone = b"\r\n".join(line for line in SERIES.split(b"\r\n") if not line.startswith(b"ATTENDEE"))
    assert changes(alone, with_change(alone, Change(KEY, place="Room 2"), **WHEN), **WHEN) == ()
    assert taken_away(alone, None, KEY, "all", **WHEN) == ()


def test_an_answer_names_who_answers_and_keeps_the_version_it_answers() -> None:
    [notice] = reply(SERIES, Guest("", "kofi@acme.example", "declined"), **WHEN)
    for event in checked(notice.file(HOST), "REPLY").walk("VEVENT"):
        assert (str(event["ATTENDEE"]), event["ATTENDEE"].params["PARTSTAT"]) == (
            "mailto:kofi@acme.example",
            "DECLINED",
        )
        assert int(event["SEQUENCE"]) == 3
    assert notice.answer == "declined"
    [stranger] = reply(SERIES, Guest("", "yaw@acme.example", "accepted"), **WHEN)
    assert stranger.answer == "accepted"
