"""Where everything of a picture stands."""

import pytest

from app.charts.chart import Chart, Series
from app.charts.layout import NARROW, WIDE, Frame, band_of, lay_out
from tests.charts.drawn import line, nights, week

LONG = "a rather long name that nobody would give " * 20


@pytest.mark.parametrize("frame", [WIDE, NARROW])
@pytest.mark.parametrize(
    "chart",
    [week(), nights(), line(1, 2, 3), week(title=LONG, unit=LONG, band_label=LONG)],
    ids=["week", "nights", "line", "long"],
)
def test_there_is_always_room_for_the_values(chart: Chart, frame: Frame) -> None:
    layout = lay_out(chart, frame)
    assert layout.bottom - layout.top >= 85
    assert layout.right - layout.left >= frame.width * 0.6
    assert layout.bottom <= frame.height - 30
    assert all(layout.left < layout.x(at) < layout.right for at in range(len(layout.labels)))
    assert layout.y(layout.axis.high) == pytest.approx(layout.top)
    assert layout.y(layout.axis.low) == pytest.approx(layout.bottom)


def test_rows_of_unequal_length_are_evened_out() -> None:
    chart = week(labels=("a", "b", "c"), series=(Series("short", (1,)), Series("long", (1, 2, 3, 4))))
    assert [row.values for row in lay_out(chart, WIDE).rows] == [(1, None, None), (1, 2, 3)]


def test_a_stack_has_nothing_below_its_ground() -> None:
    chart = nights(labels=("a", "b"), series=(Series("Deep", (-5, 60), "deep"),))
    assert lay_out(chart, WIDE).rows[0].values == (0, 60)


def test_the_usual_range_is_within_the_axis_and_ordered() -> None:
    chart = week(band=(20_000.0, 15_000.0))
    assert band_of(chart) == (15_000.0, 20_000.0)
    assert lay_out(chart, WIDE).axis.high >= 20_000


def test_what_does_not_fit_into_one_line_of_the_legend_goes_on_in_the_next() -> None:
    wide, narrow = lay_out(nights(), WIDE), lay_out(nights(), NARROW)
    assert len({key.y for key in wide.keys}) == 1
    assert len({key.y for key in narrow.keys}) == 2
    assert narrow.top > wide.top
