"""Where turns begin: joined bursts, one turn at a time per user, users side by side, and nobody's turn lost."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, UserPromptPart

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.conversation.conversation import Conversation
from app.conversation.leasing import LEASE_TIME
from app.conversation.settle import lease_name
from app.memory.ports import Database
from app.memory.records import InboxEntry
from app.memory.repositories.inbox import Inbox
from app.messages import InboundMessage
from app.prompts.turn import split
from tests.conversation.conftest import ELSEWHERE, NOON
from tests.house import open_house, says, scripted, settings_in, tell


async def _send(house: Services, text: str, *, user: str = "", channel: str = "cli") -> str:
    message = InboundMessage(
        user_id=user or house.owner.id,
        channel=channel,
        external_id=uuid.uuid4().hex,
        text=text,
        received_at=house.clock.now(),
    )
    return (await house.conversation.receive(message)).inbox_id


async def _turns(house: Services, user: str = "") -> list[str]:
    return [turn.text for turn in await house.store.turns.recent(user or house.owner.id, 50)]


def _prompt(messages: list[ModelMessage]) -> str:
    prompts = [part for message in messages for part in message.parts if isinstance(part, UserPromptPart)]
    return split(str(prompts[-1].content)).text


class Gated:
    """A model that says when it begins and waits to be let through."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._changed = asyncio.Condition()
        self._open: set[str] = set()

    async def __call__(self, messages: list[ModelMessage]) -> ModelResponse:
        text = _prompt(messages)
        async with self._changed:
            self.begun.append(text)
            self._changed.notify_all()
            await self._changed.wait_for(lambda: text in self._open or "all" in self._open)
        return says(f"You said {text}.")

    async def let(self, text: str = "all") -> None:
        async with self._changed:
            self._open.add(text)
            self._changed.notify_all()

    async def has_begun(self, count: int) -> list[str]:
        async with asyncio.timeout(5), self._changed:
            await self._changed.wait_for(lambda: len(self.begun) >= count)
        return self.begun


@pytest.fixture
def model() -> Gated:
    return Gated()


@pytest.fixture
async def gated(tmp_path: Path, model: Gated) -> AsyncIterator[Services]:
    """A house whose model waits for the test."""
    async with open_house(tmp_path, model=scripted(model)) as house:
        yield house


async def test_what_arrives_while_a_turn_runs_becomes_the_next_turn(gated: Services, model: Gated) -> None:
    await _send(gated, "one")
    await model.has_begun(1)
    await _send(gated, "two")
    await _send(gated, "three")
    await asyncio.sleep(0.05)
    assert model.begun == ["one"]
    await model.let()
    await gated.conversation.drain()
    assert await _turns(gated) == ["one", "two\nthree"]


async def test_users_are_answered_side_by_side(gated: Services, model: Gated) -> None:
    await gated.store.users.add("kofi", name="Kofi", time_zone="UTC", zone_source="setting", locale="en-GB", at=NOON)
    await _send(gated, "one")
    await _send(gated, "two", user="kofi")
    assert set(await model.has_begun(2)) == {"one", "two"}
    await model.let("two")
    while not await _turns(gated, "kofi"):
        await asyncio.sleep(0.01)
    assert await _turns(gated) == []
    await model.let()
    await gated.conversation.drain()
    assert await _turns(gated) == ["one"]


async def test_another_channel_begins_another_turn(gated: Services, model: Gated) -> None:
    await _send(gated, "first")
    await model.has_begun(1)
    for text, channel in (("a", "web"), ("b", "web"), ("c", "cli")):
        await _send(gated, text, channel=channel)
    await model.let()
    await gated.conversation.drain()
    turns = await gated.store.turns.recent(gated.owner.id, 9)
    assert [(turn.text, turn.channel) for turn in turns] == [("first", "cli"), ("a\nb", "web"), ("c", "cli")]


async def test_every_message_of_a_turn_gets_its_answer(gated: Services, model: Gated) -> None:
    await _send(gated, "first")
    await model.has_begun(1)
    ids = [await _send(gated, text) for text in ("a", "b")]
    await model.let()
    replies = [await gated.conversation.answer(gated.owner.id, inbox_id, timeout=5) for inbox_id in ids]
    assert replies[0] == replies[1]
    assert replies[0].text.strip() == "You said a\nb."


async def test_a_burst_within_the_joining_window_is_one_turn(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, joining_window=timedelta(seconds=0.3))
    async with open_house(tmp_path, settings=settings, model=scripted(lambda m: says(_prompt(m)))) as house:
        for text in ("I need", "milk", "and eggs"):
            await _send(house, text)
            await asyncio.sleep(0.02)
        await house.conversation.drain()
        assert await _turns(house) == ["I need\nmilk\nand eggs"]


@asynccontextmanager
async def _another_process(house: Services, holder: str) -> AsyncIterator[Conversation]:
    """A second process on the same database, which holds its leases under `holder`."""
    home, model = house.settings, scripted(lambda _: says("Taken up."))
    async with open_house(home.data_dir, settings=home, model=model, clock=house.clock) as other:
        conversation = Conversation(other.resources, holder=holder)
        try:
            yield conversation
        finally:
            await conversation.close()


class TestATurnOfAnotherProcess:
    """...is left alone while that process may live, and taken up when it certainly does not."""

    async def _leave_open(self, house: Services, holder: str) -> None:
        """What a process leaves that was killed in the middle of a turn."""
        entry, _ = await house.store.inbox.receive(
            house.owner.id,
            id="m1",
            channel="cli",
            external_id="m1",
            address="",
            text="hello",
            attachments=(),
            at=house.clock.now(),
        )
        await house.store.inbox.assign(house.owner.id, [entry.id], "their-turn")
        now = house.clock.now()
        await house.store.leases.acquire(lease_name(house.owner.id), holder, now=now, ttl=LEASE_TIME)

    async def test_is_taken_up_with_its_own_id_when_its_process_is_dead(
        self, stored_house: Services, dead_process: str
    ) -> None:
        await self._leave_open(stored_house, dead_process)
        await stored_house.conversation.sweep()
        await stored_house.conversation.drain()
        assert [turn.id for turn in await stored_house.store.turns.recent(stored_house.owner.id, 5)] == ["their-turn"]
        assert await stored_house.store.inbox.users_with_open() == []

    async def test_is_left_alone_while_its_lease_holds(self, stored_house: Services) -> None:
        await self._leave_open(stored_house, ELSEWHERE)
        await stored_house.conversation.sweep()
        await stored_house.conversation.drain()
        assert await _turns(stored_house) == []

    async def test_is_taken_up_when_its_lease_has_run_out(self, stored_house: Services) -> None:
        await self._leave_open(stored_house, ELSEWHERE)
        stored_house.clock.advance(LEASE_TIME)  # type: ignore[attr-defined]
        await stored_house.conversation.sweep()
        await stored_house.conversation.drain()
        assert await _turns(stored_house) == ["hello"]

    async def test_two_processes_answer_a_message_once(self, stored_house: Services) -> None:
        async with _another_process(stored_house, ELSEWHERE) as other:
            inbox_id = await _send(stored_house, "hello")
            await asyncio.gather(other.sweep(), stored_house.conversation.sweep())
            await asyncio.gather(other.drain(), stored_house.conversation.drain())
            here = await stored_house.conversation.answer(stored_house.owner.id, inbox_id, timeout=5)
            there = await other.answer(stored_house.owner.id, inbox_id, timeout=5)
        assert here == there
        assert await _turns(stored_house) == ["hello"]


async def test_a_process_that_lost_its_lease_half_way_leaves_the_answer_to_the_other(
    home: Settings, tmp_path: Path, model: Gated
) -> None:
    async with open_house(tmp_path, settings=home, model=scripted(model)) as slow:
        inbox_id = await _send(slow, "hello")
        await model.has_begun(1)
        await slow.database.execute("UPDATE leases SET holder = $1", "dead")
        await slow.database.execute("DELETE FROM leases")
        async with _another_process(slow, ELSEWHERE) as other:
            await other.sweep()
            await other.drain()
            await model.let()
            reply = await slow.conversation.answer(slow.owner.id, inbox_id, timeout=5)
        assert reply.text.strip() == "Taken up."
        assert len(await _turns(slow)) == 1


class LateReader(Inbox):
    """An inbox whose first reader is held up until another process has done all there was to do."""

    def __init__(self, database: Database, meanwhile: Callable[[], Awaitable[None]]) -> None:
        super().__init__(database)
        self._meanwhile: Callable[[], Awaitable[None]] | None = meanwhile

    async def waiting(self, user_id: str) -> list[InboxEntry]:
        found = await super().waiting(user_id)
        meanwhile, self._meanwhile = self._meanwhile, None
        if meanwhile is not None:
            await asyncio.create_task(meanwhile())  # type: ignore[arg-type]
        return found


async def test_a_message_that_another_process_answered_in_between_is_not_answered_again(
    migrated_postgres_url: str, tmp_path: Path
) -> None:
    """On Postgres alone: SQLite's writers take turns, so nothing comes in between there."""
    home = settings_in(tmp_path, database_url=migrated_postgres_url)
    async with open_house(tmp_path, settings=home) as house, _another_process(house, ELSEWHERE) as other:

        async def answer_it() -> None:
            await other.sweep()
            await other.drain()

        store = replace(house.store, inbox=LateReader(house.database, answer_it))
        late = Conversation(replace(house.resources, store=store), holder="late")
        message = InboundMessage(house.owner.id, "cli", "m1", "hello", received_at=house.clock.now())
        receipt = await late.receive(message)
        await late.drain()
        reply = await late.answer(house.owner.id, receipt.inbox_id, timeout=5)
        assert reply.text.strip() == "Taken up."
        assert await _turns(house) == ["hello"]
        assert await house.store.leases.get(lease_name(house.owner.id)) is None


async def test_what_was_received_before_a_restart_is_answered_after_it(stored_house: Services, tmp_path: Path) -> None:
    await stored_house.conversation.close()
    entry, _ = await stored_house.store.inbox.receive(
        stored_house.owner.id,
        id="m1",
        channel="cli",
        external_id="m1",
        address="",
        text="hello",
        attachments=(),
        at=NOON,
    )
    async with open_house(tmp_path, settings=stored_house.settings) as again:
        await again.conversation.sweep()
        reply = await again.conversation.answer(again.owner.id, entry.id, timeout=5)
    assert reply.status == "done"


async def test_a_turn_keeps_its_moment_however_late_it_runs(house: Services) -> None:
    await house.conversation.close()
    await house.store.inbox.receive(
        house.owner.id,
        id="m1",
        channel="cli",
        external_id="m1",
        address="",
        text="remind me in 20 minutes to stretch",
        attachments=(),
        at=NOON,
    )
    house.clock.advance(timedelta(minutes=5))  # type: ignore[attr-defined]
    later = Conversation(house.resources, holder="later")
    await later.sweep()
    await later.drain()
    [reminder] = await house.store.reminders.list(house.owner.id)
    assert reminder.due_at == NOON + timedelta(minutes=20)


async def test_a_turn_that_crashes_gives_a_plain_answer_and_does_not_come_again(tmp_path: Path) -> None:
    def breaks(_: list[ModelMessage]) -> ModelResponse:
        raise AssertionError("a bug")

    async with open_house(tmp_path, model=scripted(breaks)) as house:
        reply = await tell(house, "sing me an aria")
        assert "AssertionError" not in reply.text
        assert await house.store.inbox.users_with_open() == []


class TestStop:
    """...ends what was asked for so far, wherever it runs and whenever it is taken up; what comes later is answered."""

    async def test_said_in_another_process_ends_the_turn_here(self, gated: Services, model: Gated) -> None:
        await _send(gated, "think long")
        await model.has_begun(1)
        async with _another_process(gated, ELSEWHERE) as elsewhere:
            assert await elsewhere.stop(gated.owner.id)
        async with asyncio.timeout(1.5):
            await gated.conversation.drain()
        [turn] = await gated.store.turns.recent(gated.owner.id, 5)
        assert (turn.status, turn.reply) == ("stopped", "Stopped.")

    async def test_ends_what_is_queued_too(self, gated: Services, model: Gated) -> None:
        await _send(gated, "first")
        await model.has_begun(1)
        await _send(gated, "second")
        await gated.conversation.stop(gated.owner.id)
        await gated.conversation.drain()
        assert [turn.status for turn in await gated.store.turns.recent(gated.owner.id, 5)] == ["stopped", "stopped"]
        assert model.begun == ["first"]

    async def test_holds_across_a_restart_and_not_for_what_comes_after(self, tmp_path: Path) -> None:
        clock, asked = ManualClock(NOON), []
        model = scripted(lambda messages: asked.append(_prompt(messages)) or says("Yes?"))
        async with open_house(tmp_path, model=model, clock=clock) as house:
            inbox, owner = house.store.inbox, house.owner.id
            open_entry = {"channel": "cli", "address": "", "text": "do it all", "attachments": (), "at": NOON}
            await inbox.receive(owner, id="m1", external_id="m1", **open_entry)
            await inbox.assign(owner, ["m1"], "t1")
            assert await house.conversation.stop(owner)
        clock.advance(timedelta(seconds=1))
        async with open_house(tmp_path, model=model, clock=clock) as house:
            await house.conversation.sweep()
            await house.conversation.drain()
            assert (await house.conversation.answer(owner, "m1", timeout=1)).text == "Stopped."
            assert (await tell(house, "something else")).text == "Yes?"
        assert asked == ["something else"]


class TestPlaces:
    """...so many users are answered at once; the others wait, in turn, however much one of them has written."""

    @pytest.fixture
    async def narrow(self, tmp_path: Path, model: Gated) -> AsyncIterator[Services]:
        """A house with one place."""
        async with open_house(
            tmp_path, settings=settings_in(tmp_path, turns_at_once=1), model=scripted(model)
        ) as house:
            for name in ("kofi", "esi"):
                await house.store.users.add(
                    name, name=name, time_zone="UTC", zone_source="setting", locale="en-GB", at=NOON
                )
            yield house

    async def test_no_more_run_at_once_than_there_are_places(self, narrow: Services, model: Gated) -> None:
        await _send(narrow, "one")
        await model.has_begun(1)
        await _send(narrow, "two", user="kofi")
        await asyncio.sleep(0.05)
        assert model.begun == ["one"]
        await model.let("one")
        assert await model.has_begun(2) == ["one", "two"]
        await model.let()

    async def test_who_has_much_waiting_lets_the_others_in_between(self, narrow: Services, model: Gated) -> None:
        await _send(narrow, "first")
        await model.has_begun(1)
        for text, channel in (("a", "web"), ("b", "cli"), ("c", "web")):
            await _send(narrow, text, channel=channel)
        await _send(narrow, "kofi's", user="kofi")
        await _send(narrow, "esi's", user="esi")
        await asyncio.sleep(0.05)
        await model.let()
        await narrow.conversation.drain()
        assert model.begun == ["first", "kofi's", "esi's", "a", "b", "c"]

    async def test_a_turn_that_breaks_gives_its_place_back(self, tmp_path: Path) -> None:
        def breaks(_: list[ModelMessage]) -> ModelResponse:
            raise AssertionError("a bug")

        settings = settings_in(tmp_path, turns_at_once=1)
        async with open_house(tmp_path, settings=settings, model=scripted(breaks)) as house:
            for _ in range(3):
                await tell(house, "sing me an aria")
            assert await house.store.inbox.users_with_open() == []


async def test_somebody_who_never_pauses_is_answered_too(tmp_path: Path) -> None:
    clock, asked = ManualClock(NOON), []
    settings = settings_in(tmp_path, joining_window=timedelta(seconds=1))
    model = scripted(lambda messages: asked.append(_prompt(messages)) or says("Yes?"))
    async with open_house(tmp_path, settings=settings, model=model, clock=clock) as house:
        await _send(house, "0")
        for number in range(1, 12):
            clock.advance(timedelta(seconds=0.9))
            await _send(house, str(number))
        assert asked == []
        clock.advance(timedelta(seconds=0.5))
        await house.conversation.drain()
        assert len(asked) == 1
