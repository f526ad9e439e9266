"""Edit on a card: the correction comes back as a new card, and nothing runs on the way."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.conversation.cards import card_of
from app.conversation.corrections import AS_IT_WAS, CHANGED, NOT_READ
from app.memory.records import PendingAction
from app.messages import InboundMessage
from tests.conversation.conftest import NOON
from tests.house import calls, done_calls, open_house, says, scripted, tell


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    """A house without a language model that knows two facts."""
    async with open_house(tmp_path, clock=ManualClock(NOON)) as services:
        await tell(services, "remember that I live in Accra")
        await tell(services, "remember that my sister's name is Ama")
        yield services


async def _edited(house: Services, action: PendingAction, change: str) -> tuple[str, PendingAction]:
    """What is said to a change, and the request that waits after it."""
    await house.conversation.decide(house.owner.id, "edit", action.id, change)
    await house.conversation.drain()
    [last] = await house.store.turns.recent(house.owner.id, 1)
    [waiting] = await house.store.pending.waiting(house.owner.id, NOON)
    assert last.text == change
    return last.reply, waiting


async def _asked(house: Services, words: str) -> PendingAction:
    await tell(house, words)
    [action] = await house.store.pending.waiting(house.owner.id, NOON)
    return action


async def _held_of_another(house: Services, words: str) -> PendingAction:
    """What is asked for beside another's words, which holds it."""
    message = InboundMessage(house.owner.id, "cli", words, words, NOON, untrusted="forwarded from Kofi")
    receipt = await house.conversation.receive(message)
    await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=20)
    [action] = await house.store.pending.waiting(house.owner.id, NOON)
    return action


async def test_one_text_is_replaced_and_asked_for_again(house: Services) -> None:
    action = await _asked(house, "forget my sister's name")
    said, changed = await _edited(house, action, "where I live")
    assert said == CHANGED
    assert "Accra" in card_of(changed).fields[0].value
    assert changed.id != action.id
    assert len(await house.store.facts.current(house.owner.id)) == 2


async def test_what_rules_can_not_work_in_leaves_the_request_as_it_was(house: Services) -> None:
    action = await _asked(house, "forget my sister's name")
    said, waiting = await _edited(house, action, "make it friendlier")
    assert said == NOT_READ
    assert (waiting.arguments, waiting.summary) == (action.arguments, action.summary)
    assert waiting.number == action.number + 1


async def test_a_correction_that_fits_nothing_says_so_and_the_request_stays(house: Services) -> None:
    action = await _asked(house, "forget my sister's name")
    said, waiting = await _edited(house, action, "the colour of my bicycle")
    assert AS_IT_WAS in said
    assert waiting.arguments == action.arguments


async def _with_model(tmp_path: Path, change: Any) -> tuple[str, str, PendingAction]:
    """What a model is asked that answers a change with `change`, what is said then, and what waits."""
    asked: list[str] = []

    def script(messages: list[ModelMessage]) -> Any:
        prompt = str(messages[-1])
        if "The change: " in prompt:
            asked.append(prompt)
            return change
        return says("It waits.") if done_calls(messages) else calls("save_note", content="be there at 6, ok?")

    async with open_house(tmp_path, model=scripted(script), clock=ManualClock(NOON)) as house:
        action = await _held_of_another(house, "note: be there at 6, ok?")
        said, waiting = await _edited(house, action, "make it friendlier")
        assert await house.store.notes.list(house.owner.id, limit=5) == []
        assert waiting.taint == action.taint
    return asked[0], said, waiting


async def test_make_it_friendlier_goes_to_the_model_with_the_call(tmp_path: Path) -> None:
    prompt, said, waiting = await _with_model(tmp_path, calls("save_note", content="Lovely to see you at six!"))
    assert "save_note" in prompt
    assert "be there at 6, ok?" in prompt
    assert waiting.arguments["content"] == "Lovely to see you at six!"
    assert said


async def test_a_model_that_only_talks_loses_no_request(tmp_path: Path) -> None:
    _, said, waiting = await _with_model(tmp_path, says("Done, it is friendlier now."))
    assert waiting.arguments["content"] == "be there at 6, ok?"
    assert said.endswith(AS_IT_WAS)
