"""What is shown of a VEVENT, and what is cut."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from app.integrations.calendar.entries import Instance, read_entry, shown
from app.integrations.calendar.event import Event
from app.integrations.calendar.lines import parse
from app.integrations.calendar.zones import Zones

PARIS = ZoneInfo("Europe/Paris")


def event(*lines: str) -> Event:
    (component,), _ = parse("\n".join(("BEGIN:VEVENT", "UID:1", "DTSTART:20270105T090000Z", *lines, "END:VEVENT")))
    entry, _ = read_entry(component, Zones([], PARIS))
    assert entry is not None
    return shown(Instance(entry, entry.start, entry.length, entry.begins, entry.ends, entry.uid), PARIS)


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("ATTENDEE:mailto:a@example.org", "a@example.org"),
        ("ATTENDEE:MAILTO:a@example.org", "a@example.org"),
        ("ATTENDEE;EMAIL=a@example.org:urn:uuid:1", "a@example.org"),
        ("ATTENDEE:a@example.org", "a@example.org"),
    ],
)
def test_a_guests_address_is_found_however_it_is_written(line: str, address: str) -> None:
    assert [guest.address for guest in event(line).guests] == [address]


@pytest.mark.parametrize(
    ("lines", "url"),
    [
        (("URL:javascript:alert(1)",), ""),
        (("URL:https://example.org/a b",), ""),
        (("URL:", "X-GOOGLE-CONFERENCE:https://meet.example.org/x"), "https://meet.example.org/x"),
    ],
)
def test_only_an_address_of_the_web_is_a_link(lines: tuple[str, ...], url: str) -> None:
    assert event(*lines).url == url


@pytest.mark.parametrize(
    ("trigger", "before"),
    [
        ("TRIGGER:-P1DT2H", timedelta(days=1, hours=2)),
        ("TRIGGER:PT5M", timedelta(minutes=-5)),
        ("TRIGGER;VALUE=DATE-TIME:20270105T083000Z", timedelta(minutes=30)),
    ],
)
def test_a_reminder_is_how_long_before_the_start(trigger: str, before: timedelta) -> None:
    assert event("BEGIN:VALARM", trigger, "END:VALARM").reminders == (before,)


def test_texts_and_lists_are_cut() -> None:
    long = event("SUMMARY:" + "x" * 9_000, "DESCRIPTION:" + "y" * 90_000, *["ATTENDEE:mailto:a@example.org"] * 900)
    assert (len(long.title), len(long.notes), len(long.guests)) == (500, 20_000, 500)


def test_an_unknown_status_is_confirmed() -> None:
    assert event("STATUS:MAYBE").status == "confirmed"
