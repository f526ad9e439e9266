"""Buckets fill with the clock alone."""

from datetime import timedelta

from app.clock import ManualClock
from app.conversation.buckets import Buckets, Rate
from tests.conversation.conftest import NOON

RATE = Rate(20, 3)


def _emptied(clock: ManualClock) -> Buckets:
    buckets = Buckets(clock)
    assert [buckets.take("ana", RATE) for _ in range(4)] == [True, True, True, False]
    return buckets


def test_a_burst_goes_at_once_and_then_one_at_a_time() -> None:
    clock = ManualClock(NOON)
    buckets = _emptied(clock)
    assert buckets.wait("ana", RATE) == 3
    clock.advance(timedelta(seconds=2))
    assert buckets.wait("ana", RATE) == 1
    clock.advance(timedelta(seconds=1))
    assert buckets.wait("ana", RATE) == 0
    assert [buckets.take("ana", RATE) for _ in range(2)] == [True, False]


def test_each_has_a_bucket_of_their_own() -> None:
    buckets = _emptied(ManualClock(NOON))
    assert buckets.wait("kofi", RATE) == 0


def test_a_bucket_holds_no_more_than_its_burst() -> None:
    clock = ManualClock(NOON)
    buckets = _emptied(clock)
    clock.advance(timedelta(days=1))
    assert [buckets.take("ana", RATE) for _ in range(4)] == [True, True, True, False]


def test_who_leaves_some_for_others_waits_longer() -> None:
    buckets = Buckets(ManualClock(NOON))
    assert buckets.wait("ana", RATE, spare=2) == 0
    buckets.take("ana", RATE)
    assert buckets.wait("ana", RATE, spare=2) == 3
    assert buckets.wait("ana", RATE) == 0


def test_more_than_there_is_empties_the_bucket_and_leaves_no_debt() -> None:
    clock = ManualClock(NOON)
    buckets = Buckets(clock)
    assert not buckets.take("ana", RATE, 300)
    assert buckets.wait("ana", RATE) == 3


def test_a_clock_that_is_put_back_neither_fills_nor_locks() -> None:
    clock = ManualClock(NOON)
    buckets = _emptied(clock)
    clock.advance(-timedelta(hours=1))
    assert buckets.wait("ana", RATE) == 3
    clock.advance(timedelta(seconds=3))
    assert buckets.wait("ana", RATE) == 0


def test_a_crowd_pushes_out_the_oldest_and_not_the_memory() -> None:
    buckets = _emptied(ManualClock(NOON))
    for number in range(10_000):
        buckets.take(str(number), RATE)
    assert buckets.wait("ana", RATE) == 0
