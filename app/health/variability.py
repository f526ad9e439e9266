"""Heart rate variability in words: the last seven days against what is usual, and where it is going. No word on what that means."""

from datetime import date, datetime, timedelta

from app.health.courses import direction
from app.health.drawing import all_days, chart_of_days
from app.health.freshness import fresh
from app.health.metrics import BY_NAME
from app.health.reading import HealthReading
from app.health.rows import of_measures
from app.health.told import Told, nothing_of
from app.health.wording import amount, bare, days_said, on_day, standing, title

HRV = BY_NAME["hrv_rmssd"]
_DAY = timedelta(days=1)
_WEEK = 7
_USUAL_DAYS = 60
_LEAST = 3  # days of a week that make a mean of it


async def hrv_trend(reading: HealthReading, first: date, last: date, now: datetime) -> Told:
    """From `first` to `last`, both in it, never after the day of `now` (aware, on the user's clock)."""
    newest = await reading.newest(HRV.name)
    if newest is None:
        return nothing_of(HRV, await reading.known())
    figures = await reading.days(HRV.name, min(first, last - _DAY * (_WEEK - 1)), last)
    if not figures:
        return Told(f"No {HRV.title} from {days_said(first, last, now)}. {fresh(HRV, newest, now)}")
    usual = await reading.baseline(HRV.name, last - _DAY * (_WEEK - 1), days=_USUAL_DAYS)
    week = [figure.number for figure in figures if (last - figure.day).days < _WEEK]
    lines = [
        f"{title(HRV)} (RMSSD), {days_said(figures[0].day, last, now)}, {len(figures)} of {(last - figures[0].day).days + 1} days."
    ]
    if len(week) >= _LEAST:
        mean = sum(week) / len(week)
        ends = "The last 7 days" if last == now.date() else f"The 7 days to {on_day(last, now)}"
        place = f", {standing(HRV, mean, usual)} (mean {bare(HRV, usual.mean)})" if usual else ""
        lines.append(f"{ends}: {amount(HRV, mean)} on average{place}.")
    if usual is None:
        lines.append("What is usual for you isn't known yet: that takes a week of days before the last seven.")
    lines.append(f"The last: {amount(HRV, figures[-1].number)}, {on_day(figures[-1].day, now)}.")
    going = direction(figures)
    if going:
        lines.append(f"Direction: {going}.")
    lines += of_measures(HRV, figures, figures[0].day, last, now.date())
    numbers = {figure.day: figure.number for figure in figures}
    chart = chart_of_days(HRV, numbers, all_days(figures[0].day, last), usual)
    return Told("\n".join((*lines, fresh(HRV, newest, now))), chart)
