"""Where everything of a picture stands: its heading, its legend, its axis and the room that is left for the values.

Takes any chart as it comes: values that can't be drawn are gaps, rows of unequal length are evened out, too many points lose the oldest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from app.charts.axis import Axis, axis_for, decimals_of, flat, is_value
from app.charts.chart import MOST_POINTS, MOST_SERIES, Chart, Role
from app.charts.palette import Theme
from app.charts.wording import cut, figure, one_line, width, wrapped

TITLE, SMALL = 15.0, 11.0  # sizes of type
SIDE = 16.0
_TITLE_LINE, _LEGEND_LINE, _FOOT, _HEADROOM = 20.0, 18.0, 30.0, 18.0
_SWATCH, _BETWEEN = 15.0, 14.0
_LEAST_PLOT = 90.0
_HOUR = 60
_BELOW = 14.0  # room for the figures under bars that hang down
_BOLD = 1.15  # how much wider the strong letters of a device may be
_BAND = "usual range"
FEW = 12  # up to so many values are told one by one


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a picture, in the pixels of the screen it is made for."""

    width: int
    height: int
    theme: Theme = "auto"


WIDE = Frame(640, 320)
NARROW = Frame(320, 280)  # about the column of a phone


@dataclass(frozen=True, slots=True)
class Row:
    """The values of a series as they are drawn, one for each label."""

    role: Role
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """One thing of the legend: where it stands, and its colour; without a `style` it is only words."""

    x: float
    y: float
    text: str
    style: str = ""


@dataclass(frozen=True)
class Layout:
    """A chart in a frame. `top` and `bottom` are the ends of the value axis, `left` and `right` of the labels'."""

    chart: Chart
    frame: Frame
    rows: tuple[Row, ...]
    labels: tuple[str, ...]
    axis: Axis
    title: tuple[str, ...]
    keys: tuple[Key, ...]
    top: float
    bottom: float
    left: float
    right: float

    @property
    def slot(self) -> float:
        """The room of one label."""
        return (self.right - self.left) / max(len(self.labels), 1)

    @cached_property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not flat(row.values for row in self.rows)

    @cached_property
    def decimals(self) -> int:
        """How exactly single values are told."""
        return decimals_of(value for row in self.rows for value in row.values)

    @cached_property
    def last(self) -> int:
        """The number of the newest label that has a value."""
        return max((at for row in self.rows for at, value in enumerate(row.values) if value is not None), default=-1)

    def x(self, number: int) -> float:
        """The middle of a slot."""
        return self.left + (number + 0.5) * self.slot

    def y(self, value: float) -> float:
        """The height of a value."""
        return self.bottom - self.axis.share(value) * (self.bottom - self.top)


def lay_out(chart: Chart, frame: Frame) -> Layout:
    """The one layout of a chart in a frame."""
    chart = _in_minutes(chart) if chart.unit == "h" else chart
    labels = tuple(one_line(label[:100]) for label in chart.labels[-MOST_POINTS:])
    rows = tuple(Row(each.role, _drawable(chart, each.values, len(labels))) for each in chart.series[:MOST_SERIES])
    axis = axis_for([*_reach(chart, rows), *band_of(chart)], chart.unit, from_zero=chart.kind != "line")
    title = wrapped(chart.title, frame.width - 2 * SIDE, TITLE * _BOLD, most=2)
    below = SIDE + len(title) * _TITLE_LINE
    keys, top = _keys(chart, frame, below)
    top = min(top + _HEADROOM, frame.height - _FOOT - _LEAST_PLOT)
    bottom = frame.height - _FOOT - (_BELOW if chart.kind == "bars" and axis.low < 0 else 0)
    left = SIDE + max(width(axis.label(tick), SMALL) for tick in axis.ticks) + 6
    right = frame.width - SIDE - _beside(chart, rows, labels)
    return Layout(chart, frame, rows, labels, axis, tuple(title), keys, top, bottom, left, right)


def band_of(chart: Chart) -> tuple[float, ...]:
    """The ends of the usual range, the lower first; empty where there is none that can be drawn."""
    return tuple(sorted(chart.band)) if chart.band and all(map(is_value, chart.band)) else ()


def _beside(chart: Chart, rows: Sequence[Row], labels: Sequence[str]) -> float:
    """The room that a line needs for the figure at its end."""
    if chart.kind != "line" or (len(rows) == 1 and len(labels) <= FEW):
        return 0.0
    newest = [next((value for value in reversed(row.values) if value is not None), None) for row in rows]
    exact = decimals_of(value for row in rows for value in row.values)
    told = [figure(value, chart.unit, decimals=exact) for value in newest if value is not None]
    return max((width(text, SMALL) * _BOLD for text in told), default=0.0)


def _band_words(chart: Chart) -> str:
    """What the usual range is called, and from where to where it goes unless that is said."""
    words = chart.band_label or _BAND
    if any(map(str.isdigit, words)):
        return words
    ends = band_of(chart)
    low, high = (figure(end, chart.unit, decimals=decimals_of(ends)) for end in ends)
    return f"{words}, {low} to {high}"


def _in_minutes(chart: Chart) -> Chart:
    """Hours as minutes, so that seven and a quarter of them are told as 7 h 15 and not as 7.3."""
    series = tuple(replace(each, values=tuple(map(_sixty, each.values))) for each in chart.series)
    band = (chart.band[0] * _HOUR, chart.band[1] * _HOUR) if chart.band else None
    return replace(chart, unit="min", series=series, band=band)


def _sixty(hours: float | None) -> float | None:
    return round(hours * _HOUR, 3) if hours is not None and is_value(hours) else None


def _drawable(chart: Chart, values: Sequence[float | None], count: int) -> tuple[float | None, ...]:
    """As many values as there are labels, what can't be drawn left out."""
    extra = max(len(chart.labels) - MOST_POINTS, 0)
    shown = (*values, *[None] * max(len(chart.labels) - len(values), 0))[extra : extra + count]
    least = 0.0 if chart.kind == "stacked" else float("-inf")
    return tuple(max(value, least) if value is not None and is_value(value) else None for value in shown)


def _reach(chart: Chart, rows: Sequence[Row]) -> list[float]:
    """What the axis has to reach."""
    if chart.kind != "stacked":
        return flat(row.values for row in rows)
    return [sum(value or 0.0 for value in column) for column in zip(*(row.values for row in rows), strict=True)]


def _keys(chart: Chart, frame: Frame, below: float) -> tuple[tuple[Key, ...], float]:
    """The unit, the series where there are several, and the usual range, in as many lines as they need; where they end."""
    told = [("", chart.unit)] if chart.unit and chart.unit != "min" else []
    if len(chart.series) > 1:
        told += [(series.role, series.name) for series in chart.series[:MOST_SERIES]]
    if band_of(chart) and any(is_value(value) for series in chart.series for value in series.values):
        told.append(("band", _band_words(chart)))
    keys: list[Key] = []
    x, y = SIDE, below + _LEGEND_LINE
    for style, words in told:
        lead = _SWATCH if style else 0.0
        text = cut(words, frame.width - 2 * SIDE - lead, SMALL)
        wide = lead + width(text, SMALL)
        if x > SIDE and x + wide > frame.width - SIDE:
            x, y = SIDE, y + _LEGEND_LINE
        keys.append(Key(x, y - 4, text, style))
        x += wide + _BETWEEN
    return tuple(keys), y if keys else below
