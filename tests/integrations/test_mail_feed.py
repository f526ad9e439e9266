"""What came by mail and matters, from a real Dovecot; and what the morning says of it."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.errors import AccountError
from app.integrations.ports import MailQuery
from tests.house import open_house, settings_in, tell
from tests.servers.post import Post, post

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
def mail() -> Iterator[Post]:
    with post() as servers:
        servers.comes("Kofi Boateng <kofi@acme.example>", "Figures", "Can you send them by Friday?", number=1)
        servers.comes("Shop <noreply@shop.example>", "Sale", "Will you miss it?", number=2, hour=10)
        yield servers


@pytest.fixture
async def house(tmp_path: Path, mail: Post) -> AsyncIterator[Services]:
    settings = settings_in(tmp_path, time_zone="UTC")
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        await mail.connected(services)
        yield services


async def test_what_matters_is_told_with_why_and_stays_unread(house: Services) -> None:
    [feed] = house.feeds.mail
    assert await feed.users() == [house.owner.id]
    [letter] = await feed.matters(house.owner.id, NOON - timedelta(days=1))
    assert (letter.sender, letter.subject) == ("Kofi Boateng", "Figures")
    assert letter.why == "asks you something, and names Friday"
    assert await feed.matters(house.owner.id, NOON - timedelta(hours=1)) == []
    [account] = await house.accounts.every(house.owner.id)
    async with house.accounts.mailbox(account) as box:
        assert all(one.is_unread for one in await box.search(MailQuery(), 9))


async def test_an_account_that_does_not_answer_is_a_problem_and_no_silence(house: Services) -> None:
    [account], [feed] = await house.accounts.every(house.owner.id), house.feeds.mail
    await house.vault.put(house.owner.id, account.vault_name, "password", SecretStr("wrong"))
    with pytest.raises(AccountError):
        await feed.matters(house.owner.id, NOON - timedelta(days=1))


async def test_a_briefing_tells_of_it(house: Services) -> None:
    said = (await tell(house, "brief me")).text
    assert "Kofi Boateng" in said
    assert "Figures" in said
