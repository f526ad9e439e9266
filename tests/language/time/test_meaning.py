"""Spans, grains and the ends of periods."""

from datetime import date, datetime

import pytest

from app.language.time.meaning import Clock, Grain, Span, finest, midnight, period_end
from tests.language.time.said import wall


def test_the_finest_grain_wins() -> None:
    assert finest(Grain.MONTH, Grain.HOUR, Grain.DAY) is Grain.HOUR


@pytest.mark.parametrize(
    ("grain", "end"),
    [
        (Grain.HOUR, wall("2026-01-31 01:00")),
        (Grain.DAY, wall("2026-02-01")),
        (Grain.WEEK, wall("2026-02-07")),
        (Grain.QUARTER, wall("2026-04-30")),
        (Grain.YEAR, wall("2027-01-31")),
    ],
)
def test_a_period_ends_where_the_next_begins(grain: Grain, end: datetime) -> None:
    assert period_end(wall("2026-01-31"), grain) == end


def test_spans_add_turn_and_stay_inside_short_months() -> None:
    span = Span(months=1, grain=Grain.MONTH).plus(Span(seconds=60, grain=Grain.MINUTE))

    assert span == Span(1, 0, 60, Grain.MINUTE)
    assert span.timed
    assert span.scaled(-1).shift(date(2026, 3, 31)) == date(2026, 2, 28)


def test_a_clock_keeps_its_minutes_at_another_hour() -> None:
    assert Clock(3, 20).at_hour(15).time.isoformat() == "15:20:00"
    assert midnight(date(2026, 1, 1)) == wall("2026-01-01")
