"""THE table of Samsung's types: what a row of each holds, as our metrics. The order is the order in which an archive is read.

Columns and units are those seen in exports of 2018 to 2026 and in Samsung's SDK: kilograms, metres, kilocalories, millilitres, mmol/L, degrees
Celsius. Samsung has no resting heart rate of its own: the heart rate asleep, which it computes for each night, stands for it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from app.health.samsung import nights, sessions, totals
from app.health.samsung.ground import Found, Ground, number
from app.health.samsung.lines import Row
from app.health.samsung.times import moment_ms

Find = Callable[[Row, Ground], Iterator[Found]]
_MMOL = 18.0156  # mg/dL


@dataclass(frozen=True, slots=True)
class Minutes:
    """Where a row's values are minute by minute: the column with the file's name, the key of the value in it, and the metric."""

    column: str
    key: str
    metric: str


@dataclass(frozen=True, slots=True)
class Kind:
    """`find` makes measurements of a row; where its `minutes` are there, those are taken instead. `survey` reads it before all others."""

    type: str
    find: Find | None = None
    minutes: Minutes | None = None
    survey: Callable[[Row, Ground], None] | None = None


def _value(metric: str, column: str, *, factor: float = 1.0, of_moment: bool = False) -> Find:
    """A measurement that is one column."""

    def find(row: Row, ground: Ground) -> Iterator[Found]:
        start, end, offset = ground.times(row)
        yield Found(metric, start, start if of_moment else end, offset, (number(row, column) or 0.0) * factor)

    return find


def _body(row: Row, ground: Ground) -> Iterator[Found]:
    """Weight, and body fat where the scale tells."""
    start, _, offset = ground.times(row)
    yield Found("weight", start, start, offset, number(row, "weight") or 0.0)
    if (fat := number(row, "body_fat", optional=True)) is not None:
        yield Found("body_fat", start, start, offset, fat)


def _glucose(row: Row, ground: Ground) -> Iterator[Found]:
    start, _, offset = ground.times(row)
    factor = 1.0 if row.get("glucose_unit", "").lower() == "mg/dl" else _MMOL
    yield Found("blood_glucose", start, start, offset, (number(row, "glucose") or 0.0) * factor)


def _asleep(row: Row, ground: Ground) -> Iterator[Found]:
    """The heart rate of a night, at the moment of waking."""
    day = ground.day(row)
    woke = moment_ms(row.get("main_sleep_wake_up_time", "")) or ground.zone.span(day)[0]
    yield Found("resting_heart_rate", woke, woke, ground.zone.offset_near(woke), number(row, "shr_value") or 0.0)


def _nothing(row: Row, ground: Ground) -> Iterator[Found]:
    """Rows whose values are in their minutes only."""
    yield from ()


KINDS: tuple[Kind, ...] = (
    Kind("com.samsung.health.device_profile", survey=lambda row, ground: ground.devices.learn(row)),
    Kind("com.samsung.shealth.sleep", nights.nights, survey=nights.survey_nights),
    Kind(nights.TABLE, survey=nights.survey_stages),
    Kind(
        "com.samsung.shealth.tracker.pedometer_day_summary",
        totals.daily_steps("step_count"),
        survey=totals.survey_steps("pedometer"),
    ),
    Kind(
        "com.samsung.shealth.step_daily_trend",
        totals.daily_steps("count", before="pedometer"),
        survey=totals.survey_steps("trend"),
    ),
    Kind("com.samsung.shealth.tracker.pedometer_step_count", totals.step_rows),
    Kind("com.samsung.shealth.tracker.floors_day_summary", totals.daily_floors, survey=totals.survey_floors),
    Kind("com.samsung.health.floors_climbed", totals.floor_rows),
    Kind("com.samsung.shealth.calories_burned.details", totals.daily_energy),
    Kind("com.samsung.shealth.exercise", sessions.workouts),
    Kind("com.samsung.shealth.vitality_score", _asleep),
    Kind("com.samsung.health.weight", _body),
    Kind("com.samsung.shealth.blood_pressure", sessions.pressures),
    Kind("com.samsung.shealth.blood_glucose", _glucose),
    Kind("com.samsung.health.water_intake", _value("hydration", "amount", of_moment=True)),
    Kind("com.samsung.health.nutrition", sessions.meals, survey=sessions.survey_meals),
    Kind("com.samsung.health.food_intake", sessions.foods),
    Kind(
        "com.samsung.shealth.tracker.oxygen_saturation",
        _value("spo2", "spo2"),
        Minutes("binning", "spo2", "spo2"),
    ),
    Kind(
        "com.samsung.health.respiratory_rate",
        _value("respiratory_rate", "average"),
        Minutes("binning_data", "respiratory_rate", "respiratory_rate"),
    ),
    Kind(
        "com.samsung.health.skin_temperature",
        _value("skin_temperature", "temperature"),
        Minutes("binning_data", "mean", "skin_temperature"),
    ),
    Kind("com.samsung.health.hrv", _nothing, Minutes("binning_data", "rmssd", "hrv_rmssd")),
    Kind(
        "com.samsung.shealth.tracker.heart_rate",
        _value("heart_rate", "heart_rate"),
        Minutes("binning_data", "heart_rate", "heart_rate"),
    ),
)
_OLDER = {
    "com.samsung.health.blood_pressure": "com.samsung.shealth.blood_pressure",
    "com.samsung.health.blood_glucose": "com.samsung.shealth.blood_glucose",
    "com.samsung.health.heart_rate": "com.samsung.shealth.tracker.heart_rate",
    "com.samsung.health.oxygen_saturation": "com.samsung.shealth.tracker.oxygen_saturation",
    "com.samsung.health.exercise": "com.samsung.shealth.exercise",
    "com.samsung.health.sleep": "com.samsung.shealth.sleep",
    "com.samsung.health.step_count": "com.samsung.shealth.tracker.pedometer_step_count",
}
_BY_TYPE = {kind.type: kind for kind in KINDS}
BY_TYPE: Mapping[str, Kind] = {**_BY_TYPE, **{old: _BY_TYPE[new] for old, new in _OLDER.items()}}
ORDER: Mapping[str, int] = {kind.type: number for number, kind in enumerate(KINDS)}

# Of the body, but said elsewhere in the archive or not measured here yet; and what an alert repeats.
NOT_USED = frozenset(
    "com.samsung.shealth." + name
    for name in (
        "activity.day_summary activity_level alerted_heart_rate alerted_stress breathing caffeine_intake cycle.daily_temperature"
        " exercise.extension exercise.hr_zone exercise.max_heart_rate exercise.recovery_heart_rate heart_health_score mood sleep_combined"
        " sleep_data sleep_raw_data sleep_snoring stress stress.histogram tracker.alerted_heart_rate vitality.nap_data"
    ).split()
) | frozenset(
    "com.samsung.health." + name
    for name in (
        "advanced_glycation_endproduct advanced_glycation_endproduct.raw ambient_temperature body_temperature caffeine_intake ecg food_info hba1c"
        " height movement oxygen_saturation.raw sleep_apnea uv_exposure"
    ).split()
)
# Settings, goals, rewards and friends.
NOT_MEASURED = (
    "com.samsung.health.user_profile",
    "com.samsung.shealth.activity.goal",
    "com.samsung.shealth.badge",
    "com.samsung.shealth.best_records",
    "com.samsung.shealth.exercise.",
    "com.samsung.shealth.food_",
    "com.samsung.shealth.goal",
    "com.samsung.shealth.hsp.",
    "com.samsung.shealth.insight",
    "com.samsung.shealth.mindfulness",
    "com.samsung.shealth.permission",
    "com.samsung.shealth.preferences",
    "com.samsung.shealth.program.",
    "com.samsung.shealth.report",
    "com.samsung.shealth.rewards",
    "com.samsung.shealth.service_preferences",
    "com.samsung.shealth.shm_device",
    "com.samsung.shealth.sleep_goal",
    "com.samsung.shealth.social.",
)


def why_not(table: str) -> str:
    """Why a table that is not among KINDS is left out, as a code of `problems.ROWS`."""
    if table in NOT_USED:
        return "not_used"
    return "not_measured" if table.startswith(NOT_MEASURED) else "not_known"
