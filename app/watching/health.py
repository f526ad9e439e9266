"""A reading that goes beyond a bound: "resting heart rate above 80", "fewer than 5000 steps", "slept less than 6 hours".

What adds up over a day is looked at as it goes for an upper bound, and when the day is over for a lower one: every morning begins
below any number of steps.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from app.errors import ToolProblem
from app.health.metrics import BY_NAME, METRICS, Metric
from app.health.reading import HealthReading
from app.health.wording import amount, moment, on_day
from app.memory.repositories import Repositories
from app.watching.amounts import bound_in
from app.watching.watch import Condition, Finding, Look

# What has no name that means it alone: "news about water" is none of it.
_UNWATCHED = frozenset(
    ("distance", "exercise_session", "hydration", "nutrition", "active_energy", "total_energy", "floors_climbed")
)
_OFTEN_ELSE = frozenset(("nap", "walked", "weigh"))
_WATCHED = tuple(row for row in METRICS if row.name not in _UNWATCHED)
# What people call a reading -> its name. The longer names come first: "resting heart rate" is no heart rate.
NAMES: Mapping[str, str] = dict(
    sorted(
        (
            (word, row.name)
            for row in _WATCHED
            for word in (row.title.casefold(), *row.words)
            if word not in _OFTEN_ELSE
        ),
        key=lambda pair: -len(pair[0]),
    )
)
# How a bound may be said -> the unit it is in, as the metric's table of units has it; hours are of sleep.
_UNITS: tuple[tuple[str, str], ...] = (
    (r"mmol(?:/l)?", "mmol/L"),
    (r"(?:lbs?|pounds)", "lb"),
    (r"(?:st|stones?)", "st"),
    (r"(?:degrees )?(?:f|fahrenheit)", "degF"),
)
_HOURS = re.compile(r"\s*(?:h|hrs?|hours?)\b", re.IGNORECASE)
_MOST_MMOL = 35  # a bound of glucose below that is in mmol/L, whatever is left unsaid
_FRESH = timedelta(days=2)
_DAY = timedelta(days=1)
_DAILY = frozenset(("sum", "exercise"))


def read(words: str, _: datetime) -> Condition:
    """Which reading, and its bound, in the unit it is stored in; `said` is the bound as people read it."""
    folded = words.casefold()
    metric = next((BY_NAME[name] for word, name in NAMES.items() if re.search(rf"\b{re.escape(word)}\b", folded)), None)
    bound = bound_in(words)
    if metric is None or bound is None:
        known = ", ".join(row.title for row in _WATCHED)
        raise ToolProblem(f"Name a reading and a bound, like “resting heart rate above 80”. I know {known}.")
    side, number = bound
    unit = _unit_after(metric, folded, number)
    factor, summand = metric.units.get(unit, (1.0, 0.0))
    if metric.aggregate == "sleep":
        factor, unit = (60.0, "hours") if _hours_after(folded, number) else (1.0, "minutes")
    return {"metric": metric.name, side: number * factor + summand, "said": f"{number:g} {unit}".strip()}


def say(condition: Condition) -> str:
    """ "your resting heart rate goes above 80"."""
    side = "above" if "above" in condition else "below"
    metric = BY_NAME.get(str(condition["metric"]))
    name = metric.title if metric else str(condition["metric"]).replace("_", " ")
    return f"your {name} {'go' if name.endswith('s') else 'goes'} {side} {condition.get('said') or format(condition[side], 'g')}"


async def has(store: Repositories, user_id: str) -> bool:
    """Whether anything was ever measured."""
    return any(series.samples for series in await store.health_samples.series(user_id))


async def find(look: Look) -> Sequence[Finding]:
    """The newest reading, or the day's amount, where it is beyond the bound and not old news."""
    metric = BY_NAME[str(look.rule.condition["metric"])]
    reading = HealthReading(look.store, look.database, look.user, look.now)
    if metric.aggregate == "sleep":
        return await _of_the_night(look, reading)
    return await (_of_a_day if metric.aggregate in _DAILY else _newest)(look, reading, metric)


async def _newest(look: Look, reading: HealthReading, metric: Metric) -> Sequence[Finding]:
    newest = await reading.newest(metric.name)
    if newest is None or look.now - newest.at > _FRESH or not _is_beyond(look, newest.number):
        return []
    said = f"your {metric.title} was {amount(metric, newest.number, newest.detail)} {moment(newest.at, look.local)}"
    return [Finding(f"{metric.name}:{newest.at.isoformat()}", said)]


async def _of_a_day(look: Look, reading: HealthReading, metric: Metric) -> Sequence[Finding]:
    day = reading.today if "above" in look.rule.condition else reading.today - _DAY
    figures = await reading.days(metric.name, day, day)
    if not figures or not _is_beyond(look, figures[0].number):
        return []
    return [
        Finding(
            f"{metric.name}:{day.isoformat()}", f"you had {amount(metric, figures[0].number)} {on_day(day, look.local)}"
        )
    ]


async def _of_the_night(look: Look, reading: HealthReading) -> Sequence[Finding]:
    nights = await reading.nights(reading.today, reading.today)
    if not nights or not _is_beyond(look, nights[0].asleep):
        return []
    said = f"you slept {amount(BY_NAME['sleep_session'], nights[0].asleep)} last night"
    return [Finding(f"sleep_session:{reading.today.isoformat()}", said)]


def _is_beyond(look: Look, value: float) -> bool:
    condition = look.rule.condition
    return value > condition.get("above", float("inf")) or value < condition.get("below", float("-inf"))


def _unit_after(metric: Metric, words: str, number: float) -> str:
    """The unit that stands behind the bound; of glucose the one that its size gives away."""
    rest = words[words.rfind(f"{number:g}") + len(f"{number:g}") :]
    unit = next((unit for pattern, unit in _UNITS if re.match(rf"\s*{pattern}\b", rest) and unit in metric.units), "")
    if metric.name == "blood_glucose" and not unit and number < _MOST_MMOL:
        return "mmol/L"
    return unit


def _hours_after(words: str, number: float) -> bool:
    rest = words[words.rfind(f"{number:g}") + len(f"{number:g}") :]
    return bool(_HOURS.match(rest)) or number <= 24
