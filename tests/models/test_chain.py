"""A chain of models: the next one answers when one gives out, and a bug is no failure of a model."""

import logging

import pytest
from pydantic_ai import Agent
from pydantic_ai.exceptions import ModelHTTPError, UnexpectedModelBehavior
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.models.chain import Chain


class Link:
    """A model that fails with `failure`, or answers."""

    def __init__(self, name: str, failure: Exception | None = None) -> None:
        self.asked = 0
        self.failure = failure
        self.model = FunctionModel(self._answer, model_name=name)

    def _answer(self, messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
        self.asked += 1
        if self.failure:
            raise self.failure
        if any(isinstance(part, ToolReturnPart) for part in messages[-1].parts):
            return ModelResponse(parts=[TextPart(f"done by {self.model.model_name}")])
        return ModelResponse(parts=[ToolCallPart("look", {})])


def agent() -> Agent[None, str]:
    made: Agent[None, str] = Agent(None)
    made.tool_plain(look)
    return made


def look() -> str:
    return "seen"


BUSY = ModelHTTPError(503, "x", None)


@pytest.mark.parametrize("failure", [BUSY, UnexpectedModelBehavior("garbage")])
async def test_the_next_link_answers_and_the_log_says_why(failure: Exception, caplog: pytest.LogCaptureFixture) -> None:
    first, second, last = Link("first", failure), Link("second"), Link("last")
    with caplog.at_level(logging.WARNING):
        result = await agent().run("hello", model=Chain([first.model, second.model], last.model))
    assert (result.output, last.asked) == ("done by second", 0)
    assert {getattr(record, "event", "") for record in caplog.records} == {"model.gave_out"}


async def test_once_the_last_link_spoke_it_ends_the_turn() -> None:
    first, last = Link("first", BUSY), Link("last")
    chain = Chain([first.model], last.model)
    result = await agent().run("hello", model=chain)
    assert (result.output, first.asked, last.asked) == ("done by last", 1, 2)
    await agent().run("again", model=chain, message_history=result.all_messages())
    assert first.asked == 2


async def test_a_bug_is_not_covered_up() -> None:
    first, last = Link("first", KeyError("oops")), Link("last")
    with pytest.raises(KeyError):
        await agent().run("hello", model=Chain([first.model], last.model))
    assert last.asked == 0
