"""A worker's own conversation: cut between exchanges, brief where it is long, stored without what is made anew."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from app.prompts.turn import compose, split
from app.workers.conversation import CHARACTERS, read, storable, window
from tests.workers.conftest import words

AT = datetime(2027, 3, 10, 12, tzinfo=ZoneInfo("Europe/Paris"))


def _exchange(asked: str, answered: str, result: str = "") -> list[ModelMessage]:
    calls = [
        ModelResponse(parts=[ToolCallPart("look", {"for": "it"}, "c")]),
        ModelRequest(parts=[ToolReturnPart("look", result, "c")]),
    ]
    return [
        ModelRequest(parts=[UserPromptPart(asked)]),
        *(calls if result else []),
        ModelResponse(parts=[TextPart(answered)]),
    ]


def test_a_short_one_is_shown_whole() -> None:
    messages = [*_exchange("one", "1", "seen"), *_exchange("two", "2")]
    assert window(messages) == messages


def test_what_lost_its_prompt_is_left_out() -> None:
    messages = [*_exchange("one", "1", "seen"), *_exchange("two", "2")]
    assert window(messages[1:]) == messages[4:]


def test_a_long_exchange_is_told_by_its_prompt_and_its_last_words() -> None:
    shown = window([*_exchange("one", "1"), *_exchange("two", "2", "x" * CHARACTERS)])
    assert [words(message) for message in shown if isinstance(message, ModelResponse)] == ["1", "2"]
    assert len(shown) == 4


@pytest.mark.parametrize("gone", [1, 2, 3])
def test_one_of_which_something_was_forgotten_is_told_without_its_calls(gone: int) -> None:
    messages = _exchange("one", "1", "seen")
    del messages[gone]
    asked, answered = window(messages)
    assert asked.parts[0].content == "one"
    assert words(answered) == ("…" if gone == 3 else "1")


def test_the_oldest_go_where_there_are_too_many() -> None:
    messages = [message for number in range(40) for message in _exchange(f"asked {number} " + "y" * 800, "fine")]
    shown = window(messages)
    assert 0 < len(shown) < 40
    assert shown == messages[-len(shown) :]


def test_it_is_stored_without_instructions_and_without_what_stood_beside_the_words() -> None:
    prompt = compose("go on", AT, memory="<asked>now</asked>")
    stored = storable(
        [ModelRequest(parts=[UserPromptPart(prompt)], instructions="You are the worker"), *_exchange("", "")[1:]]
    )
    assert "instructions" not in stored[0]
    [message, _] = read(stored)
    content = message.parts[0].content
    assert isinstance(content, str)
    assert (split(content).text, split(content).memory) == ("go on", "")
