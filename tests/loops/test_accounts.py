"""Accounts are tried once a day, and one that broke is told of once."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.loops.accounts import check_due, next_due
from tests.house import open_house, settings_in
from tests.servers.post import PASSWORD, Post, post

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def mail() -> Iterator[Post]:
    with post() as servers:
        yield servers


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    settings = settings_in(tmp_path, time_zone="UTC")
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        yield services


async def _on(house: Services, hours: int) -> list[str]:
    """So many hours later: what is told."""
    house.clock.set(house.clock.now() + timedelta(hours=hours))  # type: ignore[attr-defined]
    before = await house.store.outbox.last_id(house.owner.id, ("local",))
    await check_due(house.ground)
    return [entry.body["text"] for entry in await house.store.outbox.after(house.owner.id, ("local",), before, 50)]


async def test_with_no_account_nothing_is_due(house: Services) -> None:
    assert (await next_due(house.ground), await check_due(house.ground)) == (None, 0)


async def test_what_breaks_is_told_once_until_it_works_again(house: Services, mail: Post) -> None:
    account = await mail.connected(house)
    assert await next_due(house.ground) == NOON + timedelta(days=1)
    assert await _on(house, 1) == []
    await house.vault.put(house.owner.id, account.vault_name, "password", SecretStr("changed meanwhile"))
    [told] = await _on(house, 24)
    assert "personal" in told
    assert "Check the password" in told
    assert await _on(house, 24) == []
    await house.vault.put(house.owner.id, account.vault_name, "password", SecretStr(PASSWORD))
    assert await _on(house, 24) == []
    await house.vault.put(house.owner.id, account.vault_name, "password", SecretStr("changed again"))
    assert len(await _on(house, 24)) == 1
