"""What RFC 5546 asks of a message about events, method by method (the tables of its section 3.2), asked of a file by another reader."""

from icalendar import Calendar

_ANY = 1_000_000
_OF: dict[str, dict[str, tuple[int, int]]] = {
    "REQUEST": {
        **dict.fromkeys(("DTSTAMP", "DTSTART", "ORGANIZER", "SUMMARY", "UID"), (1, 1)),
        "ATTENDEE": (1, _ANY),
        "REQUEST-STATUS": (0, 0),
    },
    "REPLY": {**dict.fromkeys(("ATTENDEE", "DTSTAMP", "ORGANIZER", "UID"), (1, 1)), "RECURRENCE-ID": (0, 1)},
    "CANCEL": {
        **dict.fromkeys(("DTSTAMP", "ORGANIZER", "SEQUENCE", "UID"), (1, 1)),
        "ATTENDEE": (0, _ANY),
        "REQUEST-STATUS": (0, 0),
    },
}
_AT_MOST_ONE = (
    "CLASS CREATED DESCRIPTION DTEND DURATION GEO LAST-MODIFIED LOCATION PRIORITY RECURRENCE-ID SEQUENCE STATUS SUMMARY TRANSP URL DTSTART"
).split()
_STATUS = {"REQUEST": {"CONFIRMED", "TENTATIVE"}, "CANCEL": {"CANCELLED"}}


def checked(data: bytes, method: str) -> Calendar:
    """The file, read by `icalendar`, when it is a message of that method as RFC 5546 has it."""
    calendar = Calendar.from_ical(data)
    assert [calendar[name] for name in ("METHOD", "VERSION")] == [method, "2.0"]
    assert calendar["PRODID"]
    assert {one.name for one in calendar.subcomponents} <= {"VEVENT", "VTIMEZONE"}
    found = calendar.walk("VEVENT")
    assert found
    assert len({str(one["UID"]) for one in found}) == 1
    described = {str(one["TZID"]) for one in calendar.walk("VTIMEZONE")}
    for event in found:
        names = [name for name, _ in event.property_items(recursive=False) if name not in ("BEGIN", "END")]
        wanted = {**dict.fromkeys(_AT_MOST_ONE, (0, 1)), **_OF[method]}
        assert {
            name: names.count(name) for name, (low, high) in wanted.items() if not low <= names.count(name) <= high
        } == {}
        assert not ("DTEND" in event and "DURATION" in event)
        assert not event.subcomponents
        assert str(event.get("STATUS", "")) in _STATUS.get(method, set()) | {""}
        zones = {value.params.get("TZID") for _, value in event.property_items() if getattr(value, "params", None)}
        assert zones - {None, "UTC"} <= described
    return calendar
