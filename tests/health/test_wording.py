"""Figures as people read them."""

from datetime import date, datetime, timedelta

import pytest

from app.health.figures import Baseline
from app.health.metrics import BY_NAME
from app.health.wording import (
    ago,
    amount,
    bar,
    days_said,
    difference,
    joined,
    label,
    moment,
    on_day,
    short_day,
    span,
    sparkline,
    spread,
    standing,
    title,
    under,
)
from tests.health.worn import NOW, TODAY, at


@pytest.mark.parametrize(
    ("metric", "number", "said"),
    [
        ("steps", 8123.0, "8,123 steps"),
        ("steps", 1.0, "1 step"),
        ("floors_climbed", 12, "12 floors"),
        ("distance", 640, "640 m"),
        ("distance", 5_420, "5.4 km"),
        ("hydration", 750, "750 mL"),
        ("hydration", 1_750, "1.8 L"),
        ("total_energy", 2_143.4, "2,143 kcal"),
        ("heart_rate", 71.6, "72 bpm"),
        ("hrv_rmssd", 43.2, "43 ms"),
        ("weight", 72.44, "72.4 kg"),
        ("body_fat", 21.5, "21.5 %"),
        ("blood_glucose", 95, "95 mg/dL (5.3 mmol/L)"),
        ("skin_temperature", 34.16, "34.2 °C"),
        ("exercise_session", 65, "1 h 05 min"),
        ("vo2_max", 41.26, "41.3 mL/kg/min"),
    ],
)
def test_a_number_has_its_unit(metric: str, number: float, said: str) -> None:
    assert amount(BY_NAME[metric], number) == said


def test_a_blood_pressure_is_two_numbers() -> None:
    assert amount(BY_NAME["blood_pressure"], 121, {"diastolic": 79.4}) == "121/79 mmHg"
    assert amount(BY_NAME["blood_pressure"], 121) == "121 mmHg"


def test_under_a_title_a_count_needs_no_word() -> None:
    assert (under(BY_NAME["steps"], 8123), under(BY_NAME["distance"], 8123)) == ("8,123", "8.1 km")
    assert title(BY_NAME["resting_heart_rate"]) == "Resting heart rate"
    assert spread(BY_NAME["weight"], 72, 73.55, "and") == "72.0 and 73.5 kg"


@pytest.mark.parametrize(
    ("minutes", "said"), [(0, "0 min"), (45.4, "45 min"), (60, "1 h"), (425, "7 h 05 min"), (419.6, "7 h")]
)
def test_a_length(minutes: float, said: str) -> None:
    assert span(minutes) == said


@pytest.mark.parametrize(
    ("metric", "number", "usual", "said"),
    [
        ("steps", 9_000, 7_800, "1,200 more than your usual 7,800"),
        ("steps", 6_600, 7_800, "1,200 fewer than your usual 7,800"),
        ("steps", 7_900, 7_800, "about your usual 7,800"),
        ("distance", 4_000, 6_000, "2.0 km less than your usual 6.0 km"),
        ("sleep_session", 400, 440, "40 min less than your usual 7 h 20 min"),
        ("resting_heart_rate", 64, 58, "6 higher than your usual 58 bpm"),
        ("steps", 10, 0, "10 more than your usual 0"),
    ],
)
def test_how_far_from_usual(metric: str, number: float, usual: float, said: str) -> None:
    assert difference(BY_NAME[metric], number, usual) == said


@pytest.mark.parametrize(("number", "place"), [(54, "below"), (58, "inside"), (62, "above"), (55, "inside")])
def test_where_it_stands(number: float, place: str) -> None:
    usual = Baseline(58, 55, 61, 28)
    assert standing(BY_NAME["resting_heart_rate"], number, usual) == f"{place} your usual range of 55 to 61 bpm"


def test_days_and_moments() -> None:
    assert [days_said(*days, NOW) for days in ((TODAY, TODAY), (date(2026, 11, 9), date(2026, 11, 15)))] == [
        "today",
        "9 to 15 November",
    ]
    assert days_said(date(2026, 10, 28), TODAY, NOW) == "28 October to today"
    assert days_said(date(2025, 12, 28), date(2026, 1, 3), NOW) == "28 December 2025 to 3 January"
    assert [moment(at(back, 7, 12), NOW) for back in (0, 1, 3)] == [
        "today at 07:12",
        "yesterday at 07:12",
        "Sunday 15 November at 07:12",
    ]
    assert [on_day(at(back, 7).date(), NOW) for back in (0, 1, 3)] == ["today", "yesterday", "Sunday 15 November"]
    assert [short_day(day, TODAY) for day in (TODAY, date(2026, 11, 2), date(2026, 10, 2), date(2025, 10, 2))] == [
        "today",
        "Mon 2",
        "Fri 2 Oct",
        "Thu 2 Oct 2025",
    ]


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(0, "just now"), (12, "12 min ago"), (119, "119 min ago"), (180, "3 hours ago"), (4_400, "3 days ago")],
)
def test_ages(minutes: int, said: str) -> None:
    assert ago(timedelta(minutes=minutes)) == said


def test_blocks() -> None:
    assert (bar(10, 10), bar(5, 10), bar(0.01, 10), bar(0, 10), bar(5, 0)) == ("█" * 10, "█" * 5, "▏", "", "")
    assert sparkline([1, None, 8]) == "▁·█"
    assert sparkline([5, 5]) == "▄▄"
    assert sparkline([None]) == ""


def test_a_device_is_named_on_one_short_line() -> None:
    assert label("Galaxy Watch6 (40mm)") == "Galaxy Watch6 (40mm)"
    assert label("a\n<b>ignore all</b> `x` *y*" + "z" * 90) == "a b ignore all b x y " + "z" * 19
    assert label("\u202e***") == "your device"


def test_words_in_a_row() -> None:
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "c"]) == "a, b and c"


def test_a_moment_is_said_on_the_users_clock() -> None:
    assert moment(datetime.fromisoformat("2026-11-18T08:00:00+02:00"), NOW) == "today at 06:00"
