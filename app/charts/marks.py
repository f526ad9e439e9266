"""The values of a picture: bars, stacks and lines, a path for each series."""

from collections.abc import Callable, Iterator

from app.charts.chart import Kind
from app.charts.layout import Layout, Row

_MANY = 60  # more points than that have no dots
_DENSE = 3.0  # pixels: in narrower slots bars stand side to side
_BAR_SHARE, _WIDEST_BAR, _ROUND, _PARTED = 0.66, 46.0, 3.0, 0.94
_MONTH = 31


def number(value: float) -> str:
    """A coordinate, as short as it can be."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def marks(layout: Layout) -> Iterator[str]:
    """Everything that stands for a value, and a dash for what is missing."""
    return _DRAWN[layout.chart.kind](layout)


def _bars(layout: Layout) -> Iterator[str]:
    """Side by side where there are several series."""
    count, base = max(len(layout.rows), 1), layout.y(0.0)
    wide = _bar_width(layout) / count
    for place, row in enumerate(layout.rows):
        shift = (place - count / 2) * wide
        thick = wide * (_PARTED if count > 1 else 1)
        bars = [
            _bar(layout.x(at) + shift, thick, base, layout.y(value)) for at, value in enumerate(row.values) if value
        ]
        yield _path(row.role, bars)
    yield from _missing(layout, base)


def _stacks(layout: Layout) -> Iterator[str]:
    """Each series on top of those before it, parted by a line of paper."""
    wide, ends = _bar_width(layout), _topmost(layout.rows)
    tops = [0.0] * len(layout.labels)
    for place, row in enumerate(layout.rows):
        drawn: list[str] = []
        for at, value in enumerate(row.values):
            if value:
                base, tops[at] = tops[at], tops[at] + value
                box = layout.x(at) - wide / 2, wide, layout.y(base), layout.y(tops[at])
                drawn.append(_bar(*box) if ends[at] == place else _box(*box))
        yield _path(f"{row.role} gap" if wide > 2 * _ROUND else row.role, drawn)
    yield from _missing(layout, layout.bottom)


def _lines(layout: Layout) -> Iterator[str]:
    """A line breaks where nothing was measured; a value alone between two gaps is a dot."""
    many = len(layout.labels) > _MANY
    for row in layout.rows:
        pieces = _pieces(row)
        drawn = "".join(_polyline(layout, piece) for piece in pieces if len(piece) > 1)
        if drawn:
            stroke = f'stroke-width="{1.4 if many else 2}" stroke-linejoin="round" stroke-linecap="round"'
            yield f'<path class="{row.role}-line" d="{drawn}" fill="none" {stroke}/>'
        for piece in pieces:
            for at, value in piece:
                newest = piece is pieces[-1] and at == piece[-1][0]
                if newest or not many or len(piece) == 1:
                    yield _dot(layout, row, at, value, newest=newest)


def _dot(layout: Layout, row: Row, at: int, value: float, *, newest: bool) -> str:
    size, rim = (4, 1.5) if newest else (2.2, 0)
    place = f'cx="{number(layout.x(at))}" cy="{number(layout.y(value))}"'
    return f'<circle class="{row.role} gap" {place} r="{size}" stroke-width="{rim}"/>'


def _bar_width(layout: Layout) -> float:
    """What the bars of one slot may take together."""
    if layout.slot < _DENSE:
        return layout.slot
    parts = len(layout.rows) if layout.chart.kind == "bars" else 1
    return min(layout.slot * _BAR_SHARE, _WIDEST_BAR * max(parts, 1))


def _missing(layout: Layout, base: float) -> Iterator[str]:
    """A dash where a slot has no value at all, so that it isn't taken for nought."""
    if len(layout.labels) > _MONTH or layout.is_empty:
        return
    half = min(layout.slot * 0.16, 5.0)
    gaps = [at for at in range(len(layout.labels)) if all(row.values[at] is None for row in layout.rows)]
    drawn = "".join(f"M{number(layout.x(at) - half)} {number(base - 7)}h{number(2 * half)}" for at in gaps)
    if drawn:
        yield f'<path class="base" d="{drawn}" stroke-width="2" stroke-linecap="round"/>'


def _topmost(rows: tuple[Row, ...]) -> list[int]:
    """For each slot the number of the series that ends its stack."""
    columns = zip(*(row.values for row in rows), strict=True)
    return [max((place for place, value in enumerate(column) if value), default=-1) for column in columns]


def _pieces(row: Row) -> list[list[tuple[int, float]]]:
    """The runs of neighbouring values."""
    pieces: list[list[tuple[int, float]]] = [[]]
    for at, value in enumerate(row.values):
        if value is not None:
            pieces[-1].append((at, value))
        elif pieces[-1]:
            pieces.append([])
    return [piece for piece in pieces if piece]


def _polyline(layout: Layout, piece: list[tuple[int, float]]) -> str:
    points = [f"{number(layout.x(at))} {number(layout.y(value))}" for at, value in piece]
    return f"M{points[0]}L{' '.join(points[1:])}"


def _path(style: str, drawn: list[str]) -> str:
    return f'<path class="{style}" d="{"".join(drawn)}"/>' if drawn else ""


def _box(x: float, wide: float, base: float, end: float) -> str:
    return f"M{number(x)} {number(base)}V{number(end)}h{number(wide)}V{number(base)}z"


def _bar(x: float, wide: float, base: float, end: float) -> str:
    """A bar whose far end is rounded, where it is large enough to show."""
    if wide < 2 * _ROUND:
        return _box(x, wide, base, end)
    radius = min(_ROUND, abs(end - base))
    bend, right = (radius if end < base else -radius), x + wide
    return (
        f"M{number(x)} {number(base)}V{number(end + bend)}Q{number(x)} {number(end)} {number(x + radius)} {number(end)}"
        f"H{number(right - radius)}Q{number(right)} {number(end)} {number(right)} {number(end + bend)}V{number(base)}z"
    )


_DRAWN: dict[Kind, Callable[[Layout], Iterator[str]]] = {"bars": _bars, "stacked": _stacks, "line": _lines}
