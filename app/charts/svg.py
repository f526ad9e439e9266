"""A chart as SVG: one picture that is read by day and by night, on a phone and on a desk, and by those who hear it.

The same chart in the same frame is the same text, byte for byte. It holds no script and loads nothing, and every word is escaped.
"""

from collections.abc import Iterator
from itertools import pairwise

from app.charts.chart import Chart
from app.charts.figures import figures
from app.charts.layout import SIDE, SMALL, TITLE, WIDE, Frame, Layout, band_of, lay_out
from app.charts.marks import marks, number
from app.charts.palette import style_sheet
from app.charts.wording import cut, safe, width

MEDIA_TYPE = "image/svg+xml"
# What a browser may do with a picture that is opened as a page of its own: show it, in its own colours, and nothing else.
ON_ITS_OWN = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
}
_EMPTY = "Nothing was recorded here"
_LABEL_GAP = 10.0
_WIDEST_LABEL = 90.0


def svg(chart: Chart, frame: Frame = WIDE) -> str:
    """The picture. Never fails for what a chart holds: what can't be drawn is left out."""
    layout = lay_out(chart, frame)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{frame.width}" height="{frame.height}"'
        f' viewBox="0 0 {frame.width} {frame.height}" role="img" aria-labelledby="title desc">',
        f'<title id="title">{safe(chart.title)}</title><desc id="desc">{safe(chart.alt)}</desc>',
        f"<style>{style_sheet(frame.theme)}</style>",
        f'<rect class="paper" width="{frame.width}" height="{frame.height}"/>',
        *_heading(layout),
        *_band(layout),
        *_grid(layout),
        *marks(layout),
        *figures(layout),
        *_labels(layout),
        "</svg>\n",
    ]
    return "".join(parts)


def _heading(layout: Layout) -> Iterator[str]:
    """The title, and below it what the colours mean."""
    for line, text in enumerate(layout.title):
        yield _text("ink", SIDE, SIDE + 14 + line * 20, text, size=TITLE, more=' font-weight="600"')
    for key in layout.keys:
        lead = 15 if key.style else 0
        if key.style:
            edge = " edge" if key.style == "band" else ""
            rim = ' stroke-opacity="0.6"' if edge else ""
            yield f'<rect class="{key.style}{edge}" x="{number(key.x)}" y="{number(key.y - 9)}" width="10" height="10" rx="2.5"{rim}/>'
        yield _text("soft", key.x + lead, key.y, key.text)


def _band(layout: Layout) -> Iterator[str]:
    """The usual range, across the whole width."""
    band = band_of(layout.chart)
    if not band or layout.is_empty:
        return
    low, high = map(layout.y, band)
    left, wide = number(layout.left), number(layout.right - layout.left)
    yield f'<rect class="band" x="{left}" y="{number(high)}" width="{wide}" height="{number(max(low - high, 1.5))}"/>'
    edges = "".join(f"M{left} {number(y)}h{wide}" for y in dict.fromkeys((low, high)))
    yield f'<path class="edge" d="{edges}" stroke-width="1" stroke-opacity="0.55" stroke-dasharray="3 3"/>'


def _grid(layout: Layout) -> Iterator[str]:
    """A fine line at each round figure, a stronger one where the bars stand."""
    left, wide = number(layout.left), number(layout.right - layout.left)
    ticks = () if layout.is_empty else layout.axis.ticks
    lines = "".join(f"M{left} {number(layout.y(tick))}h{wide}" for tick in ticks)
    if lines:
        yield f'<path class="grid" d="{lines}" stroke-width="1"/>'
    for tick in ticks:
        at = number(layout.left - 6)
        yield _text("soft", float(at), layout.y(tick) + 4, layout.axis.label(tick), more=' text-anchor="end"')
    if layout.chart.kind != "line" or layout.is_empty:
        ground = number(layout.bottom if layout.is_empty else layout.y(0.0))
        yield f'<path class="base" d="M{left} {ground}h{wide}" stroke-width="1"/>'
    if layout.is_empty:
        middle = (layout.left + layout.right) / 2, (layout.top + layout.bottom) / 2
        yield _text("soft", *middle, _EMPTY, size=13.0, more=' text-anchor="middle"')


def _labels(layout: Layout) -> Iterator[str]:
    """All of the labels where they stand side by side, else their first words, else some at even distances, always with the newest."""
    shown = [(at, cut(label, _WIDEST_LABEL, SMALL)) for at, label in enumerate(layout.labels) if label]
    brief = [(at, text.split(" ")[0]) for at, text in shown]
    if len({text for _, text in brief}) == len(brief) and not _is_apart(layout, shown):
        shown = brief if _is_apart(layout, brief) else shown
    thinned = (shown[::-1][::step][::-1] for step in range(1, len(shown) + 1))
    for at, text in next((kept for kept in thinned if _is_apart(layout, kept)), []):
        start, end = _place(layout, at, text)
        yield _text("soft", (start + end) / 2, layout.frame.height - 12, text, more=' text-anchor="middle"')


def _is_apart(layout: Layout, labels: list[tuple[int, str]]) -> bool:
    """Whether no label comes too near to the next."""
    places = (_place(layout, at, text) for at, text in labels)
    return all(after - before >= _LABEL_GAP for (_, before), (after, _) in pairwise(places))


def _place(layout: Layout, at: int, text: str) -> tuple[float, float]:
    """From where to where a label reaches; never out of the picture."""
    wide = width(text, SMALL)
    start = min(max(layout.x(at) - wide / 2, 4.0), layout.frame.width - 4 - wide)
    return start, start + wide


def _text(style: str, x: float, y: float, text: str, *, size: float = SMALL, more: str = "") -> str:
    return f'<text class="{style}" x="{number(x)}" y="{number(y)}" font-size="{size:g}"{more}>{safe(text)}</text>'
