"""What stands for a value."""

import re

import pytest

from app.charts.chart import Series
from app.charts.layout import WIDE, lay_out
from app.charts.marks import marks, number
from tests.charts.drawn import line, nights, week


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (-0.0, "0"), (-0.04, "0"), (1.0, "1"), (-2.55, "-2.5"), (10.04, "10"), (-0.5, "-0.5")],
)
def test_a_coordinate_is_short(value: float, written: str) -> None:
    assert number(value) == written


def heights(drawn: str) -> list[float]:
    """How high each bar of a path is."""
    ends = re.findall(r"M[\d.]+ ([\d.]+)V[\d.]+Q[\d.]+ ([\d.]+)", drawn)
    return [float(base) - float(end) for base, end in ends]


def test_bars_are_as_high_as_their_values() -> None:
    [bars, _] = [each for each in marks(lay_out(week(), WIDE)) if each]
    values = [value for value in week().series[0].values if value]
    ratios = [height / value for height, value in zip(heights(bars), values, strict=True)]
    assert max(ratios) - min(ratios) < max(ratios) * 0.01


def test_bars_of_several_series_stand_side_by_side() -> None:
    chart = week(series=(Series("one", (1,) * 7), Series("two", (2,) * 7, "second")))
    first, second = (re.findall(r"M([\d.]+) ", each) for each in marks(lay_out(chart, WIDE)) if each)
    assert all(float(left) < float(right) for left, right in zip(first, second, strict=True))


def test_stages_stand_on_each_other_and_the_uppermost_is_rounded() -> None:
    drawn = [each for each in marks(lay_out(nights(), WIDE)) if 'class="base"' not in each]
    assert ["Q" in each for each in drawn] == [False, False, False, True]
    starts = [float(re.findall(r"M[\d.]+ ([\d.]+)V", each)[0]) for each in drawn]
    assert starts == sorted(starts, reverse=True)


def test_many_points_have_no_dots_but_the_newest() -> None:
    drawn = "".join(marks(lay_out(line(*range(100)), WIDE)))
    assert drawn.count("<circle") == 1


def test_a_dash_stands_for_what_was_not_measured_but_not_for_nought() -> None:
    drawn = [each for each in marks(lay_out(line(0, None, 3, kind="bars"), WIDE)) if 'class="base"' in each]
    assert len(drawn) == 1
    assert drawn[0].count("M") == 1
