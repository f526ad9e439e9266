"""The figures in a picture: one at each value where they are few and have room, else at the end of a line.

The figure over a stack of sleep is the time asleep: what was awake belongs to the night, not to the sleep.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from app.charts.layout import FEW, SMALL, Layout
from app.charts.marks import number
from app.charts.wording import clock_figure, figure, safe, short_figure, width

_ABOVE, _ABOVE_POINT, _UNDER, _NEAR = 6.0, 9.0, 14.0, 12.0
_BESIDE = 8.0
_APART = 1.16  # of its width each figure takes, so that two neighbours are two
Write = Callable[[float], str]


class Told(NamedTuple):
    """A value that has a figure, and how high in the picture what stands for it ends."""

    at: int
    value: float
    y: float


def figures(layout: Layout) -> Iterator[str]:
    """All of them."""
    if len(layout.labels) <= FEW:
        told = list(_told(layout))
        write = _fitting(layout, [each.value for each in told])
        if write is not None:
            for each in told:
                yield _over(layout, each, write(each.value))
            return
    if layout.chart.kind == "line":
        yield from _ends(layout)


def _told(layout: Layout) -> Iterator[Told]:
    """Of a stack its height, of series side by side none."""
    if layout.chart.kind == "stacked":
        yield from _stacks(layout)
    elif len(layout.rows) == 1:
        for at, value in enumerate(layout.rows[0].values):
            if value is not None:
                yield Told(at, value, layout.y(value))


def _stacks(layout: Layout) -> Iterator[Told]:
    awake = [row.role == "awake" for row in layout.rows]
    for at, column in enumerate(zip(*(row.values for row in layout.rows), strict=True)):
        known = [value for value in column if value is not None]
        asleep = [value for value, no in zip(column, awake, strict=True) if value is not None and not no]
        if known:
            yield Told(at, sum(asleep or known), layout.y(sum(known)))


def _fitting(layout: Layout, values: list[float]) -> Write | None:
    """How to write every value so that each fits over its slot; None where that can't be."""

    def exact(value: float) -> str:
        return figure(value, layout.chart.unit, decimals=layout.decimals)

    brief: Write = clock_figure if layout.chart.unit == "min" else short_figure
    for write, room in ((exact, layout.slot / _APART), (brief, layout.slot)):
        if values and all(width(write(value), SMALL) <= room for value in values):
            return write
    return None


def _over(layout: Layout, told: Told, text: str) -> str:
    """Above what stands for a value, or under a bar that hangs down."""
    hangs = told.value < 0 and layout.chart.kind == "bars"
    lift = -_UNDER if hangs else _ABOVE_POINT if layout.chart.kind == "line" else _ABOVE
    half = width(text, SMALL) / 2
    x = min(max(layout.x(told.at), half + 2), layout.frame.width - 2 - half)
    return _text(x, told.y - lift, text, "middle", strong=told.at == layout.last)


def _ends(layout: Layout) -> Iterator[str]:
    """The newest value of each line, right of it; of two that would stand on each other the first."""
    taken: list[float] = []
    for row in layout.rows:
        at = max((at for at, value in enumerate(row.values) if value is not None), default=-1)
        if at < 0:
            continue
        value = row.values[at] or 0.0
        y = layout.y(value) + 4
        if all(abs(y - other) >= _NEAR for other in taken):
            taken.append(y)
            text = figure(value, layout.chart.unit, decimals=layout.decimals)
            yield _text(layout.x(at) + _BESIDE, y, text, "start", strong=True)


def _text(x: float, y: float, text: str, anchor: str, *, strong: bool) -> str:
    """With a rim of paper, so that it is read on whatever it stands."""
    weight = ' font-weight="600"' if strong else ""
    rim = ' stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
    return f'<text class="ink gap" {place} font-size="{SMALL:g}"{weight}{rim}>{safe(text)}</text>'
