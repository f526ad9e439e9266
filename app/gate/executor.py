"""Runs a confirmed call: exactly the stored one, through the same gate, with no language model.

The agent that has the tool is driven by an echo model that asks for that one call and repeats what it returned.
"""

from typing import Any

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.deps import AgentDeps
from app.errors import ActionRefused
from app.gate.ledger import current_name, digest
from app.memory.records import PendingAction


def check_unaltered(action: PendingAction) -> None:
    """Raise ActionRefused unless the stored arguments are the ones that were shown."""
    if digest(action.tool, action.arguments) != action.digest:
        raise ActionRefused("That request was changed after it was shown, so nothing was done.")


async def run_stored(agent: Agent[AgentDeps, str], action: PendingAction, deps: AgentDeps) -> str:
    """The tool's own sentence. `deps.approved` must be the action's digest, or the gate holds the call again."""
    return await run_call(agent, current_name(action.tool), action.arguments, deps)


async def run_call(agent: Agent[AgentDeps, str], tool: str, arguments: dict[str, Any], deps: AgentDeps) -> str:
    """One call through the gate; what the tool says, or the gate's own words where it holds or refuses."""

    def echo(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
        returned = [part for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
        if returned:
            return ModelResponse(parts=[TextPart(str(returned[-1].content))])
        return ModelResponse(parts=[ToolCallPart(tool, arguments)])

    result = await agent.run("confirmed", deps=deps, model=FunctionModel(echo))
    return result.output
