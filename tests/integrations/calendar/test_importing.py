"""What a file would put into a calendar: each event once, exceptions with it, nobody to write to."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from app.integrations.calendar.ics import read
from app.integrations.calendar.importing import Arrival, arrivals, as_own, kept_origin, origin, with_origin

PARIS = ZoneInfo("Europe/Paris")


def held(*events: str) -> tuple[Arrival, ...]:
    inner = "".join(f"BEGIN:VEVENT\n{event}\nEND:VEVENT\n" for event in events)
    return arrivals(read(f"BEGIN:VCALENDAR\n{inner}END:VCALENDAR\n", zone=PARIS))


def test_a_series_comes_with_what_is_left_out_and_otherwise() -> None:
    [one] = held(
        "UID:u\nDTSTART;TZID=Europe/Paris:20270301T090000\nRRULE:FREQ=DAILY\nEXDATE;TZID=Europe/Paris:20270302T090000",
        "UID:u\nRECURRENCE-ID;TZID=Europe/Paris:20270303T090000\nDTSTART;TZID=Europe/Paris:20270303T110000\nSUMMARY:Late",
        "UID:u\nRECURRENCE-ID;TZID=Europe/Paris:20270304T090000\nDTSTART;TZID=Europe/Paris:20270304T090000\nSTATUS:CANCELLED",
    )
    assert (one.event.uid, one.event.rule) == ("u", "FREQ=DAILY")
    assert one.left_out == tuple(datetime(2027, 3, day, 9, tzinfo=PARIS) for day in (2, 4))
    assert [(when, other.title) for when, other in one.changed] == [(datetime(2027, 3, 3, 9, tzinfo=PARIS), "Late")]


def test_days_are_left_out_as_days_and_further_dates_are_events_of_their_own() -> None:
    one, further = held(
        "UID:u\nDTSTART;VALUE=DATE:20270301\nRRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20270308\n"
        "RDATE;VALUE=DATE:20270303,20270303,20270301"
    )
    assert one.left_out == (date(2027, 3, 8),)
    assert (further.event.uid, further.event.start, further.event.rule) == ("u-20270303", date(2027, 3, 3), "")


def test_a_rule_that_is_not_worked_out_leaves_the_first_time_and_says_so() -> None:
    [one] = held("UID:u\nDTSTART:20270301T090000Z\nRRULE:FREQ=SECONDLY")
    assert (one.event.rule, one.event.repeats) == ("", False)
    assert "only its first time is shown" in one.event.notes_of_reading[0]


def test_cancelled_events_are_none() -> None:
    assert held("UID:u\nDTSTART:20270301T090000Z\nSTATUS:CANCELLED") == ()


def test_a_zone_that_only_the_file_knows_moves_the_weekday_along() -> None:
    zone = (
        "BEGIN:VTIMEZONE\nTZID:Ours\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:-0800\nTZOFFSETTO:-0800\n"
        "END:STANDARD\nEND:VTIMEZONE\n"
    )
    event = "BEGIN:VEVENT\nUID:u\nDTSTART;TZID=Ours:20270301T200000\nRRULE:FREQ=WEEKLY;BYDAY=MO\nEND:VEVENT\n"
    [one] = arrivals(read(f"BEGIN:VCALENDAR\n{zone}{event}END:VCALENDAR\n", zone=PARIS))
    assert (one.event.start, one.event.rule) == (datetime(2027, 3, 2, 5, tzinfo=PARIS), "FREQ=WEEKLY;BYDAY=TU")


def test_what_is_put_in_writes_to_nobody_and_names_its_file() -> None:
    [one] = held(
        "UID:u\nDTSTART:20270301T090000Z\nDESCRIPTION:Bring cake\nORGANIZER;CN=Kofi:mailto:kofi@acme.example\n"
        "ATTENDEE:mailto:ana@example.org"
    )
    own = as_own(one, "trip.ics", "Home").event
    assert (own.guests, own.organizer, own.calendar) == ((), None, "Home")
    assert own.notes == "Bring cake\nInvited by: Kofi <kofi@acme.example>\nFrom the calendar file trip.ics."
    assert origin(own.notes) == ("calendar file", "trip.ics")
    assert origin("Bring cake") is None


def test_where_an_events_words_came_from_is_the_last_its_notes_say_and_stays_with_other_notes() -> None:
    notes = with_origin("Bring cake\nFrom the calendar file trip.ics.", "invitation of", "kofi@acme.example")
    assert origin(notes) == ("invitation of", "kofi@acme.example")
    assert origin(kept_origin(notes, "Bring tea")) == ("invitation of", "kofi@acme.example")
    assert kept_origin("Bring cake", "Bring tea") == "Bring tea"
    assert origin(with_origin("x" * 9_000, "invitation of", "k" * 500)) == ("invitation of", "k" * 320)


def test_more_exceptions_than_are_taken_over_are_said() -> None:
    days = ",".join(f"202703{day:02}T{hour:02}0000Z" for day in range(1, 11) for hour in range(24))
    [one] = held(f"UID:u\nDTSTART:20270301T000000Z\nRRULE:FREQ=DAILY\nEXDATE:{days}")
    assert len(one.left_out) == 100
    assert "more than 100 exceptions" in one.event.notes_of_reading[-1]
    assert one.left_out[0] == datetime(2027, 3, 1, tzinfo=UTC)
