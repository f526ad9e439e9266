"""The figures beside the marks."""

import re

import pytest

from app.charts.chart import Chart, Series
from app.charts.figures import figures
from app.charts.layout import WIDE, lay_out
from tests.charts.drawn import line, nights, week


def told(chart: Chart) -> list[str]:
    return [re.sub("<[^>]*>", "", each) for each in figures(lay_out(chart, WIDE))]


@pytest.mark.parametrize(
    ("chart", "shown"),
    [
        (line(1, 2, 3), ["1", "2", "3"]),
        (line(*range(30)), ["29"]),
        (line(*range(29), None), ["28"]),
        (line(*range(30), kind="bars"), []),
        (line(1, None, 71.46), ["1.0", "71.5"]),
        (line(None, None), []),
        (week(series=(Series("one", (1,) * 7), Series("two", (2,) * 7))), []),
    ],
    ids=["few", "many", "gap at the end", "many bars", "not whole", "none", "side by side"],
)
def test_where_figures_stand(chart: Chart, shown: list[str]) -> None:
    assert told(chart) == shown


def test_two_lines_each_have_theirs_unless_they_would_stand_on_each_other() -> None:
    apart = line(1, 120, series=(Series("Systolic", (1, 120)), Series("Diastolic", (1, 80), "second")))
    close = line(1, 120, series=(Series("one", (1, 120)), Series("two", (1, 119), "second")))
    assert told(apart) == ["120", "80"]
    assert told(close) == ["120"]


def test_the_newest_is_the_strong_one() -> None:
    drawn = list(figures(lay_out(nights(), WIDE)))
    assert ["font-weight" in each for each in drawn] == [False] * 5 + [True]


def test_a_stack_that_is_all_awake_still_has_its_figure() -> None:
    assert told(nights(series=(Series("Awake", (90,) * 7, "awake"),))) == ["1 h 30"] * 7
