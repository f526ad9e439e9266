"""A chart as data."""

import json

import pytest

from app.charts.chart import Chart, chart_of
from tests.charts.drawn import line, nights, week


@pytest.mark.parametrize("chart", [week(), nights(), line(1, None), line(), week(band=None)])
def test_it_goes_through_json_and_comes_back_the_same(chart: Chart) -> None:
    assert chart_of(json.loads(json.dumps(chart.as_dict()))) == chart
