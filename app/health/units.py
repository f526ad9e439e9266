"""A value in the unit its sender uses, in the unit it is stored in. The factors are the metric table's."""

from app.health.metrics import Metric


def stored(metric: Metric, value: float, unit: str) -> float | None:
    """The value in the metric's own unit; None where the metric knows nothing of that unit."""
    if unit == metric.unit:
        return value
    change = metric.units.get(unit)
    if change is None:
        return None
    factor, summand = change
    return value * factor + summand


def accepted(metric: Metric) -> str:
    """The units that a metric is taken in, as people read a list."""
    return " or ".join((metric.unit, *metric.units))
