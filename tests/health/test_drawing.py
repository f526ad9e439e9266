"""Charts of days: gaps are gaps, what is said of them is true, and too little is not drawn."""

from datetime import timedelta

import pytest

from app.charts.chart import MOST_POINTS
from app.health.drawing import all_days, chart_of_days, chart_of_nights, labels
from app.health.figures import Baseline, Night, Sleep
from app.health.metrics import BY_NAME
from tests.health.worn import TODAY, at, day

USUAL = Baseline(420, 390, 450, 28)


def _night(back: int, minutes: float, *, staged: bool = True, nap: float = 0) -> Night:
    third = minutes / 3 if staged else 0.0
    main = Sleep(at(back + 1, 23), at(back, 6), minutes, 0, third, third, third, staged, None, "w", 1)
    naps = (Sleep(at(back, 14), at(back, 15), nap, 0, 0, 0, 0, False, None, "w", 1),) if nap else ()
    return Night(day(back), main, naps)


def test_every_day_has_its_place() -> None:
    days = all_days(day(3), TODAY)
    chart = chart_of_days(BY_NAME["distance"], {day(3): 2_000, day(1): 4_000}, days, Baseline(3_000, 2_500, 3_500, 9))
    assert chart is not None
    assert chart.series[0].values == (2, None, 4, None)
    assert (chart.unit, chart.band, chart.labels) == ("km", (2.5, 3.5), ("Sun 15", "Mon 16", "Tue 17", "Wed 18"))
    assert chart.alt == "Distance on 2 of 4 days, from Sun 15 to Wed 18 Nov: 2.0 km to 4.0 km, 3.0 km on average."


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_points_are_no_chart(count: int) -> None:
    days = all_days(day(6), TODAY)
    assert chart_of_days(BY_NAME["steps"], dict.fromkeys(days[:count], 5.0), days) is None
    assert chart_of_nights({one: _night(0, 400) for one in days[:count]}, days, None) is None


def test_nights_are_stacked_by_stage_with_naps_on_top() -> None:
    days = all_days(day(1), TODAY)
    chart = chart_of_nights({day(1): _night(1, 360), TODAY: _night(0, 420, nap=30)}, days, USUAL)
    assert chart is not None
    assert [(row.name, row.role) for row in chart.series] == [
        ("Deep", "deep"),
        ("REM", "rem"),
        ("Light", "light"),
        ("Naps and other sleep", "asleep"),
    ]
    assert [sum(row.values[1] or 0 for row in chart.series), chart.kind] == [7.5, "stacked"]
    assert chart.band == (6.5, 7.5)


def test_nights_without_stages_are_bars() -> None:
    days = all_days(day(1), TODAY)
    chart = chart_of_nights({day(1): _night(1, 360, staged=False), TODAY: _night(0, 420)}, days, None)
    assert chart is not None
    assert (chart.kind, chart.series[0].values) == ("bars", (6, 7))


def test_many_days_are_cut_to_what_can_be_drawn() -> None:
    days = all_days(TODAY - timedelta(days=3_000), TODAY)
    assert (len(days), days[-1]) == (MOST_POINTS, TODAY)
    assert labels(days)[-1] == "18 Nov 26"
    assert labels(all_days(day(20), TODAY))[0] == "29 Oct"
