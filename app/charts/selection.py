"""Which charts go with a reply, and how they are kept: few, each within bounds, so that a reply's row stays small whatever a tool drew."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, get_args

from app.charts.axis import is_value
from app.charts.chart import MOST_POINTS, MOST_SERIES, Chart, Kind, Role, Series, chart_of

log = logging.getLogger(__name__)
MOST = 3
_DIGITS = 6
_TITLE, _ALT, _WORDS, _LABEL = 200, 500, 120, 40
_KINDS, _ROLES = get_args(Kind), get_args(Role)


def selected(charts: Iterable[Chart]) -> tuple[Chart, ...]:
    """The last MOST in their order; of two of the same thing and time the later, for a tool that is called twice draws it again."""
    kept: dict[tuple[str, tuple[str, ...]], Chart] = {}
    for chart in charts:
        kept.pop((chart.title, chart.labels), None)
        kept[chart.title, chart.labels] = chart
    return tuple(bounded(chart) for chart in [*kept.values()][-MOST:])


def bounded(chart: Chart) -> Chart:
    """The chart with what a picture can't show left out: the oldest of too many points, values that are no numbers, endless words."""
    extra = max(len(chart.labels) - MOST_POINTS, 0)
    count = len(chart.labels)
    series = tuple(
        Series(row.name[:_WORDS], tuple(map(_kept, row.values[extra:count])), row.role)
        for row in chart.series[:MOST_SERIES]
    )
    return replace(
        chart,
        title=chart.title[:_TITLE],
        unit=chart.unit[:_LABEL],
        labels=tuple(label[:_LABEL] for label in chart.labels[extra:]),
        series=series,
        alt=chart.alt[:_ALT],
        band=chart.band if chart.band and all(map(is_value, chart.band)) else None,
        band_label=chart.band_label[:_WORDS],
    )


def charts_in(body: Mapping[str, Any]) -> tuple[Chart, ...]:
    """The charts of a stored message; those that can't be read, such as a later version's, are left out."""
    return tuple(chart for data in body.get("charts", ()) if (chart := _read(data)) is not None)


def _read(data: Mapping[str, Any]) -> Chart | None:
    try:
        chart = chart_of(data)
    except (KeyError, TypeError, IndexError, AttributeError):
        log.warning("chart not read", extra={"event": "charts.not_read"})
        return None
    known = chart.kind in _KINDS and all(row.role in _ROLES for row in chart.series)
    return chart if known else None


def _kept(value: float | None) -> float | None:
    return round(value, _DIGITS) if value is not None and is_value(value) else None
