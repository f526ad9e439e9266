"""The tools for what a watch measured: a reading over a time, sleep, heart rate variability, and today at a glance.

They find the time that is meant and put down the picture; what is said is worded in `app/health`.
"""

from datetime import timedelta

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.gate.risk import READS
from app.health.freshness import ALWAYS
from app.health.glance import at_a_glance
from app.health.metrics import BY_NAME, Aggregate, Metric
from app.health.naming import INSTEAD, metric_named
from app.health.over_time import Asked, over_days, over_hours
from app.health.reading import HealthReading
from app.health.sleeping import Nights, slept
from app.health.told import Told
from app.health.variability import hrv_trend
from app.tools.past_days import PastDays, past_days
from app.tools.toolset import Tool

_DAY = timedelta(days=1)
_WEEK, _MONTH = 7, 30
# How many days are meant where none are named.
_DEFAULT: dict[Aggregate, int] = {"sum": _WEEK, "mean": _WEEK, "last": _MONTH, "exercise": _WEEK, "sleep": 1}
_JUST_TODAY = frozenset(("heart_rate",))  # what "my heart rate" is asked of
_EVENING = 15  # the hour from which on a time belongs to the night that is to come


async def get_recent_health(ctx: RunContext[AgentDeps], metric: str, when: str = "") -> str:
    """One reading over a time, against its usual: steps, distance, calories, exercise, heart rate, weight, blood pressure, water…

    Args:
        when: "today", "since March", "last hour"; recent days if empty.
    """
    deps = ctx.deps
    reading, row = _reading(deps), metric_named(metric)
    if row.aggregate == "sleep":
        return await get_sleep_summary(ctx, when)
    row = await _there(reading, row)
    meant = past_days(when, deps.local_now, _default(row))
    asked = Asked(reading, row, meant.first, meant.last, deps.local_now)
    return _told(deps, await _over(asked, meant))


async def get_sleep_summary(ctx: RunContext[AgentDeps], when: str = "") -> str:
    """Hours asleep, bedtimes, stages and naps of a night, a week or longer; last night if empty."""
    deps = ctx.deps
    meant = past_days(when, deps.local_now, 1)
    woken = meant.last
    if meant.since is not None and meant.since.hour >= _EVENING and meant.first == meant.last:
        woken = min(meant.last + _DAY, deps.local_now.date())
    first = woken if meant.first == meant.last else meant.first
    return _told(deps, await slept(Nights(_reading(deps), first, woken, deps.local_now)))


async def get_hrv_trend(ctx: RunContext[AgentDeps], when: str = "") -> str:
    """Heart rate variability against its usual band, and its direction; the last 30 days if empty."""
    deps = ctx.deps
    meant = past_days(when, deps.local_now, _MONTH)
    return _told(deps, await hrv_trend(_reading(deps), meant.first, meant.last, deps.local_now))


async def get_health_snapshot(ctx: RunContext[AgentDeps]) -> str:
    """Today's readings at a glance, each against its usual."""
    return _told(ctx.deps, await at_a_glance(_reading(ctx.deps), ctx.deps.local_now))


def _default(metric: Metric) -> int:
    """How many days are meant where none are named: more of what is measured by hand."""
    if metric.name in _JUST_TODAY:
        return 1
    return _DEFAULT[metric.aggregate] if metric.name in ALWAYS else max(_MONTH, _DEFAULT[metric.aggregate])


def _reading(deps: AgentDeps) -> HealthReading:
    return HealthReading(deps.store, deps.database, deps.user, deps.now)


def _told(deps: AgentDeps, told: Told) -> str:
    """The words; the picture goes with the reply."""
    if told.chart is not None:
        deps.books.charts.append(told.chart)
    return told.text


async def _there(reading: HealthReading, metric: Metric) -> Metric:
    """The metric itself, or the one that is meant as well where only that has ever come in."""
    other = INSTEAD.get(metric.name)
    if other is None or await reading.newest(metric.name) is not None or await reading.newest(other) is None:
        return metric
    return BY_NAME[other]


async def _over(asked: Asked, meant: PastDays) -> Told:
    """Whole days, or hours; a night is what was slept of it, where that is known."""
    if meant.since is None or meant.until is None:
        return await over_days(asked)
    if meant.is_night:
        nights = await asked.reading.nights(meant.first + _DAY, meant.first + _DAY)
        main = nights[0].main if nights else None
        if main is not None:
            return await over_hours(asked, main.start, main.end)
    return await over_hours(asked, meant.since, meant.until)


TOOLS: tuple[Tool, ...] = (
    Tool(get_recent_health, READS),
    Tool(get_sleep_summary, READS),
    Tool(get_hrv_trend, READS),
    Tool(get_health_snapshot, READS),
)
