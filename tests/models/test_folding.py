"""A request made to fit: folded tools are still called by their names, and everything behind the model sees real calls alone."""

import json
from pathlib import Path
from typing import Any

import pydantic_ai.models
import pytest
from pydantic_ai.messages import InstructionPart, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from app.models.folding import OFTEN_KEY, SHARED, FoldingSettings, fitted, folded, unfold
from app.models.request_size import Scale
from tests.house import open_house, settings_in, tell
from tests.models.openai_server import Answer, ModelServer, model_server, refused
from tests.models.paying import reported, tool_call


def _tool(name: str, *, often: bool = False, **fields: dict[str, Any]) -> ToolDefinition:
    schema = {"type": "object", "properties": fields, "required": [name for name in fields if name != "extra"]}
    return ToolDefinition(
        name=name, description=f"Does {name}.", parameters_json_schema=schema, metadata={OFTEN_KEY: often}
    )


TEXT = {"type": "string"}
TOOLS = [_tool(f"tool_{number}", text=TEXT, extra=TEXT, often=number == 7) for number in range(10)]


def _weight(tools: list[ToolDefinition]) -> int:
    return sum(map(Scale().weigh, tools))


def test_what_fits_stays_as_it_is() -> None:
    assert folded(TOOLS, _weight(TOOLS)) is TOOLS


@pytest.mark.parametrize("room", range(600, 2_200, 100))
def test_what_does_not_fit_shares_one_schema_and_the_often_used_keep_theirs(room: int) -> None:
    made = folded(TOOLS, room)
    assert _weight(made) <= room or _weight(TOOLS) <= room
    if made is TOOLS:
        return
    *kept, shared = made
    assert shared.name == SHARED
    assert shared.description is not None
    folded_names = {line.partition("(")[0] for line in shared.description.splitlines()[1:]}
    assert folded_names | {tool.name for tool in kept} == {tool.name for tool in TOOLS}
    assert not kept or "tool_7" in {tool.name for tool in kept}
    assert [tool for tool in TOOLS if tool in kept] == kept


def test_a_line_says_how_a_tool_is_called() -> None:
    tool = _tool(
        "plan",
        when={"type": "string", "description": "as said."},
        guests={"type": "array", "items": {"type": "string"}},
        minutes={"type": "integer"},
        mode={"enum": ["walk", "bike"], "type": "string"},
        more={"type": "object"},
        extra={"type": "boolean"},
    )
    *_, shared = folded([*TOOLS, tool], 700)
    assert shared.description is not None
    assert shared.description.endswith("\nplan(when, guests[], minutes:int, mode:walk|bike, more:object, extra:bool?)")
    *_, roomy = folded([*TOOLS, tool], 1_200)
    assert roomy.description is not None
    assert roomy.description.endswith("extra:bool?) Does plan. when: as said.")


def test_without_room_named_nothing_is_folded() -> None:
    parameters = ModelRequestParameters(function_tools=TOOLS)
    assert fitted(parameters, None) is parameters
    assert fitted(parameters, FoldingSettings(max_tokens=5)) is parameters


def test_a_fact_more_does_not_change_what_is_folded() -> None:
    """In steps: between two of them the tools, which come first in a request, are the same to the byte."""

    def shown(about: str) -> list[ToolDefinition]:
        parts = [InstructionPart(content="rules"), InstructionPart(content=about, dynamic=True)]
        parameters = ModelRequestParameters(function_tools=TOOLS, instruction_parts=parts)
        return fitted(parameters, FoldingSettings(room=2_500)).function_tools

    assert shown("a" * 520) == shown("a" * 980)
    assert len(shown("a" * 980)) < len(shown(""))


@pytest.mark.parametrize(
    ("arguments", "becomes"),
    [
        ({"tool": "look", "arguments": {"where": "here"}}, ("look", {"where": "here"})),
        ({"tool": "look", "where": "here"}, ("look", {"where": "here"})),
        ({"tool": "look", "arguments": '{"where": "here"}'}, ("look", '{"where": "here"}')),
        ({"tool": "look", "arguments": {}}, ("look", {})),
        ({"tool": "look", "arguments": None}, ("look", {})),
        ({"tool": "look", "arguments": [1]}, ("look", {})),
        ({"tool": 7}, ("7", {})),
        ({}, (SHARED, {})),
    ],
)
def test_a_call_of_the_shared_tool_is_the_call_it_stands_for(arguments: dict[str, Any], becomes: object) -> None:
    response = ModelResponse(parts=[TextPart("so"), ToolCallPart(SHARED, json.dumps(arguments), "c1")])
    text, call = unfold(response).parts
    assert text == TextPart("so")
    assert isinstance(call, ToolCallPart)
    assert (call.tool_name, call.args) == becomes
    assert call.tool_call_id == "c1"


def test_arguments_that_are_no_json_stay_a_failed_call() -> None:
    [call] = unfold(ModelResponse(parts=[ToolCallPart(SHARED, "{broken", "c1")])).parts
    assert isinstance(call, ToolCallPart)


def test_any_other_response_is_left_alone() -> None:
    response = ModelResponse(parts=[ToolCallPart("look", {"where": "here"}), TextPart("so")])
    assert unfold(response) is response


# ------------------------------------------------------------------------------------------ the whole house, a model on loopback


def _shown(body: dict[str, Any]) -> set[str]:
    return {tool["function"]["name"] for tool in body["tools"]}


async def _ask(tmp_path: Path, answers: list[Answer], words: str) -> tuple[str, list[str], ModelServer]:
    """The reply to a message in a house that knows all about its owner, the tools that were called, and the server."""

    async def script(_: dict[str, Any]) -> Answer:
        return answers.pop(0)

    with pydantic_ai.models.override_allow_model_requests(True):
        async with model_server(script) as server:
            settings = settings_in(tmp_path, model_name="local:m", openai_base_url=server.url)
            async with open_house(tmp_path, settings=settings) as house:
                await house.store.contexts.put(house.owner.id, "profile", "Likes long walks. " * 400, house.clock.now())
                reply = await tell(house, words)
                audit = await house.store.audit.recent(house.owner.id, 10)
                chain: Any = house.models.chain("primary")
                await chain.models[0].client.close()
    return reply.text, [row.tool for row in audit], server


async def test_a_folded_tool_does_its_work_and_stands_in_the_audit_under_its_own_name(tmp_path: Path) -> None:
    call = tool_call(SHARED, {"tool": "save_journal_entry", "arguments": {"content": "walked to the sea"}})
    reply, called, server = await _ask(
        tmp_path, [call, reported(10, 5, "Written.")], "add to my shopping list: write this down"
    )
    assert reply == "Written."
    assert called == ["save_journal_entry"]
    first, second = server.bodies
    assert "save_journal_entry" not in _shown(first)
    assert SHARED in _shown(first)
    assert first["tools"] == second["tools"]
    assert second["messages"][-2]["tool_calls"][0]["function"]["name"] == "save_journal_entry"


async def test_wrong_arguments_are_said_and_the_next_call_is_right(tmp_path: Path) -> None:
    wrong = tool_call(SHARED, {"tool": "save_journal_entry", "arguments": {"text": "walked"}})
    right = tool_call(SHARED, {"tool": "save_journal_entry", "arguments": {"content": "walked"}})
    reply, called, server = await _ask(
        tmp_path, [wrong, right, reported(10, 5, "Written.")], "what is on my shopping list?"
    )
    assert (reply, called, len(server.bodies)) == ("Written.", ["save_journal_entry"], 3)


async def test_a_tool_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    wrong = tool_call(SHARED, {"tool": "fly_to_the_moon", "arguments": {}})
    reply, called, _ = await _ask(tmp_path, [wrong, reported(10, 5, "I can't fly.")], "what is on my shopping list?")
    assert (reply, called) == ("I can't fly.", [])


async def test_the_offline_model_has_all_tools_when_it_takes_over(tmp_path: Path) -> None:
    reply, called, server = await _ask(tmp_path, [refused(503, "busy")], "write in my journal: walked to the sea")
    assert called == ["save_journal_entry"]
    assert "journal" in reply.lower()
    assert SHARED in _shown(server.bodies[0])
