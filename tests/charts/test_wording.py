"""Numbers and words as they stand in a picture."""

import pytest

from app.charts.wording import clock_figure, cut, figure, safe, short_figure, width, wrapped


@pytest.mark.parametrize(
    ("value", "unit", "decimals", "shown"),
    [
        (0, "min", 0, "0"),
        (5, "min", 0, "5 min"),
        (60, "min", 0, "1 h"),
        (425, "min", 0, "7 h 05"),
        (59.7, "min", 0, "1 h"),
        (-90, "min", 0, "−1 h 30"),
        (12944, "steps", 0, "12,944"),
        (-0.5, "°C", 1, "−0.5"),
        (-0.04, "°C", 1, "0.0"),
    ],
)
def test_a_figure(value: float, unit: str, decimals: int, shown: str) -> None:
    assert figure(value, unit, decimals=decimals) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(950, "950"), (8421, "8.4k"), (10000, "10k"), (1.25e6, "1.2M"), (-4200, "−4.2k"), (2e9, "2B")]
)
def test_a_short_figure(value: float, shown: str) -> None:
    assert short_figure(value) == shown


@pytest.mark.parametrize(("minutes", "shown"), [(396, "6:36"), (45, "0:45"), (0, "0:00"), (-90, "−1:30")])
def test_hours_in_few_characters(minutes: float, shown: str) -> None:
    assert clock_figure(minutes) == shown


def test_words_are_escaped_and_on_one_line() -> None:
    assert safe(' a<b>\n"c" & \x00d\u202e ') == "a&lt;b&gt; &quot;c&quot; &amp; d"


def test_what_is_cut_fits_and_says_so() -> None:
    assert cut("short", 200, 11) == "short"
    shown = cut("a rather long name of a series", 60, 11)
    assert shown.endswith("…")
    assert width(shown, 11) <= 60


def test_a_title_takes_as_many_lines_as_it_may() -> None:
    assert wrapped("one two three", 1000, 15, most=2) == ["one two three"]
    first, second = wrapped("heart rate variability at night over the last thirty days of the year", 150, 15, most=2)
    assert first == "heart rate"
    assert second.endswith("…")
    assert wrapped("", 100, 15, most=2) == [""]
