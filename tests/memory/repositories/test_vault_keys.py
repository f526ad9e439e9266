"""Which key seals: one for all processes, whoever begins first."""

import asyncio

from app.memory.ports import Database
from app.memory.repositories import Repositories, repositories
from tests.memory.databases import NOON, Opener


async def test_who_begins_first_says_which(house: Repositories) -> None:
    assert await house.vault_keys.current() is None
    assert await house.vault_keys.begin("k1", NOON) == "k1"
    assert await house.vault_keys.begin("k2", NOON) == "k1"
    await house.vault_keys.change("k2", NOON)
    assert await house.vault_keys.current() == "k2"


async def test_who_seals_waits_for_who_changes_the_key(
    house: Repositories, database: Database, another: Opener
) -> None:
    await house.vault_keys.begin("k1", NOON)
    other = another()
    await other.open()
    found = list[str]()

    async def seal() -> None:
        async with other.transaction():
            found.append(await repositories(other).vault_keys.begin("k1", NOON))

    async with database.transaction():
        await house.vault_keys.begin("k1", NOON)
        sealing = asyncio.create_task(seal())
        await asyncio.sleep(0.1)
        await house.vault_keys.change("k2", NOON)
        assert found == []
    await sealing
    assert found == ["k2"]
    await other.close()
