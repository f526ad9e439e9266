"""Turns that a paid model answers: what they cost is written with them, and a cap is said once in the reply."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pydantic_ai.models

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from tests.conversation.conftest import NOON
from tests.conversation.lane import ONE, pass_time, said, schedule
from tests.house import open_house, tell
from tests.models.openai_server import Answer, ModelServer, model_server, refused
from tests.models.paying import MODEL, reported, tool_call


@asynccontextmanager
async def _house(home: Settings, answers: list[Answer], **caps: Any) -> AsyncIterator[tuple[Services, ModelServer]]:
    """A house on either engine whose model costs money and answers what the test wrote."""

    async def script(_: dict[str, Any]) -> Answer:
        return answers.pop(0)

    with pydantic_ai.models.override_allow_model_requests(True):
        async with model_server(script) as server:
            named = {"model_name": f"openai-chat:{MODEL}", "openai_base_url": server.url}
            settings = home.model_copy(update={**named, **caps})
            async with open_house(Path(), settings=settings, clock=ManualClock(NOON)) as house:
                yield house, server
                chain: Any = house.models.chain("primary")
                await chain.models[0].client.close()


async def test_each_call_of_a_turn_is_a_line_in_the_book(home: Settings) -> None:
    answers = [tool_call("add_tasks", {"titles": ["milk"]}), reported(2_500, 100, "Added.")]
    async with _house(home, answers) as (house, _):
        assert (await tell(house, "add milk to my list")).text == "Added."
        [turn] = await house.store.turns.recent(house.owner.id, 1)
        lines = await house.store.usage.by_model(house.owner.id, NOON)
    assert [(line.model, line.requests, line.input_tokens, line.output_tokens) for line in lines] == [
        (MODEL, 2, 2_510, 105)
    ]
    assert {key: turn.usage[key] for key in ("requests", "input_tokens", "output_tokens")} == {
        "requests": 2,
        "input_tokens": 2_510,
        "output_tokens": 105,
    }
    assert turn.usage["parts"]["tools"] > 1_000
    assert "results" not in turn.usage["parts"]


async def test_a_cap_is_said_once_and_the_offline_model_answers(home: Settings) -> None:
    async with _house(home, [], max_daily_cost=0.001) as (house, server):
        reply = await tell(house, "add milk to my shopping list")
        assert server.bodies == []
        assert [task.title for task in await house.store.tasks.list(house.owner.id)] == ["milk"]
        [turn] = await house.store.turns.recent(house.owner.id, 1)
    assert reply.text.count("MAX_DAILY_COST allows $0.001 a day") == 1
    assert "no usable answer" not in reply.text
    assert turn.usage.get("cost", 0.0) == 0.0


async def test_a_cap_reached_half_way_keeps_what_is_done(home: Settings) -> None:
    answers = [tool_call("add_tasks", {"titles": ["milk"], "list_name": "shopping"}, 6_000, 100)]
    async with _house(home, answers, max_turn_tokens=16_000) as (house, server):
        reply = await tell(house, "add milk to my shopping list")
        assert len(server.bodies) == 1
        assert [task.title for task in await house.store.tasks.list(house.owner.id)] == ["milk"]
    assert "MAX_TURN_TOKENS" in reply.text


async def test_a_server_that_fails_is_not_a_budget(home: Settings) -> None:
    async with _house(home, [refused(503, "busy")], max_daily_cost=5.0) as (house, _):
        reply = await tell(house, "what is on my shopping list?")
        assert await house.store.usage.by_model(house.owner.id, NOON) == []
    assert "has trouble of its own just now" in reply.text


async def test_what_the_clock_asks_for_is_paid_from_the_same_purse_also_when_it_says_nothing(home: Settings) -> None:
    async with _house(home, [reported(2_500, 10, "No_Response_Needed")]) as (house, server):
        await schedule(house, "tell me if it rains")
        await pass_time(house, ONE)
        assert len(server.bodies) == 1
        assert await said(house) == []
        [line] = await house.store.usage.by_model(house.owner.id, NOON)
    assert (line.requests, line.input_tokens, line.output_tokens) == (1, 2_500, 10)


async def test_a_cap_stops_the_clock_too_and_is_said_once_a_day(home: Settings) -> None:
    async with _house(home, [], max_daily_cost=0.001) as (house, server):
        await schedule(house, "write me a poem", rule="FREQ=HOURLY")
        for hours in range(3):
            await pass_time(house, ONE + timedelta(hours=hours))
        assert server.bodies == []
        [entry] = await said(house)
    assert entry.body["text"].count("MAX_DAILY_COST allows $0.001 a day") == 1
    assert "Next: today at 15:00." in entry.body["text"]
