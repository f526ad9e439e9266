"""Busy times merged, free stretches, conflicts."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from app.integrations.calendar.event import Event
from app.integrations.calendar.free import Interval, busy, conflicts, free

PARIS = ZoneInfo("Europe/Paris")
HOURS = (time(9), time(17))


def at(hour: float, day: int = 4) -> datetime:
    return datetime(2027, 1, day, tzinfo=PARIS) + timedelta(hours=hour)


def event(
    start: datetime | date, end: datetime | date, key: str = "1", *, takes_time: bool = True, status: str = "confirmed"
) -> Event:
    return Event(key, key, key, start, end, busy=takes_time, status=status)  # type: ignore[arg-type]


def test_what_overlaps_or_touches_is_one_interval_cut_to_the_window() -> None:
    events = [
        event(at(11), at(12)),
        event(at(8), at(10)),
        event(at(9.5), at(11)),
        event(at(15), at(20)),
        event(at(13), at(13)),
    ]
    assert busy(events, at(9), at(18), zone=PARIS) == (Interval(at(9), at(12)), Interval(at(15), at(18)))


def test_what_is_free_or_cancelled_takes_no_time_and_a_whole_day_does() -> None:
    events = [
        event(at(9), at(10), takes_time=False),
        event(at(9), at(10), status="cancelled"),
        event(date(2027, 1, 5), date(2027, 1, 6)),
    ]
    assert busy(events, at(0), at(72), zone=PARIS) == (Interval(at(0, 5), at(0, 6)),)


def test_free_stretches_lie_in_the_hours_of_each_day() -> None:
    taken = busy(
        [event(at(10), at(11)), event(at(11.5), at(16.5)), event(date(2027, 1, 5), date(2027, 1, 6))],
        at(0),
        at(72),
        zone=PARIS,
    )
    found = free(taken, Interval(at(9.5), at(72)), length=timedelta(minutes=30), hours=HOURS, zone=PARIS)
    assert found == (
        Interval(at(9.5), at(10)),
        Interval(at(11), at(11.5)),
        Interval(at(16.5), at(17)),
        Interval(at(9, 6), at(17, 6)),
    )


def test_hours_past_midnight_and_no_more_than_asked_for() -> None:
    within = Interval(at(0), at(24 * 300))
    found = free((), within, length=timedelta(hours=1), hours=(time(20), time(2)), zone=PARIS, most=2)
    assert found == (Interval(at(20), at(26)), Interval(at(20, 5), at(26, 5)))


def test_hours_are_those_of_the_wall_clock_when_clocks_change() -> None:
    day = datetime(2027, 3, 28, tzinfo=PARIS)
    (found,) = free(
        (), Interval(day, day + timedelta(days=1)), length=timedelta(hours=1), hours=(time(0), time(9)), zone=PARIS
    )
    assert found.end - found.start == timedelta(hours=8)


def test_conflicts_are_other_events_that_take_time_meanwhile() -> None:
    own = event(at(9), at(10), "own")
    others = [
        own,
        event(at(8), at(9), "before"),
        event(at(9.5), at(11), "half"),
        event(at(9), at(10), "free", takes_time=False),
    ]
    assert [one.key for one in conflicts(own, others, zone=PARIS)] == ["half"]


SPANS = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 20)), max_size=30)


@given(SPANS)
def test_every_quarter_is_busy_or_free_and_never_both(spans: list[tuple[int, int]]) -> None:
    first = datetime(2027, 1, 4, tzinfo=UTC)
    step = timedelta(minutes=15)
    events = [
        event(first + start * step, first + (start + length) * step, str(number))
        for number, (start, length) in enumerate(spans)
    ]
    within = Interval(first, first + 220 * step)
    taken = busy(events, within.start, within.end, zone=PARIS)
    gaps = free(taken, within, length=step, hours=(time(0), time(0)), zone=ZoneInfo("UTC"), most=1_000)
    for quarter in range(220):
        moment = first + quarter * step
        is_busy = any(start <= quarter < start + length for start, length in spans)
        assert any(one.start <= moment < one.end for one in taken) is is_busy
        assert any(one.start <= moment < one.end for one in gaps) is not is_busy
