"""The picture as a browser gets it: well-formed, the same every time, and nothing in it but what was meant."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from app.charts.chart import Chart, Kind, Series
from app.charts.layout import NARROW, WIDE, Frame
from app.charts.svg import svg
from tests.charts.drawn import DAYS, anything, line, nights, week

SPACE = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "style", "rect", "text", "path", "circle"}
HOSTILE = '</text><script>alert("x")</script>\'&]]>\x00\ud800\u202e'
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def read(chart: Chart, frame: Frame = WIDE) -> ElementTree.Element:
    return ElementTree.fromstring(svg(chart, frame))  # noqa: S314 - our own picture: that it can be parsed is the claim


def texts(chart: Chart, frame: Frame = WIDE) -> list[str]:
    return [element.text or "" for element in read(chart, frame).iter(f"{SPACE}text")]


def paths(chart: Chart, style: str) -> list[str]:
    return [
        element.attrib["d"]
        for element in read(chart).iter(f"{SPACE}path")
        if element.attrib["class"].split()[0] == style
    ]


@settings(max_examples=150, deadline=None)
@given(anything)
def test_whatever_a_chart_holds_the_picture_is_well_formed_and_within_its_frame(chart: Chart) -> None:
    for frame in (WIDE, NARROW):
        drawn = read(chart, frame)
        for element in drawn.iter():
            assert element.tag.removeprefix(SPACE) in ELEMENTS
            assert not [name for name in element.attrib if name.startswith("on") or "href" in name]
            for name in ("x", "cx"):
                assert -1 <= float(element.attrib.get(name, 0)) <= frame.width + 1
            for name in ("y", "cy"):
                assert -1 <= float(element.attrib.get(name, 0)) <= frame.height + 1
        assert svg(chart, frame) == svg(chart, frame)


@settings(max_examples=60, deadline=None)
@given(anything)
def test_every_coordinate_is_a_number(chart: Chart) -> None:
    for element in read(chart).iter(f"{SPACE}path"):
        left = NUMBER.sub("", element.attrib["d"])
        assert set(left) <= set("MLHVhvQz ")


@pytest.mark.parametrize("kind", ["bars", "line", "stacked"])
def test_hostile_words_are_words(kind: Kind) -> None:
    chart = Chart(kind, HOSTILE, HOSTILE, (HOSTILE,) * 3, (Series(HOSTILE, (1, 2, 3)),) * 2, HOSTILE, (1, 2), HOSTILE)
    drawn = svg(chart)
    assert "<script" not in drawn
    assert "\u202e" not in drawn
    title = read(chart).find(f"{SPACE}title")
    assert title is not None
    assert title.text == '</text><script>alert("x")</script>\'&]]>'


def test_it_says_what_it_shows_to_those_who_hear_it() -> None:
    drawn = read(week())
    assert drawn.attrib["role"] == "img"
    named = [drawn.find(f"{SPACE}{name}") for name in drawn.attrib["aria-labelledby"].split()]
    assert [each.text for each in named if each is not None] == [week().title, week().alt]


def test_it_brings_both_lights_unless_one_is_wanted() -> None:
    assert "prefers-color-scheme:dark" in svg(week())
    assert "prefers-color-scheme" not in svg(week(), Frame(640, 360, "light"))


def test_few_values_are_told_one_by_one_and_a_missing_one_has_no_figure() -> None:
    told = texts(week())
    assert [each for each in told if each in {"8,421", "10,322", "6,120", "12,944", "9,100", "4,211"}] == [
        "8,421",
        "10,322",
        "6,120",
        "12,944",
        "9,100",
        "4,211",
    ]
    assert len(paths(week(), "base")) == 2  # the ground, and the dash of the day without steps


def test_figures_that_have_no_room_are_written_shorter() -> None:
    assert {"8.4k", "10.3k"} <= set(texts(week(), NARROW))
    assert {"6:22", "7:01"} <= set(texts(nights(), NARROW))


def test_minutes_are_told_in_hours_and_a_nights_figure_leaves_out_what_was_awake() -> None:
    told = texts(nights())
    assert {"0", "3 h", "6 h", "9 h", "6 h 22", "7 h 01", "4 h 50"} <= set(told)
    assert "min" not in told


def test_hours_are_told_like_minutes() -> None:
    chart = week(unit="h", series=(Series("Asleep", (7.25, 6.5, None, 8, 7, 7, 6.9166667), "asleep"),), band=(6.5, 7.5))
    assert {"0", "2 h", "4 h", "6 h", "7 h 15", "6 h 30", "8 h", "6 h 55"} <= set(texts(chart))
    assert len([each for each in read(chart).iter(f"{SPACE}rect") if each.attrib["class"] == "band"]) == 1


def test_a_stack_has_a_legend_and_one_series_has_none() -> None:
    assert {"Deep", "REM", "Light", "Awake"} <= set(texts(nights()))
    assert "Steps" not in texts(week())


def test_the_usual_range_is_shaded_and_named() -> None:
    bands = [each for each in read(week()).iter(f"{SPACE}rect") if each.attrib["class"] == "band"]
    assert len(bands) == 1
    assert "your usual 6,800 to 9,900" in texts(week())
    assert "usual range, 6,800 to 9,900" in texts(week(band_label=""))
    assert "yours, 6 h 30 to 7 h 35" in texts(nights(band_label="yours"))
    assert not [each for each in read(week(band=None)).iter(f"{SPACE}rect") if each.attrib["class"] == "band"]


def test_a_line_breaks_at_a_gap_and_a_lone_value_is_a_dot() -> None:
    chart = line(1, 2, None, 3, None, 4, 5)
    [drawn] = paths(chart, "main-line")
    assert drawn.count("M") == 2
    assert len(list(read(chart).iter(f"{SPACE}circle"))) == 5


@pytest.mark.parametrize(
    ("count", "fewest", "most"), [(1, 1, 1), (7, 7, 7), (30, 6, 16), (365, 6, 14)], ids=["one", "week", "month", "year"]
)
def test_labels_are_thinned_and_the_newest_stays(count: int, fewest: int, most: int) -> None:
    chart = line(*range(count), labels=tuple(f"{number} May" for number in range(count)))
    told = [each for each in texts(chart) if each.endswith("May")]
    assert fewest <= len(told) <= most
    assert told[-1] == f"{count - 1} May"


def test_days_without_room_for_their_dates_keep_their_names() -> None:
    assert {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"} <= set(texts(week(), NARROW))
    assert set(DAYS) <= set(texts(week()))


@pytest.mark.parametrize("values", [(None,) * 7, (), (float("nan"),) * 7, (float("inf"),)])
def test_nothing_to_draw_is_said(values: tuple[float | None, ...]) -> None:
    chart = week(series=(Series("Steps", values),))
    assert "Nothing was recorded here" in texts(chart)
    assert set(DAYS) <= set(texts(chart))


@pytest.mark.parametrize("value", [0, 1, 71.4, -3, 1e-9, 1e11])
def test_values_that_are_all_the_same_are_a_level_line(value: float) -> None:
    [drawn] = paths(line(value, value, value), "main-line")
    heights = [pair.split(" ")[1] for pair in re.split(r"[ML]|(?<=\d) (?=[\d.]+ [\d.]+)", drawn) if " " in pair]
    assert len(set(heights)) == 1


def test_bars_may_hang_down_and_their_figures_stay_off_the_labels() -> None:
    chart = week(kind="bars", unit="°C", band=None, series=(Series("Skin", (0.2, -0.3, 0.1, None, -0.1, 0.4, -0.5)),))
    placed = {each.text: float(each.attrib["y"]) for each in read(chart).iter(f"{SPACE}text")}
    assert placed["−0.5"] < placed["Sun 22"] - 10


def test_too_many_points_lose_the_oldest() -> None:
    chart = line(*range(1000), labels=tuple(f"day {number}" for number in range(1000)))
    assert len(svg(chart)) < 20_000
    assert "day 999" in texts(chart)
    assert "999" in texts(chart)
