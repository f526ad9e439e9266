"""What people ask of ways is read as they mean it, and what only sounds like it isn't."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing import maps
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause, Reading
from tests.language.choosing.ways_said import ASKED, FOLLOWED, NOT_ASKED

NOW = datetime(2027, 3, 10, 12, tzinfo=ZoneInfo("UTC"))
TOOLS = frozenset("get_directions set_leave_reminder set_reminder remember_fact list_tasks calculate".split())
LAST = {"destination": "Tema"}


def _call(arguments: dict[str, str]) -> Call:
    rest = {name: value for name, value in arguments.items() if name != "remind"}
    return Call("set_leave_reminder" if "remind" in arguments else "get_directions", rest)


def _after(arguments: dict[str, str], outcome: str = "From “Osu” to “Tema”: 29 km, 40 minutes by car.") -> Before:
    return Before((Reading((Call("get_directions", arguments),), outcome=outcome),), reply=outcome)


def _said(text: str, before: Before | None = None) -> Call | None:
    reading = maps.read(Clause(text, NOW, tools=TOOLS), before or Before())
    return reading.calls[0] if reading else None


@pytest.mark.parametrize(("text", "arguments"), ASKED)
def test_a_way_is_asked_for(text: str, arguments: dict[str, str]) -> None:
    assert _said(text) == _call(arguments)


@pytest.mark.parametrize("text", NOT_ASKED)
def test_what_only_sounds_like_it_is_left_alone(text: str) -> None:
    assert _said(text) is None


@pytest.mark.parametrize(("before", "text", "arguments"), FOLLOWED)
def test_what_is_said_next_changes_what_was_asked(before: dict[str, str], text: str, arguments: dict[str, str]) -> None:
    assert _said(text, _after(before)) == _call(arguments)
