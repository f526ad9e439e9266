"""Each link of a chain reads the prompt that was written for its family, a fallback from another family its own."""

import pytest
from pydantic_ai import Agent
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.models.chain import Chain
from app.models.worded import Worded
from app.prompts.named import file_text, get_prompt


def link(name: str, read: list[str], *, fails: bool = False) -> Model:
    def answer(_: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        read.append(info.instructions or "")
        if fails:
            raise ModelHTTPError(503, name, None)
        return ModelResponse(parts=[TextPart("done")])

    return Worded(FunctionModel(answer, model_name=name), name)


async def test_a_link_reads_its_own_and_the_next_one_reads_its_own() -> None:
    first, second = list[str](), list[str]()
    chain = Chain([link("google:gemini-2.5-flash", first, fails=True)], link("ollama:qwen3", second))
    planner: Agent[None, str] = Agent(None, instructions=f"{get_prompt('planner')}\n  - email: mails")
    result = await planner.run("mail Ama, then add milk", model=chain)
    assert result.output == "done"
    assert first == [f"{file_text('planner')}\n  - email: mails"]
    assert second == [f"{file_text('planner.open')}\n  - email: mails"]


@pytest.mark.parametrize("name", ["ollama:qwen3", "openai:gpt-5-mini"])
async def test_what_has_no_variant_is_sent_as_it_is(name: str) -> None:
    read: list[str] = []
    agent: Agent[None, str] = Agent(None, instructions=get_prompt("persona"))
    await agent.run("hello", model=link(name, read))
    assert read == [file_text("persona")]


async def test_what_is_stored_is_not_changed() -> None:
    agent: Agent[None, str] = Agent(None, instructions=get_prompt("planner"))
    result = await agent.run("hello", model=link("ollama:qwen3", []))
    asked = [one for one in result.all_messages() if isinstance(one, ModelRequest)]
    assert [one.instructions for one in asked] == [file_text("planner")]
