"""What is usual for a person."""

import statistics

import pytest

from app.health.baseline import baseline_of


def test_six_days_say_nothing() -> None:
    assert baseline_of([60.0] * 6) is None
    assert baseline_of([60.0] * 7) is not None


def test_it_is_the_mean_and_the_middle_eight_tenths() -> None:
    numbers = [float(number * 37 % 101) for number in range(28)]
    found = baseline_of(numbers)
    assert found is not None
    deciles = statistics.quantiles(numbers, n=10, method="inclusive")
    assert (found.mean, found.days) == (pytest.approx(statistics.mean(numbers)), 28)
    assert (found.low, found.high) == (pytest.approx(deciles[0]), pytest.approx(deciles[8]))


def test_one_wild_day_does_not_widen_it() -> None:
    found = baseline_of([60.0] * 27 + [200.0])
    assert found is not None
    assert (found.low, found.high) == (60, 60)
