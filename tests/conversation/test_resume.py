"""A turn taken up again: what was done is shown as done, and the model goes on from there."""

import asyncio
from pathlib import Path

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, ToolCallPart, ToolReturnPart

from app.bootstrap.services import Services
from app.config import Settings
from app.conversation.resume import done_so_far
from app.conversation.turn import Turn
from app.gate.executor import run_call
from app.gate.ledger import UNKNOWN_RESULT, close_entry, open_entry
from app.gate.pending import hold
from app.memory.records import InboxEntry
from app.messages import InboundMessage
from tests.conversation.conftest import NOON
from tests.house import calls, done_calls, open_house, says, scripted


def _turn(house: Services) -> Turn:
    entry = InboxEntry("m1", house.owner.id, "cli", "m1", "", "go", "running", "t1", NOON)
    return Turn(id="t1", user=house.owner, entries=[entry], moment=NOON, trace_id="", resumed=True)


async def _shown(house: Services, turn: Turn) -> list[tuple[str, str]]:
    """The calls of the turn's beginning with their results."""
    messages = await done_so_far(turn, house.resources, "go")
    if not messages:
        return []
    prompt, asked, answered = messages
    assert isinstance(prompt, ModelRequest)
    assert prompt.parts[0].content == "go"
    made = [part for part in asked.parts if isinstance(part, ToolCallPart)]
    told = [part for part in answered.parts if isinstance(part, ToolReturnPart)]
    assert [part.tool_call_id for part in made] == [part.tool_call_id for part in told]
    return [(part.tool_name, str(part.content)) for part in told]


async def test_a_turn_in_which_nothing_happened_starts_afresh(house: Services) -> None:
    assert await _shown(house, _turn(house)) == []


async def test_calls_are_shown_in_their_order_with_what_they_came_to(stored_house: Services) -> None:
    turn = _turn(stored_house)
    deps = turn.deps(stored_house.resources)
    for number, status in enumerate(("done", "failed")):
        entry = await open_entry(deps, "send", {"number": number}, f"k{number}")
        assert entry is not None
        await close_entry(deps, entry, status=status, result=f"{status} {number}", undo=None)
    assert await _shown(stored_house, turn) == [("send", "done 0"), ("send", "failed 1")]


async def test_a_call_that_was_cut_off_is_shown_as_unknown(stored_house: Services) -> None:
    turn = _turn(stored_house)
    await open_entry(turn.deps(stored_house.resources), "send", {"to": "ama"}, "k")
    assert await _shown(stored_house, turn) == [("send", UNKNOWN_RESULT)]
    [row] = await stored_house.store.ledger.of_turn(stored_house.owner.id, "t1")
    assert row.status == "unknown"


async def test_a_call_that_waits_for_an_ok_still_waits_and_keeps_its_card(stored_house: Services) -> None:
    action = await hold(_turn(stored_house).deps(stored_house.resources), "burn", {"what": "it"}, summary="Burn it")
    turn = _turn(stored_house)
    [(tool, told)] = await _shown(stored_house, turn)
    assert tool == "burn"
    assert "Queued, not done: Burn it" in told
    assert turn.books.held == [action.id]


async def test_after_a_crash_the_same_turn_goes_on_and_does_nothing_twice(home: Settings, tmp_path: Path) -> None:
    stuck = asyncio.Event()

    async def adds_and_hangs(messages: list[ModelMessage]) -> ModelResponse:
        if not done_calls(messages):
            return calls("add_tasks", titles=["milk"], list_name="shopping")
        stuck.set()
        return await asyncio.get_running_loop().create_future()

    async with open_house(tmp_path, model=scripted(adds_and_hangs), settings=home) as first:
        await _send(first, "add milk and eggs")
        async with asyncio.timeout(10):
            await stuck.wait()
        [turn_id] = await first.store.inbox.running_turns(first.owner.id)

    def goes_on(messages: list[ModelMessage]) -> ModelResponse:
        if len(done_calls(messages)) == 1:
            return calls("add_tasks", titles=["eggs"], list_name="shopping")
        return says("Both are on the list.") if done_calls(messages) else says("I started over.")

    async with open_house(tmp_path, model=scripted(goes_on), settings=home) as second:
        await second.conversation.sweep()
        await second.conversation.drain()
        turn = await second.store.turns.get(second.owner.id, turn_id)
        items = await second.store.tasks.list(second.owner.id, list_name="shopping")
        said = await second.store.outbox.get_by_key(second.owner.id, f"reply:{turn_id}")
    assert turn is not None
    assert said is not None
    assert turn.reply == "Both are on the list."
    assert sorted(item.title for item in items) == ["eggs", "milk"]
    assert [button["verb"] for button in said.body["buttons"]] == ["undo"]


async def test_a_turn_taken_up_after_a_crash_keeps_the_trace_it_began_with(home: Settings, tmp_path: Path) -> None:
    stuck = asyncio.Event()

    async def asks_and_hangs(messages: list[ModelMessage]) -> ModelResponse:
        if not done_calls(messages):
            return calls("forget_fact", what="sister")
        stuck.set()
        return await asyncio.get_running_loop().create_future()

    async with open_house(tmp_path, model=scripted(asks_and_hangs), settings=home) as first:
        await first.store.facts.add(
            first.owner.id, key="sister", statement="your sister's name is Ama", confidence=1, source="user",
            confirmed=True, at=first.clock.now(), turn_id=None, taint=[],
        )  # fmt: skip
        await _send(first, "forget my sister")
        async with asyncio.timeout(10):
            await stuck.wait()
        [turn_id] = await first.store.inbox.running_turns(first.owner.id)
        [asked] = await first.store.pending.of_turn(first.owner.id, turn_id)

    async with open_house(tmp_path, model=scripted(lambda _: says("It waits.")), settings=home) as second:
        await second.conversation.sweep()
        await second.conversation.drain()
        turn = await second.store.turns.get(second.owner.id, turn_id)
    assert turn is not None
    assert len(turn.trace_id) == 32
    assert turn.trace_id == asked.trace_id


async def _send(house: Services, text: str) -> None:
    message = InboundMessage(house.owner.id, "cli", "m1", text, received_at=house.clock.now())
    await house.conversation.receive(message)


async def test_what_failed_is_not_shown_where_it_is_to_be_tried_anew(stored_house: Services) -> None:
    turn = _turn(stored_house)
    turn.anew = True
    deps = turn.deps(stored_house.resources)
    for _ in range(2):  # and it can be begun again under the same key
        entry = await open_entry(deps, "send", {}, "k")
        assert entry is not None
        await close_entry(deps, entry, status="failed", result="no", undo=None)
        assert await _shown(stored_house, turn) == []


async def test_of_two_wishes_of_one_kind_that_a_crash_left_half_done_the_other_one_is_done(
    home: Settings, tmp_path: Path
) -> None:
    """The calls of one answer run side by side, so after a crash it may be the second that is on the books."""
    async with open_house(tmp_path, settings=home) as house:
        user = house.owner.id
        for number, item in enumerate(("milk", "eggs"), 1):
            await house.store.inbox.receive(
                user,
                id=f"m{number}",
                channel="cli",
                external_id=f"m{number}",
                address="",
                text=f"add {item} to my shopping list",
                attachments=(),
                at=NOON,
            )
        await house.store.inbox.assign(user, ["m1", "m2"], "t1")
        deps = _turn(house).deps(house.resources)
        await run_call(
            house.resources.agents.having("add_tasks"), "add_tasks", {"titles": ["eggs"], "list_name": "shopping"}, deps
        )
        await house.conversation.sweep()
        await house.conversation.drain()
        items = await house.store.tasks.list(user, list_name="shopping")
        said = await house.store.outbox.get_by_key(user, "reply:t1")
        assert sorted(item.title for item in items) == ["eggs", "milk"]
        assert said is not None
        assert "milk" in said.body["text"]
        assert len(await house.store.ledger.of_turn(user, "t1")) == 2
