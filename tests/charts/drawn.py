"""Charts for tests: a week of each kind, and charts that nobody would draw, made by hypothesis."""

from typing import Any, get_args

from hypothesis import strategies

from app.charts.chart import Chart, Kind, Role, Series

DAYS = ("Mon 16", "Tue 17", "Wed 18", "Thu 19", "Fri 20", "Sat 21", "Sun 22")
STEPS = (8421.0, 10322.0, 6120.0, None, 12944.0, 9100.0, 4211.0)
NIGHTS = (
    Series("Deep", (62, 71, None, 40, 88, 70, 65), "deep"),
    Series("REM", (80, 95, None, 60, 110, 90, 72), "rem"),
    Series("Light", (240, 255, None, 190, 280, 301, 233), "light"),
    Series("Awake", (20, 12, None, 35, 18, 22, 30), "awake"),
)


def week(**other: Any) -> Chart:
    """Seven days of steps, one of them missing, or whatever a test says instead."""
    shown: dict[str, Any] = {
        "kind": "bars",
        "title": "Steps, last 7 days",
        "unit": "steps",
        "labels": DAYS,
        "series": (Series("Steps", STEPS),),
        "alt": "Steps a day from Monday to Sunday, between 4,211 and 12,944.",
        "band": (6800.0, 9900.0),
        "band_label": "your usual 6,800 to 9,900",
    }
    return Chart(**(shown | other))


def nights(**other: Any) -> Chart:
    """Seven nights by stage, one of them missing."""
    shown: dict[str, Any] = {"kind": "stacked", "title": "Sleep, last 7 nights", "unit": "min", "series": NIGHTS}
    shown["alt"] = "Time asleep in seven nights by stage, between 4 h 50 and 7 h 58."
    return week(**(shown | {"band": (390.0, 455.0), "band_label": ""} | other))


def line(*values: float | None, **other: Any) -> Chart:
    """A line through these values, a label each."""
    labels = tuple(f"{number} May" for number in range(len(values)))
    return week(**({"kind": "line", "labels": labels, "series": (Series("Value", values),), "band": None} | other))


_words = strategies.text(max_size=60)
_values = strategies.one_of(strategies.none(), strategies.integers(-(10**6), 10**6), strategies.floats())
_series = strategies.builds(
    Series, _words, strategies.lists(_values, max_size=40).map(tuple), strategies.sampled_from(get_args(Role))
)
anything = strategies.builds(
    Chart,
    kind=strategies.sampled_from(get_args(Kind)),
    title=_words,
    unit=strategies.one_of(_words, strategies.just("min")),
    labels=strategies.lists(_words, max_size=40).map(tuple),
    series=strategies.lists(_series, max_size=8).map(tuple),
    alt=_words,
    band=strategies.one_of(strategies.none(), strategies.tuples(strategies.floats(), strategies.floats())),
    band_label=_words,
)
