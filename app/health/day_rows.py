"""A metric's local days, made of its samples: what each aggregate reads and makes. Reads only; `days` keeps what comes of it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from app.health import nights
from app.health.exercise import exercise
from app.health.measured import Measure, means, newest_of_days, pressures
from app.health.metrics import Aggregate, Metric
from app.health.pieces import DAY_MS, HOUR_MS, QUARTER_MS
from app.health.reconcile import COUNTED, ENTERED, Amount, Habit, amounts
from app.memory.records import HealthDay, HealthSample, Json
from app.memory.repositories.health_figures import HealthFigures

Rows = dict[int, HealthDay]
Fresh = dict[int, HealthDay | None]  # by day; None where it has no samples
Of = tuple[str, Metric]  # whose, and what

HABITS: Mapping[str, Habit] = {"hydration": ENTERED, "nutrition": ENTERED}
MOST_ENTRIES = 50
_FARTHEST_MS = 19 * HOUR_MS  # a local day is never further from that of UTC, with an hour to spare
_AROUND = (6, 24, 96)  # days to look at beside those of a sleep, until nothing reaches beyond them


async def day_rows(figures: HealthFigures, user_id: str, metric: Metric, days: Sequence[int]) -> Fresh:
    """These days, in their order and near each other, and those that change with them."""
    of = (user_id, metric)
    if metric.aggregate == "sleep":
        return await _sleep(figures, of, days)
    found = await _MADE[metric.aggregate](figures, of, (days[0], days[-1]))
    return {day: found.get(day) for day in days}


async def _sums(figures: HealthFigures, of: Of, days: tuple[int, int]) -> Rows:
    eats = of[1].detail == "nutrition"
    found = amounts(await _samples(figures, of, days, details=eats), HABITS.get(of[1].name, COUNTED))
    detail = eaten if eats else by_hour
    return {day: _amount(of, day, one, detail(one)) for day, one in found.items()}


async def _means(figures: HealthFigures, of: Of, days: tuple[int, int]) -> Rows:
    user_id, metric = of
    if metric.detail == "blood_pressure":
        found = pressures(await _samples(figures, of, days, details=True))
    else:
        long = await _samples(figures, of, days, over_ms=QUARTER_MS)
        found = means(await figures.quarters(user_id, metric.name, *days), long)
    return {day: _measure(of, day, one) for day, one in found.items()}


async def _lasts(figures: HealthFigures, of: Of, days: tuple[int, int]) -> Rows:
    found = newest_of_days(await _samples(figures, of, days, details=True))
    return {day: _measure(of, day, one) for day, one in found.items()}


async def _exercises(figures: HealthFigures, of: Of, days: tuple[int, int]) -> Rows:
    user_id, metric = of
    found = exercise(await _samples(figures, of, days, details=True))
    return {
        day: HealthDay(
            user_id,
            metric.name,
            day,
            one.samples,
            one.minutes,
            one.minutes,
            one.minutes,
            one.last_ms,
            {"sessions": one.sessions},
        )
        for day, one in found.items()
    }


_MADE: Mapping[Aggregate, Callable[[HealthFigures, Of, tuple[int, int]], Awaitable[Rows]]] = {
    "sum": _sums,
    "mean": _means,
    "last": _lasts,
    "exercise": _exercises,
}


async def _samples(
    figures: HealthFigures, of: Of, days: tuple[int, int], *, over_ms: int = -1, details: bool = False
) -> list[HealthSample]:
    user_id, metric = of
    longest = metric.longest * 1000
    return await figures.of_days(user_id, metric.name, days, longest_ms=longest, over_ms=over_ms, details=details)


async def _sleep(figures: HealthFigures, of: Of, days: Sequence[int]) -> Fresh:
    """A session that came or went may have made two nights one, or one two: the days of all that it can bear on are made anew."""
    longest_ms, wanted, affected = of[1].longest * 1000, [], list(days)
    for around in _AROUND:
        seen = _span([days[0] - around, days[-1] + around])
        groups = nights.groups(await figures.between(of[0], of[1].name, seen, longest_ms=longest_ms, details=True))
        begin, end = _span(days)
        woken = {nights.day_of(one) for group in _touching(groups, begin - longest_ms, end) for one in group}
        affected = sorted({*days, *woken})
        begin, end = _span(affected)
        wanted = _touching(groups, begin, end)
        begins = min([begin, *(group[0].start_ms for group in wanted)])
        ends = max([end, *(one.end_ms for group in wanted for one in group)])
        if seen[0] < begins - nights.GAP_MS and ends + nights.GAP_MS < seen[1]:
            break
    rests = nights.rests_by_day([one for group in wanted for one in group])
    return {day: _night(of, day, rests[day]) if day in rests else None for day in affected}


def _span(days: Sequence[int]) -> tuple[int, int]:
    """The moments between which these local days lie, wherever the person is."""
    return days[0] * DAY_MS - _FARTHEST_MS, (days[-1] + 1) * DAY_MS + _FARTHEST_MS


def _touching(groups: Sequence[list[HealthSample]], start: int, end: int) -> list[list[HealthSample]]:
    return [group for group in groups if group[0].start_ms <= end and start <= max(one.end_ms for one in group)]


def _night(of: Of, day: int, rests: Sequence[nights.Rest]) -> HealthDay:
    asleep, samples = sum(rest.asleep for rest in rests), sum(rest.samples for rest in rests)
    last_ms = max(rest.end_ms for rest in rests)
    return HealthDay(of[0], of[1].name, day, samples, asleep, asleep, asleep, last_ms, nights.detail_of(rests))


def _amount(of: Of, day: int, one: Amount, detail: Json | None) -> HealthDay:
    return HealthDay(of[0], of[1].name, day, one.samples, one.number, one.number, one.number, one.last_ms, detail)


def _measure(of: Of, day: int, one: Measure) -> HealthDay:
    return HealthDay(of[0], of[1].name, day, one.samples, one.number, one.low, one.high, one.last_ms, one.detail)


def by_hour(amount: Amount) -> Json | None:
    """What a day's 24 hours came to, by the device's clock; None where a total of more than an hour counts, which knows no hours."""
    hours = [0.0] * 24
    for piece in amount.counted:
        if piece.sample.end_ms - piece.sample.start_ms > HOUR_MS:
            return None
        hours[(piece.start + piece.sample.zone_offset * 1000) % DAY_MS // HOUR_MS] += piece.amount
    return {"hours": [round(hour, 3) for hour in hours]}


def eaten(amount: Amount) -> Json:
    """What a day's meals hold together: grams of what, and the entries themselves."""
    samples = [piece.sample for piece in amount.counted]
    grams: dict[str, float] = {}
    for sample in samples:
        for name, weight in (sample.detail or {}).get("grams", {}).items():
            grams[name] = grams.get(name, 0.0) + weight
    return {
        "grams": {name: round(grams[name], 3) for name in sorted(grams)},
        "entries": [_entry(one) for one in samples[:MOST_ENTRIES]],
    }


def _entry(sample: HealthSample) -> Json:
    detail = sample.detail or {}
    return {
        "name": detail.get("name", ""),
        "meal": detail.get("meal", ""),
        "kcal": sample.number,
        "at_ms": sample.start_ms,
        "zone_offset": sample.zone_offset,
    }
