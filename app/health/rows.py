"""Days as lines: a bar or a number each, by weeks or months where there are many. Pure."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

from app.health.figures import DayFigure, Night
from app.health.metrics import Metric
from app.health.wording import MOST_ROWS, bar, bare, short_day, span, sparkline

_DAY = timedelta(days=1)
_WEEK = 7
_WEEKS_FOR, _MONTHS_FOR = 100, 550  # days; beyond them it is months, and years
_SPARK = range(4, 63)  # days that make a line of blocks
_TYPE = 30


def of_days(metric: Metric, figures: Sequence[DayFigure], first: date, last: date, today: date) -> list[str]:
    """Amounts: a line a day with a bar, gaps named; of many days what a day of each week or month comes to."""
    numbers = {figure.day: figure.number for figure in figures}
    if (last - first).days < MOST_ROWS:
        days = [first + _DAY * ahead for ahead in range((last - first).days + 1)]
        return [_bar_row(metric, numbers, day, today) for day in days]
    grouped = _grouped({day: number for day, number in numbers.items() if day != today}, first, last)
    most = max(grouped.values(), default=0)
    shown = [f"- {name}: {bar(number, most)} {bare(metric, number)} a day" for name, number in grouped.items()]
    return shown if len(shown) > 1 else []


def of_measures(metric: Metric, figures: Sequence[DayFigure], first: date, last: date, today: date) -> list[str]:
    """What is measured: a line a day; of many days one line of blocks, or the mean of each month."""
    length = (last - first).days + 1
    if len(figures) <= MOST_ROWS and length <= 4 * MOST_ROWS:
        return [f"- {short_day(figure.day, today)}: {_measured(metric, figure)}" for figure in figures]
    numbers = {figure.day: figure.number for figure in figures}
    if length in _SPARK and 2 * len(figures) >= length:
        return [f"Day by day: {sparkline([numbers.get(first + _DAY * ahead) for ahead in range(length)])}"]
    return [f"- {name}: {bare(metric, number)}" for name, number in _grouped(numbers, first, last).items()]


def of_session(day: date, session: Mapping[str, Any], now: datetime) -> str:
    """ "- Mon 16 at 18:02: running, 42 min"."""
    zone = timezone(timedelta(seconds=int(session.get("zone_offset") or 0)))
    start = datetime.fromtimestamp(int(session["start_ms"]) / 1000, UTC).astimezone(zone)
    what = str(session.get("type") or "exercise").replace("_", " ")[:_TYPE]
    return f"- {short_day(day, now.date())} at {start:%H:%M}: {what}, {span(float(session['minutes']))}"


def of_nights(nights: Sequence[Night], first: date, last: date, now: datetime) -> list[str]:
    """A line a night with its bar and bedtimes; of many nights what a night of each week or month comes to."""
    by_day = {night.day: night for night in nights}
    if (last - first).days < MOST_ROWS:
        most = max(night.asleep for night in nights)
        days = [first + _DAY * ahead for ahead in range((last - first).days + 1)]
        return [_night_row(by_day.get(day), day, most, now.date()) for day in days]
    grouped = _grouped({day: night.asleep for day, night in by_day.items()}, first, last)
    return [f"- {name}: {bar(number, max(grouped.values()))} {span(number)}" for name, number in grouped.items()]


def _night_row(night: Night | None, day: date, most: float, today: date) -> str:
    name = short_day(day, today)
    if night is None:
        return f"- {name}: {'nothing yet' if day == today else 'no data'}"
    times = f" ({night.main.start:%H:%M} to {night.main.end:%H:%M})" if night.main else ""
    naps = f", {span(sum(nap.asleep for nap in night.naps))} of it naps" if night.naps else ""
    return f"- {name}: {bar(night.asleep, most)} {span(night.asleep)}{times}{naps}"


def _bar_row(metric: Metric, numbers: Mapping[date, float], day: date, today: date) -> str:
    name = short_day(day, today)
    if day not in numbers:
        return f"- {name}: {'nothing yet' if day == today else 'no data'}"
    so_far = " so far" if day == today else ""
    return f"- {name}: {bar(numbers[day], max(numbers.values()))} {bare(metric, numbers[day])}{so_far}".replace(
        ":  ", ": "
    )


def _measured(metric: Metric, figure: DayFigure) -> str:
    second = f"/{figure.detail['diastolic']:.0f}" if figure.detail and figure.detail.get("diastolic") else ""
    low, high = bare(metric, figure.low), bare(metric, figure.high)
    several = f" ({low} to {high})" if low != high and not second else ""
    return f"{bare(metric, figure.number)}{second}{several}"


def _grouped(numbers: Mapping[date, float], first: date, last: date) -> dict[str, float]:
    """The mean of the days of each week or month that has any, by its name."""
    length = (last - first).days
    groups: dict[date, list[float]] = defaultdict(list)
    for day in sorted(numbers):
        begin = _begin(day, first, length)
        groups[begin].append(numbers[day])
    years = first.year != last.year
    return {_name(begin, last, length, years=years): sum(own) / len(own) for begin, own in groups.items()}


def _begin(day: date, first: date, length: int) -> date:
    """The first day of its week, month or year, by how long the time is."""
    if length < _WEEKS_FOR:
        return max(first, day - _DAY * day.weekday())
    return day.replace(day=1) if length < _MONTHS_FOR else day.replace(month=1, day=1)


def _name(begin: date, last: date, length: int, *, years: bool) -> str:
    if length >= _MONTHS_FOR:
        return str(begin.year)
    if length >= _WEEKS_FOR:
        return f"{begin:%B} {begin.year}" if years else f"{begin:%B}"
    end = min(last, begin + _DAY * (_WEEK - 1 - begin.weekday()))
    if begin == end:
        return f"{begin.day} {begin:%b}"
    return (
        f"{begin.day}–{end.day} {end:%b}" if begin.month == end.month else f"{begin.day} {begin:%b}–{end.day} {end:%b}"
    )
