"""What people call a reading."""

import pytest

from app.errors import ToolProblem
from app.health.metrics import METRICS
from app.health.naming import INSTEAD, metric_named


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("steps", "steps"),
        ("my step count", "steps"),
        ("resting_heart_rate", "resting_heart_rate"),
        ("Resting Heart Rate", "resting_heart_rate"),
        ("resting pulse", "resting_heart_rate"),
        ("pulse", "heart_rate"),
        ("HRV", "hrv_rmssd"),
        ("calories", "total_energy"),
        ("active calories", "active_energy"),
        ("calories eaten", "nutrition"),
        ("floors", "floors_climbed"),
        ("workouts", "exercise_session"),
        ("oxygen saturation", "spo2"),
        ("blood sugar", "blood_glucose"),
        ("body weight", "weight"),
        ("water", "hydration"),
        ("km", "distance"),
        ("naps", "sleep_session"),
    ],
)
def test_it_is_found(words: str, name: str) -> None:
    assert metric_named(words).name == name


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_every_metric_is_found_by_its_name_and_its_title(metric: object) -> None:
    assert metric_named(metric.name) is metric  # type: ignore[attr-defined]
    assert metric_named(metric.title) is metric  # type: ignore[attr-defined]


@pytest.mark.parametrize("words", ["stress", "", "x" * 5_000, "steprate"])
def test_what_is_not_measured_is_said(words: str) -> None:
    with pytest.raises(ToolProblem, match=r"isn't among the readings I keep\. I know steps,"):
        metric_named(words)


def test_energy_stands_in_for_energy() -> None:
    assert INSTEAD["total_energy"] == "active_energy"
