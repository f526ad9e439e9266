"""What is sent in another unit is stored in the metric's own."""

import pytest

from app.health.metrics import BY_NAME
from app.health.units import accepted, stored


@pytest.mark.parametrize(
    ("metric", "value", "unit", "number"),
    [
        ("steps", 400, "count", 400),
        ("distance", 1.5, "km", 1500),
        ("distance", 1, "mi", 1609.344),
        ("active_energy", 418.4, "kJ", 100),
        ("heart_rate", 1.2, "Hz", 72),
        ("spo2", 0.97, "1", 97),
        ("skin_temperature", 98.6, "degF", 37),
        ("skin_temperature", 310.15, "K", 37),
        ("blood_glucose", 5.5, "mmol/L", 99.0858),
        ("weight", 154, "lb", 69.85322498),
        ("weight", 11, "st", 69.85322498),
        ("hydration", 0.25, "L", 250),
    ],
)
def test_a_value_is_stored_in_the_metrics_own_unit(metric: str, value: float, unit: str, number: float) -> None:
    assert stored(BY_NAME[metric], value, unit) == pytest.approx(number)


@pytest.mark.parametrize("unit", ["", "miles", "KM", "bpm"])
def test_another_unit_is_none(unit: str) -> None:
    assert stored(BY_NAME["distance"], 1, unit) is None


def test_what_is_accepted_reads_as_a_list() -> None:
    assert accepted(BY_NAME["weight"]) == "kg or lb or g or st"
