"""A request that is made to fit: tools without room for a schema of their own share one, with a line each.

Behind the model nobody notices: `unfold` turns a call of the shared tool into the call it stands for before anything is done about
it, so the gate, the ledger and the history know real calls alone, and the next link of the chain gets all tools again. What is folded
depends on the tools and on the size of what is known of the user, in steps, so that a model server's prompt cache holds. Knows no
tool by name.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic_ai.messages import ModelResponse, ModelResponsePart, ToolCallPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from app.models.adjusting import Adjusting
from app.models.request_size import RequestSize, Scale

SHARED = "use_tool"
OFTEN_KEY = "often"  # in a tool's metadata: it keeps its schema longest
_ABOUT = "Calls any of these ([] a list, ? may be left out):\n"
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"tool": {"type": "string"}, "arguments": {"type": "object", "additionalProperties": True}},
    "required": ["tool", "arguments"],
}
_AROUND = 500  # the envelope, the moment and a message of ordinary length
_STEP = 500
_KINDS = {"string": "", "integer": ":int", "number": ":number", "boolean": ":bool", "object": ":object"}


class FoldingSettings(ModelSettings, total=False):
    """What an agent may say beside every other setting."""

    room: int  # bytes a first request may have


class Folding(Adjusting):
    """A link that gets no more than fits into the agent's `room`; all of it where the agent names none. It answers with calls of the shared tool
    as the model made them."""

    def adjusted(self, parameters: ModelRequestParameters, settings: ModelSettings | None) -> ModelRequestParameters:
        """With what doesn't fit folded."""
        return fitted(parameters, settings)


def fitted(parameters: ModelRequestParameters, settings: ModelSettings | None) -> ModelRequestParameters:
    """The parameters with as many tools folded as it takes, those that are used often last."""
    room = (settings or {}).get("room")
    if not isinstance(room, int):
        return parameters
    rules, about = RequestSize(), RequestSize()
    for part in parameters.instruction_parts or ():
        (about if part.dynamic else rules).add("text", part.content)
    room -= _AROUND + rules.total + -(-about.total // _STEP) * _STEP
    tools = folded(parameters.function_tools, room)
    return parameters if tools is parameters.function_tools else replace(parameters, function_tools=tools)


def folded(tools: list[ToolDefinition], room: int) -> list[ToolDefinition]:
    """The tools as they are where they fit into `room` bytes; else those that fit, and the shared one for the others."""
    weights = {tool.name: _SCALE.weigh(tool) for tool in tools}
    if sum(weights.values()) <= room:
        return tools
    room -= _SCALE.weigh(_shared([]))
    lines = {tool.name: _line(tool) for tool in tools}
    if sum(map(_weight, lines.values())) > room:
        lines = {tool.name: _signature(tool) for tool in tools}
    left, kept = room - sum(map(_weight, lines.values())), set[str]()
    for tool in sorted(tools, key=lambda tool: not (tool.metadata or {}).get(OFTEN_KEY)):
        costs = weights[tool.name] - _weight(lines[tool.name])
        if costs <= left:
            left -= costs
            kept.add(tool.name)
    whole = [tool for tool in tools if tool.name in kept]
    return [*whole, _shared([line for name, line in lines.items() if name not in kept])]


def unfold(response: ModelResponse) -> ModelResponse:
    """The response with every call of the shared tool as the call it stands for."""
    parts = [_unfolded(part) for part in response.parts]
    return replace(response, parts=parts) if parts != response.parts else response


def _unfolded(part: ModelResponsePart) -> ModelResponsePart:
    """A tool that does not exist stays named as it was: the model is told so, as of any other call."""
    if not isinstance(part, ToolCallPart) or part.tool_name != SHARED:
        return part
    said = part.args_as_dict()
    name = said.pop("tool", SHARED)
    arguments = said.pop("arguments", None) or said  # some leave out the brackets
    return replace(part, tool_name=str(name), args=arguments if isinstance(arguments, dict | str) else {})


def _shared(lines: Sequence[str]) -> ToolDefinition:
    """Not strict: a server that enforces schemas would allow no arguments where none are named."""
    description = _ABOUT + "\n".join(lines)
    return ToolDefinition(name=SHARED, description=description, parameters_json_schema=_SCHEMA, strict=False)


def _line(tool: ToolDefinition) -> str:
    """`set_reminder(text, when, repeat?) Remind the user. repeat: "every Monday" or RRULE.`"""
    fields: dict[str, Any] = tool.parameters_json_schema.get("properties", {})
    notes = [f"{name}: {field['description']}" for name, field in fields.items() if "description" in field]
    return " ".join((_signature(tool), tool.description or "", *notes)).strip()


def _signature(tool: ToolDefinition) -> str:
    """`set_reminder(text, when, repeat?)`"""
    schema = tool.parameters_json_schema
    required = schema.get("required", ())
    fields = (
        f"{name}{_kind(field)}{'' if name in required else '?'}" for name, field in schema.get("properties", {}).items()
    )
    return f"{tool.name}({', '.join(fields)})"


def _weight(line: str) -> int:
    """Bytes of a line within JSON, with its line end."""
    size = RequestSize()
    size.add("line", line)
    return size.total + len("\\n")


def _kind(field: dict[str, Any]) -> str:
    if "enum" in field:
        return ":" + "|".join(map(str, field["enum"]))
    if field.get("type") == "array":
        return f"{_kind(field.get('items', {}))}[]"
    return _KINDS.get(field.get("type", "string"), ":object")


_SCALE = Scale()
