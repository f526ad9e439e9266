"""Paired phones: found by the digest of their secret until they are removed, and told apart from the secret of the settings."""

import pytest

from app.errors import StorageError
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_a_phone_is_found_by_its_digest_until_it_is_removed(house: Repositories) -> None:
    senders = house.health_senders
    phone = await senders.add("ana", name="Pixel", digest="d1", at=NOON)
    assert (phone.user_id, phone.name, phone.used_at, phone.clock_skew_seconds) == ("ana", "Pixel", None, None)
    assert await senders.by_digest("d1") == phone
    assert await senders.by_digest("d2") is None
    assert not await senders.remove("ben", phone.id, NOON)
    assert await senders.remove("ana", phone.id, later(hours=1))
    assert not await senders.remove("ana", phone.id, later(hours=2))
    assert await senders.by_digest("d1") is None
    assert await senders.everything("ana") == []


async def test_no_two_phones_have_one_secret(house: Repositories) -> None:
    await house.health_senders.add("ana", name="Pixel", digest="d1", at=NOON)
    with pytest.raises(StorageError):
        await house.health_senders.add("ben", name="Pixel", digest="d1", at=NOON)


async def test_when_it_sent_last_is_kept_with_its_clock(house: Repositories) -> None:
    senders = house.health_senders
    first, second = [await senders.add("ana", name=name, digest=name, at=NOON) for name in ("a", "b")]
    await senders.used("ana", second.id, later(minutes=1), -3.5)
    await senders.used("ben", first.id, later(minutes=1), 1.0)
    assert [(one.name, one.used_at, one.clock_skew_seconds) for one in await senders.everything("ana")] == [
        ("a", None, None),
        ("b", later(minutes=1), -3.5),
    ]


async def test_the_secret_of_the_settings_has_one_row_that_no_digest_finds(house: Repositories) -> None:
    senders = house.health_senders
    row = await senders.of_setting("ana", "HEALTH_SECRET", NOON)
    assert await senders.of_setting("ana", "HEALTH_SECRET", later(hours=1)) == row
    assert (await senders.of_setting("ben", "HEALTH_SECRET", NOON)).id != row.id
    assert not await senders.remove("ana", row.id, NOON)
    assert await senders.everything("ana") == [row]
