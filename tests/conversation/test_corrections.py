"""Edit on a card: the correction is asked for anew, and nothing runs on the way."""

import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.conversation.cards import card_of
from app.conversation.corrections import propose_again
from app.conversation.turn import Turn
from app.memory.records import InboxEntry, PendingAction
from tests.conversation.conftest import NOON
from tests.house import open_house, tell


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    """A house that knows two facts."""
    async with open_house(tmp_path, clock=ManualClock(NOON)) as services:
        await tell(services, "remember that I live in Accra")
        await tell(services, "remember that my sister's name is Ama")
        yield services


async def _held(house: Services, **arguments: object) -> PendingAction:
    """A held call of `forget_fact`, or of whatever has other arguments."""
    await tell(house, "forget my sister's name")
    [action] = await house.store.pending.waiting(house.owner.id, NOON)
    if arguments:
        await house.database.execute("UPDATE pending_actions SET arguments = $1 WHERE id = $2", arguments, action.id)
    return action


def _turn(house: Services, corrects: str, text: str) -> Turn:
    entry = InboxEntry("m1", house.owner.id, "cli", "m1", "", text, "running", "t9", NOON, corrects=corrects)
    return Turn(id=uuid.uuid4().hex, user=house.owner, entries=[entry], moment=NOON, trace_id="", text=text)


async def test_an_ordinary_message_corrects_nothing(house: Services) -> None:
    assert await propose_again(_turn(house, "", "hello"), house.resources) is None


async def test_a_correction_of_nothing_is_an_ordinary_message(house: Services) -> None:
    assert await propose_again(_turn(house, "nothing-we-know", "hello"), house.resources) is None


async def test_one_text_is_replaced_and_asked_for_again(house: Services) -> None:
    action = await _held(house)
    turn = _turn(house, action.id, "where I live")
    said = await propose_again(turn, house.resources)
    assert said is not None
    assert said.startswith("Changed.")
    [held] = turn.books.held
    changed = await house.store.pending.get(house.owner.id, held)
    assert changed is not None
    assert "Accra" in card_of(changed).fields[0].value
    assert turn.books.held != [action.id]
    assert len(await house.store.facts.current(house.owner.id)) == 2


async def test_a_correction_that_fits_nothing_says_so(house: Services) -> None:
    action = await _held(house)
    turn = _turn(house, action.id, "the colour of my bicycle")
    said = await propose_again(turn, house.resources)
    assert said
    assert turn.books.held == []


async def test_what_has_several_texts_goes_to_the_model_with_the_change(house: Services) -> None:
    action = await _held(house, to="ama", text="hi")
    turn = _turn(house, action.id, "make it warmer")
    assert await propose_again(turn, house.resources) is None
    assert turn.text == 'Change this request: forget_fact {"text":"hi","to":"ama"}\nThe change: make it warmer'
