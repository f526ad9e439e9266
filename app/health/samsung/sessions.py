"""Workouts and meals: what is more than one number."""

from collections.abc import Iterator

from app.health.samsung.ground import MOST_DAYS, Found, Ground, Known, Refused, code, number
from app.health.samsung.lines import Row
from app.health.samsung.times import DAY_MS, moment_ms
from app.health.samsung.workouts import WORKOUTS

_MOST_TITLE = 200
_MEALS = {
    "100001": "breakfast",
    "100002": "lunch",
    "100003": "dinner",
    "100004": "snack",
    "100005": "snack",
    "100006": "snack",
}
# Column, what it is called here, and how many of its unit are a gram.
_GRAMS = (
    ("protein", "protein", 1),
    ("total_fat", "fat", 1),
    ("saturated_fat", "saturated_fat", 1),
    ("carbohydrate", "carbohydrate", 1),
    ("dietary_fiber", "fiber", 1),
    ("sugar", "sugar", 1),
    ("sodium", "sodium", 1000),
    ("potassium", "potassium", 1000),
    ("cholesterol", "cholesterol", 1000),
)
_MOST_GRAMS = 10_000


def workouts(row: Row, ground: Ground) -> Iterator[Found]:
    """A workout in minutes without its pauses, and the VO2 max that a run may have given."""
    start, end, offset = ground.times(row)
    lasted = number(row, "duration", optional=True)
    if end == start and lasted:
        end = start + int(min(lasted, 1e12))
    if end < start:
        raise Refused("ends_before_start")
    active = lasted if lasted and 0 < lasted <= end - start else end - start
    title = " ".join(row.get("title", "").split())[:_MOST_TITLE]
    kind = WORKOUTS.get(code(row, "exercise_type"), "other")
    yield Found("exercise_session", start, end, offset, active / 60_000, {"type": kind, "title": title})
    if (capacity := number(row, "vo2_max", optional=True)) is not None:
        yield Found("vo2_max", end, end, offset, capacity)


def pressures(row: Row, ground: Ground) -> Iterator[Found]:
    """A blood pressure: both of its numbers."""
    start, _, offset = ground.times(row)
    above, below = number(row, "systolic") or 0.0, number(row, "diastolic") or 0.0
    if not 20 <= below <= above <= 300:
        raise Refused("out_of_range")
    yield Found("blood_pressure", start, start, offset, above, {"systolic": above, "diastolic": below})


def survey_meals(row: Row, ground: Ground) -> None:
    """Notes which meals of which days are there with what they were made of."""
    start = moment_ms(row.get("start_time", ""))
    if start is not None and row.get("calorie") and len(ground.meals) < MOST_DAYS:
        ground.meals.add(_meal(row, ground, start))


def meals(row: Row, ground: Ground) -> Iterator[Found]:
    """Food, with how much of what is in it."""
    start, _, offset = ground.times(row)
    grams = {
        name: value / parts
        for column, name, parts in _GRAMS
        if (value := number(row, column, optional=True)) is not None and 0 <= value / parts <= _MOST_GRAMS
    }
    yield _food(row, start, offset, row.get("title", ""), grams)


def foods(row: Row, ground: Ground) -> Iterator[Found]:
    """Food as it was entered, for meals of which nothing else is there."""
    start, _, offset = ground.times(row)
    if _meal(row, ground, start) in ground.meals:
        raise Known
    yield _food(row, start, offset, row.get("name", ""), {})


def _food(row: Row, start: int, offset: int, name: str, grams: dict[str, float]) -> Found:
    meal = _MEALS.get(code(row, "meal_type"), "")
    detail = {"name": " ".join(name.split())[:_MOST_TITLE], "meal": meal, "grams": grams}
    return Found("nutrition", start, start, offset, number(row, "calorie") or 0.0, detail)


def _meal(row: Row, ground: Ground, start: int) -> tuple[int, str]:
    return (start + ground.offset(row, start) * 1000) // DAY_MS, code(row, "meal_type")
