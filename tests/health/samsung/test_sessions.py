"""Workouts and meals."""

from typing import Any

import pytest

from tests.health.samsung.archives import read, row_of, table

EXERCISE, PREFIX = "com.samsung.shealth.exercise", "com.samsung.health.exercise."
END = "2026-02-01 08:41:00.000"


@pytest.mark.parametrize(
    ("cells", "minutes"),
    [
        ({"duration": 40 * 60_000}, 40),
        ({"duration": ""}, 41),
        ({"duration": 0}, 41),
        ({"duration": 99 * 60_000}, 41),
    ],
)
def test_a_workout_lasts_without_its_pauses(cells: dict[str, Any], minutes: float) -> None:
    out = read(table(EXERCISE, row_of(end=END, exercise_type=1002, **cells), prefix=PREFIX))
    assert out.numbers == {"exercise_session": [minutes]}
    assert out.groups[0].detail == {"type": "running", "title": ""}


def test_a_workout_without_an_end_ends_after_its_duration() -> None:
    out = read(table(EXERCISE, row_of(exercise_type=77, duration=600_000, title='"My, own"'), prefix=PREFIX))
    assert out.values[0][2] - out.values[0][1] == 600_000
    assert out.groups[0].detail == {"type": "other", "title": "My, own"}


def test_a_run_may_tell_the_vo2_max() -> None:
    rows = [row_of(end=END, exercise_type=1002, vo2_max=value) for value in (46.56, "", 0.0)]
    assert read(table(EXERCISE, *rows, prefix=PREFIX)).numbers["vo2_max"] == [46.56]


@pytest.mark.parametrize(("above", "below"), [(0, 0), (79, 121), (500, 80), (120, 5)])
def test_a_pressure_that_cannot_be_is_left_out(above: float, below: float) -> None:
    out = read(table("com.samsung.shealth.blood_pressure", row_of(systolic=above, diastolic=below)))
    assert (out.values, out.why) == ([], {"out_of_range": 1})


def test_food_is_what_it_is_made_of_and_counts_once() -> None:
    rich = row_of(
        calorie=540.0, title="Waakye", meal_type=100001, protein=18.5, sodium=620.0, total_fat=-1, sugar=99_999_999
    )
    foods = [row_of(calorie=540.0, name="Waakye", meal_type=100001), row_of(calorie=90.0, name="Tea", meal_type=100005)]
    out = read(table("com.samsung.health.nutrition", rich), table("com.samsung.health.food_intake", *foods))
    assert out.numbers == {"nutrition": [540, 90]}
    assert out.known == 1
    assert out.groups[0].detail == {"name": "Waakye", "meal": "breakfast", "grams": {"protein": 18.5, "sodium": 0.62}}
    assert out.groups[1].detail == {"name": "Tea", "meal": "snack", "grams": {}}
