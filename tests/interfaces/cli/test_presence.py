"""Whether anything runs that will say a reminder, and the word to somebody who counts on one."""

from datetime import timedelta

import pytest

from app.bootstrap.services import Services
from app.conversation.holder import PRESENCE, this_process
from app.interfaces.cli.presence import NOBODY, reminder_warning, running
from tests.conversation.conftest import dead_process as dead_process
from tests.house import tell

ELSEWHERE = "another-host|1|1|1"


async def _is_there(house: Services, holder: str) -> None:
    now = house.clock.now()
    await house.store.leases.acquire(f"{PRESENCE}:{holder}", holder, now=now, ttl=timedelta(seconds=30), info={})


async def test_nobody_is_there_unless_somebody_is(house: Services) -> None:
    assert await running(house) == []
    for holder in (this_process(), ELSEWHERE):
        await _is_there(house, holder)
    assert {lease.holder for lease in await running(house)} == {this_process(), ELSEWHERE}


async def test_who_died_or_fell_silent_is_not_there(house: Services, dead_process: str) -> None:
    await _is_there(house, dead_process)
    await _is_there(house, ELSEWHERE)
    house.clock.advance(timedelta(seconds=31))  # type: ignore[attr-defined]
    assert await running(house) == []


async def test_other_leases_are_no_presence(house: Services) -> None:
    await house.store.leases.acquire("turn:owner", ELSEWHERE, now=house.clock.now(), ttl=timedelta(seconds=30))
    assert await running(house) == []


@pytest.mark.parametrize(
    "words",
    [
        "remind me in 20 minutes to stretch",
        "every Friday at 4pm tell me what's on my list",
        "tell me when a task is overdue",
    ],
)
async def test_what_is_for_later_and_nobody_would_do_is_pointed_out(house: Services, words: str) -> None:
    reply = await tell(house, words)
    assert await reminder_warning(house, reply) == NOBODY
    await _is_there(house, ELSEWHERE)
    assert await reminder_warning(house, reply) == ""


async def test_anything_else_needs_no_warning(house: Services) -> None:
    assert await reminder_warning(house, await tell(house, "add milk to my shopping list")) == ""
