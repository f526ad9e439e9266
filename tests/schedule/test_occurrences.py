"""When rules fire, over the clock changes of several zones."""

import itertools
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.schedule.occurrences import next_occurrence, occurrences
from app.schedule.refusals import ScheduleError
from tests.language.time.said import wall

LONDON, NEW_YORK = ZoneInfo("Europe/London"), ZoneInfo("America/New_York")
LORD_HOWE, APIA = ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Pacific/Apia")


def walls(rule: str, start: datetime, zone: ZoneInfo, after: datetime, count: int) -> list[str]:
    return [f"{when.astimezone(zone):%d %b %H:%M}" for when in occurrences(rule, start, zone, after, count)]


def test_the_wall_clock_hour_stays_over_a_clock_change() -> None:
    start, after = wall("2027-03-26 09:00"), datetime(2027, 3, 26, tzinfo=UTC)

    assert walls("FREQ=DAILY", start, LONDON, after, 4) == [
        "26 Mar 09:00",
        "27 Mar 09:00",
        "28 Mar 09:00",
        "29 Mar 09:00",
    ]


@pytest.mark.parametrize(
    ("zone", "start", "expected"),
    [
        (NEW_YORK, wall("2027-03-13 02:30"), ["13 Mar 02:30", "14 Mar 03:30", "15 Mar 02:30"]),
        (LONDON, wall("2027-03-27 01:30"), ["27 Mar 01:30", "28 Mar 02:30", "29 Mar 01:30"]),
        (LORD_HOWE, wall("2026-10-03 02:15"), ["03 Oct 02:15", "04 Oct 02:45", "05 Oct 02:15"]),
    ],
)
def test_a_time_in_the_spring_gap_moves_forward_by_the_gap(
    zone: ZoneInfo, start: datetime, expected: list[str]
) -> None:
    assert walls("FREQ=DAILY", start, zone, start.replace(tzinfo=zone) - timedelta(hours=1), 3) == expected


def test_a_time_that_autumn_repeats_fires_once_and_first() -> None:
    start = wall("2026-10-31 01:30")
    found = occurrences("FREQ=DAILY", start, NEW_YORK, datetime(2026, 10, 31, 12, tzinfo=UTC), 2)

    assert found == [datetime(2026, 11, 1, 5, 30, tzinfo=UTC), datetime(2026, 11, 2, 6, 30, tzinfo=UTC)]


def test_between_the_two_passes_of_a_repeated_hour_it_does_not_fire_again() -> None:
    between = datetime(2026, 11, 1, 6, 0, tzinfo=UTC)

    assert next_occurrence("FREQ=DAILY", wall("2026-10-31 01:30"), NEW_YORK, between) == datetime(
        2026, 11, 2, 6, 30, tzinfo=UTC
    )


def test_half_hours_through_the_gap_never_fire_twice() -> None:
    found = occurrences(
        "FREQ=MINUTELY;INTERVAL=30", wall("2027-03-28"), LONDON, datetime(2027, 3, 27, 23, tzinfo=UTC), 12
    )

    assert found == sorted(set(found))


def test_a_day_that_a_zone_skipped_is_not_doubled() -> None:
    found = occurrences("FREQ=DAILY", wall("2011-12-28 08:00"), APIA, datetime(2011, 12, 28, tzinfo=UTC), 4)

    assert len(set(found)) == 4
    assert [f"{when.astimezone(APIA):%d}" for when in found] == ["28", "29", "31", "01"]


def test_count_and_until_end_the_rule() -> None:
    start, after = wall("2026-11-20 09:00"), datetime(2026, 11, 1, tzinfo=UTC)

    assert len(occurrences("FREQ=DAILY;COUNT=3", start, LONDON, after, 10)) == 3
    assert len(occurrences("FREQ=DAILY;UNTIL=20261122", start, LONDON, after, 10)) == 3
    assert len(occurrences("FREQ=DAILY;UNTIL=20261122T090000Z", start, LONDON, after, 10)) == 3
    assert next_occurrence("FREQ=DAILY;COUNT=1", start, LONDON, datetime(2027, 1, 1, tzinfo=UTC)) is None


def test_a_rule_that_never_fires_ends_its_search() -> None:
    assert (
        next_occurrence(
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", wall("2026-01-01"), LONDON, datetime(2026, 1, 1, tzinfo=UTC)
        )
        is None
    )


def test_an_old_rule_is_not_replayed_and_keeps_its_step() -> None:
    later = datetime(2036, 5, 1, tzinfo=UTC)
    found = next_occurrence("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", wall("2016-01-04 09:00"), LONDON, later)

    assert found is not None
    assert (found.astimezone(LONDON).date() - wall("2016-01-04").date()).days % 14 == 0
    assert timedelta(0) < found - later <= timedelta(days=14)


def test_nothing_is_asked_for_and_nothing_comes() -> None:
    assert occurrences("FREQ=DAILY", wall("2026-01-01"), LONDON, datetime(2026, 1, 1, tzinfo=UTC), 0) == []


RULES = [
    "FREQ=DAILY",
    "FREQ=HOURLY",
    "FREQ=MINUTELY;INTERVAL=15",
    "FREQ=WEEKLY;BYDAY=MO,SU",
    "FREQ=MONTHLY;BYMONTHDAY=-1",
]
ZONES = [
    "Europe/London",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",
    "Asia/Tehran",
    "Pacific/Apia",
    "Africa/Casablanca",
]


@given(
    st.sampled_from(RULES),
    st.sampled_from(ZONES),
    st.datetimes(wall("2024-01-01"), wall("2028-01-01")),
    st.integers(0, 4_000),
)
def test_occurrences_come_in_order_after_the_moment_and_never_twice(
    rule: str, name: str, start: datetime, hours: int
) -> None:
    zone, start = ZoneInfo(name), start.replace(second=0, microsecond=0)
    after = start.replace(tzinfo=zone) + timedelta(hours=hours)

    found = occurrences(rule, start, zone, after, 6)

    assert len(found) == 6
    assert all(earlier < later for earlier, later in itertools.pairwise(found))
    assert found[0] > after
    assert found[0] == next_occurrence(rule, start, zone, after)


LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def test_once_is_at_its_start_and_not_again() -> None:
    assert occurrences("", wall("2026-11-20 09:00"), LONDON, LONG_AGO, 3) == [datetime(2026, 11, 20, 9, tzinfo=UTC)]
    assert next_occurrence("", wall("2026-11-20 09:00"), LONDON, datetime(2026, 11, 20, 9, tzinfo=UTC)) is None


def test_days_and_moments_are_left_out_and_count_all_the_same() -> None:
    start, after = wall("2026-12-24 08:00"), datetime(2026, 12, 1, tzinfo=UTC)
    found = occurrences(
        "FREQ=DAILY;COUNT=4", start, LONDON, after, 9, without=["2026-12-25", "2026-12-26T08:00:00", "nonsense"]
    )

    assert [when.day for when in found] == [24, 27]


def test_a_time_moved_out_of_a_gap_is_left_out_by_either_name() -> None:
    start, after = wall("2027-03-27 01:30"), datetime(2027, 3, 27, 12, tzinfo=UTC)

    for name in ("2027-03-28", "2027-03-28T01:30", "2027-03-28T02:30"):
        assert occurrences("FREQ=DAILY", start, LONDON, after, 1, without=[name])[0].day == 29


def test_a_time_moved_onto_another_fires_once() -> None:
    rule, start = "FREQ=DAILY;BYHOUR=1,2;BYMINUTE=30", wall("2027-03-28 00:00")

    assert walls(rule, start, LONDON, datetime(2027, 3, 28, tzinfo=UTC), 2) == ["28 Mar 02:30", "29 Mar 01:30"]


def test_a_cron_that_names_hours_goes_by_the_clock_and_one_of_every_hour_by_real_time() -> None:
    start, after = wall("2026-01-01"), datetime(2026, 10, 24, 23, 30, tzinfo=UTC)

    assert walls("CRON:30 1 * * *", start, LONDON, after, 2) == ["25 Oct 01:30", "26 Oct 01:30"]
    assert walls("CRON:0 * * * *", start, LONDON, after, 3) == ["25 Oct 01:00", "25 Oct 01:00", "25 Oct 02:00"]


def test_until_in_utc_is_a_moment_and_a_bare_day_is_a_local_day() -> None:
    start = wall("2026-10-31 01:30")
    after = datetime(2026, 10, 31, 12, tzinfo=UTC)

    assert len(occurrences("FREQ=DAILY;UNTIL=20261101T060000Z", start, NEW_YORK, after, 5)) == 1
    assert len(occurrences("FREQ=DAILY;UNTIL=20261101", start, NEW_YORK, after, 5)) == 1


HOSTILE = [
    "FREQ=DAILY;UNTIL=x",
    "FREQ=NEVER",
    "FREQ=DAILY;FREQ=DAILY",
    "RDATE:20270101",
    "CRON:x",
    "CRON:",
    "=;=",
    "DAILY",
]


@pytest.mark.parametrize("rule", HOSTILE)
def test_a_malformed_rule_is_refused_with_one_kind_of_error(rule: str) -> None:
    with pytest.raises(ScheduleError):
        next_occurrence(rule, wall("2026-01-01"), LONDON, LONG_AGO)


@given(
    st.sampled_from(
        [*RULES, "CRON:*/20 0-3 * * *", "CRON:0 * * * *", "FREQ=DAILY;BYHOUR=0,1,2,3;BYMINUTE=30;COUNT=40"]
    ),
    st.sampled_from(ZONES),
    st.datetimes(wall("2026-01-01"), wall("2027-12-01")),
    st.integers(0, 90),
)
def test_asking_from_earlier_gives_the_same_times(rule: str, name: str, moment: datetime, hours: int) -> None:
    zone, after = ZoneInfo(name), moment.replace(tzinfo=UTC)
    start = (after.astimezone(zone) - timedelta(days=3)).replace(tzinfo=None, second=0, microsecond=0)
    from_earlier = occurrences(rule, start, zone, after - timedelta(hours=hours), 600)

    assert [when for when in from_earlier if when > after][:5] == occurrences(rule, start, zone, after, 5)
