"""Who may take a lease: whoever finds it free, run out, its own, or held by a process that is certainly gone."""

from datetime import timedelta

import pytest

from app.bootstrap.services import Services
from app.conversation.leasing import LEASE_TIME, take_lease
from tests.conversation.conftest import ELSEWHERE, NOON


async def _held_by(house: Services, holder: str) -> None:
    assert await house.store.leases.acquire("work", holder, now=NOON, ttl=LEASE_TIME, info={})


async def _take(house: Services, *, after: timedelta = timedelta(0)) -> bool:
    return await take_lease(house.store.leases, "work", "here", NOON + after)


async def _holder(house: Services) -> str:
    lease = await house.store.leases.get("work")
    assert lease is not None
    return lease.holder


async def test_one_that_is_free(stored_house: Services) -> None:
    assert await _take(stored_house)
    assert await _holder(stored_house) == "here"


async def test_ones_own_lasts_longer_each_time(stored_house: Services) -> None:
    await _held_by(stored_house, "here")
    assert await _take(stored_house, after=timedelta(seconds=30))
    lease = await stored_house.store.leases.get("work")
    assert lease is not None
    assert lease.expires_at == NOON + timedelta(seconds=30) + LEASE_TIME


@pytest.mark.parametrize(("after", "taken"), [(timedelta(0), False), (LEASE_TIME, True)])
async def test_one_of_a_process_that_may_live_only_once_it_has_run_out(
    stored_house: Services, after: timedelta, taken: bool
) -> None:
    await _held_by(stored_house, ELSEWHERE)
    assert await _take(stored_house, after=after) is taken
    assert await _holder(stored_house) == ("here" if taken else ELSEWHERE)


async def test_one_of_a_process_that_is_gone_at_once(stored_house: Services, dead_process: str) -> None:
    await _held_by(stored_house, dead_process)
    assert await _take(stored_house)
    assert await _holder(stored_house) == "here"
