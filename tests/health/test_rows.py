"""Days as lines."""

from datetime import UTC, datetime

from app.health.figures import DayFigure
from app.health.metrics import BY_NAME
from app.health.rows import of_days, of_measures, of_nights, of_session
from tests.health.worn import NOW, TODAY, day


def _figure(back: int, number: float, low: float | None = None, high: float | None = None) -> DayFigure:
    low, high = number if low is None else low, number if high is None else high
    return DayFigure(day(back), number, low, high, 1, datetime(2026, 11, 18, tzinfo=UTC), None)


def test_a_day_without_steps_is_not_a_day_without_data() -> None:
    shown = of_days(BY_NAME["steps"], [_figure(2, 0), _figure(1, 10)], day(3), TODAY, TODAY)
    assert shown == ["- Sun 15: no data", "- Mon 16: 0", "- Tue 17: ██████████ 10", "- today: nothing yet"]


def test_a_single_group_says_nothing_new() -> None:
    assert of_days(BY_NAME["steps"], [_figure(1, 10)], day(20), TODAY, TODAY) == []


def test_measures_show_their_reach_where_they_have_one() -> None:
    shown = of_measures(BY_NAME["heart_rate"], [_figure(1, 70, 50, 130), _figure(0, 71)], day(1), TODAY, TODAY)
    assert shown == ["- Tue 17: 70 (50 to 130)", "- today: 71"]


def test_many_measures_are_a_line_of_blocks_or_months() -> None:
    figures = [_figure(back, 60 + back % 3) for back in range(29, -1, -1)]
    [line] = of_measures(BY_NAME["resting_heart_rate"], figures, day(29), TODAY, TODAY)
    assert line.removeprefix("Day by day: ") == "█▅▁" * 10
    long = [_figure(back, 60) for back in range(120, -1, -20)]
    assert of_measures(BY_NAME["weight"], long, day(120), TODAY, TODAY)[0].startswith("- ")
    sparse = [_figure(back, 60) for back in range(60, -1, -5)]
    assert of_measures(BY_NAME["weight"], sparse, day(60), TODAY, TODAY)[-1] == "- 16–18 Nov: 60.0"


def test_years_are_told_by_years() -> None:
    figures = [_figure(back, 8_000) for back in range(800, 0, -100)]
    assert [line.split(":")[0] for line in of_days(BY_NAME["steps"], figures, day(800), TODAY, TODAY)] == [
        "- 2024",
        "- 2025",
        "- 2026",
    ]


def test_a_session_is_told_by_its_kind_and_its_own_clock() -> None:
    start_ms = int(datetime(2026, 11, 17, 22, 30, tzinfo=UTC).timestamp() * 1000)
    session = {"type": "x" * 80, "start_ms": start_ms, "zone_offset": 3600, "minutes": 41.6}
    assert of_session(day(1), session, NOW) == f"- Tue 17 at 23:30: {'x' * 30}, 42 min"


def test_no_nights_no_lines() -> None:
    assert of_nights([], day(20), TODAY, NOW) == []
