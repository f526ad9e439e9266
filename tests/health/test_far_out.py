"""When a pointer to a doctor is in place, and when it is not."""

import pytest

from app.health.far_out import FAR_OUT, pointer
from app.health.metrics import BY_NAME


@pytest.mark.parametrize(
    ("metric", "number", "second"),
    [
        ("blood_pressure", 180, 90),
        ("blood_pressure", 140, 121),
        ("blood_pressure", 78, 50),
        ("blood_glucose", 50, 0),
        ("blood_glucose", 320, 0),
        ("spo2", 88, 0),
        ("resting_heart_rate", 125, 0),
        ("respiratory_rate", 27, 0),
    ],
)
def test_far_out_points_to_a_doctor(metric: str, number: float, second: float) -> None:
    said = pointer(BY_NAME[metric], number, {"diastolic": second} if second else None)
    assert "speak to a doctor" in said
    assert "measure again" in said


@pytest.mark.parametrize(
    ("metric", "number", "second"),
    [
        ("blood_pressure", 145, 95),
        ("blood_glucose", 180, 0),
        ("spo2", 92, 0),
        ("resting_heart_rate", 42, 0),
        ("resting_heart_rate", 95, 0),
        ("respiratory_rate", 20, 0),
        ("heart_rate", 190, 0),
        ("weight", 200, 0),
        ("hrv_rmssd", 5, 0),
    ],
)
def test_less_than_that_is_not_remarked_on(metric: str, number: float, second: float) -> None:
    assert pointer(BY_NAME[metric], number, {"diastolic": second} if second else None) == ""


def test_every_row_is_a_metric() -> None:
    assert set(FAR_OUT) <= set(BY_NAME)
    assert all(BY_NAME[name].low < row.low or row.high < BY_NAME[name].high for name, row in FAR_OUT.items())
