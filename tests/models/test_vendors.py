"""Each vendor over HTTP through the product's own settings and the vendor's own client: streamed, with a tool call, an error and a time-out."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pydantic_ai.models
import pytest

from app.bootstrap.services import Services
from app.models.asking import Asker
from tests.e2e.plain import assert_plain
from tests.fakes.vendors.anthropic_messages import AnthropicMessages
from tests.fakes.vendors.gemini import Gemini
from tests.fakes.vendors.openai_chat import OpenAIChat
from tests.fakes.vendors.openai_responses import OpenAIResponses
from tests.fakes.vendors.script import BreakOff, Call, Hang, Refusal, Refuse, Say, Step
from tests.fakes.vendors.server import KEY, Dialect, VendorServer, vendor
from tests.house import open_house, settings_in, tell

ADD = Call("add_tasks", {"titles": ["milk"], "list_name": "shopping"})
WORDS = "Added milk to your shopping list."


@dataclass(frozen=True)
class Vendor:
    """A dialect, the settings that lead to it ({url} is its server), and what it is called in sentences."""

    dialect: Dialect
    who: str
    settings: dict[str, str] = field(default_factory=dict)


OWN = "The server at OPENAI_BASE_URL"
VENDORS = {
    "Gemini": Vendor(Gemini(), "Google", {"google_api_key": KEY, "google_base_url": "{url}"}),
    "Claude": Vendor(AnthropicMessages(), "Anthropic", {"anthropic_api_key": KEY, "anthropic_base_url": "{url}"}),
    "OpenAI": Vendor(OpenAIResponses(), OWN, {"openai_api_key": KEY, "openai_base_url": "{url}/v1"}),
    "OpenAI chat": Vendor(
        OpenAIChat(),
        OWN,
        {"model_name": "openai-chat:gpt-5-mini", "openai_api_key": KEY, "openai_base_url": "{url}/v1"},
    ),
    "Ollama": Vendor(OpenAIChat(keyed=False), "Ollama", {"model_name": "ollama:qwen3", "ollama_base_url": "{url}/v1"}),
}
SAID: dict[Refusal, str] = {
    "key": "doesn't accept the key in ",
    "money": "says that the account's credit or quota is used up",
    "pace": "takes no more requests just now",
    "name": "has no model called",
    "trouble": "has trouble of its own just now",
}
everyone = pytest.mark.parametrize("name", VENDORS)


@asynccontextmanager
async def served(
    folder: Path, name: str, *steps: Step, **settings: Any
) -> AsyncIterator[tuple[Services, VendorServer]]:
    """A house whose one model is that vendor's, on loopback."""
    row = VENDORS[name]
    with pydantic_ai.models.override_allow_model_requests(True):
        async with vendor(row.dialect, *steps) as server:
            named = {key: value.format(url=server.url) for key, value in row.settings.items()}
            async with open_house(folder, settings=settings_in(folder, **named, **settings)) as house:
                yield house, server


async def _milk(house: Services) -> list[str]:
    return [task.title for task in await house.store.tasks.list(house.owner.id)]


@everyone
async def test_a_message_is_answered_through_a_tool_call_and_what_it_used_is_counted(tmp_path: Path, name: str) -> None:
    async with served(tmp_path, name, ADD, Say(WORDS)) as (house, server):
        reply = await tell(house, "could you put milk on my shopping list")
        assert (reply.text, await _milk(house)) == (WORDS, ["milk"])
        [turn] = await house.store.turns.recent(house.owner.id, 1)
    assert len(server.asked) == 2
    assert "Added milk" in str(server.asked[1].body)  # the tool's answer went back in the vendor's own shape
    assert (turn.usage["input_tokens"], turn.usage["output_tokens"]) == (60, 14)


@everyone
@pytest.mark.parametrize("why", SAID)
async def test_a_refusal_is_said_as_it_is_and_the_offline_model_goes_on(
    tmp_path: Path, name: str, why: Refusal
) -> None:
    async with served(tmp_path, name, Refuse(why)) as (house, server):
        reply = await tell(house, "add milk to my shopping list")
        assert (await _milk(house), len(server.asked)) == (["milk"], 1)
    told = reply.text.rpartition("\n\n(")[2]
    assert told.startswith(f"{VENDORS[name].who} {SAID[why]}")
    assert_plain(told.rstrip(")").replace("platform.openai.com", "there"))
    assert KEY not in reply.text


@everyone
async def test_a_vendor_that_says_nothing_is_waited_for_as_long_as_the_setting_says(tmp_path: Path, name: str) -> None:
    async with served(tmp_path, name, Hang(), model_timeout=0.3) as (house, server):
        reply = await tell(house, "add milk to my shopping list")
        assert (await _milk(house), len(server.asked)) == (["milk"], 1)
    assert "took longer than I may wait" in reply.text


@everyone
async def test_an_answer_that_breaks_off_half_way_is_said_to(tmp_path: Path, name: str) -> None:
    async with served(tmp_path, name, BreakOff("I will put milk on your list in a moment")) as (house, _):
        reply = await tell(house, "add milk to my shopping list")
        assert await _milk(house) == ["milk"]
    assert "answer broke off half-way" in reply.text


@everyone
async def test_work_behind_the_conversation_is_answered_in_one_piece(tmp_path: Path, name: str) -> None:
    async with served(tmp_path, name, Say('{"topic": "milk"}')) as (house, _):
        asker = Asker(house.models, house.resources.budget)
        asked = await asker.ask(house.owner, "run", "mini", "Name the topic.", "We talked about milk.")
    assert (asked.status, asked.found) == ("answered", {"topic": "milk"})


async def test_where_an_answer_breaks_off_the_next_model_of_the_chain_goes_on(tmp_path: Path) -> None:
    steps = (ADD, BreakOff("I have put milk on"), Say(WORDS))
    async with served(tmp_path, "Ollama", *steps, fallback_model_names="ollama:second") as (house, server):
        reply = await tell(house, "could you put milk on my shopping list")
        assert (reply.text, await _milk(house)) == (WORDS, ["milk"])
    assert [asked.body["model"] for asked in server.asked] == ["qwen3", "qwen3", "second"]


async def test_a_model_that_hangs_is_waited_for_once_in_a_turn_though_the_next_one_answers(tmp_path: Path) -> None:
    steps = (Hang(), ADD, Say(WORDS))
    settings = {"fallback_model_names": "ollama:second", "model_timeout": 0.5}
    async with served(tmp_path, "Ollama", *steps, **settings) as (house, server):
        reply = await tell(house, "could you put milk on my shopping list")
        assert (reply.text, await _milk(house)) == (WORDS, ["milk"])
    assert [asked.body["model"] for asked in server.asked] == ["qwen3", "second", "second"]
