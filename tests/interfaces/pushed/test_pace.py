"""How often somebody did something lately."""

from datetime import UTC, datetime, timedelta

from app.interfaces.pushed.pace import Pace

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def test_up_to_the_limit_is_fine_and_one_more_is_too_many() -> None:
    pace = Pace(3, MINUTE)
    assert [pace.exceeds("ana", NOON) for _ in range(5)] == [False, False, False, True, True]


def test_the_window_moves_along() -> None:
    pace = Pace(1, MINUTE)
    assert not pace.exceeds("ana", NOON)
    assert pace.exceeds("ana", NOON + MINUTE / 2)
    assert not pace.exceeds("ana", NOON + MINUTE * 2)


def test_each_is_counted_alone() -> None:
    pace = Pace(1, MINUTE)
    assert not pace.exceeds("ana", NOON)
    assert not pace.exceeds("kofi", NOON)


def test_a_crowd_pushes_out_the_oldest_and_not_the_memory() -> None:
    pace = Pace(1, MINUTE)
    for number in range(10_001):
        assert not pace.exceeds(str(number), NOON)
    assert not pace.exceeds("0", NOON)
    assert pace.exceeds("10000", NOON)


def test_who_never_stops_is_allowed_once_each_window() -> None:
    pace = Pace(1, MINUTE)
    allowed = [second for second in range(180) if pace.allows("ana", NOON + timedelta(seconds=second))]
    assert allowed == [0, 60, 120]
