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


def test_a_place_answers_from_where() -> None:
    asked = _after(LAST, "From where? Name a place.")
    assert _said("Osu", asked) == _call({"destination": "Tema", "origin": "Osu"})
    assert _said("from Osu, Accra", asked) == _call({"destination": "Tema", "origin": "Osu, Accra"})
    reading = maps.read(Clause("I live in Osu", NOW, tools=TOOLS), asked)
    assert reading is not None
    assert reading.calls == (
        Call("remember_fact", {"statement": "I live in Osu"}),
        Call("get_directions", {"destination": "Tema", "origin": "Osu"}),
    )


@pytest.mark.parametrize("text", ["never mind", "no", "thanks", "remind me to buy milk at 5 and call mum tomorrow"])
def test_what_is_no_place_answers_nothing(text: str) -> None:
    assert _said(text, _after(LAST, "From where? Name a place.")) is None


@pytest.mark.parametrize("text", ["remind me", "ok remind me", "remind me when to leave", "rappelle-moi"])
def test_right_behind_a_way_with_an_hour_a_reminder_is_one_to_leave(text: str) -> None:
    before = _after({**LAST, "arrive_by": "at 9"})
    reading = maps.read_next(Clause(text, NOW, tools=TOOLS), before)
    assert reading is not None
    assert reading.calls == (Call("set_leave_reminder", {**LAST, "arrive_by": "at 9"}),)
    assert maps.read_next(Clause(text, NOW, tools=TOOLS), _after(LAST)) is None
    assert maps.read_next(Clause("remind me to buy milk at 5", NOW, tools=TOOLS), before) is None


def test_without_the_tool_nothing_is_read() -> None:
    assert maps.read(Clause("how far is Tema", NOW, tools=frozenset(("set_reminder",))), Before()) is None


def test_a_long_text_is_no_question_about_a_way() -> None:
    assert _said("how do I get to " + "Tema from Osu " * 12) is None
