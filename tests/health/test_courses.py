"""Rising, falling or steady."""

from datetime import UTC, datetime, timedelta

import pytest

from app.health.courses import change, course, direction
from app.health.figures import DayFigure
from app.health.metrics import BY_NAME
from tests.health.worn import TODAY


def _figures(numbers: list[float], step: int = 1) -> list[DayFigure]:
    at = datetime(2026, 11, 18, tzinfo=UTC)
    return [
        DayFigure(TODAY + timedelta(days=step * index), number, number, number, 1, at, None)
        for index, number in enumerate(numbers)
    ]


@pytest.mark.parametrize(
    ("numbers", "way"),
    [
        ([50, 51, 52, 53, 54, 55, 56], "rising"),
        ([60, 58, 57, 55, 54, 52, 50], "falling"),
        ([50, 51, 50, 49, 50, 51, 50], "steady"),
        ([50, 60, 45, 58, 47, 61, 52], "steady"),
        ([50] * 7, "steady"),
        ([50, 60, 70], ""),
    ],
)
def test_a_direction(numbers: list[float], way: str) -> None:
    assert direction(_figures(numbers)) == way


def test_by_how_much() -> None:
    assert change(_figures([50, 51, 52, 53, 54, 55, 56], step=3)) == pytest.approx(6)
    assert course(BY_NAME["weight"], _figures([76, 75, 74, 73, 72, 71, 70])) == [
        "Over this time: falling, by about 6.0 kg."
    ]
    assert course(BY_NAME["weight"], _figures([70] * 7)) == ["Over this time: steady."]
    assert course(BY_NAME["weight"], _figures([70])) == []
