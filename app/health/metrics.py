"""THE table of what can be measured: one row a metric, with its unit, what is believable, and how a day of it is one number.

Adding a metric is adding a row. Names follow Health Connect's record types
(https://developer.android.com/reference/android/health/connect/datatypes), units are ASCII. Data only.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

# sum: amounts over intervals, several devices reconciled. mean: by time, not by how often a device looked. last: the newest counts.
# sleep, exercise: sessions, whose number is minutes.
Aggregate = Literal["sum", "mean", "last", "sleep", "exercise"]
Detail = Literal["", "sleep", "exercise", "blood_pressure", "nutrition"]
MINUTE, HOUR, DAY = 60, 3600, 86_400


@dataclass(frozen=True, slots=True)
class Metric:
    """`unit` is what is stored; `units` are others that a sender may use, as (factor, summand): stored = sent * factor + summand.

    A value is believable from `low` to `high`, in `unit`; what it is of lasts `longest` seconds at most (0: it is of a moment).
    `detail` names the shape of what comes beside or instead of the value.
    """

    name: str
    title: str
    unit: str
    aggregate: Aggregate
    low: float
    high: float
    longest: int = 0
    decimals: int = 0
    shown: str = ""  # the unit as people read it; empty: as stored
    units: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    detail: Detail = ""
    words: tuple[str, ...] = ()  # what people call it, besides its title
    also: tuple[str, ...] = ()  # what senders call it, besides its name


_KCAL = {"kJ": (1 / 4.184, 0.0), "J": (1 / 4184, 0.0), "cal": (0.001, 0.0)}
_DAYS = 2 * DAY  # a day's total may be that of a day of 25 hours, and of a clock that was set

METRICS: tuple[Metric, ...] = (
    Metric(
        "steps",
        "steps",
        "count",
        "sum",
        0,
        200_000,
        _DAYS,
        shown="steps",
        words=("step count", "walked"),
        also=("step_count",),
    ),
    Metric(
        "distance",
        "distance",
        "m",
        "sum",
        0,
        1_000_000,
        _DAYS,
        units={"km": (1000, 0), "mi": (1609.344, 0), "ft": (0.3048, 0)},
    ),
    Metric(
        "floors_climbed",
        "floors climbed",
        "count",
        "sum",
        0,
        5_000,
        _DAYS,
        shown="floors",
        words=("floors", "stairs"),
        also=("floors",),
    ),
    Metric(
        "active_energy",
        "active energy",
        "kcal",
        "sum",
        0,
        30_000,
        _DAYS,
        units=_KCAL,
        words=("active calories",),
        also=("active_calories", "active_calories_burned"),
    ),
    Metric(
        "total_energy",
        "total energy",
        "kcal",
        "sum",
        0,
        40_000,
        _DAYS,
        units=_KCAL,
        words=("calories", "energy burned"),
        also=("total_calories", "total_calories_burned"),
    ),
    Metric(
        "exercise_session",
        "exercise",
        "min",
        "exercise",
        0,
        2_880,
        _DAYS,
        detail="exercise",
        words=("workout", "training"),
        also=("exercise", "workout"),
    ),
    Metric("heart_rate", "heart rate", "bpm", "mean", 20, 300, DAY, units={"Hz": (60, 0)}, words=("pulse",)),
    Metric(
        "resting_heart_rate",
        "resting heart rate",
        "bpm",
        "mean",
        20,
        200,
        _DAYS,
        words=("resting pulse", "rhr"),
        also=("resting_hr",),
    ),
    Metric(
        "hrv_rmssd",
        "heart rate variability",
        "ms",
        "mean",
        1,
        500,
        DAY,
        0,
        units={"s": (1000, 0)},
        words=("hrv", "rmssd"),
        also=("hrv", "heart_rate_variability", "heart_rate_variability_rmssd"),
    ),
    Metric(
        "sleep_session",
        "sleep",
        "min",
        "sleep",
        0,
        2_880,
        _DAYS,
        detail="sleep",
        words=("slept", "nap"),
        also=("sleep",),
    ),
    Metric(
        "spo2",
        "blood oxygen",
        "%",
        "mean",
        50,
        100,
        DAY,
        units={"1": (100, 0)},
        words=("oxygen", "oxygen saturation"),
        also=("oxygen_saturation", "blood_oxygen"),
    ),
    Metric(
        "respiratory_rate", "respiratory rate", "/min", "mean", 2, 80, DAY, 1, "breaths/min", words=("breathing rate",)
    ),
    Metric(
        "skin_temperature",
        "skin temperature",
        "degC",
        "mean",
        15,
        45,
        DAY,
        1,
        "°C",
        {"degF": (5 / 9, -160 / 9), "K": (1, -273.15)},
    ),
    Metric("blood_pressure", "blood pressure", "mmHg", "mean", 20, 300, HOUR, detail="blood_pressure"),
    Metric(
        "blood_glucose",
        "blood glucose",
        "mg/dL",
        "mean",
        10,
        1_000,
        HOUR,
        units={"mmol/L": (18.0156, 0)},
        words=("blood sugar", "glucose"),
    ),
    Metric(
        "weight",
        "weight",
        "kg",
        "last",
        1,
        635,
        0,
        1,
        units={"lb": (0.45359237, 0), "g": (0.001, 0), "st": (6.35029318, 0)},
        words=("weigh",),
    ),
    Metric("body_fat", "body fat", "%", "last", 1, 80, 0, 1, words=("fat percentage",), also=("body_fat_percentage",)),
    Metric(
        "hydration",
        "water",
        "mL",
        "sum",
        0,
        30_000,
        _DAYS,
        units={"L": (1000, 0), "fl_oz": (29.5735295625, 0)},
        words=("hydration", "drank"),
    ),
    Metric(
        "nutrition",
        "food energy",
        "kcal",
        "sum",
        0,
        30_000,
        _DAYS,
        units=_KCAL,
        detail="nutrition",
        words=("calories eaten", "ate"),
    ),
    Metric("vo2_max", "VO2 max", "mL/kg/min", "last", 5, 100, 0, 1, words=("vo2max", "cardio fitness")),
)
BY_NAME: Mapping[str, Metric] = {row.name: row for row in METRICS}
# By every name a sender may use.
BY_WIRE_NAME: Mapping[str, Metric] = {name: row for row in METRICS for name in (row.name, *row.also)}
