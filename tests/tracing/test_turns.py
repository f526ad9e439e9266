"""One trace a turn: its stages, its calls, its delivery and what its user decided later, sent by the real libraries to a real address."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.bootstrap.tracing import destinations
from app.loops.scores import send_due
from app.tracing.sending import CHILD, Sending
from app.tracing.tracing import Tracing
from tests.house import open_house, settings_in, tell
from tests.interfaces.telegram.house import until
from tests.tracing.collector import Collector, collector

SECRET = "sk-lf-very-secret-7351"


@asynccontextmanager
async def traced_house(folder: Path, told: Collector, *, content: bool = False) -> AsyncIterator[Services]:
    """A house that traces to Langfuse and to an OTLP address, both of them that collector."""
    settings = settings_in(
        folder,
        langfuse_public_key="pk-lf-1",
        langfuse_secret_key=SECRET,
        langfuse_host=told.url,
        otel_exporter_otlp_endpoint=f"{told.url}/other",
        otel_exporter_otlp_headers="x-team=kwasi, x-empty=",
        trace_content=content,
    )
    sending = Sending((sys.executable, "-P", CHILD), destinations(settings))
    tracing = Tracing(sending, content, (SECRET,))
    async with open_house(folder, settings=settings, tracing=tracing) as house:
        yield house


@pytest.mark.slow
async def test_a_turn_is_one_trace_at_every_address_and_a_decision_joins_it_later(tmp_path: Path) -> None:
    with collector() as told:
        async with traced_house(tmp_path, told) as house:
            await tell(house, "my sister's name is Ama")
            reply = await tell(house, "forget everything about Ama")
            turn = await house.store.turns.get("owner", reply.turn_id)
            [action] = await house.store.pending.waiting("owner", house.clock.now())
            await house.conversation.decide("owner", "confirm", action.id)
            assert await send_due(house.ground) == 1
            assert await send_due(house.ground) == 0
        assert turn is not None
        for address in ("/other/v1/traces", "/api/public/otel/v1/traces"):
            assert told.headers[address], address
        assert told.headers["/other/v1/traces"][0]["x-team"] == "kwasi"
        mine = {one["span"]: one for one in told.spans if one["trace"] == turn.trace_id}
        names = [one["name"] for one in mine.values()]
        wanted = [
            "turn",
            "routing.classify_intent",
            "recall",
            "message_history_retrieval",
            "context_injection",
            "agent",
        ]
        for name in (*wanted, "execute_tool forget_fact", "settle", "score.user_approval"):
            assert names.count(name) == 1, (name, names)
        root = next(one for one in mine.values() if one["name"] == "turn")
        assert (root["parent"], root["span"]) == ("", turn.trace_id[:16])
        assert all(one["parent"] in mine for one in mine.values() if one is not root)
        call = next(one for one in mine.values() if one["name"] == "execute_tool forget_fact")
        assert (call["attributes"]["decision"], call["attributes"]["outcome"]) == ("hold", "held")
        route = next(one for one in mine.values() if one["name"] == "routing.classify_intent")
        assert {"categories", "method"} <= set(route["attributes"])
        [score] = told.scores
        assert (score["traceId"], score["name"], score["value"]) == (turn.trace_id, "user_approval", 1.0)
        assert all(b"Ama" not in body for body in told.bodies)
        assert all(SECRET.encode() not in body for body in told.bodies)


@pytest.mark.slow
async def test_words_stand_in_it_where_they_are_wanted_and_secrets_never(tmp_path: Path) -> None:
    with collector() as told:
        async with traced_house(tmp_path, told, content=True) as house:
            await tell(house, f"note that the key is {SECRET}")
            await until(lambda: told.named("turn"), seconds=30)
        [root] = {one["span"]: one for one in told.named("turn")}.values()
        assert root["attributes"]["input.value"].startswith("note that the key is")
        assert all(SECRET.encode() not in body for body in told.bodies)


async def test_nothing_is_recorded_where_nobody_is_set(tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=settings_in(tmp_path)) as house:
        assert house.tracing.record is None
        await tell(house, "add milk to my list")
        assert house.tracing.sending is None
