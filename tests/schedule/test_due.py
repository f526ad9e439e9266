"""What was missed by now and what follows."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from app.schedule.due import reckon
from app.schedule.occurrences import occurrences
from tests.schedule.said import LONDON, wall

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
