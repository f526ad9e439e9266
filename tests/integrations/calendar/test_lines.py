"""Content lines: read from anything, written back as they were."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.integrations.calendar.lines import Component, bare, escaped, parse, parsed, quoted, unescaped, written


def test_a_file_goes_back_as_it_was() -> None:
    data = b'BEGIN:VCALENDAR\r\nX-OWN;A="x:y";B=2:z\r\nBEGIN:VEVENT\r\nUID:1\r\nBEGIN:VALARM\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
    roots, notes = parse(data)
    assert written(roots) == data
    assert notes == []


@pytest.mark.parametrize(
    ("line", "name", "params", "value"),
    [
        ("SUMMARY:a:b;c", "SUMMARY", {}, "a:b;c"),
        ("dtstart;tzid=Europe/Paris:20270101T090000", "DTSTART", {"TZID": "Europe/Paris"}, "20270101T090000"),
        ('ATTENDEE;CN="Doe: J; Jr, X":mailto:a@b.org', "ATTENDEE", {"CN": "Doe: J; Jr, X"}, "mailto:a@b.org"),
        ("X;CN=a^nb^'c^^:v", "X", {"CN": 'a\nb"c^'}, "v"),
        ('X;CN="never closed:v', "X", {"CN": "never closed"}, "v"),
        ("no line at all", "", {}, ""),
    ],
)
def test_a_line_is_taken_apart(line: str, name: str, params: dict[str, str], value: str) -> None:
    found = parsed(line)
    assert (found.name, dict(found.params), found.value) == (name, params, value)


@pytest.mark.parametrize(
    ("data", "summary"),
    [
        (b"BEGIN:VEVENT\nSUMMARY:Long\n  text\nEND:VEVENT", "Long text"),
        (b"BEGIN:VEVENT\rSUMMARY:Long\r\ter\rEND:VEVENT", "Longer"),
        (b"BEGIN:VEVENT\r\nSUMMARY:Caf" + b"\xc3\r\n \xa9\r\nEND:VEVENT", "Café"),
        (b"\xef\xbb\xbfBEGIN:VEVENT\nSUMMARY:Caf\xe9\nEND:VEVENT", "Café"),
        ("BEGIN:VEVENT\nSUMMARY:Café\nEND:VEVENT".encode("utf-16"), "Café"),
        (b"BEGIN:VEVENT\nSUMMARY:First\nsecond line\n\nEND:VEVENT", "First\nsecond line"),
    ],
)
def test_folds_and_letters_are_read_however_they_are_broken(data: bytes, summary: str) -> None:
    roots, _ = parse(data)
    assert unescaped(roots[0].text("SUMMARY"), 100) == summary


def test_an_event_that_isnt_closed_ends_where_the_next_begins() -> None:
    roots, notes = parse("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nBEGIN:VEVENT\nUID:2\nEND:VEVENT\nEND:VCALENDAR")
    assert [child.text("UID") for child in roots[0].children] == ["1", "2"]
    assert notes == ["An entry was not closed."]


def test_what_is_nested_too_deeply_is_left_out_and_the_rest_is_not() -> None:
    roots, notes = parse(
        "BEGIN:VCALENDAR\n" + "BEGIN:X\n" * 5_000 + "END:X\n" * 5_000 + "BEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:VCALENDAR"
    )
    assert roots[0].named("VEVENT")[0].text("UID") == "1"
    assert notes == ["Entries nested too deeply were left out."]


def test_no_line_is_longer_than_75_octets() -> None:
    data = written([Component("VEVENT", ["SUMMARY:" + "é€😀x" * 100])])
    assert max(len(line) for line in data.split(b"\r\n")) <= 75
    assert parse(data)[0][0].text("SUMMARY") == "é€😀x" * 100


def test_lines_are_put_where_those_of_their_name_were() -> None:
    component = Component("VEVENT", ["A:1", "B:1", "B:2", "C:1"])
    component.put("B", "B:3")
    component.put("D", "D:1")
    component.drop("C")
    assert component.lines == ["A:1", "B:3", "D:1"]


@given(st.text())
def test_a_text_comes_back_and_begins_no_line(text: str) -> None:
    value = escaped(text)
    assert not set(value) & set("\r\n\x00\x0b\u2028")
    roots, _ = parse(written([Component("VEVENT", [f"SUMMARY:{value}"])]))
    assert len(roots[0].lines) == 1
    assert unescaped(roots[0].text("SUMMARY"), 10_000) == unescaped(value, 10_000)


@given(st.text())
def test_a_parameter_and_a_bare_value_stay_on_their_line(text: str) -> None:
    line = f"ATTENDEE;CN={quoted(text)};X=1:{bare(text)}"
    assert "\n" not in line
    assert parsed(line).params["X"] == "1"


@given(st.one_of(st.binary(max_size=300), st.text(alphabet='BEGIND:VCALT;="\r\n \t\\,^Z09', max_size=400)))
def test_nothing_raises_and_reading_what_was_written_changes_nothing(data: bytes | str) -> None:
    roots, _ = parse(data)
    again, _ = parse(written(roots))
    assert again == roots
