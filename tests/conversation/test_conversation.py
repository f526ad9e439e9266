"""The only door into a turn: receive, answer, decide, stop."""

import asyncio
import uuid
from datetime import timedelta
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.conversation.conversation import Conversation
from app.conversation.settle import lease_name
from app.errors import ActionRefused, InputRefused, NotAllowed, QueueFull
from app.memory.caps import BYTES_PER_FILE, CAPS, FILES_PER_MESSAGE
from app.messages import Attachment, InboundMessage
from tests.conversation.conftest import ELSEWHERE, NOON
from tests.house import open_house, tell


def _message(house: Services, text: str, **changes: Any) -> InboundMessage:
    given = {"user_id": house.owner.id, "channel": "web", "external_id": uuid.uuid4().hex, "received_at": NOON}
    return InboundMessage(text=text, **{**given, **changes})


class TestReceiving:
    """...puts a message on disk before it is acknowledged."""

    async def test_it_is_there_when_it_is_acknowledged(self, stored_house: Services) -> None:
        receipt = await stored_house.conversation.receive(_message(stored_house, "hello"))
        entry = await stored_house.store.inbox.get(stored_house.owner.id, receipt.inbox_id)
        assert receipt.new
        assert entry is not None
        assert (entry.text, entry.channel, entry.received_at) == ("hello", "web", NOON)

    async def test_a_second_delivery_is_the_same_message(self, stored_house: Services) -> None:
        first = await stored_house.conversation.receive(_message(stored_house, "hello", external_id="m1"))
        again = await stored_house.conversation.receive(_message(stored_house, "hello", external_id="m1"))
        await stored_house.conversation.drain()
        assert (again.inbox_id, again.new) == (first.inbox_id, False)
        assert await stored_house.store.turns.count(stored_house.owner.id) == 1

    async def test_the_same_id_on_another_channel_is_another_message(self, house: Services) -> None:
        first = await house.conversation.receive(_message(house, "hello", external_id="m1"))
        other = await house.conversation.receive(_message(house, "hello", external_id="m1", channel="cli"))
        assert other.inbox_id != first.inbox_id

    @pytest.mark.parametrize("text", ["", "  \n\t "])
    async def test_an_empty_message_is_refused_in_plain_words(self, house: Services, text: str) -> None:
        with pytest.raises(InputRefused, match="nothing in that message"):
            await house.conversation.receive(_message(house, text))
        assert await house.store.inbox.users_with_open() == []

    async def test_a_file_without_words_is_taken(self, house: Services) -> None:
        files = (Attachment("a.txt", "text/plain", b"hello"),)
        assert (await house.conversation.receive(_message(house, "", attachments=files))).new

    async def test_what_is_too_long_is_refused_and_says_what_to_do(self, house: Services) -> None:
        longest = house.settings.max_message_characters
        assert (await house.conversation.receive(_message(house, "a" * longest))).new
        with pytest.raises(InputRefused, match="Send it as a text file"):
            await house.conversation.receive(_message(house, "a" * (longest + 1)))

    async def test_more_files_or_larger_ones_than_anybody_reads_are_refused(self, house: Services) -> None:
        small, large = (
            Attachment("a.txt", "text/plain", b"a"),
            Attachment("b", "text/plain", b"a" * (BYTES_PER_FILE + 1)),
        )
        assert (await house.conversation.receive(_message(house, "", attachments=(small,) * FILES_PER_MESSAGE))).new
        with pytest.raises(InputRefused, match="several messages"):
            await house.conversation.receive(_message(house, "", attachments=(small,) * (FILES_PER_MESSAGE + 1)))
        with pytest.raises(InputRefused, match="Send a smaller one"):
            await house.conversation.receive(_message(house, "", attachments=(large,)))

    async def test_a_queue_that_is_full_takes_no_more_and_loses_nothing(self, stored_house: Services) -> None:
        house, store = stored_house, stored_house.store
        await store.leases.acquire(lease_name(house.owner.id), "another process", now=NOON, ttl=timedelta(days=3650))
        most = CAPS["inbox"].most
        first = await house.conversation.receive(_message(house, "0", external_id="m0"))
        async with house.database.transaction():
            for number in range(1, most):
                await house.conversation.keep(_message(house, str(number), external_id=f"m{number}"))
        with pytest.raises(QueueFull, match="Send it again"):
            await house.conversation.receive(_message(house, "one more", external_id="late"))
        assert len(await store.inbox.waiting(house.owner.id)) == most
        again = await house.conversation.receive(_message(house, "0", external_id="m0"))
        assert (again.inbox_id, again.new) == (first.inbox_id, False)  # a repeated delivery is still acknowledged
        await store.inbox.assign(house.owner.id, [first.inbox_id], "t")
        assert (await house.conversation.receive(_message(house, "one more", external_id="late"))).new

    @pytest.mark.parametrize("text", ["a\x00b", "a\ud800b", "\U0001f600 \u202e مرحبا", "'; DROP TABLE inbox; --"])
    async def test_whatever_can_be_typed_gets_an_answer(self, stored_house: Services, text: str) -> None:
        reply = await tell(stored_house, text)
        assert reply.status == "done"
        assert reply.text


class TestTheTimeZone:
    """...a browser tells is better than the machine's, and worse than what a person said."""

    async def _zone_after(self, house: Services, source: str, told: str | None) -> tuple[str, str]:
        await house.store.users.set_zone(house.owner.id, "Europe/Paris", source)  # type: ignore[arg-type]
        await house.conversation.receive(_message(house, "hello", time_zone=told))
        user = await house.store.users.get(house.owner.id)
        assert user is not None
        return user.time_zone, user.zone_source

    @pytest.mark.parametrize("source", ["system", "browser"])
    async def test_takes_the_place_of_a_guess(self, house: Services, source: str) -> None:
        assert await self._zone_after(house, source, "Africa/Accra") == ("Africa/Accra", "browser")

    async def test_takes_what_repeats_along(self, house: Services) -> None:
        await tell(house, "remind me every day at 8 to stretch")
        await self._zone_after(house, "system", "Africa/Accra")
        [reminder] = await house.store.reminders.list(house.owner.id)
        assert (reminder.time_zone, reminder.due_at.hour) == ("Africa/Accra", 8)

    @pytest.mark.parametrize("source", ["user", "setting"])
    async def test_does_not_touch_what_somebody_said(self, house: Services, source: str) -> None:
        assert await self._zone_after(house, source, "Africa/Accra") == ("Europe/Paris", source)

    @pytest.mark.parametrize("told", [None, "", "Mars/Olympus", "../../etc/passwd"])
    async def test_that_means_nothing_changes_nothing(self, house: Services, told: str | None) -> None:
        assert await self._zone_after(house, "system", told) == ("Europe/Paris", "system")


class TestAnAnswer:
    """...can be waited for, here and elsewhere."""

    async def test_comes_with_its_buttons(self, house: Services) -> None:
        reply = await tell(house, "add milk to my shopping list")
        assert [(button.verb, button.target) for button in reply.buttons] == [("undo", reply.turn_id)]

    async def test_is_the_same_when_it_is_asked_for_again(self, stored_house: Services) -> None:
        receipt = await stored_house.conversation.receive(_message(stored_house, "add milk to my list"))
        owner = stored_house.owner.id
        first = await stored_house.conversation.answer(owner, receipt.inbox_id, timeout=5)
        assert await stored_house.conversation.answer(owner, receipt.inbox_id, timeout=5) == first

    async def test_of_another_process_is_found_on_disk(self, stored_house: Services) -> None:
        home = stored_house.settings
        async with open_house(home.data_dir, settings=home, clock=stored_house.clock) as other:
            waiting = Conversation(other.resources, holder=ELSEWHERE)
            receipt = await stored_house.conversation.receive(_message(stored_house, "add milk to my list"))
            there = await waiting.answer(other.owner.id, receipt.inbox_id, timeout=5)
        assert there == await stored_house.conversation.answer(stored_house.owner.id, receipt.inbox_id, timeout=5)

    async def test_that_does_not_come_in_time_is_a_timeout(self, house: Services) -> None:
        with pytest.raises(TimeoutError):
            await house.conversation.answer(house.owner.id, "never received", timeout=0.05)

    async def test_of_one_user_is_not_given_to_another(self, house: Services) -> None:
        receipt = await house.conversation.receive(_message(house, "hello"))
        await house.conversation.drain()
        with pytest.raises(TimeoutError):
            await house.conversation.answer("kofi", receipt.inbox_id, timeout=0.05)

    async def test_reaches_everybody_who_waits(self, house: Services) -> None:
        receipt = await house.conversation.receive(_message(house, "hello"))
        waiting = [house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=5) for _ in range(3)]
        assert len({reply.turn_id for reply in await asyncio.gather(*waiting)}) == 1


async def test_nobody_we_know_can_tap_a_button(house: Services) -> None:
    with pytest.raises(NotAllowed):
        await house.conversation.decide("stranger", "confirm", "anything")


async def test_a_tap_on_what_was_never_asked_does_nothing(house: Services) -> None:
    with pytest.raises(ActionRefused):
        await house.conversation.decide(house.owner.id, "confirm", "anything")


async def test_stop_says_when_there_is_nothing_to_stop(house: Services) -> None:
    assert not await house.conversation.stop(house.owner.id)


async def test_an_edit_comes_in_as_a_message_of_its_own_once(house: Services) -> None:
    await tell(house, "remember that my sister's name is Ama")
    reply = await tell(house, "forget my sister's name")
    [edit] = [button for button in reply.buttons if button.verb == "edit"]
    await house.conversation.decide(house.owner.id, "edit", edit.target, "the name of my sister")
    await house.conversation.drain()
    texts = [turn.text for turn in await house.store.turns.recent(house.owner.id, 9)]
    assert texts.count("the name of my sister") == 1
    with pytest.raises(ActionRefused):
        await house.conversation.decide(house.owner.id, "edit", edit.target, "again")


async def test_who_asks_for_an_answer_that_was_forgotten_is_told_so(house: Services) -> None:
    message = InboundMessage(house.owner.id, "cli", "m1", "note: the key is under the mat", house.clock.now())
    receipt = await house.conversation.receive(message)
    reply = await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=20)
    await house.store.turns.delete(house.owner.id, [reply.turn_id])
    again = await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=5)
    assert (again.text, again.status) == (reply.text, "done")
    await house.store.outbox.erase_turns(house.owner.id, [reply.turn_id])
    again = await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=5)
    assert (again.turn_id, again.text, again.status) == (reply.turn_id, "(forgotten)", "done")
