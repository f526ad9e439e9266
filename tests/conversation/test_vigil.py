"""What is watched over while a turn runs: a stop from elsewhere ends it, a database that gives out does not."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from app.bootstrap.services import Services
from app.conversation.turn import Turn
from app.conversation.vigil import lease_kept, watched
from app.errors import StorageBusy
from app.memory.ports import Database
from app.memory.records import InboxEntry
from app.memory.repositories.controls import Controls
from tests.conversation.lane import NOON


def _turn(house: Services) -> Turn:
    entry = InboxEntry("m1", house.owner.id, "cli", "m1", "", "hello", "running", "t1", NOON)
    return Turn("t1", house.owner, [entry], NOON, "trace", holder="me")


async def _stopped(turn: Turn) -> None:
    async with asyncio.timeout(5):
        while not turn.books.stopped:
            await asyncio.sleep(0.02)


async def test_a_stop_that_was_said_elsewhere_ends_the_turn(house: Services) -> None:
    turn = _turn(house)
    async with watched(turn, house.resources, "turn:owner"):
        await house.store.controls.stop(house.owner.id, NOON + timedelta(seconds=1))
        await _stopped(turn)
    assert turn.cancellation.cancelled


async def test_a_stop_from_before_its_moment_is_none_of_its(house: Services) -> None:
    turn = _turn(house)
    await house.store.controls.stop(house.owner.id, NOON - timedelta(seconds=1))
    async with watched(turn, house.resources, "turn:owner"):
        await asyncio.sleep(0.6)
    assert not turn.books.stopped


class Faltering(Controls):
    """Switches that can't be read at first."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.failures = 1

    async def stopped_at(self, user_id: str) -> datetime | None:
        """Fails once."""
        if self.failures:
            self.failures -= 1
            raise StorageBusy
        return await super().stopped_at(user_id)


async def test_a_database_that_gives_out_for_a_moment_ends_nothing(
    house: Services, caplog: pytest.LogCaptureFixture
) -> None:
    controls = Faltering(house.database)
    resources = replace(house.resources, store=replace(house.store, controls=controls))
    turn = _turn(house)
    await house.store.controls.stop(house.owner.id, NOON + timedelta(seconds=1))
    async with watched(turn, resources, "turn:owner"):
        await _stopped(turn)
    assert controls.failures == 0
    assert "vigil.stop_unknown" in [getattr(record, "event", "") for record in caplog.records]


async def test_a_lease_is_kept_while_it_is_held_and_not_taken_again_once_it_was_given_back(
    stored_house: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.conversation.vigil.LEASE_TIME", timedelta(milliseconds=60))
    leases = stored_house.store.leases
    await leases.acquire("work", "me", now=NOON, ttl=timedelta(0))
    async with lease_kept(_turn(stored_house), stored_house.resources, "work"):
        async with asyncio.timeout(5):
            while (lease := await leases.get("work")) is None or lease.expires_at == NOON:
                await asyncio.sleep(0.01)
        await leases.release("work", "me")
        await asyncio.sleep(0.2)
        assert await leases.get("work") is None
