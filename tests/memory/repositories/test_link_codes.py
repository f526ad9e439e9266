"""One-time codes, on both engines."""

import asyncio

import pytest

from app.errors import StorageError
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def give(house: Repositories, digest: str, channel: str = "telegram", user: str = "ana") -> None:
    await house.link_codes.add(user, digest=digest, channel=channel, expires_at=later(minutes=10))


async def test_a_code_works_once_on_its_channel_before_its_end(house: Repositories) -> None:
    await give(house, "d")
    assert await house.link_codes.take("d", "mail", NOON) is None
    assert await house.link_codes.take("other", "telegram", NOON) is None
    assert await house.link_codes.take("d", "telegram", later(minutes=10)) is None
    assert await house.link_codes.take("d", "telegram", later(minutes=9)) == "ana"
    assert await house.link_codes.take("d", "telegram", later(minutes=9)) is None


async def test_a_new_code_ends_the_earlier_one_of_its_channel(house: Repositories) -> None:
    await give(house, "old")
    await give(house, "mail", channel="mail")
    await give(house, "bens", user="ben")
    await give(house, "new")
    assert await house.link_codes.take("old", "telegram", NOON) is None
    assert await house.link_codes.take("new", "telegram", NOON) == "ana"
    assert await house.link_codes.take("mail", "mail", NOON) == "ana"
    assert await house.link_codes.take("bens", "telegram", NOON) == "ben"


async def test_of_many_who_send_a_code_one_is_let_in(house: Repositories) -> None:
    await give(house, "d")
    taken = await asyncio.gather(*(house.link_codes.take("d", "telegram", NOON) for _ in range(8)))
    assert [user for user in taken if user] == ["ana"]


async def test_nobody_takes_over_the_code_of_another(house: Repositories) -> None:
    await give(house, "bens", user="ben")
    await give(house, "d")
    with pytest.raises(StorageError):
        await give(house, "d", user="ben")
    assert await house.link_codes.take("d", "telegram", NOON) == "ana"
    assert await house.link_codes.take("bens", "telegram", NOON) == "ben"
