"""A line chart as plain SVG: both axes logarithmic, every point labelled, readable on light and dark pages."""

from dataclasses import dataclass
from html import escape
from math import log10

WIDTH, HEIGHT = 760, 460
LEFT, RIGHT, TOP, BOTTOM = 70, 30, 90, 60
TICKS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Line:
    """Points (x, y), both above zero, in the order of x; a name that says "median" is drawn dashed."""

    name: str
    colour: str
    points: list[tuple[float, float]]

    @property
    def dashes(self) -> str:
        """How the line is broken."""
        return "6 5" if "median" in self.name else "none"


@dataclass(frozen=True, slots=True)
class Axis:
    """A logarithmic scale from a pixel to another."""

    least: float
    most: float
    start: float
    end: float

    @classmethod
    def over(cls, values: list[float], start: float, end: float) -> "Axis":
        """From the tick below the smallest value to the tick above the largest."""
        marks = [tick * 10.0**power for power in range(-2, 9) for tick in TICKS]
        least = max(mark for mark in marks if mark <= min(values))
        most = min(mark for mark in marks if mark >= max(values))
        return cls(least, most, start, end)

    def at(self, value: float) -> float:
        """The pixel of a value."""
        share = (log10(value) - log10(self.least)) / max(log10(self.most) - log10(self.least), 1e-9)
        return round(self.start + share * (self.end - self.start), 1)

    def ticks(self) -> list[float]:
        """Values to write beside the axis."""
        marks = [tick * 10.0**power for power in range(-2, 9) for tick in TICKS]
        return [mark for mark in marks if self.least <= mark <= self.most]


def chart(title: str, across: str, up: str, lines: list[Line]) -> str:
    """The whole picture; `across` and `up` say what the axes count."""
    shown = [line for line in lines if line.points]
    x = Axis.over([point[0] for line in shown for point in line.points], LEFT, WIDTH - RIGHT)
    y = Axis.over([point[1] for line in shown for point in line.points], HEIGHT - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(title)}" font-family="system-ui, sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        _text(LEFT, 24, title, size=16),
        *_grid(x, y),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, across, anchor="middle"),
        f'<text x="18" y="{(TOP + HEIGHT - BOTTOM) / 2}" fill="#374151" text-anchor="middle"'
        f' transform="rotate(-90 18 {(TOP + HEIGHT - BOTTOM) / 2})">{escape(up)}</text>',
        *(part for place, line in enumerate(shown) for part in _line(line, x, y, place)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _grid(x: Axis, y: Axis) -> list[str]:
    down = [
        f'<line x1="{x.at(value)}" y1="{y.end}" x2="{x.at(value)}" y2="{y.start}" stroke="#e5e7eb"/>'
        + _text(x.at(value), y.start + 20, _short(value), anchor="middle")
        for value in x.ticks()
    ]
    across = [
        f'<line x1="{x.start}" y1="{y.at(value)}" x2="{x.end}" y2="{y.at(value)}" stroke="#e5e7eb"/>'
        + _text(x.start - 8, y.at(value) + 4, _short(value), anchor="end")
        for value in y.ticks()
    ]
    return [*down, *across]


def _line(line: Line, x: Axis, y: Axis, place: int) -> list[str]:
    """The line, its points, and its name above the picture, two names a row."""
    points = " ".join(f"{x.at(across)},{y.at(up)}" for across, up in line.points)
    left, top = LEFT + 300 * (place % 2), 46 + 20 * (place // 2)
    stroke = f'stroke="{line.colour}" stroke-width="2" stroke-dasharray="{line.dashes}"'
    dots = [
        f'<circle cx="{x.at(across)}" cy="{y.at(up)}" r="3.5" fill="{line.colour}">'
        f"<title>{across:,.0f}: {up:g}</title></circle>"
        for across, up in line.points
    ]
    return [
        f'<polyline points="{points}" fill="none" {stroke}/>',
        *dots,
        f'<line x1="{left}" y1="{top - 4}" x2="{left + 28}" y2="{top - 4}" {stroke}/>',
        _text(left + 36, top, line.name),
    ]


def _text(x: float, y: float, words: str, *, anchor: str = "start", size: int = 13) -> str:
    return f'<text x="{x}" y="{y}" fill="#374151" text-anchor="{anchor}" font-size="{size}">{escape(words)}</text>'


def _short(value: float) -> str:
    """1000 as 1k, a million as 1M."""
    for size, name in ((1_000_000, "M"), (1_000, "k")):
        if value >= size:
            return f"{value / size:g}{name}"
    return f"{value:g}"
