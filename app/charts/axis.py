"""The value axis: from where to where, and at which round figures its lines stand.

Lines stand at 1, 2 or 5 times a power of ten; minutes are told in hours, so theirs stand at quarters, halves and whole hours.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from app.charts.wording import figure

_MOST_LINES = 5
_CLOCK = (1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 180.0, 240.0, 360.0, 720.0, 1440.0)
_FLAT = 1e-9  # a spread below this, or below this share of the values, is no spread
_EXACT = 100  # below this a place behind the point says something
_LARGEST = 1e12  # what is beyond is no measurement


@dataclass(frozen=True, slots=True)
class Axis:
    """`low` and `high` are the ends; `ticks` lie within, lowest first. `decimals` is how exactly they have to be written."""

    low: float
    high: float
    ticks: tuple[float, ...]
    unit: str
    decimals: int

    def label(self, tick: float) -> str:
        """How a line is written."""
        return figure(tick, self.unit, decimals=self.decimals)

    def share(self, value: float) -> float:
        """How far up a value is, from 0 to 1."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)


def is_value(value: float | None) -> bool:
    """Whether that can be drawn."""
    return value is not None and math.isfinite(value) and abs(value) <= _LARGEST


def axis_for(values: Iterable[float], unit: str, *, from_zero: bool) -> Axis:
    """An axis that holds all of `values`; `from_zero` where lengths are compared, so that none looks longer than it is."""
    held = list(values)
    low, high = _range(held, from_zero=from_zero)
    step = _step((high - low) / (_MOST_LINES - 1), unit)
    if all(value == round(value) for value in held):
        step = max(step, 1.0)  # there is no half of what is counted
    first, last = math.floor(low / step + _FLAT), math.ceil(high / step - _FLAT)
    ticks = tuple(number * step for number in range(first, last + 1))
    return Axis(ticks[0], ticks[-1], ticks, unit, _decimals(step))


def _range(values: Sequence[float], *, from_zero: bool) -> tuple[float, float]:
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    if from_zero:
        low, high = min(low, 0.0), max(high, 0.0)
    if high - low > _FLAT * max(abs(low), abs(high), 1.0):
        return low, high
    around = abs(high) * 0.1 if abs(high) > _FLAT else 1.0
    return (low, high + around) if from_zero else (low - around, high + around)


def _step(about: float, unit: str) -> float:
    """The smallest round step that is at least `about`."""
    if unit == "min" and about <= _CLOCK[-1]:
        return next(step for step in _CLOCK if step >= about * (1 - _FLAT))
    power = 10.0 ** math.floor(math.log10(about))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= about * (1 - _FLAT))


def _decimals(step: float) -> int:
    return min(max(0, -math.floor(math.log10(step) + _FLAT)), 6)


def decimals_of(values: Iterable[float | None]) -> int:
    """How exactly single values are told: to one place where they are below a hundred and not all whole."""
    known = [value for value in values if value is not None]
    small = all(abs(value) < _EXACT for value in known)
    return int(small and any(value != round(value) for value in known))


def flat(rows: Iterable[Iterable[float | None]]) -> list[float]:
    """All values of some rows, gaps left out."""
    return [value for value in chain.from_iterable(rows) if value is not None]
