"""Colours and type of the pictures: the chat page's own, by day and by night, each contrast chosen for its background.

A picture is a document of its own, so it brings its colours along instead of asking the page for them.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

Theme = Literal["auto", "light"]
SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Inter, 'Helvetica Neue', sans-serif"
LIGHT: Mapping[str, str] = MappingProxyType(
    {
        "paper": "#fffdf9",
        "line": "#e9dfcf",
        "base": "#b9ab98",
        "ink": "#2b221b",
        "soft": "#6b5f52",
        "band": "#d59a2a",
        "main": "#1f5a44",
        "second": "#b9791a",
        "deep": "#174a39",
        "light": "#74ab8f",
        "rem": "#d59a2a",
        "asleep": "#3f8066",
        "awake": "#b24a34",
    }
)
DARK: Mapping[str, str] = MappingProxyType(
    {
        "paper": "#221e1a",
        "line": "#39322a",
        "base": "#6d6154",
        "ink": "#efe7da",
        "soft": "#b0a393",
        "band": "#d9a441",
        "main": "#86c9a8",
        "second": "#e5b85f",
        "deep": "#2f8c69",
        "light": "#9ad0b5",
        "rem": "#e0ac4d",
        "asleep": "#86c9a8",
        "awake": "#e07f66",
    }
)
_ROLES = ("main", "second", "deep", "light", "rem", "asleep", "awake")
_BAND_BY_DAY, _BAND_BY_NIGHT = 0.2, 0.17


def style_sheet(theme: Theme) -> str:
    """The rules of a picture. "auto" follows what its reader prefers."""
    rules = f"text{{font-family:{SANS};font-variant-numeric:tabular-nums}}{_rules(LIGHT, _BAND_BY_DAY)}"
    if theme == "light":
        return rules
    return f"{rules}@media (prefers-color-scheme:dark){{{_rules(DARK, _BAND_BY_NIGHT)}}}"


def _rules(colours: Mapping[str, str], band: float) -> str:
    plain = {
        ".paper": f"fill:{colours['paper']}",
        ".gap": f"stroke:{colours['paper']}",
        ".grid": f"stroke:{colours['line']}",
        ".base": f"stroke:{colours['base']}",
        ".ink": f"fill:{colours['ink']}",
        ".soft": f"fill:{colours['soft']}",
        ".band": f"fill:{colours['band']};fill-opacity:{band}",
        ".edge": f"stroke:{colours['band']}",
    }
    roles = {f".{role}": f"fill:{colours[role]}" for role in _ROLES}
    lines = {f".{role}-line": f"stroke:{colours[role]}" for role in _ROLES}
    return "".join(f"{name}{{{rule}}}" for name, rule in (plain | roles | lines).items())
