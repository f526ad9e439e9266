"""Figures in plain words: numbers with their units, lengths of sleep, days, and how far something is from what is usual. Pure.

Short lines that read well in a chat and in a terminal. Says what was measured, and never what it might mean for anybody's health.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta

from app.health.figures import Baseline
from app.health.metrics import Metric
from app.language.time.wording import full_date, say_date, say_time
from app.memory.records import Json

_DAY = timedelta(days=1)
_ABOUT = 0.03  # a difference below this share of what is usual is none
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_LEVELS = "▁▂▃▄▅▆▇█"
_MMOL = 18.0156  # mg/dL of glucose in one mmol/L
_LABEL = re.compile(r"[^\w .,+'()-]+")
_LONGEST_LABEL = 40
MOST_ROWS = 10


def span(minutes: float) -> str:
    """ "7 h 05 min", "45 min", "8 h"."""
    hours, rest = divmod(round(minutes), 60)
    if not hours:
        return f"{rest} min"
    return f"{hours} h {rest:02} min" if rest else f"{hours} h"


def _count(metric: Metric, number: float) -> str:
    words = metric.shown or metric.title
    return f"{number:,.0f} {words.removesuffix('s') if round(number) == 1 else words}"


def _metres(_: Metric, number: float) -> str:
    return f"{number / 1000:,.1f} km" if number >= 1000 else f"{number:.0f} m"


def _millilitres(_: Metric, number: float) -> str:
    return f"{number / 1000:,.1f} L" if number >= 1000 else f"{number:.0f} mL"


def _glucose(_: Metric, number: float) -> str:
    return f"{number:.0f} mg/dL ({number / _MMOL:.1f} mmol/L)"


_UNITS: Mapping[str, Callable[[Metric, float], str]] = {
    "count": _count,
    "m": _metres,
    "mL": _millilitres,
    "min": lambda _, number: span(number),
    "mg/dL": _glucose,
}


def amount(metric: Metric, number: float, beside: Json | None = None) -> str:
    """ "8,123 steps", "5.4 km", "58 bpm", "118/76 mmHg" where `beside` has the other half of it."""
    worded = _UNITS.get(metric.unit)
    if worded is not None:
        return worded(metric, number)
    second = f"/{beside['diastolic']:.0f}" if beside and beside.get("diastolic") else ""
    return f"{bare(metric, number)}{second} {metric.shown or metric.unit}"


def bare(metric: Metric, number: float) -> str:
    """The same without its unit, where the unit is always the same one."""
    if metric.unit in ("m", "mL", "min"):
        return amount(metric, number)
    return f"{number:,.{metric.decimals}f}"


def under(metric: Metric, number: float) -> str:
    """With its unit, under a title that says what is counted."""
    return bare(metric, number) if metric.unit == "count" else amount(metric, number)


def spread(metric: Metric, low: float, high: float, word: str = "to") -> str:
    """ "56 to 61 bpm"."""
    return f"{bare(metric, low)} {word} {amount(metric, high)}"


def title(metric: Metric) -> str:
    """With a capital letter."""
    return f"{metric.title[:1].upper()}{metric.title[1:]}"


def difference(metric: Metric, number: float, usual: float) -> str:
    """ "1,200 steps more than your usual 7,900", "about your usual 58 bpm"."""
    apart = abs(number - usual)
    if apart <= _ABOUT * abs(usual) or bare(metric, number) == bare(metric, usual):
        return f"about your usual {under(metric, usual)}"
    more, less = ("more", "less") if metric.aggregate in ("sum", "sleep", "exercise") else ("higher", "lower")
    if metric.unit == "count" and less == "less":
        less = "fewer"
    return f"{bare(metric, apart)} {more if number > usual else less} than your usual {under(metric, usual)}"


def standing(metric: Metric, number: float, usual: Baseline) -> str:
    """ "inside your usual range of 56 to 61 bpm"."""
    place = "below" if number < usual.low else "above" if number > usual.high else "inside"
    return f"{place} your usual range of {spread(metric, usual.low, usual.high)}"


def label(device: str) -> str:
    """A device's name as it may be shown: one short line of letters."""
    return " ".join(_LABEL.sub(" ", device).split())[:_LONGEST_LABEL].strip() or "your device"


def short_day(day: date, today: date) -> str:
    """ "Mon 16", "today", "Mon 16 Nov" of another month, with the year of another one."""
    if day == today:
        return "today"
    month = "" if (day.month, day.year) == (today.month, today.year) else f" {day:%b}"
    return f"{day:%a} {day.day}{month}{'' if day.year == today.year else f' {day.year}'}"


def days_said(first: date, last: date, now: datetime) -> str:
    """ "today", "yesterday (Tuesday 17 November)", "9 to 15 November", "16 November to today"."""
    if first == last:
        return say_date(first, now)
    end = "today" if last == now.date() else _date(last, now)
    same = last != now.date() and (first.year, first.month) == (last.year, last.month)
    return f"{first.day if same else _date(first, now)} to {end}"


def _date(day: date, now: datetime) -> str:
    year = "" if day.year == now.year else f" {day.year}"
    return f"{day.day} {day:%B}{year}"


def moment(at: datetime, now: datetime) -> str:
    """ "today at 07:12", "Sunday 15 November at 21:40"."""
    local = at.astimezone(now.tzinfo)
    if now.date() - local.date() == _DAY:
        return f"yesterday at {local:%H:%M}"
    return say_time(local, now)


def on_day(day: date, now: datetime) -> str:
    """ "today", "yesterday", "Sunday 15 November"."""
    return {0: "today", 1: "yesterday"}.get((now.date() - day).days) or full_date(day, now)


def ago(age: timedelta) -> str:
    """ "just now", "12 min ago", "5 hours ago", "3 days ago"."""
    minutes = int(age / timedelta(minutes=1))
    if minutes < 2:
        return "just now"
    for unit, size in (("day", 1440), ("hour", 60)):
        if minutes >= 2 * size:
            return f"{minutes // size} {unit}s ago"
    return f"{minutes} min ago"


def bar(number: float, most: float, width: int = MOST_ROWS) -> str:
    """A bar of block letters; a little one for little, none for nothing."""
    if number <= 0 or most <= 0:
        return ""
    eighths = max(1, round(number / most * width * 8))
    return f"{'█' * (eighths // 8)}{_EIGHTHS[eighths % 8].strip()}"


def sparkline(numbers: Sequence[float | None]) -> str:
    """A line of block letters from the least to the most of them; a dot is a gap."""
    known = [number for number in numbers if number is not None]
    if not known:
        return ""
    least, reach = min(known), max(known) - min(known)

    def level(number: float | None) -> str:
        if number is None:
            return "·"
        return _LEVELS[round((number - least) / reach * (len(_LEVELS) - 1)) if reach else 3]

    return "".join(map(level, numbers))


def joined(words: Sequence[str]) -> str:
    """ "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
