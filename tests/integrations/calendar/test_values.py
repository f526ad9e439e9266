"""Times, lengths and offsets as text."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.integrations.calendar.values import (
    Length,
    Wall,
    later,
    length_text,
    offset_text,
    read_length,
    read_number,
    read_offset,
    read_wall,
)

PARIS = ZoneInfo("Europe/Paris")


def wall(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC).replace(tzinfo=None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("20270102", Wall(wall(2027, 1, 2), None, all_day=True)),
        ("20270102T030405", Wall(wall(2027, 1, 2, 3, 4, 5), PARIS)),
        ("20270102T030405Z", Wall(wall(2027, 1, 2, 3, 4, 5), UTC)),
        ("2027-01-02T03:04:60z", Wall(wall(2027, 1, 2, 3, 4, 59), UTC)),
        ("20270230", None),
        ("20270102T250000", None),
        ("00000101", None),
        ("٢٠٢٧٠١٠٢", None),
        ("", None),
    ],
)
def test_a_time_is_read_or_none(text: str, expected: Wall | None) -> None:
    assert read_wall(text, PARIS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P1D", (1, Length(1))),
        ("-PT15M", (-1, Length(0, timedelta(minutes=15)))),
        ("+P2WT1H", (1, Length(14, timedelta(hours=1)))),
        ("P", None),
        ("PT", None),
        ("P99999999999999D", None),
    ],
)
def test_a_duration_is_read_or_none(text: str, expected: tuple[int, Length] | None) -> None:
    assert read_length(text) == expected


@given(st.timedeltas(min_value=timedelta(days=-400), max_value=timedelta(days=400)))
def test_a_length_comes_back(length: timedelta) -> None:
    whole = timedelta(seconds=int(length.total_seconds()))
    sign, read = read_length(length_text(whole)) or (0, Length())
    assert sign * (timedelta(days=read.days) + read.exact) == whole


@given(st.integers(min_value=-86_399, max_value=86_399))
def test_an_offset_comes_back(seconds: int) -> None:
    assert read_offset(offset_text(timedelta(seconds=seconds))) == timedelta(seconds=seconds)


@given(st.datetimes(timezones=st.sampled_from((None, UTC))), st.timedeltas())
def test_a_sum_never_overflows(when: datetime, step: timedelta) -> None:
    assert later(when, step).tzinfo is when.tzinfo


def test_a_day_more_keeps_the_wall_clock_over_a_change_of_clocks_and_a_day_of_hours_does_not() -> None:
    start = Wall(wall(2027, 3, 27, 9), PARIS)
    assert Length(days=1).after(start, UTC) == datetime(2027, 3, 28, 7, tzinfo=UTC)
    assert Length(exact=timedelta(hours=24)).after(start, UTC) == datetime(2027, 3, 28, 8, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"), [("12", 12), ("-1", 0), ("x", 0), ("", 0), ("9" * 9_999, 999_999_999_999)]
)
def test_a_number_is_read_or_nought(text: str, expected: int) -> None:
    assert read_number(text) == expected
