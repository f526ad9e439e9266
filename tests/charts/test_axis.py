"""The value axis: round figures, all values within."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.charts.axis import axis_for, decimals_of, is_value

VALUES = st.lists(st.floats(-1e12, 1e12), min_size=1, max_size=20)


@pytest.mark.parametrize(
    ("values", "unit", "from_zero", "labels"),
    [
        ([8421, 12944], "steps", True, ["0", "5,000", "10,000", "15,000"]),
        ([382, 486], "min", True, ["0", "3 h", "6 h", "9 h"]),
        ([12, 40], "min", True, ["0", "10 min", "20 min", "30 min", "40 min"]),
        ([62, 95], "min", False, ["1 h", "1 h 10", "1 h 20", "1 h 30", "1 h 40"]),
        ([43, 61], "ms", False, ["40", "45", "50", "55", "60", "65"]),
        ([0, 1, 2], "floors", True, ["0", "1", "2"]),
        ([0, 0], "floors", True, ["0", "1"]),
        ([-0.5, 0.4], "°C", True, ["−0.5", "0.0", "0.5"]),
        ([71.4], "kg", False, ["60", "65", "70", "75", "80"]),
        ([], "kg", True, ["0", "1"]),
        ([71.3, 71.6], "kg", False, ["71.3", "71.4", "71.5", "71.6"]),
    ],
)
def test_lines_stand_at_round_figures(values: list[float], unit: str, from_zero: bool, labels: list[str]) -> None:
    axis = axis_for(values, unit, from_zero=from_zero)
    assert [axis.label(tick) for tick in axis.ticks] == labels


@given(VALUES, st.booleans(), st.sampled_from(["steps", "min", ""]))
def test_every_value_lies_within_and_the_lines_are_few_and_rising(
    values: list[float], from_zero: bool, unit: str
) -> None:
    axis = axis_for(values, unit, from_zero=from_zero)
    slack = (axis.high - axis.low) * 1e-6
    assert axis.low - slack <= min(values)
    assert max(values) <= axis.high + slack
    assert 2 <= len(axis.ticks) <= 7
    assert all(before < after for before, after in pairwise(axis.ticks))
    assert all(0 <= axis.share(value) <= 1 for value in values)


@pytest.mark.parametrize("value", [None, float("nan"), float("inf"), 1e300])
def test_what_is_no_measurement_is_no_value(value: float | None) -> None:
    assert not is_value(value)


def test_single_values_are_told_to_one_place_where_that_says_something() -> None:
    assert decimals_of([70, None, 71]) == 0
    assert decimals_of([70.5]) == 1
    assert decimals_of([7000.5]) == 0
