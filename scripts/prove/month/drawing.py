"""The month as a picture: a band for each person, days across, the hours of their own clock down, a mark for each occurrence.

Plain SVG, readable on light and dark pages. Knows what is drawn and nothing of how it came about.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from html import escape

WIDTH, LEFT, RIGHT, TOP, BAND, GAP = 1160, 130, 20, 92, 190, 46
_HOURS = (0, 6, 12, 18, 24)
_COLOURS = {
    "reminder": "#2563eb",
    "task": "#0891b2",
    "schedule": "#7c3aed",
    "routine": "#059669",
    "alert": "#dc2626",
    "intention": "#d97706",
}
_NAMES = {
    "reminder": "reminder",
    "task": "to-do due at an hour",
    "schedule": "scheduled task",
    "routine": "briefing, recap, digest",
    "alert": "alert",
    "intention": "question of its own",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """One occurrence: whose, of what kind, when it was due and when it was said on their wall clock (naive), how it ended."""

    person: str
    kind: str
    what: str
    due: datetime
    said: datetime
    status: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Shade:
    """A stretch of a person's wall clock in which something held: nothing was running, or they had paused."""

    person: str
    start: datetime
    end: datetime
    why: str


@dataclass(frozen=True, slots=True)
class Person:
    """Whose band it is, and the day on which their clocks change, if any."""

    name: str
    zone: str
    change: date | None
    quiet: tuple[int, int] | None = (22, 7)


@dataclass(frozen=True, slots=True)
class Scale:
    """From a wall-clock moment to a place in a person's band."""

    first: date
    days: int
    top: float

    def x(self, day: date, part: float = 0.5) -> float:
        """Across: the middle of a day, or another part of it."""
        return round(LEFT + ((day - self.first).days + part) * (WIDTH - LEFT - RIGHT) / self.days, 1)

    def y(self, moment: time | float) -> float:
        """Down: the hour of the day."""
        hours = moment if isinstance(moment, float | int) else moment.hour + moment.minute / 60
        return round(self.top + hours / 24 * BAND, 1)


def draw(
    title: str, people: Sequence[Person], marks: Sequence[Mark], shades: Sequence[Shade], span: tuple[date, date]
) -> str:
    """The whole picture for the days of `span`, both included."""
    first, last = span
    height = TOP + len(people) * (BAND + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}"'
        ' font-family="system-ui, sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(LEFT, 26, title, size=17),
        *_legend(),
    ]
    for number, person in enumerate(people):
        scale = Scale(first, (last - first).days + 1, TOP + number * (BAND + GAP))
        parts += _band(person, scale)
        parts += [_shade(shade, scale) for shade in shades if shade.person == person.name]
        parts += [
            _mark(mark, scale) for mark in marks if mark.person == person.name and first <= mark.due.date() <= last
        ]
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _legend() -> Iterator[str]:
    x = LEFT
    for kind, colour in _COLOURS.items():
        yield f'<circle cx="{x}" cy="48" r="4" fill="{colour}"/>'
        yield _text(x + 9, 52, _NAMES[kind])
        x += 26 + 7 * len(_NAMES[kind])
    for place, (words, shape) in enumerate(
        (
            ("on time", '<circle cx="{x}" cy="70" r="4" fill="#374151"/>'),
            ("late", '<circle cx="{x}" cy="70" r="3.4" fill="#ffffff" stroke="#374151" stroke-width="1.8"/>'),
            ("skipped, with a reason", _cross("{x}", "70", "#374151")),
        )
    ):
        at = LEFT + (0, 80, 140)[place]
        yield shape.format(x=at) if "{x}" in shape else shape
        yield _text(at + 9, 74, words)
    yield f'<rect x="{LEFT + 320}" y="63" width="16" height="13" fill="#eef2ff"/>'
    yield _text(LEFT + 342, 74, "quiet hours")
    yield f'<rect x="{LEFT + 430}" y="63" width="16" height="13" fill="#fca5a5" fill-opacity="0.45"/>'
    yield _text(LEFT + 452, 74, "nothing was running, or paused")
    yield f'<line x1="{LEFT + 668}" y1="62" x2="{LEFT + 668}" y2="77" stroke="#b45309" stroke-width="2" stroke-dasharray="4 3"/>'
    yield _text(LEFT + 676, 74, "clocks change")


def _band(person: Person, scale: Scale) -> Iterator[str]:
    width = WIDTH - LEFT - RIGHT
    yield f'<rect x="{LEFT}" y="{scale.top}" width="{width}" height="{BAND}" fill="#f9fafb" stroke="#e5e7eb"/>'
    if person.quiet is not None:
        start, end = person.quiet
        for above, below in ((0, end), (start, 24)):
            top, tall = scale.y(float(above)), scale.y(float(below)) - scale.y(float(above))
            yield f'<rect x="{LEFT}" y="{top}" width="{width}" height="{round(tall, 1)}" fill="#eef2ff"/>'
    for hour in _HOURS:
        y = scale.y(float(hour))
        yield f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="#e5e7eb"/>'
        yield _text(LEFT - 8, y + 4, f"{hour:02}:00", anchor="end")
    yield _text(12, scale.top + 22, person.name, size=15)
    yield _text(12, scale.top + 40, person.zone.rpartition("/")[2].replace("_", " "))
    for number in range(scale.days):
        day = scale.first + timedelta(days=number)
        if day.weekday() == 0 or number == 0:
            yield f'<line x1="{scale.x(day, 0)}" y1="{scale.top}" x2="{scale.x(day, 0)}" y2="{scale.top + BAND}" stroke="#d1d5db"/>'
            yield _text(scale.x(day, 0) + 3, scale.top + BAND + 16, f"{day:%a} {day.day} {day:%b}")
    if person.change is not None:
        x = scale.x(person.change, 0)
        yield (
            f'<line x1="{x}" y1="{scale.top}" x2="{x}" y2="{scale.top + BAND}" stroke="#b45309" stroke-width="2"'
            ' stroke-dasharray="4 3"/>'
        )


def _shade(shade: Shade, scale: Scale) -> str:
    """A stretch may run over midnight: one box a day."""
    boxes, start = [], shade.start
    while start < shade.end:
        midnight = datetime.combine(start.date() + timedelta(days=1), time())
        end = min(shade.end, midnight)
        tall = scale.y(24.0 if end == midnight else end.time()) - scale.y(start.time())
        boxes.append(
            f'<rect x="{scale.x(start.date(), 0)}" y="{scale.y(start.time())}" width="{scale.x(start.date(), 1) - scale.x(start.date(), 0):.1f}"'
            f' height="{tall:.1f}" fill="#fca5a5" fill-opacity="0.45"><title>{escape(shade.why)}</title></rect>'
        )
        start = end
    return "\n".join(boxes)


def _mark(mark: Mark, scale: Scale) -> str:
    x, y, colour = scale.x(mark.due.date()), scale.y(mark.due.time()), _COLOURS[mark.kind]
    told = f"{mark.due:%a %d %b %H:%M} {mark.what}: {mark.status}"
    if mark.status == "late":
        told += f", said {mark.said:%a %H:%M}"
    title = f"<title>{escape(told + (f' ({mark.reason})' if mark.reason else ''))}</title>"
    if mark.status == "skipped":
        return f"<g>{title}{_cross(x, y, colour)}</g>"
    look = f'fill="{colour}"' if mark.status == "ran" else f'fill="#ffffff" stroke="{colour}" stroke-width="1.8"'
    return f'<circle cx="{x}" cy="{y}" r="{4 if mark.status == "ran" else 3.4}" {look}>{title}</circle>'


def _cross(x: object, y: object, colour: str) -> str:
    path = "M -3.5 -3.5 L 3.5 3.5 M -3.5 3.5 L 3.5 -3.5"
    return f'<path d="{path}" transform="translate({x} {y})" stroke="{colour}" stroke-width="2" fill="none"/>'


def _text(x: float, y: float, words: str, *, anchor: str = "start", size: int = 12) -> str:
    return f'<text x="{x}" y="{y}" fill="#374151" text-anchor="{anchor}" font-size="{size}">{escape(words)}</text>'
