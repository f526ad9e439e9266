"""A reading that goes beyond a bound: "resting heart rate above 80"."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from app.errors import ToolProblem
from app.schedule.wording import say_time
from app.watching.amounts import bound_in
from app.watching.watch import Condition, Finding, Look

# What people call a reading -> its name among the samples. The longer names come first: "resting heart rate" is no heart rate.
METRICS: Mapping[str, str] = {
    "resting heart rate": "resting_heart_rate",
    "resting pulse": "resting_heart_rate",
    "heart rate variability": "hrv_rmssd",
    "hrv": "hrv_rmssd",
    "heart rate": "heart_rate",
    "pulse": "heart_rate",
    "oxygen": "spo2",
    "spo2": "spo2",
    "respiratory rate": "respiratory_rate",
    "skin temperature": "skin_temperature",
    "blood glucose": "blood_glucose",
    "glucose": "blood_glucose",
    "blood sugar": "blood_glucose",
    "weight": "weight",
    "body fat": "body_fat",
    "steps": "steps",
}
_FRESH = timedelta(days=2)


def read(words: str, _: datetime) -> Condition:
    """Which reading, and its bound."""
    said = words.casefold()
    metric = next((name for words_of, name in METRICS.items() if words_of in said), None)
    bound = bound_in(words)
    if metric is None or bound is None:
        known = ", ".join(dict.fromkeys(name.replace("_", " ") for name in METRICS.values()))
        raise ToolProblem(f"Name a reading and a bound, like “resting heart rate above 80”. I know {known}.")
    side, number = bound
    return {"metric": metric, side: number}


def say(condition: Condition) -> str:
    """ "your resting heart rate goes above 80"."""
    side = "above" if "above" in condition else "below"
    return f"your {str(condition['metric']).replace('_', ' ')} goes {side} {condition[side]:g}"


async def find(look: Look) -> Sequence[Finding]:
    """The newest reading, where it is beyond the bound and not old news."""
    condition = look.rule.condition
    for sample in await look.store.health_samples.latest(look.user.id):
        value = _number(sample.value)
        if sample.metric != condition["metric"] or value is None or look.now - sample.start_at > _FRESH:
            continue
        if not (value > condition.get("above", float("inf")) or value < condition.get("below", float("-inf"))):
            continue
        at = say_time(sample.start_at.astimezone(look.local.tzinfo), look.local)
        name = sample.metric.replace("_", " ")
        said = f"your {name} was {value:g} {sample.unit} {at}".replace("  ", " ")
        return [Finding(f"{sample.metric}:{sample.start_at.isoformat()}", said)]
    return []


def _number(value: Mapping[str, Any]) -> float | None:
    """A sample's one number."""
    numbers = [one for one in value.values() if isinstance(one, int | float) and not isinstance(one, bool)]
    return float(numbers[0]) if len(numbers) == 1 else None
