"""Today at a glance: a line a reading, each with what is usual, and what hasn't come in for a while."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from app.charts.chart import Chart
from app.health.drawing import all_days, chart_of_days
from app.health.far_out import pointer
from app.health.figures import Known, Newest
from app.health.freshness import is_stale
from app.health.metrics import BY_NAME, METRICS, Metric
from app.health.over_time import by_this_hour
from app.health.reading import HealthReading
from app.health.sleeping import SLEEP
from app.health.told import NO_DATA, Told
from app.health.wording import ago, amount, difference, joined, label, moment, on_day, span, spread, title, under
from app.language.time.wording import full_date

STEPS = BY_NAME["steps"]
_DAY = timedelta(days=1)
_WEEK = 7
# The ones that are told of every day, in this order; the others where there is something of the last two weeks.
_FIRST = ("sleep_session", "steps", "resting_heart_rate", "hrv_rmssd", "heart_rate")
_AMOUNTS = frozenset(row.name for row in METRICS if row.aggregate in ("sum", "exercise"))
_SHOWN_FOR = timedelta(days=14)


async def at_a_glance(reading: HealthReading, now: datetime) -> Told:
    """The answer; `now` is aware, on the user's clock."""
    known = await reading.known()
    if not known:
        return Told(NO_DATA)
    await reading.prepare()
    names = [
        *(name for name in _FIRST if name in known),
        *(row.name for row in METRICS if row.name in known and row.name not in _FIRST),
    ]
    newest = {name: found for name in names if (found := await reading.newest(name)) is not None}
    current = {name: found for name, found in newest.items() if not is_stale(BY_NAME[name], found, now)}
    lines = [f"{full_date(now.date(), now)}, {now:%H:%M}:"]
    for name, found in current.items():
        line = await _line(reading, BY_NAME[name], found, now)
        lines += [line] if line else []
    if len(lines) == 1:
        lines.append("- nothing of today")
    lines += _stale(newest, current, now)
    lines += [said for name, found in current.items() if (said := _far_out(BY_NAME[name], found, now))]
    lines.append(_last_in(known, newest, now))
    return Told("\n".join(lines), await _steps_of_the_week(reading, now))


async def _line(reading: HealthReading, metric: Metric, newest: Newest, now: datetime) -> str:
    """One reading with what is usual; "" where there is nothing of late."""
    if metric.name == SLEEP.name:
        return await _sleep(reading, now)
    if metric.name in _AMOUNTS:
        return await _amount(reading, metric, now)
    if now - newest.at > _SHOWN_FOR:
        return ""
    figures = await reading.days(metric.name, now.date(), now.date())
    usual = await reading.baseline(metric.name, now.date())
    beside = (
        f", usually {spread(metric, usual.low, usual.high)}"
        if usual and metric.aggregate == "mean" and metric.name != "heart_rate"
        else ""
    )
    if metric.name in ("resting_heart_rate", "hrv_rmssd") and figures:
        return f"- {title(metric)}: {amount(metric, figures[0].number)} today{beside}"
    return f"- {title(metric)}: {amount(metric, newest.number, newest.detail)}, {moment(newest.at, now)}{beside}"


async def _sleep(reading: HealthReading, now: datetime) -> str:
    nights = await reading.nights(now.date() - _DAY, now.date())
    if not nights:
        return ""
    night, usual = nights[-1], await reading.sleep_baseline(now.date())
    name = "last night" if night.day == now.date() else "the night before last; nothing of last night yet"
    against = f", {difference(SLEEP, night.asleep, usual.mean)}" if usual else ""
    return f"- Sleep: {span(night.asleep)} {name}{against}"


async def _amount(reading: HealthReading, metric: Metric, now: datetime) -> str:
    figures = await reading.days(metric.name, now.date(), now.date())
    usual = await reading.baseline(metric.name, now.date())
    if not figures:
        return f"- {title(metric)}: none yet today" if metric.name == STEPS.name else ""
    by_now = await by_this_hour(reading, metric, now) if metric.name == STEPS.name else None
    said = [f"usually {under(metric, by_now)} by now"] if by_now is not None else []
    said += [f"{under(metric, usual.mean)} on a usual day"] if usual else []
    return f"- {title(metric)}: {under(metric, figures[0].number)} so far{f' ({joined(said)})' if said else ''}"


def _stale(newest: Mapping[str, Newest], current: Mapping[str, Newest], now: datetime) -> list[str]:
    """What is measured all the time and long hasn't been."""
    late = [(name, found.at) for name, found in newest.items() if name not in current]
    if not late:
        return []
    named = joined([f"{BY_NAME[name].title} ({on_day(at.astimezone(now.tzinfo).date(), now)})" for name, at in late])
    return [f"Nothing of late: {named}. Is the bridge on your phone running?"]


def _far_out(metric: Metric, newest: Newest, now: datetime) -> str:
    return pointer(metric, newest.number, newest.detail) if now - newest.at < _DAY else ""


def _last_in(known: Mapping[str, Known], newest: Mapping[str, Newest], now: datetime) -> str:
    """The newest of all."""
    last = max(newest.values(), key=lambda found: found.at, default=None)
    if last is None:
        return f"{len(known)} kinds of readings are known."
    age = now - last.at
    return f"Newest from {label(last.device)} {ago(age) if age < _DAY else moment(last.at, now)}."


async def _steps_of_the_week(reading: HealthReading, now: datetime) -> Chart | None:
    days = all_days(now.date() - _DAY * (_WEEK - 1), now.date())
    figures = await reading.days(STEPS.name, days[0], days[-1])
    return chart_of_days(
        STEPS, {figure.day: figure.number for figure in figures}, days, await reading.baseline(STEPS.name, days[0])
    )
