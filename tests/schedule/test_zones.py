"""Places and their zones, and the wall clock in both directions."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.schedule.zones import (
    ABBREVIATIONS,
    PLACES,
    find_zone,
    is_zone,
    localise,
    offset_at,
    open_zone,
    to_local,
    to_utc,
)
from tests.language.time.said import wall

LONDON = ZoneInfo("Europe/London")


@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ("saigon", "Asia/Ho_Chi_Minh"),
        ("Paris", "Europe/Paris"),
        ("new york", "America/New_York"),
        ("California", "America/Los_Angeles"),
        ("ghana", "Africa/Accra"),
        ("UTC+2", "Etc/GMT-2"),
        ("GMT-5", "Etc/GMT+5"),
        ("utc+5:30", "Asia/Kolkata"),
        ("EST", "America/New_York"),
        ("London time", "Europe/London"),
        ("Asia/Tokyo", "Asia/Tokyo"),
        ("São Paulo", "America/Sao_Paulo"),
    ],
)
def test_a_place_has_a_zone(place: str, zone: str) -> None:
    assert find_zone(place) == zone
    assert is_zone(zone)


@pytest.mark.parametrize("place", ["", "Narnia", "georgia", "UTC+25", "utc+3:15", "time"])
def test_an_unknown_or_ambiguous_place_has_none(place: str) -> None:
    assert find_zone(place) is None


def test_a_name_is_a_zone_or_not() -> None:
    assert is_zone("Europe/Paris")
    assert not is_zone("../etc/passwd")


def test_a_skipped_time_moves_forward_and_a_repeated_one_is_the_first() -> None:
    assert to_utc(wall("2027-03-28 01:30"), LONDON) == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    assert localise(wall("2027-03-28 01:30"), LONDON).hour == 2
    assert to_utc(wall("2026-10-25 01:30"), LONDON) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_the_offset_is_that_of_the_moment() -> None:
    assert offset_at(open_zone("Europe/London"), datetime(2026, 7, 1, tzinfo=UTC)) == timedelta(hours=1)


@given(
    st.datetimes(wall("2000-01-01"), wall("2040-01-01")),
    st.sampled_from(["Europe/London", "Asia/Tehran", "Pacific/Apia"]),
)
def test_there_and_back_is_the_same_moment(utc: datetime, name: str) -> None:
    moment = utc.replace(tzinfo=UTC)

    assert to_local(moment, ZoneInfo(name)) == moment


@given(st.text(max_size=40))
def test_any_place_is_answered_without_raising(place: str) -> None:
    found = find_zone(place)

    assert found is None or is_zone(found)


def test_every_place_leads_to_a_real_zone() -> None:
    assert all(is_zone(zone) for zone in (*PLACES.values(), *ABBREVIATIONS.values()))


def test_names_are_written_as_they_are_looked_up() -> None:
    assert all(name == name.casefold() and "." not in name for name in PLACES)
