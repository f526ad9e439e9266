"""Leases, on both engines."""

from datetime import timedelta

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later

MINUTE = timedelta(minutes=1)


async def test_a_lease_has_one_holder_until_it_expires(house: Repositories) -> None:
    assert await house.leases.acquire("loop:x", "one", now=NOON, ttl=MINUTE, info={"port": 1})
    assert not await house.leases.acquire("loop:x", "two", now=NOON, ttl=MINUTE, info={})
    assert await house.leases.acquire("loop:x", "one", now=NOON, ttl=2 * MINUTE, info={"port": 2})
    lease = await house.leases.get("loop:x")
    assert lease is not None
    assert (lease.holder, lease.expires_at, lease.info) == ("one", later(minutes=2), {"port": 2})
    assert await house.leases.acquire("loop:x", "two", now=later(minutes=2), ttl=MINUTE)
    assert not await house.leases.release("loop:x", "one")
    assert await house.leases.release("loop:x", "two")
    assert await house.leases.get("loop:x") is None


async def test_live_leases_are_found_by_how_their_name_begins(house: Repositories) -> None:
    await house.leases.acquire("server:b", "b", now=NOON, ttl=MINUTE)
    await house.leases.acquire("server:a", "a", now=NOON, ttl=2 * MINUTE)
    await house.leases.acquire("loop:x", "a", now=NOON, ttl=2 * MINUTE)
    assert [one.name for one in await house.leases.live("server:", NOON)] == ["server:a", "server:b"]
    assert [one.name for one in await house.leases.live("server:", later(minutes=1))] == ["server:a"]
