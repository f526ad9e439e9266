"""What a model says about what it did is held to the books."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart

from app.clock import ManualClock
from app.conversation.answering import LOOK_UP
from app.integrations.search.cascade import Cascade
from app.integrations.web import NO_WEB, Web
from app.messages import InboundMessage
from tests.conversation.conftest import NOON
from tests.house import calls, done_calls, open_house, says, scripted, tell

Script = Callable[[list[ModelMessage]], ModelResponse]


def _lies(_: list[ModelMessage]) -> ModelResponse:
    return says("Done! I've added milk to your shopping list.")


def _does(messages: list[ModelMessage]) -> ModelResponse:
    return _lies(messages) if done_calls(messages) else calls("add_tasks", titles=["milk"], list_name="shopping")


async def _reply(folder: Path, script: Script) -> tuple[str, list[ModelMessage]]:
    async with open_house(folder, model=scripted(script), clock=ManualClock(NOON)) as house:
        reply = await tell(house, "put milk on the shopping list")
        return reply.text, await house.resources.histories.load(house.owner.id)


async def test_a_claim_with_no_action_behind_it_never_reaches_the_user(tmp_path: Path) -> None:
    said, remembered = await _reply(tmp_path, _lies)
    assert "I've added milk" not in said
    assert "nothing" in said.casefold()
    last = remembered[-1].parts[-1]
    assert isinstance(last, TextPart)
    assert "I've added milk" not in last.content


async def test_a_claim_that_the_books_back_stays_word_for_word(tmp_path: Path) -> None:
    said, _ = await _reply(tmp_path, _does)
    assert said == "Done! I've added milk to your shopping list."


async def test_a_claim_about_an_earlier_turn_is_backed_by_that_turn(tmp_path: Path) -> None:
    done: list[bool] = []

    def script(messages: list[ModelMessage]) -> ModelResponse:
        if done:
            return says("Yes, I added milk to your shopping list earlier.")
        if done_calls(messages):
            done.append(True)
            return says("Added milk.")
        return calls("add_tasks", titles=["milk"], list_name="shopping")

    async with open_house(tmp_path, model=scripted(script), clock=ManualClock(NOON)) as house:
        await tell(house, "put milk on the shopping list")
        reply = await tell(house, "did you put milk on it?")
    assert reply.text == "Yes, I added milk to your shopping list earlier."


async def test_a_claim_is_backed_by_what_the_turn_did_before_a_restart(tmp_path: Path) -> None:
    called = asyncio.Event()

    async def hangs(messages: list[ModelMessage]) -> ModelResponse:
        if done_calls(messages):
            called.set()
            await asyncio.Event().wait()
        return _does(messages)

    async with open_house(tmp_path, model=scripted(hangs), clock=ManualClock(NOON)) as house:
        message = InboundMessage(house.owner.id, "cli", "m1", "put milk on the shopping list", NOON)
        receipt = await house.conversation.receive(message)
        await called.wait()
    async with open_house(tmp_path, model=scripted(_does), clock=ManualClock(NOON)) as house:
        await house.conversation.sweep()
        reply = await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=20)
    assert reply.text == "Done! I've added milk to your shopping list."


async def test_a_reply_never_opens_with_an_apology_live_or_in_memory(tmp_path: Path) -> None:
    """The prompt asks for it; a model that forgets is put right before anybody reads it."""
    async with open_house(
        tmp_path,
        model=scripted(lambda _: says("I'm sorry, but unfortunately it may rain today. Or it may not.")),
        clock=ManualClock(NOON),
    ) as house:
        with house.hub.watch(house.owner.id) as heard:
            reply = await tell(house, "will it rain?")
            events = [heard.get_nowait() for _ in range(heard.qsize())]
        drafts = [event.text for event in events if event.kind == "draft"]
        remembered = await house.resources.histories.load(house.owner.id)
    assert reply.text == "It may rain today. Or it may not."
    assert drafts
    assert not [draft for draft in drafts if "sorry" in draft or "nfortunately" in draft]
    assert "sorry" not in str(remembered[-1].parts)


async def test_a_code_of_what_failed_never_reaches_the_user(tmp_path: Path) -> None:
    def script(messages: list[ModelMessage]) -> ModelResponse:
        failed = says("I couldn't undo that: it ended in an HTTP 503 error. Shall I look at your list?")
        return failed if len(messages) > 2 else calls("complete_tasks", tasks=["no such task"])

    assert (await _reply(tmp_path, script))[0] == (
        "I couldn't undo that: it ended in a technical problem. Shall I look at your list?"
    )


@pytest.mark.parametrize(
    ("said", "web", "told"),
    [
        ("what's the latest on the cedi right now?", Web(search=Cascade([])), True),
        ("what's the latest on the cedi right now?", NO_WEB, False),
        ("who wrote Things Fall Apart?", Web(search=Cascade([])), False),
        ("what's my latest note about?", Web(search=Cascade([])), False),
    ],
)
async def test_what_is_new_in_the_world_is_to_be_looked_up(tmp_path: Path, said: str, web: Web, told: bool) -> None:
    seen: list[str] = []

    def script(messages: list[ModelMessage]) -> ModelResponse:
        request = messages[-1]
        seen.append((isinstance(request, ModelRequest) and request.instructions) or "")
        return says("It fell a little, says the Bank of Ghana.")

    async with open_house(tmp_path, model=scripted(script), clock=ManualClock(NOON), web=web) as house:
        await tell(house, said)
    assert (LOOK_UP in seen[-1]) is told
