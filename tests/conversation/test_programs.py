"""The answer to a program is also told where its user is: once, with its question, and with buttons that decide it in both places."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.conversation.conversation import Reply
from app.conversation.outbox import is_copy
from app.conversation.programs import lead_of
from app.conversation.turn import Turn
from app.interfaces.writing.markup import plain_text
from app.memory.records import InboxEntry, OutboxEntry
from app.messages import InboundMessage
from tests.conversation.conftest import NOON
from tests.house import open_house, settings_in


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    """An owner with a Telegram account."""
    settings = settings_in(tmp_path, telegram_bot_token="1:secret", telegram_joining_window=0)
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as house:
        await house.store.users.link(house.owner.id, "telegram", "77", NOON)
        yield house


async def _ask(house: Services, text: str, *, number: str = "1", deliver: bool = True) -> Reply:
    message = InboundMessage(house.owner.id, "http", number, text, NOON, deliver=deliver)
    receipt = await house.conversation.receive(message)
    return await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=20)


async def _there(house: Services) -> list[OutboxEntry]:
    return await house.store.outbox.latest(house.owner.id, ("telegram",), 50)


async def test_the_answer_stands_in_the_chat_with_its_question(house: Services) -> None:
    reply = await _ask(house, "add milk to my shopping list")
    await _ask(house, "add milk to my shopping list")
    [copy] = await _there(house)
    assert (copy.address, copy.turn_id, is_copy(copy)) == ("77", reply.turn_id, True)
    assert copy.body["text"] == f"From a program: “add milk to my shopping list”\n\n{reply.text}"
    [own] = await house.store.outbox.latest(house.owner.id, ("local",), 50)
    assert own.body["text"] == reply.text


async def test_it_stays_where_it_was_asked_where_the_program_wants_that(house: Services) -> None:
    await _ask(house, "add milk to my shopping list", deliver=False)
    assert await _there(house) == []


async def test_nothing_is_delivered_where_no_chat_is_on(tmp_path: Path) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        await house.store.users.link(house.owner.id, "telegram", "77", NOON)
        await _ask(house, "add milk to my shopping list")
        assert await _there(house) == []


@pytest.mark.parametrize("channel", ["telegram", "http"])
@pytest.mark.parametrize("verb", ["confirm", "cancel"])
async def test_a_card_is_decided_in_both_places(house: Services, channel: str, verb: str) -> None:
    await _ask(house, "remember that my sister's name is Ama", deliver=False)
    reply = await _ask(house, "forget my sister's name", number="2")
    [copy] = await _there(house)
    assert [card["action"] for card in copy.body["cards"]] == [card.action for card in reply.cards]
    assert copy.body["buttons"] == [button.as_dict() for button in reply.buttons]
    target = next(button.target for button in reply.buttons if button.verb == verb)
    where = {"channel": channel, "address": "77"} if channel == "telegram" else {}
    await house.conversation.decide(house.owner.id, verb, target, **where)
    own = await house.store.outbox.get_by_key(house.owner.id, f"reply:{reply.turn_id}")
    first, *after = await _there(house)
    for entry in (own, first):
        assert entry is not None
        assert entry.body["buttons"] == []
        assert entry.body["cards"][0]["ended"] == verb
    assert len(after) == (verb == "confirm")
    assert len(await house.store.facts.current(house.owner.id)) == (verb == "cancel")


async def test_a_yes_in_the_chat_decides_what_stands_there(house: Services) -> None:
    await _ask(house, "remember that my sister's name is Ama", deliver=False)
    await _ask(house, "forget my sister's name", number="2")
    [copy] = await house.store.outbox.claim(NOON, ("telegram",), 5)
    assert await house.store.outbox.sent(copy.id, NOON, revision=copy.revision)
    said = InboundMessage(house.owner.id, "telegram", "9", "yes", NOON, address="77")
    receipt = await house.conversation.receive(said)
    answer = await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=20)
    assert answer.text.startswith("Forgotten for good: 1 fact")


async def test_a_question_is_told_letter_by_letter(house: Services) -> None:
    asked = "*bold* [here](https://x.org) `x` <b> $a^2$ &amp; _u_ ~~s~~ \\ and\nmore"
    entry = InboxEntry("i", house.owner.id, "http", "1", "", asked, "done", None, NOON, deliver=True)
    turn = Turn(id="t", user=house.owner, entries=[entry], moment=NOON, trace_id="t")
    shown = "From a program: “*bold* [here](https://x.org) `x` <b> $a^2$ &amp; _u_ ~~s~~ \\ and more”"
    assert await lead_of(turn, house.resources, "plain") == shown
    assert plain_text(await lead_of(turn, house.resources, "markdown")) == shown


async def test_a_long_question_is_cut_and_one_of_files_alone_is_named(house: Services) -> None:
    entry = InboxEntry("i", house.owner.id, "http", "1", "", "milk " * 200, "done", None, NOON, deliver=True)
    turn = Turn(id="t", user=house.owner, entries=[entry], moment=NOON, trace_id="t")
    assert len(await lead_of(turn, house.resources, "plain")) < 230
    turn.entries = [InboxEntry("i", house.owner.id, "http", "1", "", "", "done", None, NOON, deliver=True)]
    assert await lead_of(turn, house.resources, "plain") == "From a program, with a file:"
