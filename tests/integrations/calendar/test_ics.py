"""Files read and expanded over a window: right over changes of clocks, and bounded whatever they say."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.integrations.calendar.event import Event, Guest, moment_of
from app.integrations.calendar.ics import Calendar, between, read

PARIS, NEW_YORK, SYDNEY = (ZoneInfo(name) for name in ("Europe/Paris", "America/New_York", "Australia/Sydney"))
JANUARY, FEBRUARY, YEAR_END = (
    datetime(2027, 1, 1, tzinfo=UTC),
    datetime(2027, 2, 1, tzinfo=UTC),
    datetime(2028, 1, 1, tzinfo=UTC),
)


def calendar(*components: str, zone: ZoneInfo = PARIS) -> Calendar:
    return read("\r\n".join(("BEGIN:VCALENDAR", *components, "END:VCALENDAR")), zone=zone, calendar="Work")


def vevent(*lines: str, uid: str = "1") -> str:
    return "\r\n".join(("BEGIN:VEVENT", f"UID:{uid}", *lines, "END:VEVENT"))


def starts(found: Calendar, start: datetime = JANUARY, end: datetime = FEBRUARY) -> list[str]:
    return [f"{event.start:%d %b %H:%M}" for event in between(found, start, end)]


def test_an_event_is_read_whole() -> None:
    found = read(
        "\r\n".join(
            (
                "BEGIN:VCALENDAR",
                vevent(
                    "DTSTART;TZID=Europe/Paris:20270105T093000",
                    "DURATION:PT90M",
                    "SUMMARY:Plan\\, review",
                    "LOCATION:Room 4\\; upstairs",
                    "DESCRIPTION:One\\ntwo",
                    "ORGANIZER;CN=Ada:mailto:ada@example.org",
                    "ATTENDEE;CN=Ada;PARTSTAT=ACCEPTED:MAILTO:Ada@example.org",
                    "ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.org",
                    "STATUS:TENTATIVE",
                    "TRANSP:TRANSPARENT",
                    "URL:https://example.org/1",
                    "SEQUENCE:3",
                    "BEGIN:VALARM\r\nTRIGGER:-PT15M\r\nEND:VALARM",
                    "BEGIN:VALARM\r\nTRIGGER;RELATED=END:-PT15M\r\nEND:VALARM",
                ),
                "END:VCALENDAR",
            )
        ),
        zone=NEW_YORK,
        calendar="Work",
        etag="e",
        href="/h",
    )
    assert between(found, JANUARY, FEBRUARY) == (
        Event(
            uid="1",
            key="1",
            title="Plan, review",
            start=datetime(2027, 1, 5, 9, 30, tzinfo=PARIS),
            end=datetime(2027, 1, 5, 11, tzinfo=PARIS),
            zone="Europe/Paris",
            place="Room 4; upstairs",
            notes="One\ntwo",
            guests=(
                Guest("Ada", "Ada@example.org", "accepted", is_organizer=True),
                Guest("", "bob@example.org", "declined"),
            ),
            organizer=Guest("Ada", "ada@example.org", is_organizer=True),
            status="tentative",
            busy=False,
            url="https://example.org/1",
            calendar="Work",
            etag="e",
            href="/h",
            sequence=3,
            reminders=(timedelta(minutes=15), timedelta(minutes=-75)),
        ),
    )


@pytest.mark.parametrize("zone", [PARIS, NEW_YORK, SYDNEY], ids=str)
def test_a_weekly_nine_oclock_stays_nine_oclock_all_year(zone: ZoneInfo) -> None:
    found = calendar(vevent(f"DTSTART;TZID={zone.key}:20200106T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY"))
    events = between(found, JANUARY, YEAR_END)
    assert len(events) == 52
    assert {(event.start.hour, event.start.weekday()) for event in events if isinstance(event.start, datetime)} == {
        (9, 0)
    }
    assert {moment_of(event.end, zone) - moment_of(event.start, zone) for event in events} == {timedelta(hours=1)}
    assert len({moment_of(event.start, zone).hour for event in events}) == 2


@pytest.mark.parametrize(
    ("zone", "spring", "moved"),
    [(PARIS, "20270328", "03:30"), (NEW_YORK, "20270314", "03:30"), (SYDNEY, "20271003", "03:30")],
    ids=str,
)
def test_a_time_that_a_change_of_clocks_skips_is_shown_after_it(zone: ZoneInfo, spring: str, moved: str) -> None:
    found = calendar(vevent(f"DTSTART;TZID={zone.key}:20270101T023000", "RRULE:FREQ=DAILY"))
    midnight = datetime.strptime(spring, "%Y%m%d").replace(tzinfo=zone)
    assert [
        f"{event.start:%H:%M}" for event in between(found, midnight - timedelta(days=1), midnight + timedelta(days=2))
    ] == [
        "02:30",
        moved,
        "02:30",
    ]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("RRULE:FREQ=DAILY;COUNT=3",), ["05", "06", "07"]),
        (("RRULE:FREQ=DAILY;UNTIL=20270107",), ["05", "06", "07"]),
        (("RRULE:FREQ=DAILY;UNTIL=20270107T075959Z",), ["05", "06"]),
        (("RRULE:FREQ=DAILY;UNTIL=20200101T000000Z",), ["05"]),
        (("RRULE:FREQ=DAILY;COUNT=3", "EXDATE;TZID=Europe/Paris:20270106T090000"), ["05", "07"]),
        (("RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20270106T080000Z,20270107T080000Z"), ["05"]),
        (("RRULE:FREQ=DAILY;COUNT=3", "EXDATE;VALUE=DATE:20270106"), ["05", "07"]),
        (("RRULE:FREQ=DAILY;COUNT=2", "RDATE;TZID=Europe/Paris:20270106T090000,20270120T090000"), ["05", "06", "20"]),
        (("RDATE;VALUE=PERIOD;TZID=Europe/Paris:20270120T090000/PT3H",), ["05", "20"]),
        (("RRULE:FREQ=WEEKLY;COUNT=2", "RRULE:FREQ=MONTHLY;BYMONTHDAY=20;COUNT=1"), ["05", "12", "20"]),
        (("RRULE:FREQ=MONTHLY;BYMONTHDAY=20;COUNT=1",), ["05", "20"]),
    ],
)
def test_rules_further_dates_and_exceptions_make_one_series(lines: tuple[str, ...], expected: list[str]) -> None:
    found = calendar(vevent("DTSTART;TZID=Europe/Paris:20270105T090000", "DURATION:PT1H", *lines))
    assert [f"{event.start:%d}" for event in between(found, JANUARY, FEBRUARY)] == expected


def test_a_period_has_its_own_length() -> None:
    found = calendar(
        vevent("DTSTART:20270105T090000Z", "DURATION:PT1H", "RDATE;VALUE=PERIOD:20270120T090000Z/20270120T120000Z")
    )
    assert [event.end.hour for event in between(found, JANUARY, FEBRUARY) if isinstance(event.end, datetime)] == [
        10,
        12,
    ]


DAILY = vevent(
    "DTSTART;TZID=Europe/Paris:20270105T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4", "SUMMARY:Daily"
)


def test_a_time_that_was_moved_or_cancelled_keeps_its_key() -> None:
    moved = vevent("RECURRENCE-ID:20270106T080000Z", "DTSTART;TZID=Europe/Paris:20270106T150000", "SUMMARY:Moved")
    off = vevent(
        "RECURRENCE-ID;TZID=Europe/Paris:20270107T090000",
        "DTSTART;TZID=Europe/Paris:20270107T090000",
        "STATUS:CANCELLED",
    )
    plain, changed = (between(calendar(*parts), JANUARY, FEBRUARY) for parts in ((DAILY,), (moved, DAILY, off)))
    assert [event.key for event in changed] == [event.key for event in plain]
    assert [(f"{event.start:%d %H}", event.status, event.busy) for event in changed] == [
        ("05 09", "confirmed", True),
        ("06 15", "confirmed", True),
        ("07 09", "cancelled", False),
        ("08 09", "confirmed", True),
    ]
    assert all(event.repeats for event in changed)


def test_a_time_moved_into_the_window_is_found_and_one_moved_out_of_it_is_not() -> None:
    into = vevent("RECURRENCE-ID:20270108T080000Z", "DTSTART:20270220T080000Z")
    found = calendar(DAILY, into)
    assert starts(found, FEBRUARY, YEAR_END) == ["20 Feb 08:00"]
    assert starts(found) == ["05 Jan 09:00", "06 Jan 09:00", "07 Jan 09:00"]


def test_a_change_of_this_and_all_that_follow_goes_on() -> None:
    later = vevent(
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20270107T080000Z",
        "DTSTART;TZID=Europe/Paris:20270107T100000",
        "DURATION:PT2H",
        "SUMMARY:New",
    )
    events = between(calendar(DAILY, later), JANUARY, FEBRUARY)
    assert [(f"{event.start:%d %H}", event.title) for event in events] == [
        ("05 09", "Daily"),
        ("06 09", "Daily"),
        ("07 10", "New"),
        ("08 10", "New"),
    ]
    assert [moment_of(event.end, PARIS) - moment_of(event.start, PARIS) for event in events[1:3]] == [
        timedelta(hours=1),
        timedelta(hours=2),
    ]


def test_whole_days_are_days_in_the_readers_zone() -> None:
    found = calendar(vevent("DTSTART;VALUE=DATE:20270110", "RRULE:FREQ=YEARLY"), zone=SYDNEY)
    (event,) = between(found, JANUARY, FEBRUARY)
    assert (event.start, event.end, event.all_day, event.zone) == (date(2027, 1, 10), date(2027, 1, 11), True, "")
    assert between(found, datetime(2027, 1, 9, 13, tzinfo=UTC), datetime(2027, 1, 9, 14, tzinfo=UTC)) == (event,)
    assert between(found, datetime(2027, 1, 10, 13, tzinfo=UTC), datetime(2027, 1, 10, 14, tzinfo=UTC)) == ()


def test_a_floating_time_is_the_readers() -> None:
    found = calendar(vevent("DTSTART:20270110T090000"), zone=NEW_YORK)
    (event,) = between(found, JANUARY, FEBRUARY)
    assert (event.start, event.floating, event.zone) == (
        datetime(2027, 1, 10, 9, tzinfo=NEW_YORK),
        True,
        "America/New_York",
    )


@pytest.mark.parametrize(
    ("start", "length", "seen"),
    [
        ("20261231T230000Z", "PT2H", True),
        ("20261231T230000Z", "PT1H", False),
        ("20270101T000000Z", "PT0S", True),
        ("20261231T235959Z", "PT0S", False),
        ("20270201T000000Z", "PT1H", False),
        ("19300101T000000Z", "P36500D", True),
    ],
)
def test_what_touches_the_window_is_in_it(start: str, length: str, *, seen: bool) -> None:
    assert bool(between(calendar(vevent(f"DTSTART:{start}", f"DURATION:{length}")), JANUARY, FEBRUARY)) is seen


def test_the_newer_version_of_an_event_counts() -> None:
    lines = ("DTSTART:20270110T090000Z",)
    found = calendar(vevent(*lines, "SEQUENCE:2", "SUMMARY:New"), vevent(*lines, "SEQUENCE:1", "SUMMARY:Old"))
    assert [event.title for event in between(found, JANUARY, FEBRUARY)] == ["New"]


def test_different_events_under_one_uid_are_all_shown() -> None:
    found = calendar(vevent("DTSTART:20270110T090000Z"), vevent("DTSTART:20270111T090000Z"))
    assert len(between(found, JANUARY, FEBRUARY)) == 2
    assert found.notes == ("Several events have the same UID.",)


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        (("RRULE:FREQ=SECONDLY",), "How it repeats can't be worked out (FREQ=SECONDLY): only its first time is shown."),
        (
            ("RRULE:FREQ=DAILY;BYSECOND=1",),
            "How it repeats can't be worked out (FREQ=DAILY;BYSECOND=1): only its first time is shown.",
        ),
        (("DTEND:20260101T000000Z",), "Its end is before its start or can't be read."),
        (("DURATION:soon",), "Its end is before its start or can't be read."),
        (("EXRULE:FREQ=DAILY", "RRULE:FREQ=DAILY;COUNT=1"), "A rule of exceptions (EXRULE) is not followed."),
    ],
)
def test_what_isnt_followed_is_said_with_the_event(lines: tuple[str, ...], note: str) -> None:
    (event,) = between(calendar(vevent("DTSTART:20270110T090000Z", *lines)), JANUARY, FEBRUARY)
    assert event.notes_of_reading == (note,)


def test_an_unknown_zone_is_the_calendars_own_and_said() -> None:
    found = calendar("X-WR-TIMEZONE:America/New_York", vevent("DTSTART;TZID=Nowhere:20270110T090000"))
    (event,) = between(found, JANUARY, FEBRUARY)
    assert event.start == datetime(2027, 1, 10, 9, tzinfo=NEW_YORK)
    assert event.notes_of_reading == (
        "The time zone “Nowhere” isn't known, so its times are read in America/New_York.",
    )


def test_what_has_no_time_is_left_out_with_a_sentence() -> None:
    found = calendar(vevent("SUMMARY:When?"), vevent("DTSTART:20270110T090000Z", uid="2"))
    assert [event.uid for event in between(found, JANUARY, FEBRUARY)] == ["2"]
    assert found.notes == ("“When?” has no time that can be read, so it was left out.",)


@pytest.mark.parametrize("data", [b"", b"\x00\xff", b"<html>", "BEGIN:VCALENDAR", b"PK\x03\x04" + b"\x00" * 100])
def test_what_is_no_calendar_is_an_empty_one(data: bytes | str) -> None:
    assert between(read(data, zone=PARIS), JANUARY, FEBRUARY) == ()


def test_the_name_is_the_callers_or_the_files() -> None:
    data = "BEGIN:VCALENDAR\nX-WR-CALNAME:Home\\, sweet\nEND:VCALENDAR"
    assert read(data, zone=PARIS).name == "Home, sweet"
    assert read(data, zone=PARIS, calendar="Mine").name == "Mine"


HOSTILE = {
    "a billion times": ("DTSTART:20260101T090000Z", "RRULE:FREQ=DAILY;COUNT=1000000000"),
    "a billion times since 1600": ("DTSTART:16000101T090000Z", "RRULE:FREQ=DAILY;COUNT=1000000000"),
    "since the first year": ("DTSTART:00010101T090000", "RRULE:FREQ=WEEKLY;WKST=SU;COUNT=9999999"),
    "since the first day with days of the year": (
        "DTSTART;VALUE=DATE:00020101",
        "RRULE:FREQ=YEARLY;BYWEEKNO=1;WKST=SU",
    ),
    "at the end of time": ("DTSTART:99991231T235959Z", "DURATION:P999999D", "RRULE:FREQ=DAILY;UNTIL=99991231T235959Z"),
    "a hundred years long each day": ("DTSTART:19000101T090000Z", "DURATION:P36500D", "RRULE:FREQ=DAILY"),
    "a length beyond all time": ("DTSTART:20270101T090000Z", "DURATION:P999999WT999999999S", "RRULE:FREQ=DAILY"),
    "never": ("DTSTART:20260101T090000Z", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=9"),
    "steps beyond all time": ("DTSTART:20260101T090000Z", "RRULE:FREQ=YEARLY;INTERVAL=999999999"),
    "moved beyond all time": ("DTSTART:99990101T090000Z", "RECURRENCE-ID;RANGE=THISANDFUTURE:00010101T090000Z"),
}


@pytest.mark.parametrize("lines", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("zone", [PARIS, NEW_YORK, ZoneInfo("Pacific/Kiritimati")], ids=str)
def test_nothing_that_a_file_says_raises(lines: tuple[str, ...], zone: ZoneInfo) -> None:
    found = calendar(vevent(*lines), DAILY, zone=zone)
    assert len(between(found, JANUARY, FEBRUARY, most=50)) <= 50
    assert starts(found, datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)) is not None


def test_a_window_has_a_limit_for_all_series_together() -> None:
    many = [
        vevent("DTSTART:19000101T090000Z", "RRULE:FREQ=DAILY;COUNT=99999999", uid=str(number)) for number in range(200)
    ]
    plain = [vevent("DTSTART:20270110T090000Z", uid="one")]
    events = between(calendar(*many, *plain), JANUARY, FEBRUARY, most=10_000)
    assert 0 < len(events) < 200 * 31
    assert "one" in {event.uid for event in events}


RULES = st.builds(
    ";".join,
    st.tuples(
        st.sampled_from(("FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY")),
        st.sampled_from(
            ("INTERVAL=1", "INTERVAL=2", "COUNT=30", "UNTIL=20270120", "BYDAY=MO,FR", "BYMONTHDAY=-1,15", "BYSETPOS=1")
        ),
    ),
)
FIRST, LAST = (
    datetime(2026, 6, 1, tzinfo=UTC).replace(tzinfo=None),
    datetime(2027, 12, 1, tzinfo=UTC).replace(tzinfo=None),
)
TIMES = st.datetimes(min_value=FIRST, max_value=LAST).map(lambda when: f"{when:%Y%m%dT%H%M%S}")
WINDOWS = st.tuples(
    st.datetimes(min_value=datetime(2026, 1, 1), max_value=datetime(2028, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=60)),
)


@given(TIMES, RULES, st.sampled_from(("PT0S", "PT1H", "P3D")), WINDOWS, st.sampled_from((PARIS, NEW_YORK, SYDNEY)))
def test_a_window_holds_what_touches_it_and_a_wider_one_holds_no_less(
    start: str, rule: str, length: str, window: tuple[datetime, timedelta], zone: ZoneInfo
) -> None:
    found = calendar(vevent(f"DTSTART;TZID={zone.key}:{start}", f"DURATION:{length}", f"RRULE:{rule}"))
    begin, end = window[0], window[0] + window[1]
    events = between(found, begin, end)
    for event in events:
        assert event.start < end
        assert event.end > begin or event.start >= begin
    wider = {event.key for event in between(found, begin - timedelta(days=9), end + timedelta(days=9))}
    assert {event.key for event in events} <= wider
    assert len({event.key for event in events}) == len(events)


@given(
    st.lists(
        st.sampled_from(
            sorted({line for lines in HOSTILE.values() for line in lines} | {"BEGIN:VEVENT", "END:VEVENT", "UID:1"})
        )
    )
)
def test_lines_in_any_order_are_read_without_an_error(lines: list[str]) -> None:
    found = read("\r\n".join(lines), zone=PARIS)
    between(found, JANUARY, FEBRUARY)


@given(st.binary(max_size=500))
def test_bytes_are_read_without_an_error(data: bytes) -> None:
    between(read(b"BEGIN:VEVENT\nDTSTART:20270101\n" + data, zone=PARIS), JANUARY, FEBRUARY)
