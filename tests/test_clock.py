"""Time as an argument: always aware, always UTC, and movable in tests."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from app.clock import ManualClock, SystemClock

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


def test_the_machines_clock_is_aware_and_goes_on() -> None:
    first, second = SystemClock().now(), SystemClock().now()
    assert first.tzinfo is UTC
    assert timedelta(0) <= second - first < timedelta(minutes=1)


def test_a_manual_clock_stands_still_until_it_is_moved() -> None:
    clock = ManualClock(NOON)
    assert clock.now() == clock.now() == NOON
    clock.advance(timedelta(minutes=5))
    assert clock.now() == NOON + timedelta(minutes=5)
    clock.set(NOON - timedelta(days=1))
    assert clock.now() == NOON - timedelta(days=1)


def test_a_manual_clock_speaks_utc_whatever_it_was_set_to() -> None:
    tokyo = NOON.astimezone(ZoneInfo("Asia/Tokyo"))
    clock = ManualClock(tokyo)
    assert clock.now().utcoffset() == timedelta(0)
    clock.set(tokyo)
    assert clock.now().isoformat() == "2027-03-10T12:00:00+00:00"
