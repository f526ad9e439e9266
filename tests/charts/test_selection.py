"""Which charts go with a reply, and what is kept of them."""

import json
import logging

import pytest
from hypothesis import given, settings

from app.charts.chart import MOST_POINTS, MOST_SERIES, Chart, Series
from app.charts.selection import MOST, bounded, charts_in, selected
from tests.charts.drawn import anything, nights, week


def test_the_last_few_go_in_their_order() -> None:
    charts = [week(title=f"chart {number}") for number in range(5)]
    assert [chart.title for chart in selected(charts)] == ["chart 2", "chart 3", "chart 4"]


def test_two_weeks_of_the_same_thing_both_go() -> None:
    before = week(labels=tuple(f"{day} before" for day in week().labels))
    assert selected([before, week()]) == (before, week())


def test_of_two_of_the_same_thing_and_time_the_later_goes() -> None:
    first, between, again = week(unit="old"), nights(), week(unit="new")
    assert [(chart.title, chart.unit) for chart in selected([first, between, again])] == [
        (between.title, "min"),
        (again.title, "new"),
    ]


@settings(max_examples=100, deadline=None)
@given(anything)
def test_what_is_kept_is_small_plain_json_and_comes_back_the_same(chart: Chart) -> None:
    [kept] = selected([chart])
    body = {"charts": [kept.as_dict()]}
    assert charts_in(json.loads(json.dumps(body, allow_nan=False))) == (kept,)


def test_endless_charts_are_cut() -> None:
    endless = week(
        title="t" * 10_000,
        alt="a" * 10_000,
        labels=tuple("l" * 1000 for _ in range(5000)),
        series=tuple(Series("s" * 1000, tuple(map(float, range(5000)))) for _ in range(50)),
    )
    kept = bounded(endless)
    assert len(kept.labels) == MOST_POINTS
    assert len(kept.series) == MOST_SERIES
    assert kept.series[0].values[-1] == 4999
    assert len(json.dumps([kept.as_dict()] * MOST)) < 150_000


@pytest.mark.parametrize("data", [{}, {"series": 3}, {"kind": "pie"}, [], "chart", None])
def test_what_cannot_be_read_is_left_out_and_logged(data: object, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert charts_in({"charts": [data, week().as_dict()]}) == (week(),)
    assert [record.__dict__["event"] for record in caplog.records] == ["charts.not_read"]


def test_a_kind_or_role_of_a_later_version_is_left_out() -> None:
    later = week().as_dict() | {"kind": "pie"}
    strange = week(series=(Series("x", (1.0,), "purple"),)).as_dict()  # type: ignore[arg-type]
    assert charts_in({"charts": [later, strange]}) == ()


def test_a_message_without_charts_has_none() -> None:
    assert charts_in({"text": "Hello"}) == ()
