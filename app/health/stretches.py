"""What a metric did between two moments: the rules are those of days, and the whole of the time is the day.

Of an amount that reaches beyond it its share counts; but nothing of an interval so long that nobody can say when in it the amount
came about. A sleep belongs to the time in which it ends, with all of it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from app.health import nights
from app.health.day_rows import HABITS
from app.health.exercise import exercise_of
from app.health.figures import Stretch
from app.health.measured import mean
from app.health.metrics import Aggregate, Metric
from app.health.moments import moment_of
from app.health.pieces import DAY_MS, QUARTER_MS, Piece, cut, within
from app.health.reconcile import COUNTED, amount, pieces_of
from app.memory.records import HealthSample
from app.memory.repositories.health_figures import HealthFigures

Times = tuple[int, int]
_NOTHING = Stretch(0, None, None, None, None, None, None)


async def stretch_of(figures: HealthFigures, user_id: str, metric: Metric, times: Times) -> Stretch:
    """From the first to the second moment, which is not in it; in milliseconds since 1970."""
    if metric.aggregate in _TOTALS:
        before = DAY_MS if metric.aggregate == "sleep" else 0
        reach = times[0] - before, times[1]
        samples = await figures.between(
            user_id, metric.name, reach, longest_ms=metric.longest * 1000, details=metric.aggregate == "sleep"
        )
        return _TOTALS[metric.aggregate](metric, samples, times)
    return await _measured(figures, user_id, metric, times)


async def _measured(figures: HealthFigures, user_id: str, metric: Metric, times: Times) -> Stretch:
    short = await figures.quarters_between(user_id, metric.name, *times)
    long = await figures.between(user_id, metric.name, times, longest_ms=metric.longest * 1000, over_ms=QUARTER_MS)
    if not short and not long:
        return _NOTHING
    found = mean(
        short, [replace(one, start_ms=max(one.start_ms, times[0]), end_ms=min(one.end_ms, times[1])) for one in long]
    )
    newest = await figures.newest(user_id, metric.name, before_ms=times[1]) if short else _newest(long)
    stretch = Stretch(found.samples, found.number, found.low, found.high, None, None, None)
    return _with_last(stretch, newest, times)


def _amounts(metric: Metric, samples: Iterable[HealthSample], times: Times) -> Stretch:
    habit = HABITS.get(metric.name, COUNTED)
    whole = [one for one in samples if one.end_ms - one.start_ms <= habit.coarse_ms or _lies_within(one, times)]
    pieces = _within((piece for one in whole for piece in pieces_of(one, habit)), times)
    if not pieces:
        return _NOTHING
    found = amount(pieces, habit)
    return _with_last(_total(found.samples, found.number), _newest([piece.sample for piece in pieces]), times)


def _exercises(_: Metric, samples: Iterable[HealthSample], times: Times) -> Stretch:
    pieces = _within((piece for one in samples for piece in cut(one, quarters=False)), times)
    if not pieces:
        return _NOTHING
    found = exercise_of(pieces)
    return _with_last(_total(found.samples, found.minutes), _newest([piece.sample for piece in pieces]), times)


def _sleeps(_: Metric, samples: Sequence[HealthSample], times: Times) -> Stretch:
    days = nights.rests_by_day(samples).values()
    rests = [rest for rests in days for rest in rests if times[0] < rest.end_ms <= times[1]]
    if not rests:
        return _NOTHING
    last = max(rests, key=lambda rest: rest.end_ms)
    total = _total(sum(rest.samples for rest in rests), sum(rest.asleep for rest in rests))
    return replace(total, last=last.asleep, last_at=moment_of(last.end_ms))


_TOTALS: Mapping[Aggregate, Callable[[Metric, Sequence[HealthSample], Times], Stretch]] = {
    "sum": _amounts,
    "exercise": _exercises,
    "sleep": _sleeps,
}


def _total(samples: int, total: float) -> Stretch:
    return replace(_NOTHING, samples=samples, total=total)


def _with_last(stretch: Stretch, newest: HealthSample | None, times: Times) -> Stretch:
    if newest is None:
        return stretch
    return replace(stretch, last=newest.number, last_at=moment_of(min(newest.end_ms, times[1])))


def _newest(samples: Iterable[HealthSample]) -> HealthSample:
    return min(samples, key=lambda one: (-one.start_ms, one.device))


def _lies_within(sample: HealthSample, times: Times) -> bool:
    return times[0] <= sample.start_ms and sample.end_ms <= times[1]


def _within(pieces: Iterable[Piece], times: Times) -> list[Piece]:
    return [found for piece in pieces if (found := within(piece, *times)) is not None]
