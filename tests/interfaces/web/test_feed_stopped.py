"""A stop is said once, whatever it ended: what ran, what waited, and the word itself."""

import asyncio
from pathlib import Path

from pydantic_ai.messages import ModelResponse

from app.interfaces.web.buttons import LiveButtons
from app.interfaces.web.feed import Feed
from app.messages import InboundMessage
from tests.house import open_house, says, scripted


async def test_a_stop_of_what_runs_and_of_what_waits_is_said_once(tmp_path: Path) -> None:
    begun = asyncio.Event()

    async def hangs(_: object) -> ModelResponse:
        begun.set()
        await asyncio.sleep(60)
        return says("Too late.")

    async with open_house(tmp_path, model=scripted(hangs)) as house:
        for number, text in enumerate(("think long", "and this", "/stop")):
            await house.conversation.receive(
                InboundMessage(house.owner.id, "web", str(number), text, house.clock.now())
            )
            if number == 0:
                await asyncio.wait_for(begun.wait(), 10)
        await house.conversation.drain()
        buttons = LiveButtons(house.store, house.owner.id, house.clock)
        hub, closing = house.resources.hub, asyncio.Event()
        feed = Feed(house.store, hub, house.owner.id, buttons=buttons, closing=closing)
        told = [(one["role"], one["text"]) for one in (await feed.history(before=None, limit=9)).messages]
        assert [text for role, text in told if role == "assistant"] == ["Stopped."]
        assert {text for role, text in told if role == "user"} == {"think long", "and this", "/stop"}
