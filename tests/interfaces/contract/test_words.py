"""Words on every channel: answered once, joined, shown as they come, stopped, taken up again, one history for one person."""

import asyncio
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, UserPromptPart

from app.prompts.turn import split
from tests.house import calls, done_calls, says, scripted
from tests.interfaces.contract.places import POSTGRES, SQLITE, Place, anything, on
from tests.interfaces.telegram.house import until

ANSWER = "The kettle is on and the tea is nearly ready."
YES = scripted(lambda _: says(ANSWER))


def asked(messages: list[ModelMessage]) -> str:
    """What the present turn is about, as the model reads it."""
    prompts = [part for message in messages for part in message.parts if isinstance(part, UserPromptPart)]
    content = prompts[-1].content
    return split(str(content if isinstance(content, str) else content[0])).text


async def settled(place: Place, house: Any) -> None:
    """Wait until nothing is being answered and nothing waits to be sent."""
    await house.services.conversation.drain()

    async def is_quiet() -> bool:
        rows = await house.services.database.fetch("SELECT id FROM outbox WHERE status IN ('pending', 'sending')")
        return not rows

    await until(is_quiet)


@on(anything, SQLITE, POSTGRES)
async def test_words_are_answered_and_the_same_delivery_again_is_one_message(place: Place) -> None:
    async with place.open(YES) as house:
        await place.side.says("hello there, is there tea?")
        await until(lambda: place.side.count(ANSWER))
        await place.side.again()
        await place.side.again()
        await settled(place, house)
        assert await place.side.count(ANSWER) == 1
        assert await house.services.store.turns.count(house.owner) == 1


@on(anything)
async def test_a_burst_is_one_turn_and_one_answer(place: Place) -> None:
    if place.side.waits:
        pytest.skip("whoever writes there waits for the answer first")
    heard: list[str] = []

    def script(messages: list[ModelMessage]) -> ModelResponse:
        heard.append(asked(messages))
        return says(ANSWER)

    windows = ("joining_window", "telegram_joining_window", "whatsapp_joining_window", "slack_joining_window")
    async with place.open(scripted(script), **dict.fromkeys(windows, 0.7)) as house:
        for words in ("I came home.", "It rained.", "Is there tea?"):
            await place.side.says(words)
        await until(lambda: place.side.count(ANSWER))
        await settled(place, house)
        assert await place.side.count(ANSWER) == 1
    assert heard == ["I came home.\nIt rained.\nIs there tea?"]


class Growing:
    """A model that says the beginning, and the rest when it may."""

    def __init__(self) -> None:
        self.may_end = asyncio.Event()
        self.begun = asyncio.Event()

    async def answer(self, _: list[ModelMessage]) -> ModelResponse:
        self.begun.set()
        await self.may_end.wait()
        return says(ANSWER)

    async def stream(self, messages: list[ModelMessage], _: Any) -> Any:
        first, last = ANSWER[:20], ANSWER[20:]
        yield first
        self.begun.set()
        await self.may_end.wait()
        yield last


@on(anything)
async def test_an_answer_on_its_way_is_shown_and_nothing_is_left_standing(place: Place) -> None:
    from pydantic_ai.models.function import FunctionModel

    growing = Growing()
    model = FunctionModel(lambda messages, _: growing.answer(messages), stream_function=growing.stream)
    async with place.open(model) as house:
        await place.side.says("hello there, is there tea?")
        await growing.begun.wait()
        if place.side.can.edit or place.side.can.typing:
            await until(place.side.begun)
        growing.may_end.set()
        await until(lambda: place.side.count(ANSWER))
        await settled(place, house)
        assert (await place.side.words()).strip() == ANSWER
        assert await place.side.ever() == 1


@on(anything)
async def test_what_runs_can_be_stopped_and_nothing_more_is_done(place: Place) -> None:
    running, never = asyncio.Event(), asyncio.Event()

    async def script(messages: list[ModelMessage]) -> ModelResponse:
        if "note" not in asked(messages):
            return says(ANSWER)
        if done_calls(messages):
            running.set()
            await never.wait()
        return calls("save_note", content=f"number {len(done_calls(messages))}")

    async with place.open(scripted(script)) as house:
        await place.side.says("save a note about the garden")
        await running.wait()
        await place.side.stops()
        await until(lambda: place.side.count("Stopped."))
        await settled(place, house)
        assert len(await house.services.store.notes.list(house.owner, limit=9)) == 1
        await place.side.says("is there tea?")
        await until(lambda: place.side.count(ANSWER))


@on(anything, SQLITE, POSTGRES)
async def test_a_turn_that_a_restart_cuts_off_goes_on_and_is_answered_once(place: Place) -> None:
    running, never = asyncio.Event(), asyncio.Event()

    async def hangs(_: list[ModelMessage]) -> ModelResponse:
        running.set()
        await never.wait()
        return says("never")

    async with place.open(scripted(hangs)):
        await place.side.says("hello there, is there tea?")
        await running.wait()
        if place.side.can.edit and place.side.can.pushed:
            await until(place.side.begun)
    async with place.open(YES) as house:
        await until(lambda: place.side.count(ANSWER))
        await settled(place, house)
        assert await place.side.count(ANSWER) == 1
        assert await place.side.count("…") == 0
        assert await house.services.store.turns.count(house.owner) == 1


def everything(messages: list[ModelMessage]) -> str:
    """All that the model is shown of what people and it said."""
    requests = [message for message in messages if isinstance(message, ModelRequest)]
    prompts = [part for message in requests for part in message.parts if isinstance(part, UserPromptPart)]
    return "\n".join(str(part.content) for part in prompts)


def remembers(messages: list[ModelMessage]) -> ModelResponse:
    """Says whether it was told of the otter."""
    if "which animal" in asked(messages):
        return says("It was the otter." if "otter" in everything(messages) else "Nobody told me.")
    return says("Noted in passing.")


@on(anything)
async def test_what_is_said_on_one_channel_is_known_on_another(place: Place) -> None:
    page, _ = await place.enter("telegram" if place.side.channel == "web" else "web")
    async with place.open(scripted(remembers)):
        await place.side.says("I saw an otter at the river today")
        await until(lambda: place.side.count("Noted in passing."))
        await page.says("which animal did I see?")
        await until(lambda: page.count("It was the otter."))


@on(lambda row: row.pushed, SQLITE, POSTGRES)
async def test_two_people_on_one_channel_see_nothing_of_each_other(place: Place) -> None:
    other = place.other
    assert other is not None
    async with place.open(scripted(remembers)):
        await place.side.says("I saw an otter at the river today")
        await until(lambda: place.side.count("Noted in passing."))
        await other.says("which animal did I see?")
        await until(lambda: other.count("Nobody told me."))
        await place.side.says("which animal did I see?")
        await until(lambda: place.side.count("It was the otter."))
        assert await other.count("otter") == 0
        assert await place.side.count("Nobody") == 0
