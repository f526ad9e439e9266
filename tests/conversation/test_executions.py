"""Confirmed actions that a crash left: each is brought to its end once, whoever looks for it, and none keeps the start from going on."""

import asyncio
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.conversation.conversation import Conversation
from app.conversation.executions import Executions, execution_lease
from app.conversation.leasing import LEASE_TIME
from app.errors import ActionRefused
from app.main import create_app
from app.memory.ports import Database
from app.memory.records import PendingAction, TurnRecord, User
from app.memory.repositories.pending import PendingActions
from tests.conversation.conftest import ELSEWHERE, NOON
from tests.house import open_house, page_auth, tell


async def _asked(house: Services, name: str = "Ama") -> PendingAction:
    """A call that waits: to forget a fact."""
    await tell(house, f"remember that my sister's name is {name}")
    await tell(house, "forget my sister's name")
    return (await house.store.pending.waiting(house.owner.id, NOON))[-1]


async def _confirmed(house: Services, holder: str = "") -> PendingAction:
    """One that was confirmed by a process which `holder` names, and has no outcome."""
    action = await _asked(house)
    await house.store.pending.decide(house.owner.id, action.id, from_status="pending", to_status="executing", now=NOON)
    if holder:
        await house.store.leases.acquire(execution_lease(action.id), holder, now=NOON, ttl=LEASE_TIME)
    return action


async def _approved(house: Services) -> list[TurnRecord]:
    return [turn for turn in await house.store.turns.recent(house.owner.id, 50) if turn.id.startswith("approval:")]


async def _is_done_once(house: Services, action: PendingAction) -> None:
    """As its user sees it: forgotten, said once, the card decided, one line in the books, nothing held."""
    user, store = house.owner.id, house.store
    stored = await store.pending.get(user, action.id)
    assert stored is not None
    assert stored.status == "done"
    assert len(await _approved(house)) == 1
    assert [row.status for row in await store.ledger.of_turn(user, f"approval:{action.id}")] == ["done"]
    said = await store.outbox.after(user, ("local",), 0, 100)
    assert [entry.key for entry in said].count(f"approval:{action.id}") == 1
    assert all(button["target"] != action.id for entry in said for button in entry.body["buttons"])
    assert [fact.statement for fact in await store.facts.current(user)] == []
    assert await store.leases.get(execution_lease(action.id)) is None


async def test_a_start_and_its_loops_that_look_at_once_run_it_once(stored_house: Services) -> None:
    action = await _confirmed(stored_house)
    await asyncio.gather(*(stored_house.conversation.sweep() for _ in range(3)))
    await stored_house.conversation.drain()
    await _is_done_once(stored_house, action)


async def test_several_processes_that_look_at_once_run_it_once(stored_house: Services) -> None:
    action = await _confirmed(stored_house)
    other = Conversation(stored_house.resources, holder=ELSEWHERE)
    await asyncio.gather(stored_house.conversation.sweep(), other.sweep())
    await asyncio.gather(stored_house.conversation.drain(), other.drain())
    await _is_done_once(stored_house, action)


async def test_one_whose_process_is_gone_is_taken_up_at_once_and_one_that_may_live_is_left(
    stored_house: Services, dead_process: str
) -> None:
    action = await _confirmed(stored_house, ELSEWHERE)
    await stored_house.conversation.sweep()
    await stored_house.conversation.drain()
    assert await _approved(stored_house) == []
    await stored_house.store.leases.release(execution_lease(action.id), ELSEWHERE)
    await stored_house.store.leases.acquire(execution_lease(action.id), dead_process, now=NOON, ttl=LEASE_TIME)
    await stored_house.conversation.sweep()
    await stored_house.conversation.drain()
    await _is_done_once(stored_house, action)


async def test_confirm_that_is_pressed_in_two_places_at_once_runs_once_and_the_other_one_is_told(
    stored_house: Services,
) -> None:
    action = await _asked(stored_house)
    other = Conversation(stored_house.resources, holder=ELSEWHERE)
    told = await asyncio.gather(
        *(one.decide(stored_house.owner.id, "confirm", action.id) for one in (stored_house.conversation, other)),
        return_exceptions=True,
    )
    [refused] = [one for one in told if isinstance(one, ActionRefused)]
    assert refused.sentence in ("That was done already.", "That is being done right now.")
    [said] = [one for one in told if isinstance(one, str)]
    assert said.startswith("Forgotten for good")
    await _is_done_once(stored_house, action)


class LateReader(PendingActions):
    """Finds what is under way, and hands it out only after another process has ended it."""

    def __init__(self, database: Database, other: Conversation) -> None:
        super().__init__(database)
        self._other = other

    async def executing(self) -> list[PendingAction]:
        found = await super().executing()
        await self._other.sweep()
        await self._other.drain()
        return found


async def test_one_that_was_ended_while_it_was_looked_for_is_not_run_again(stored_house: Services) -> None:
    action = await _confirmed(stored_house)
    other = Conversation(stored_house.resources, holder=ELSEWHERE)
    store = replace(stored_house.store, pending=LateReader(stored_house.database, other))
    late = Conversation(replace(stored_house.resources, store=store), holder="late")
    await late.sweep()
    await late.drain()
    await _is_done_once(stored_house, action)


async def test_what_a_process_is_at_is_not_taken_up_by_itself(stored_house: Services) -> None:
    """The loop that looks for leavings finds what was confirmed here a moment ago."""
    action = await _confirmed(stored_house)
    begun: list[str] = []
    go_on = asyncio.Event()

    async def execute(_: User, found: PendingAction, holder: str) -> str:
        begun.append(found.id)
        await go_on.wait()
        return ""

    executions = Executions(stored_house.resources, "here", execute)
    for _ in range(3):
        await executions.recover()
        await asyncio.sleep(0.05)
    assert begun == [action.id]
    go_on.set()
    await executions.drain()


class Broken(PendingActions):
    """Can't write down how one action ended."""

    async def finish(self, *_: object, **__: object) -> PendingAction | None:
        raise ZeroDivisionError


async def test_one_that_cannot_be_brought_to_its_end_keeps_no_start_from_answering(
    home: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as house:
        await _confirmed(house)
        store = replace(house.store, pending=Broken(house.database))
        conversation = Conversation(replace(house.resources, store=store), holder="again")
        served = replace(house, conversation=conversation)
        app = create_app(served, auth=page_auth(served), closing=asyncio.Event())
        async with app.router.lifespan_context(app):
            async with asyncio.timeout(10):
                while "approval.not_taken_up" not in [getattr(record, "event", "") for record in caplog.records]:
                    await asyncio.sleep(0.02)
            assert "milk" in (await tell(served, "add milk to my list")).text.lower()


class Cut(PendingActions):
    """Its process ends after the cards' first statement."""

    async def expire(self, now: datetime) -> list[PendingAction]:
        await super().expire(now)
        raise ZeroDivisionError


async def test_what_expires_and_its_card_change_together(stored_house: Services) -> None:
    action = await _asked(stored_house)
    stored_house.clock.set(action.expires_at)  # type: ignore[attr-defined]
    store = replace(stored_house.store, pending=Cut(stored_house.database))
    cut = Conversation(replace(stored_house.resources, store=store), holder="cut")
    with pytest.raises(ZeroDivisionError):
        await cut.expire_approvals()
    assert await stored_house.conversation.expire_approvals() == 1
    [card] = await stored_house.store.outbox.latest(stored_house.owner.id, ("local",), 1)
    assert (card.body["buttons"], [one["ended"] for one in card.body["cards"]]) == ([], ["expired"])
