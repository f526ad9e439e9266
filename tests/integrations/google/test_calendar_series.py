"""What becomes of a series when it is moved or parted."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.errors import InputRefused, NotFound
from app.integrations.calendar.changing import Change
from app.integrations.calendar.event import Event
from app.integrations.google.calendar_series import Series

PARIS = ZoneInfo("Europe/Paris")
AT = datetime(2026, 5, 4, 12, tzinfo=UTC)
START = datetime(2026, 5, 4, 9, tzinfo=PARIS)


def series(*lines: str, key: str = "u/20260511T070000Z") -> Series:
    master = Event(
        uid="u", key="u", title="x", start=START, end=START + timedelta(hours=1), zone="Europe/Paris", repeats=True
    )
    return Series(master, lines, key, PARIS, AT)


def test_times_left_out_go_with_a_series_that_is_moved() -> None:
    one = series("RRULE:FREQ=WEEKLY;BYDAY=MO", "EXDATE;TZID=Europe/Paris:20260518T090000")
    moved, second = one.changed(Change(one.key, start=START + timedelta(days=8, hours=1)))
    assert second is None
    assert moved["start"]["dateTime"] == "2026-05-05T10:00:00+02:00"
    assert sorted(moved["recurrence"]) == ["EXDATE;TZID=Europe/Paris:20260519T100000", "RRULE:FREQ=WEEKLY;BYDAY=TU"]


def test_what_was_counted_is_counted_no_more_in_the_second_half() -> None:
    one = series("RRULE:FREQ=WEEKLY;COUNT=5")
    first, second = one.changed(Change(one.key, scope="following"))
    assert first == {"recurrence": ["RRULE:FREQ=WEEKLY;UNTIL=20260511T065959Z"]}
    assert second is not None
    assert second["recurrence"] == ["RRULE:FREQ=WEEKLY;COUNT=4"]
    assert second["start"]["dateTime"] == "2026-05-11T09:00:00+02:00"


def test_a_series_of_days_ends_with_a_day() -> None:
    master = Event(uid="u", key="u", title="x", start=date(2026, 5, 4), end=date(2026, 5, 5), all_day=True)
    one = Series(master, ["RRULE:FREQ=DAILY"], "u/20260506", PARIS, AT)
    assert one.left("following") == {"recurrence": ["RRULE:FREQ=DAILY;UNTIL=20260505"]}
    assert one.left("all") is None


def test_a_time_that_the_series_does_not_have_is_not_found() -> None:
    with pytest.raises(NotFound):
        series("RRULE:FREQ=WEEKLY", key="u/20260512T070000Z").left("following")


def test_a_series_that_would_repeat_otherwise_says_so() -> None:
    one = series("RRULE:FREQ=MONTHLY;BYDAY=1MO", key="u")
    with pytest.raises(InputRefused):
        one.changed(Change("u", start=START + timedelta(days=1)))
