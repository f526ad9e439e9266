"""From rows to a toolset: names, risks and small schemas."""

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.gate.risk import METADATA_KEY, PURE
from app.models.folding import OFTEN_KEY
from app.tools.catalogue import TOOLSETS
from app.tools.toolset import OFTEN, Tool, build_toolset


async def greet(ctx: RunContext[AgentDeps], name: str, tone: str = "warm") -> str:
    """Say hello.

    Args:
        name: whom to greet.
    """
    return f"hello {name}, {tone}"


def test_a_row_becomes_a_tool_with_its_risk_and_a_terse_schema() -> None:
    tool = build_toolset("manners", [Tool(greet, PURE)]).tools["greet"].tool_def
    assert tool.description == "Say hello."
    assert tool.metadata is not None
    assert tool.metadata[METADATA_KEY] is PURE
    assert tool.parameters_json_schema == {
        "properties": {"name": {"description": "whom to greet.", "type": "string"}, "tone": {"type": "string"}},
        "required": ["name"],
        "type": "object",
    }


def test_the_tools_of_every_day_are_there_and_marked() -> None:
    marked = {
        name
        for kind, rows in TOOLSETS.items()
        for name, tool in build_toolset(kind, rows).tools.items()
        if (tool.tool_def.metadata or {})[OFTEN_KEY]
    }
    assert marked == OFTEN
