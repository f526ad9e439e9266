"""Where a row of days is going: rising, falling or steady, by a straight line through them and how far they lie from it. Pure."""

from collections.abc import Sequence
from datetime import timedelta
from statistics import linear_regression

from app.health.figures import DayFigure
from app.health.metrics import Metric
from app.health.wording import amount, bare

LEAST = 7  # days that a direction is read out of
_SHARE = 0.03  # of what it is on average; a change below that is none
_DAY = timedelta(days=1)


def change(figures: Sequence[DayFigure]) -> float | None:
    """By how much the line through the days rises from the first to the last; None where there are too few."""
    if len(figures) < LEAST:
        return None
    days = [(figure.day - figures[0].day) / _DAY for figure in figures]
    slope, _ = linear_regression(days, [figure.number for figure in figures])
    return slope * days[-1]


def direction(figures: Sequence[DayFigure]) -> str:
    """ "rising", "falling", "steady"; "" where there are too few days to tell. Less than the days scatter is steady."""
    moved = change(figures)
    if moved is None:
        return ""
    numbers = [figure.number for figure in figures]
    mean = sum(numbers) / len(numbers)
    if abs(moved) < max(_scatter(figures, moved), _SHARE * abs(mean)):
        return "steady"
    return "rising" if moved > 0 else "falling"


def course(metric: Metric, figures: Sequence[DayFigure]) -> list[str]:
    """A sentence on the direction; none where there are too few days."""
    going, moved = direction(figures), change(figures)
    if not going or moved is None:
        return []
    if going == "steady" or bare(metric, abs(moved)) == bare(metric, 0):
        return ["Over this time: steady."]
    return [f"Over this time: {going}, by about {amount(metric, abs(moved))}."]


def _scatter(figures: Sequence[DayFigure], moved: float) -> float:
    """How far the days lie from the line, as a standard deviation."""
    reach = (figures[-1].day - figures[0].day) / _DAY
    rest = [figure.number - moved * ((figure.day - figures[0].day) / _DAY) / reach for figure in figures]
    mean = sum(rest) / len(rest)
    return (sum((one - mean) ** 2 for one in rest) / len(rest)) ** 0.5
