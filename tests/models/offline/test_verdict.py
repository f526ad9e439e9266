"""What an answer of the offline model says of itself travels with it."""

from datetime import UTC, datetime

from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

from app.language.choosing.understand import understand
from app.models.offline.verdict import Verdict, verdict_of

NOW = datetime(2026, 11, 23, 9, 0, tzinfo=UTC)
TOOLS = frozenset(("add_tasks", "remember_fact", "recall_facts"))


def test_what_is_understood_says_nothing_of_itself() -> None:
    assert understand("add milk to my list", NOW, TOOLS).verdict == Verdict()


def test_what_nothing_can_be_made_of_is_unread() -> None:
    plan = understand("blah", NOW, TOOLS)
    assert (plan.verdict.kind, plan.verdict.sentence) == ("unread", plan.reply)


def test_what_needs_a_model_is_beyond() -> None:
    assert understand("turn on the lights", NOW, TOOLS).verdict.kind == "beyond"


def test_it_travels_with_the_last_response() -> None:
    details = Verdict("offered", "Shall I?").details()
    said = ModelResponse(parts=[TextPart("Shall I?")], model_name="offline", provider_details=details)
    assert verdict_of([ModelRequest(parts=[UserPromptPart("hi")]), said]) == Verdict("offered", "Shall I?")
    assert verdict_of([said, ModelResponse(parts=[TextPart("Done.")], model_name="m")]) == Verdict()
    assert verdict_of([ModelResponse(parts=[], provider_details={"kind": "else"})]) == Verdict()
