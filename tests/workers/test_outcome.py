"""What a run came to, read from its messages."""

from dataclasses import replace

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

from app.language.orders.talk import UNREADABLE
from app.memory.records import PendingAction
from app.models.offline.verdict import Kind, Verdict
from app.workers.follow_up import FollowUp
from app.workers.outcome import WITHOUT_MODEL, Outcome, asked_in, ends_with_question, read_outcome, with_waiting
from tests.workers.conftest import NOON

ACTION = PendingAction(
    "a",
    "u",
    "t",
    "",
    "cli",
    "burn",
    {},
    "",
    "Burn it",
    [],
    "pending",
    "",
    created_at=NOON,
    expires_at=NOON,
    decided_at=None,
)


def _said(text: str, *, model: str = "m", between: tuple[ModelMessage, ...] = ()) -> list[ModelMessage]:
    return [
        ModelRequest(parts=[UserPromptPart("go")]),
        *between,
        ModelResponse(parts=[TextPart(text)], model_name=model),
    ]


def _called(tool: str, result: str, **arguments: str) -> tuple[ModelMessage, ...]:
    return (
        ModelResponse(parts=[ToolCallPart(tool, arguments, "c")], model_name="m"),
        ModelRequest(parts=[ToolReturnPart(tool, result, "c")]),
    )


def test_words_are_words_without_the_gates_marks() -> None:
    outcome = read_outcome("Ama", _said("Waiting [APPROVAL_PENDING:abc] for you."))
    assert outcome == Outcome("Ama", "Waiting for you.")
    assert outcome.for_the_main_agent() == outcome.for_the_user() == "Ama: Waiting for you."


def test_silence_is_silent_to_people_and_told_to_the_main_agent() -> None:
    outcome = read_outcome("Ama", _said("No_Response_Needed"))
    assert outcome.silent
    assert outcome.for_the_user() == ""
    assert outcome.for_the_main_agent() == "Ama has nothing to say about it now."


def test_a_question_by_tool_stands_above_words() -> None:
    messages = _said("Which?", between=_called("follow_up_needed", "Asked.", question="Which?", reason="two"))
    assert read_outcome("Ama", messages).follow_up == FollowUp("Which?", "two") == asked_in(messages)
    assert ends_with_question(messages[2].parts)


def test_a_question_that_was_refused_is_none() -> None:
    messages = _said("Fine.", between=_called("follow_up_needed", "x", question="Which?")[:1])
    assert read_outcome("Ama", messages).follow_up is None


def test_rules_ask_in_their_last_line() -> None:
    asked = read_outcome("Ama", _said("Added milk.\nWhen should I remind you?", model="offline"))
    assert asked.follow_up == FollowUp("When should I remind you?", status="Added milk.")
    assert read_outcome("Ama", _said("Shall we?", model="m")).follow_up is None


@pytest.mark.parametrize("kind", ["unread", "beyond"])
def test_what_rules_can_not_read_is_said_plainly(kind: Kind) -> None:
    details = Verdict(kind, UNREADABLE).details()
    said = ModelResponse(parts=[TextPart(UNREADABLE)], model_name="offline", provider_details=details)
    assert read_outcome("Ama", [said]).text == WITHOUT_MODEL


def test_what_has_to_be_heard_breaks_silence() -> None:
    messages = _said("No_Response_Needed", between=_called("wake_me", "Paused: enough for today."))
    outcome = read_outcome("Ama", messages)
    assert not outcome.silent
    assert outcome.for_the_user() == "Paused: enough for today."


def test_what_waits_for_leave_is_never_passed_over() -> None:
    outcome = with_waiting(Outcome("Ama"), [ACTION, replace(ACTION, status="done")])
    assert not outcome.silent
    assert outcome.for_the_main_agent().endswith("Waiting for your OK: Burn it")
    assert outcome.for_the_user() == ""  # its card says it


def test_a_run_without_an_answer_is_silent() -> None:
    assert read_outcome("Ama", []).silent
