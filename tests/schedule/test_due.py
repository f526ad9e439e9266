"""What was missed by now and what follows."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.schedule.due import due_in_zone, reckon
from app.schedule.occurrences import occurrences
from tests.language.time.said import LONDON, wall

START = wall("2026-11-01 09:00")
NINE = datetime(2026, 11, 20, 9, tzinfo=UTC)


def test_what_is_set_once_is_due_and_nothing_follows() -> None:
    due = reckon("", START, LONDON, NINE, NINE + timedelta(days=3))

    assert (due.missed, due.following) == ([NINE], None)


def test_on_time_there_is_one_and_the_next_follows() -> None:
    due = reckon("FREQ=DAILY", START, LONDON, NINE, NINE)

    assert (due.missed, due.following) == ([NINE], NINE + timedelta(days=1))


def test_after_a_pause_all_are_listed_oldest_first() -> None:
    due = reckon("FREQ=DAILY", START, LONDON, NINE, NINE + timedelta(days=40, hours=1))

    assert due.missed == [NINE + timedelta(days=day) for day in range(41)]
    assert due.following == NINE + timedelta(days=41)
    assert not due.has_older


def test_what_is_left_out_is_neither_missed_nor_next() -> None:
    due = reckon(
        "FREQ=DAILY", START, LONDON, NINE, NINE + timedelta(days=2), without=["2026-11-21", "2026-11-23T09:00"]
    )

    assert due.missed == [NINE, NINE + timedelta(days=2)]
    assert due.following == NINE + timedelta(days=4)


def test_too_many_to_list_are_the_newest_ones() -> None:
    now = NINE + timedelta(days=365)
    due = reckon("FREQ=MINUTELY;INTERVAL=5", START, LONDON, NINE, now, most=100)

    assert len(due.missed) == 100
    assert due.missed[-1] == now
    assert due.has_older


def test_a_rule_that_ends_has_nothing_following() -> None:
    due = reckon("FREQ=DAILY;COUNT=20", START, LONDON, NINE, NINE + timedelta(days=9))

    assert due.missed == [NINE]
    assert due.following is None


@given(
    st.sampled_from(["FREQ=DAILY", "FREQ=HOURLY;INTERVAL=7", "CRON:*/30 9-17 * * 1-5", "FREQ=WEEKLY;BYDAY=MO,SU"]),
    st.sampled_from(["Europe/London", "Australia/Lord_Howe", "America/Havana"]),
    st.integers(0, 2_000),
    st.integers(1, 50),
)
def test_missed_and_following_are_the_rules_own_times(rule: str, name: str, hours: int, most: int) -> None:
    zone = ZoneInfo(name)
    due_at = occurrences(rule, START, zone, datetime(2027, 3, 1, tzinfo=UTC), 1)[0]
    now = due_at + timedelta(hours=hours)
    everything = [due_at, *occurrences(rule, START, zone, due_at, 1_200)]
    missed = [moment for moment in everything if moment <= now]

    due = reckon(rule, START, zone, due_at, now, most=most)

    assert due.missed == missed[-most:]
    assert due.following == everything[len(missed)]
    assert due.has_older == (len(missed) > most)


NEW_YORK, TOKYO = ZoneInfo("America/New_York"), ZoneInfo("Asia/Tokyo")
START, CREATED = wall("2026-11-01 09:00"), datetime(2026, 11, 1, 8, tzinfo=UTC)
FIRED = datetime(2026, 11, 20, 9, tzinfo=UTC)  # nine in London, a Friday


def due(
    rule: str, zone: ZoneInfo, *, fired: datetime | None = FIRED, due_at: datetime | None = None, hours: int = 3
) -> str:
    found = due_in_zone(
        rule,
        START,
        LONDON,
        zone,
        last_fired=fired,
        created_at=CREATED,
        now=(fired or CREATED) + timedelta(hours=hours),
        due_at=due_at,
    )
    return f"{found.astimezone(zone):%a %d %b %H:%M}" if found else ""


def test_going_west_the_hour_that_fired_does_not_come_again_that_day() -> None:
    assert due("FREQ=DAILY", NEW_YORK) == "Sat 21 Nov 09:00"


def test_going_east_an_hour_that_was_jumped_over_is_due_at_once() -> None:
    now = FIRED + timedelta(hours=23)  # eight in London, five in the afternoon in Tokyo

    assert due("FREQ=DAILY", TOKYO, hours=23) == "Sat 21 Nov 09:00"
    assert datetime(2026, 11, 21, 0, tzinfo=UTC) < now


@pytest.mark.parametrize("rule", ["FREQ=WEEKLY;BYDAY=MO", "CRON:0 9 * * 1"])
def test_what_is_days_ahead_keeps_its_day_and_hour(rule: str) -> None:
    assert due(rule, TOKYO) == "Mon 23 Nov 09:00"
    assert due(rule, TOKYO, due_at=datetime(2026, 11, 23, 9, tzinfo=UTC)) == "Mon 23 Nov 09:00"


def test_steps_in_real_time_keep_at_least_a_whole_step() -> None:
    assert due("FREQ=HOURLY;INTERVAL=8", NEW_YORK) == "Fri 20 Nov 17:00"
    assert due("FREQ=HOURLY", NEW_YORK) == "Fri 20 Nov 05:00"
    assert due("CRON:0 * * * *", NEW_YORK) == "Fri 20 Nov 05:00"


def test_one_that_has_not_fired_yet_starts_on_the_new_clock() -> None:
    assert due("FREQ=DAILY", NEW_YORK, fired=None) == "Sun 01 Nov 09:00"


def test_what_was_paused_for_months_does_not_come_back_as_missed() -> None:
    later = datetime(2027, 2, 20, 9, tzinfo=UTC)

    assert due("FREQ=DAILY", NEW_YORK, due_at=later, hours=24 * 90) == "Sat 20 Feb 09:00"


def test_a_time_that_was_moved_out_of_a_gap_goes_back_to_its_own() -> None:
    found = due_in_zone(
        "FREQ=DAILY",
        wall("2027-03-01 01:30"),
        LONDON,
        TOKYO,
        last_fired=datetime(2027, 3, 27, 1, 30, tzinfo=UTC),
        created_at=CREATED,
        now=datetime(2027, 3, 27, 12, tzinfo=UTC),
        due_at=datetime(2027, 3, 28, 1, 30, tzinfo=UTC),
    )

    assert found is not None
    assert f"{found.astimezone(TOKYO):%d %b %H:%M}" == "28 Mar 01:30"


def test_a_rule_that_has_ended_is_due_nowhere() -> None:
    assert due("FREQ=DAILY;UNTIL=20261120", NEW_YORK) == ""
