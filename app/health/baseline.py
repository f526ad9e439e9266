"""What is usual for a person: out of their own days, never out of a table of what is healthy. Pure."""

from collections.abc import Sequence

from app.health.figures import Baseline

LEAST_DAYS = 7
_LOW, _HIGH = 0.1, 0.9


def baseline_of(numbers: Sequence[float]) -> Baseline | None:
    """Of the numbers of days: their mean and the middle 80 % of them; None where there are fewer than seven."""
    if len(numbers) < LEAST_DAYS:
        return None
    ordered = sorted(numbers)
    return Baseline(
        mean=sum(ordered) / len(ordered),
        low=_quantile(ordered, _LOW),
        high=_quantile(ordered, _HIGH),
        days=len(ordered),
    )


def _quantile(ordered: Sequence[float], share: float) -> float:
    """Between the two nearest in proportion, as spreadsheets do."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
