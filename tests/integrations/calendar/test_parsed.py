"""A calendar is read once for many questions, and what is kept is bounded."""

from zoneinfo import ZoneInfo

from app.integrations.calendar.parsed import Parsed

PARIS, ACCRA = ZoneInfo("Europe/Paris"), ZoneInfo("Africa/Accra")


def file(title: str, events: int = 1) -> bytes:
    """A file with that many events."""
    one = "BEGIN:VEVENT\r\nUID:{}\r\nDTSTART:20270312T100000\r\nSUMMARY:" + title + "\r\nEND:VEVENT\r\n"
    return (
        "BEGIN:VCALENDAR\r\n" + "".join(one.format(number) for number in range(events)) + "END:VCALENDAR\r\n"
    ).encode()


def test_the_same_bytes_are_read_once_for_each_zone() -> None:
    kept = Parsed()
    first = kept.read(file("Dentist"), PARIS)
    assert kept.read(file("Dentist"), PARIS) is first
    assert kept.read(file("Dentist"), ACCRA) is not first
    assert kept.read(file("Dentist"), ACCRA).zone == ACCRA
    assert kept.read(file("Doctor"), PARIS).events != first.events


def test_those_used_last_are_kept() -> None:
    kept = Parsed(2 * (len(file("a")) + 300))
    a, b = kept.read(file("a"), PARIS), kept.read(file("b"), PARIS)
    assert kept.read(file("a"), PARIS) is a
    kept.read(file("c"), PARIS)
    assert kept.read(file("a"), PARIS) is a
    assert kept.read(file("b"), PARIS) is not b


def test_one_that_is_too_heavy_leaves_the_others_and_is_read_each_time() -> None:
    kept = Parsed(2_000)
    small, large = kept.read(file("a"), PARIS), kept.read(file("b", events=20), PARIS)
    assert len(large.events) == 20
    assert kept.read(file("b", events=20), PARIS) is not large
    assert kept.read(file("a"), PARIS) is small
