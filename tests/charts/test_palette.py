"""The colours: read by those who see little contrast, by day and by night."""

from collections.abc import Mapping

import pytest

from app.charts.palette import DARK, LIGHT, style_sheet

LIGHTS = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["day", "night"])


def luminance(colour: str) -> float:
    """As WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@LIGHTS
def test_words_stand_out(colours: Mapping[str, str]) -> None:
    assert contrast(colours["ink"], colours["paper"]) >= 7
    assert contrast(colours["soft"], colours["paper"]) >= 4.5


@LIGHTS
@pytest.mark.parametrize("role", ["main", "second", "deep", "asleep", "awake"])
def test_what_is_drawn_stands_out(colours: Mapping[str, str], role: str) -> None:
    assert contrast(colours[role], colours["paper"]) >= 3


@LIGHTS
@pytest.mark.parametrize(("below", "above"), [("deep", "rem"), ("rem", "light"), ("light", "awake"), ("deep", "light")])
def test_stages_on_each_other_differ_also_without_colour_or_by_hue(
    colours: Mapping[str, str], below: str, above: str
) -> None:
    grey = contrast(colours[below], colours[above])
    parts = [[int(colours[role][at : at + 2], 16) for at in (1, 3, 5)] for role in (below, above)]
    assert grey >= 1.5 or max(abs(one - other) for one, other in zip(*parts, strict=True)) >= 90


def test_every_role_has_a_rule_in_both_lights() -> None:
    day, _, night = style_sheet("auto").partition("@media")
    for role in ("main", "second", "deep", "rem", "light", "asleep", "awake"):
        assert f".{role}{{fill:{LIGHT[role]}}}" in day
        assert f".{role}-line{{stroke:{DARK[role]}}}" in night
