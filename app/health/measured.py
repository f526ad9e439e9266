"""What is measured now and then, as one number a day: a mean by time, not by how often a device looked; or the newest. Pure.

The mean is that of the quarter hours in which something was measured, each the mean of what was measured in it. What lasts longer than
a quarter hour (the skin's temperature of a night) belongs to the day in which it ends, and speaks for the quarter hours in which
nothing shorter was measured that day.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.health.pieces import QUARTER_MS, last_day, local_day
from app.memory.records import HealthSample, Json
from app.memory.repositories.health_figures import Quarter

_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Measure:
    """What was measured in a day: its one number, the least and the greatest, of so many samples, up to when."""

    number: float
    low: float
    high: float
    samples: int
    last_ms: int
    detail: Json | None = None


def means(quarters: Iterable[Quarter], long: Iterable[HealthSample]) -> dict[int, Measure]:
    """By local day; `long` are the samples that last longer than a quarter hour."""
    short_of: dict[int, list[Quarter]] = defaultdict(list)
    long_of: dict[int, list[HealthSample]] = defaultdict(list)
    for quarter in quarters:
        short_of[quarter.day].append(quarter)
    for sample in long:
        long_of[last_day(sample)].append(sample)
    return {day: mean(short_of[day], long_of[day]) for day in {*short_of, *long_of}}


def mean(short: Sequence[Quarter], long: Sequence[HealthSample]) -> Measure:
    """One day, or any other time, in which something was measured."""
    cells = {quarter.quarter: quarter.total / quarter.samples for quarter in short}
    cells |= _where_nothing_is(cells, long)
    return Measure(
        number=round(sum(cells.values()) / len(cells), _DECIMALS),
        low=min([quarter.low for quarter in short] + [sample.number for sample in long]),
        high=max([quarter.high for quarter in short] + [sample.number for sample in long]),
        samples=sum(quarter.samples for quarter in short) + len(long),
        last_ms=max([quarter.last_ms for quarter in short] + [sample.end_ms for sample in long]),
    )


def _where_nothing_is(cells: Mapping[int, float], long: Iterable[HealthSample]) -> dict[int, float]:
    """The mean of the long samples that cover a quarter hour without a shorter one."""
    covering: dict[int, list[float]] = defaultdict(list)
    for sample in long:
        for quarter in range(sample.start_ms // QUARTER_MS, (sample.end_ms - 1) // QUARTER_MS + 1):
            if quarter not in cells:
                covering[quarter].append(sample.number)
    return {quarter: sum(numbers) / len(numbers) for quarter, numbers in covering.items()}


def newest_of_days(samples: Iterable[HealthSample]) -> dict[int, Measure]:
    """By local day, the one that begins last; of two devices' the one whose name comes first."""
    days: dict[int, list[HealthSample]] = defaultdict(list)
    for sample in samples:
        days[local_day(sample.start_ms, sample.zone_offset)].append(sample)
    return {day: _newest(found) for day, found in days.items()}


def _newest(samples: Sequence[HealthSample]) -> Measure:
    newest = min(samples, key=lambda sample: (-sample.start_ms, sample.device))
    numbers = [sample.number for sample in samples]
    last_ms = max(sample.end_ms for sample in samples)
    return Measure(newest.number, min(numbers), max(numbers), len(samples), last_ms, newest.detail)


def pressures(samples: Sequence[HealthSample]) -> dict[int, Measure]:
    """Blood pressure by local day: the numbers are those of the systolic one, `detail` has the diastolic one's."""
    lower = [replace(sample, number=(sample.detail or {})["diastolic"]) for sample in samples]
    days, beside = means(*in_quarters(samples)), means(*in_quarters(lower))
    return {day: replace(measure, detail=_diastolic(beside[day])) for day, measure in days.items()}


def _diastolic(measure: Measure) -> Json:
    return {"diastolic": measure.number, "diastolic_low": measure.low, "diastolic_high": measure.high}


def in_quarters(samples: Iterable[HealthSample]) -> tuple[list[Quarter], list[HealthSample]]:
    """Samples as the database groups them, and those too long for that."""
    short: dict[tuple[int, int], list[HealthSample]] = defaultdict(list)
    long: list[HealthSample] = []
    for sample in samples:
        if sample.end_ms - sample.start_ms > QUARTER_MS:
            long.append(sample)
        else:
            day = local_day(sample.start_ms, sample.zone_offset)
            short[day, sample.start_ms // QUARTER_MS].append(sample)
    return [_quarter(day, quarter, found) for (day, quarter), found in short.items()], long


def _quarter(day: int, quarter: int, samples: Sequence[HealthSample]) -> Quarter:
    numbers = [sample.number for sample in samples]
    last_ms = max(sample.end_ms for sample in samples)
    return Quarter(day, quarter, len(samples), sum(numbers), min(numbers), max(numbers), last_ms)
