"""Sealed secrets, as they lie in either database: bytes come back as they were, and only who last read a row changes its key."""

from app.memory.records import Sealed
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later

SEALED = Sealed("k1", bytes(range(12)), bytes(range(256)))
OTHER = Sealed("k2", b"\x00" * 12, b"\xff" * 20)


async def test_bytes_come_back_as_they_were(house: Repositories) -> None:
    await house.vault_secrets.put("ana", "imap:ana", "password", SEALED, NOON)
    row = await house.vault_secrets.get("ana", "imap:ana", "password")
    assert row is not None
    assert row.sealed == SEALED
    assert await house.vault_secrets.get("ana", "imap:ana", "other") is None
    assert await house.vault_secrets.get("ben", "imap:ana", "password") is None


async def test_a_second_value_takes_the_place_of_the_first(house: Repositories) -> None:
    await house.vault_secrets.put("ana", "imap:ana", "password", SEALED, NOON)
    await house.vault_secrets.put("ana", "imap:ana", "password", OTHER, later(days=1))
    [name] = await house.vault_secrets.names("ana")
    assert (name.created_at, name.updated_at, name.key_id) == (NOON, later(days=1), "k2")
    assert await house.vault_secrets.key_ids() == {"k2"}


async def test_a_row_is_put_under_another_key_only_as_it_was_read(house: Repositories) -> None:
    await house.vault_secrets.put("ana", "imap:ana", "password", SEALED, NOON)
    [row] = await house.vault_secrets.everyones()
    assert not await house.vault_secrets.reseal("ana", row.id, OTHER, b"another nonce")
    assert not await house.vault_secrets.reseal("ben", row.id, OTHER, SEALED.nonce)
    assert await house.vault_secrets.reseal("ana", row.id, OTHER, SEALED.nonce)
    [row] = await house.vault_secrets.everyones()
    assert row.sealed == OTHER


async def test_a_sealed_row_is_shown_without_what_is_sealed(house: Repositories) -> None:
    await house.vault_secrets.put("ana", "imap:ana", "password", Sealed("k1", b"swordfish", b"swordfish"), NOON)
    assert "swordfish" not in repr(await house.vault_secrets.everyones())
