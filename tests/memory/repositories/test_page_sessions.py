"""Sessions of the page, on both engines."""

from datetime import timedelta

import pytest

from app.errors import StorageError
from app.memory.records import PageSession
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def begin(house: Repositories, digest: str, *, user: str = "ana", door: str = "door") -> PageSession:
    until = later(hours=1)
    return await house.page_sessions.add(user, digest=digest, door=door, browser="Firefox", at=NOON, until=until)


async def test_a_session_is_found_by_its_digest_at_its_door_until_its_end(house: Repositories) -> None:
    session = await begin(house, "d")
    assert await house.page_sessions.by_digest("d", "door", NOON) == session
    assert await house.page_sessions.by_digest("e", "door", NOON) is None
    assert await house.page_sessions.by_digest("d", "another", NOON) is None
    assert await house.page_sessions.by_digest("d", "door", later(hours=1)) is None


async def test_they_are_listed_and_ended_each_for_its_user(house: Repositories) -> None:
    first, second, bens = await begin(house, "a"), await begin(house, "b"), await begin(house, "c", user="ben")
    assert await house.page_sessions.everything("ana", "door", NOON) == [first, second]
    assert not await house.page_sessions.end("ana", bens.id)
    assert await house.page_sessions.end_all("ana", but=second.id) == 1
    assert await house.page_sessions.everything("ana", "door", NOON) == [second]
    assert await house.page_sessions.end("ana", second.id)
    assert await house.page_sessions.everything("ben", "door", NOON) == [bens]


async def test_a_new_one_removes_what_opens_nothing_any_more(house: Repositories) -> None:
    await begin(house, "old", door="old door")
    await begin(house, "bens", user="ben", door="old door")
    await begin(house, "new")
    assert await house.page_sessions.by_digest("old", "old door", NOON) is None
    assert await house.page_sessions.by_digest("bens", "old door", NOON) is not None


async def test_when_it_was_used_is_kept(house: Repositories) -> None:
    session = await begin(house, "d")
    await house.page_sessions.used("ana", session.id, later(minutes=7))
    [found] = await house.page_sessions.everything("ana", "door", NOON)
    assert found.used_at == NOON + timedelta(minutes=7)


async def test_two_of_one_token_cannot_be(house: Repositories) -> None:
    await begin(house, "d")
    with pytest.raises(StorageError):
        await begin(house, "d", user="ben")
