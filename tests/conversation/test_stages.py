"""The stages of a turn, as its user and its model notice them: files, drafts, routes, taking over, stopping."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import BinaryContent, ModelMessage, ModelResponse, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.bootstrap.services import Services
from app.conversation.answering import STOPPED, shown, without_markers
from app.conversation.stream import TurnEvent
from app.messages import Attachment
from app.prompts.turn import split
from tests.house import Script, calls, done_calls, open_house, says, scripted, tell

HouseWith = Callable[[Script], Awaitable[Services]]
PICTURE = Attachment("cat.png", "image/png", b"\x89PNG not looked at")


@pytest.fixture
async def house_with(tmp_path: Path) -> AsyncIterator[HouseWith]:
    """Makes a house around a script."""
    async with AsyncExitStack() as opened:

        async def make(script: Script) -> Services:
            return await opened.enter_async_context(open_house(tmp_path, model=scripted(script)))

        yield make


def _listening(heard: list[UserPromptPart]) -> Script:
    """A model that notes down what it was told last."""

    def script(messages: list[ModelMessage]) -> ModelResponse:
        heard.append([part for part in messages[-1].parts if isinstance(part, UserPromptPart)][-1])
        return says("I see.")

    return script


async def _watched(house: Services, text: str) -> list[TurnEvent]:
    """What a watcher saw of the turn that answered `text`."""
    with house.hub.watch(house.owner.id) as events:
        await tell(house, text)
        return [events.get_nowait() for _ in range(events.qsize())]


class TestAFile:
    """...that comes with a message."""

    @pytest.mark.parametrize("media_type", ["text/plain", "text/csv", "text/markdown; charset=utf-8"])
    async def test_of_text_is_read(self, house_with: HouseWith, media_type: str) -> None:
        heard: list[UserPromptPart] = []
        house = await house_with(_listening(heard))
        await tell(house, "What is in here?", files=(Attachment("list.txt", media_type, "crème\nmilk".encode()),))
        said = split(str(heard[0].content)).text
        assert said == "What is in here?\n\n[attached: list.txt]\ncrème\nmilk"

    async def test_alone_is_a_message(self, house_with: HouseWith) -> None:
        heard: list[UserPromptPart] = []
        house = await house_with(_listening(heard))
        await tell(house, "", files=(Attachment("list.txt", "text/plain", b"milk"),))
        assert split(str(heard[0].content)).text == "[attached: list.txt]\nmilk"

    async def test_that_is_not_what_it_claims_does_no_harm(self, house_with: HouseWith) -> None:
        heard: list[UserPromptPart] = []
        house = await house_with(_listening(heard))
        reply = await tell(house, "Read it", files=(Attachment("x", "text/plain", b"\xff\x00\xfe" * 50_000),))
        assert reply.status == "done"
        assert len(str(heard[0].content)) < 30_000

    async def test_of_another_kind_is_named(self, house_with: HouseWith) -> None:
        heard: list[UserPromptPart] = []
        house = await house_with(_listening(heard))
        await tell(
            house,
            "Keep this",
            files=(Attachment("a.zip", "application/zip", b"PK\x03\x04\x14\x00\x00\x00"), Attachment("", "x/y", b"")),
        )
        said = split(str(heard[0].content)).text
        assert said == "Keep this\n\n[attached: a.zip (application/zip)]\n\n[attached: a file (x/y)]"

    async def test_that_is_a_picture_is_shown_to_a_model_that_can_see(self, house_with: HouseWith) -> None:
        heard: list[UserPromptPart] = []
        house = await house_with(_listening(heard))
        await tell(house, "Who is this?", files=(PICTURE,))
        words, picture = heard[0].content
        assert split(str(words)).text == "Who is this?\n\n[attached: cat.png (image/png)]"
        assert isinstance(picture, BinaryContent)
        assert (picture.data, picture.media_type) == (PICTURE.data, "image/png")

    async def test_that_is_a_picture_is_named_to_one_that_cannot(self, house: Services) -> None:
        reply = await tell(house, "note that this is Tom", files=(PICTURE,))
        assert reply.status == "done"
        stored = await house.store.turns.messages(house.owner.id, [reply.turn_id])
        [prompt] = [part for part in stored[reply.turn_id][0]["parts"] if part["part_kind"] == "user-prompt"]
        assert "[attached: cat.png (image/png)]" in prompt["content"]


class TestWhileItAnswers:
    """...a watcher sees it come."""

    async def test_drafts_grow_to_the_reply(self, house_with: HouseWith) -> None:
        house = await house_with(lambda _: says("Ama lives in Accra."))
        drafts = [event.text for event in await _watched(house, "where?") if event.kind == "draft"]
        assert len(drafts) > 1
        assert all(later.startswith(earlier) for earlier, later in pairwise(drafts))
        assert drafts[-1].strip() == "Ama lives in Accra."

    async def test_what_it_does_is_said_in_plain_words(self, house_with: HouseWith) -> None:
        house = await house_with(lambda messages: says("Done.") if done_calls(messages) else calls("list_tasks"))
        events = await _watched(house, "what is on my list?")
        assert [event.text for event in events if event.kind == "activity"] == ["looking at your lists…"]
        assert [event.kind for event in events if event.kind in ("started", "settled", "outbox")] == [
            "started",
            "settled",
            "outbox",
        ]

    async def test_the_gates_tokens_are_shown_to_nobody(self, house_with: HouseWith) -> None:
        marked = "Queued. [APPROVAL_PENDING:0123456789abcdef] Shall I?"
        house = await house_with(lambda _: says(marked))
        events = await _watched(house, "do it")
        [said] = await house.store.outbox.after(house.owner.id, ("local",), 0, 5)
        assert said.body["text"] == "Queued. Shall I?"
        assert not any("0123456789abcdef" in event.text for event in events if event.text.endswith("Shall I? "))


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("plain", "plain"),
        ("[APPROVAL_PENDING:ab12] Queued", " Queued"),
        ("one [APPROVAL_PENDING:ab12] two [APPROVAL_PENDING:cd34] three", "one two three"),
        ("[APPROVAL_PENDING:not hex]", "[APPROVAL_PENDING:not hex]"),
    ],
)
def test_tokens_are_taken_out_and_nothing_else(text: str, clean: str) -> None:
    assert without_markers(text) == clean


async def test_a_follow_up_goes_where_the_turn_before_it_went(house: Services) -> None:
    await tell(house, "add milk to my shopping list")
    reply = await tell(house, "and that too")
    turn = await house.store.turns.get(house.owner.id, reply.turn_id)
    assert turn is not None
    assert "memory" in turn.route["domains"]


async def test_a_language_model_is_shown_the_tools_of_its_route_alone(tmp_path: Path) -> None:
    shown: list[set[str]] = []

    async def stream(_: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        shown.append({tool.name for tool in info.function_tools})
        yield "Hm."

    async with open_house(tmp_path, model=FunctionModel(stream_function=stream)) as house:
        await tell(house, "convert 5 miles to kilometres")
        await tell(house, "add milk to my shopping list")
    assert "add_tasks" not in shown[0]
    assert "add_tasks" in shown[1]


class TestStop:
    """...ends a turn at once, and what it did stays done."""

    async def test_before_the_next_call_while_the_model_thinks(self, house_with: HouseWith) -> None:
        thinking = asyncio.Event()

        async def thinks_for_ever(messages: list[ModelMessage]) -> ModelResponse:
            if not done_calls(messages):
                return calls("add_tasks", titles=["milk"], list_name="shopping")
            thinking.set()
            return await asyncio.get_running_loop().create_future()

        house = await house_with(thinks_for_ever)
        telling = asyncio.create_task(tell(house, "add milk, then think"))
        async with asyncio.timeout(10):
            await thinking.wait()
        async with asyncio.timeout(1):
            assert await house.conversation.stop(house.owner.id)
            reply = await telling
        assert (reply.text.split(" ")[0], reply.status) == (STOPPED, "stopped")
        assert "Done before that: " in reply.text
        assert "milk" in reply.text
        assert [item.title for item in await house.store.tasks.list(house.owner.id)] == ["milk"]
        assert [button.verb for button in reply.buttons] == ["undo"]

    async def test_and_the_next_turn_knows_what_was_done(self, house_with: HouseWith) -> None:
        thinking = asyncio.Event()
        seen: list[str] = []

        async def thinks_once(messages: list[ModelMessage]) -> ModelResponse:
            if thinking.is_set():
                seen.extend(part.part_kind for message in messages for part in message.parts)
                return says("Milk is on it.")
            if not done_calls(messages):
                return calls("add_tasks", titles=["milk"], list_name="shopping")
            thinking.set()
            return await asyncio.get_running_loop().create_future()

        house = await house_with(thinks_once)
        telling = asyncio.create_task(tell(house, "add milk, then think"))
        async with asyncio.timeout(10):
            await thinking.wait()
        await house.conversation.stop(house.owner.id)
        await telling
        await tell(house, "what did you do?")
        assert seen[:4] == ["user-prompt", "tool-call", "tool-return", "text"]

    async def test_and_what_was_said_until_then_is_kept_and_marked(self, tmp_path: Path) -> None:
        said = asyncio.Event()

        async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
            if said.is_set():
                yield "Akosombo, as I said."
                return
            yield "The largest dam in **Ghana** is "
            yield "Akosombo, which"
            said.set()
            await asyncio.get_running_loop().create_future()

        async with open_house(tmp_path, model=FunctionModel(stream_function=stream)) as house:
            telling = asyncio.create_task(tell(house, "tell me about dams"))
            async with asyncio.timeout(10):
                await said.wait()
                await house.conversation.stop(house.owner.id)
                reply = await telling
            assert (reply.text, reply.status) == (
                "The largest dam in **Ghana** is Akosombo, which\n\n(stopped)",
                "stopped",
            )
            entry = await house.store.outbox.get_by_key(house.owner.id, f"reply:{reply.turn_id}")
            assert entry is not None
            assert entry.body["format"] == "markdown"
            [turn] = await house.store.turns.recent(house.owner.id, 1)
            assert turn.reply == reply.text
            history = await house.resources.histories.load(house.owner.id)
            assert "Akosombo, which\\n\\n(stopped)" in repr(history)
            assert (await tell(house, "go on")).text == "Akosombo, as I said."

    async def test_and_what_was_said_and_not_done_is_not_left_standing(self, tmp_path: Path) -> None:
        said = asyncio.Event()

        async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
            yield "I've added milk to your shopping list. Next I will"
            said.set()
            await asyncio.get_running_loop().create_future()

        async with open_house(tmp_path, model=FunctionModel(stream_function=stream)) as house:
            telling = asyncio.create_task(tell(house, "add milk to my shopping list"))
            async with asyncio.timeout(10):
                await said.wait()
                await house.conversation.stop(house.owner.id)
                reply = await telling
            assert "I've added milk" not in reply.text.split("(stopped)")[0]
            assert reply.text.endswith("(stopped)")

    async def test_while_the_offline_model_has_taken_over(self, house_with: HouseWith) -> None:
        async def fails(_: list[ModelMessage]) -> ModelResponse:
            await house.conversation.stop(house.owner.id)
            raise ConnectionError("gone")

        house = await house_with(fails)
        reply = await tell(house, "add milk to my shopping list")
        assert (reply.text, reply.status) == (STOPPED, "stopped")
        assert await house.store.tasks.list(house.owner.id) == []


async def test_when_the_model_fails_the_answer_says_who_gave_it(house_with: HouseWith) -> None:
    def fails(_: list[ModelMessage]) -> ModelResponse:
        raise ConnectionError("no route")

    house = await house_with(fails)
    reply = await tell(house, "what time is it?")
    assert reply.text.endswith(
        "can't be reached. Start it, or set OPENAI_BASE_URL to where it runs. I try it again with your next message. I did this part by myself.)"
    )
    assert reply.status == "done"


@pytest.mark.parametrize(
    "end", ["[", "[A", "[APPROVAL", "[APPROVAL_PENDING", "[APPROVAL_PENDING:3f", "[APPROVAL_PENDING:3f]"]
)
def test_a_marker_that_is_only_half_there_is_not_shown(end: str) -> None:
    assert shown(f"It waits. {end}").strip() == "It waits."
    assert shown("See [the list] and [Ama]") == "See [the list] and [Ama]"
