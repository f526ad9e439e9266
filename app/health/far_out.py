"""Readings so far out that a pointer to a doctor is in place: THE table. Nothing is diagnosed, and nothing less far out is remarked on.

The bounds are where common guidance for adults speaks of an emergency or of prompt review: a blood pressure from 180/120 on (American
Heart Association), glucose below 54 mg/dL (level 2 of the American Diabetes Association), oxygen below 90 % (World Health
Organization's pulse oximetry manual), a breathing rate from 25 and down to 8 (Royal College of Physicians' NEWS2). For the resting
heart rate, and glucose at the upper end, they are set well beyond what such guidance calls usual.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from app.health.metrics import Metric
from app.health.wording import amount
from app.memory.records import Json

_NEVER_LOW, _NEVER_HIGH = float("-inf"), float("inf")


@dataclass(frozen=True, slots=True)
class Bounds:
    """In the stored unit; below `low` or from `high` on it is far out. `second` is the same of the diastolic pressure."""

    low: float = _NEVER_LOW
    high: float = _NEVER_HIGH
    second: float = _NEVER_HIGH


FAR_OUT: Mapping[str, Bounds] = {
    "blood_pressure": Bounds(low=80, high=180, second=120),
    "blood_glucose": Bounds(low=54, high=300),
    "spo2": Bounds(low=90),
    "resting_heart_rate": Bounds(low=35, high=120),
    "respiratory_rate": Bounds(low=8, high=25),
}


def pointer(metric: Metric, number: float, beside: Json | None = None) -> str:
    """A sentence or two where a reading is far out; "" otherwise."""
    bounds = FAR_OUT.get(metric.name)
    if bounds is None:
        return ""
    second = float(beside.get("diastolic") or 0) if beside else 0.0
    if bounds.low <= number < bounds.high and second < bounds.second:
        return ""
    return (
        f"{amount(metric, number, beside)} is far outside what is common for adults. Devices err, so measure again at rest; "
        "if it stays there, or you feel unwell, speak to a doctor."
    )
