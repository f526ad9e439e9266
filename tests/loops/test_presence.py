"""Who runs the clock: written down once a minute, and noticed when it is no longer so."""

import socket
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.conversation.holder import PRESENCE
from app.loops.presence import BEAT, LIFE, Presence
from tests.conversation.conftest import dead_process as dead_process
from tests.house import open_house
from tests.loops.test_table import NOON

HERE, THERE = "here", "another-host|1|1|1"


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


def _presence(house: Services, holder: str) -> Presence:
    return Presence(house.store.leases, house.clock, holder, {"url": f"http://{holder}"})


async def _there(house: Services) -> list[str]:
    return [lease.holder for lease in await house.store.leases.live(PRESENCE, house.clock.now())]


async def test_it_says_where_it_is_until_it_leaves(house: Services) -> None:
    here = _presence(house, HERE)
    await here.tell()
    [lease] = await house.store.leases.live(PRESENCE, house.clock.now())
    assert (lease.holder, lease.info) == (HERE, {"url": "http://here"})
    await here.leave()
    assert await _there(house) == []


async def test_a_beat_that_fails_does_not_make_it_absent(house: Services) -> None:
    await _presence(house, HERE).tell()
    house.clock.advance(2 * BEAT)  # type: ignore[attr-defined]
    assert await _there(house) == [HERE]
    house.clock.advance(LIFE)  # type: ignore[attr-defined]
    assert await _there(house) == []


async def test_a_process_of_this_machine_that_died_is_told_once_and_is_no_longer_there(
    house: Services, dead_process: str
) -> None:
    for holder in (dead_process, THERE):
        await _presence(house, holder).tell()
    here = _presence(house, HERE)
    await here.tell()
    assert await here.lost() == [dead_process]
    assert await here.lost() == []
    assert sorted(await _there(house)) == sorted([THERE, HERE])


async def test_who_lives_or_is_on_another_machine_is_not_lost(house: Services) -> None:
    for holder in (THERE, f"{socket.gethostname()}|1||1"):
        await _presence(house, holder).tell()
    here = _presence(house, HERE)
    await here.tell()
    assert await here.lost() == []


async def test_nothing_is_asked_of_the_database_while_nobody_is_lost(house: Services) -> None:
    await _presence(house, THERE).tell()
    here = _presence(house, HERE)
    await here.tell()
    await house.store.leases.release(f"{PRESENCE}:{THERE}", THERE)
    assert await here.lost() == []  # it goes by what it read with its last word
    assert timedelta(0) < BEAT < LIFE


async def test_who_comes_later_is_learned_by_a_look(house: Services, dead_process: str) -> None:
    here = _presence(house, HERE)
    await here.tell()
    await _presence(house, dead_process).tell()
    assert await here.lost() == []
    await here.look()
    assert await here.lost() == [dead_process]
