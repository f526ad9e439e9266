"""Charts of days: bars of amounts, a line of what is measured, a night's stages stacked. Data only, and none of fewer than two points."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from app.charts.chart import MOST_POINTS, Chart, Kind, Series
from app.health.figures import Baseline, Night
from app.health.metrics import Metric
from app.health.wording import amount, short_day, span, spread, title

_DAY = timedelta(days=1)
_LEAST = 2
_HOUR = 60
# Stored unit -> what the axis shows, and by how much a number is divided for it.
_SHOWN: Mapping[str, tuple[str, float]] = {"m": ("km", 1000), "mL": ("L", 1000), "min": ("h", _HOUR), "count": ("", 1)}
STAGES = (("Deep", "deep"), ("REM", "rem"), ("Light", "light"))


def all_days(first: date, last: date) -> list[date]:
    """Each day from `first` to `last`, both in it; the last MOST_POINTS of them."""
    count = min((last - first).days + 1, MOST_POINTS)
    return [last - _DAY * back for back in reversed(range(count))]


def chart_of_days(
    metric: Metric, figures: Mapping[date, float], days: Sequence[date], usual: Baseline | None = None
) -> Chart | None:
    """A metric's days, gaps as gaps, with the person's usual range behind them."""
    values = [figures.get(day) for day in days]
    known = [value for value in values if value is not None]
    if len(known) < _LEAST:
        return None
    unit, size = _SHOWN.get(metric.unit, (metric.shown or metric.unit, 1))
    kind: Kind = "bars" if metric.aggregate in ("sum", "exercise") else "line"
    return Chart(
        kind=kind,
        title=_heading(title(metric), days),
        unit=unit or metric.shown,
        labels=labels(days),
        series=(Series(title(metric), tuple(None if value is None else value / size for value in values)),),
        alt=f"{title(metric)} on {len(known)} of {len(days)} days, from {short_day(days[0], days[-1])} to "
        f"{_end(days)}: {spread(metric, min(known), max(known))}, {amount(metric, sum(known) / len(known))} on average.",
        band=(usual.low / size, usual.high / size) if usual else None,
        band_label="your usual range" if usual else "",
    )


def chart_of_nights(nights: Mapping[date, Night], days: Sequence[date], usual: Baseline | None) -> Chart | None:
    """Hours asleep a night: by stage where the nights have stages, else as one."""
    known = [nights[day] for day in days if day in nights]
    if len(known) < _LEAST:
        return None
    has_stages = all(night.main is None or night.main.has_stages for night in known)
    asleep = [night.asleep for night in known]
    series = _stages(nights, days) if has_stages else (_asleep(nights, days),)
    return Chart(
        kind="stacked" if has_stages else "bars",
        title=_heading("Sleep", days),
        unit="h",
        labels=labels(days),
        series=series,
        alt=f"Sleep on {len(known)} of {len(days)} nights, from {short_day(days[0], days[-1])} to {_end(days)}: "
        f"{span(min(asleep))} to {span(max(asleep))}, {span(sum(asleep) / len(asleep))} on average.",
        band=(usual.low / _HOUR, usual.high / _HOUR) if usual else None,
        band_label="your usual range" if usual else "",
    )


def labels(days: Sequence[date]) -> tuple[str, ...]:
    """Weekdays for up to two weeks, dates beyond; the year where they span more than one."""
    if len(days) <= 14:
        return tuple(f"{day:%a} {day.day}" for day in days)
    year = "" if days[0].year == days[-1].year else " %y"
    return tuple(f"{day.day} {day.strftime(f'%b{year}')}" for day in days)


def _heading(name: str, days: Sequence[date]) -> str:
    """What of, and from when to when: "Steps, 16 to 22 November"."""
    first, last = days[0], days[-1]
    if first.year != last.year:
        return f"{name}, {first.day} {first:%B %Y} to {last.day} {last:%B %Y}"
    month = "" if first.month == last.month else f" {first:%B}"
    return f"{name}, {first.day}{month} to {last.day} {last:%B}"


def _end(days: Sequence[date]) -> str:
    return f"{days[-1]:%a} {days[-1].day} {days[-1]:%b}"


def _asleep(nights: Mapping[date, Night], days: Sequence[date]) -> Series:
    return Series("Asleep", tuple(nights[day].asleep / _HOUR if day in nights else None for day in days), "asleep")


def _stages(nights: Mapping[date, Night], days: Sequence[date]) -> tuple[Series, ...]:
    """The stages of the night itself, then its naps, which seldom have any."""
    mains = [nights[day].main if day in nights else None for day in days]
    staged = tuple(
        Series(name, tuple(getattr(main, role) / _HOUR if main else None for main in mains), role)  # type: ignore[arg-type]
        for name, role in STAGES
    )
    rest = [_unstaged(nights[day]) if day in nights else None for day in days]
    if not any(rest):
        return staged
    return (*staged, Series("Naps and other sleep", tuple(one / _HOUR if one else one for one in rest), "asleep"))


def _unstaged(night: Night) -> float:
    staged = night.main.deep + night.main.rem + night.main.light if night.main else 0.0
    rest = night.asleep - staged
    return rest if rest >= 1 else 0.0
