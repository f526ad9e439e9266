"""Renewing what opens an account: by one at a time, across processes and kills, on both engines; and giving it back."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import Secret, SecretStr

from app.bootstrap.services import Services
from app.clock import ManualClock, SystemClock
from app.config import Settings
from app.errors import AccountAway, AccountClosed
from app.integrations.oauth.signing_in import Wish, state_of
from app.integrations.oauth.tokens import LEASE, KeptToken, StoredTokens
from app.integrations.vault import Vault
from app.memory.records import Account
from tests.fakes.vendors.oauth import MicrosoftServer
from tests.house import open_house
from tests.integrations.oauth.houses import at_google, at_microsoft, connected, opens, params_of
from tests.integrations.oauth.renewing import TASKS, killed, race
from tests.memory.databases import NOON
from tests.servers.emulate import REDIRECTS, Emulate


async def test_a_token_is_renewed_in_its_last_minute_and_when_it_was_refused(
    microsoft: MicrosoftServer, tmp_path: Path
) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft), clock=clock) as house:
        account = await connected(house, microsoft)
        first = await opens(house, account)
        clock.advance(timedelta(minutes=58))
        assert (await opens(house, account), microsoft.refreshes) == (first, 0)
        clock.advance(timedelta(minutes=1, seconds=30))
        second = await opens(house, account)
        assert (second != first, microsoft.refreshes) == (True, 1)
        assert await opens(house, account, refused=first) == second  # somebody renewed it before
        assert (await opens(house, account, refused=second) != second, microsoft.refreshes) == (True, 2)


async def test_the_old_refresh_token_is_kept_where_no_new_one_comes(google: Emulate, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=at_google(tmp_path, google)) as house:
        account = await _at_google(house, google)
        before = await _kept(house.vault, account)
        await opens(house, account, refused=before.access)
        after = await _kept(house.vault, account)
        assert (after.refresh, after.access != before.access) == (before.refresh, True)
        assert "access" not in repr(after)


async def test_a_permission_that_was_taken_back_closes_the_account(
    microsoft: MicrosoftServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft)) as house:
        account = await connected(house, microsoft)
        first = await opens(house, account)
        microsoft.take_back()
        with pytest.raises(AccountClosed, match="connect microsoft"):
            await opens(house, account, refused=first)
        again = await connected(house, microsoft)
        assert (again.id, await opens(house, again) != first) == (account.id, True)
        assert first not in caplog.text


@pytest.mark.parametrize("how", ["away", "garbled"])
async def test_a_vendor_that_does_not_answer_closes_nothing(
    microsoft: MicrosoftServer, tmp_path: Path, how: str
) -> None:
    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft)) as house:
        account = await connected(house, microsoft)
        first = await opens(house, account)
        setattr(microsoft, how, True)
        with pytest.raises(AccountAway, match="Try again"):
            await opens(house, account, refused=first)
        setattr(microsoft, how, False)
        assert await opens(house, account, refused=first) != first


async def test_another_client_in_the_settings_is_said(microsoft: MicrosoftServer, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft)) as house:
        account = await connected(house, microsoft)
        microsoft.secret = "it has one now"
        with pytest.raises(AccountClosed, match="MICROSOFT_CLIENT_SECRET"):
            await opens(house, account, refused=await opens(house, account))


@pytest.mark.parametrize("kept", [None, SecretStr("a text"), Secret[dict[str, Any]]({"access": "x"})])
async def test_what_is_no_token_asks_to_connect_again(
    microsoft: MicrosoftServer, tmp_path: Path, kept: SecretStr | Secret[dict[str, Any]] | None
) -> None:
    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft)) as house:
        account = await connected(house, microsoft)
        await house.vault.delete(house.owner.id, account.vault_name)
        if kept is not None:
            await house.vault.put(house.owner.id, account.vault_name, "token", kept)
        with pytest.raises(AccountClosed, match="Connect it again"):
            await opens(house, account)
        await house.accounts.disconnect(house.owner.id, account)  # it can be let go all the same
        assert await house.accounts.every(house.owner.id) == []


async def test_letting_an_account_go_gives_its_permission_back(google: Emulate, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=at_google(tmp_path, google)) as house:
        account = await _at_google(house, google)
        kept = await _kept(house.vault, account)
        await house.accounts.disconnect(house.owner.id, account)
        assert await house.vault.names(house.owner.id) == []
        await house.vault.put(house.owner.id, account.vault_name, "token", kept.sealed())
        with pytest.raises(AccountClosed):  # the vendor knows it no more
            await opens(house, account, refused=kept.access)


async def test_an_account_is_let_go_where_the_vendor_can_not_be_reached(
    google: Emulate, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(tmp_path, settings=at_google(tmp_path, google)) as house:
        account = await _at_google(house, google)
    async with open_house(
        tmp_path, settings=at_google(tmp_path, google, google_accounts_url="http://127.0.0.1:9")
    ) as house:
        await house.accounts.disconnect(house.owner.id, account)
        assert await house.accounts.every(house.owner.id) == []
    assert "oauth.not_revoked" in [getattr(one, "event", "") for one in caplog.records]


async def test_who_gives_up_does_not_lose_what_the_vendor_answers(microsoft: MicrosoftServer, tmp_path: Path) -> None:
    microsoft.slow = 0.3
    async with open_house(tmp_path, settings=at_microsoft(tmp_path, microsoft)) as house:
        account = await connected(house, microsoft)
        before = await _kept(house.vault, account)
        tokens = StoredTokens(house.settings, house.vault, house.store.leases, house.clock)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await tokens.token(account, before.access)
        await tokens.close()
        after = await _kept(house.vault, account)
        assert (after.refresh in microsoft.refresh, microsoft.refreshes) == (True, 1)


@pytest.mark.slow
async def test_two_processes_that_renew_at_once_ask_the_vendor_once(microsoft: MicrosoftServer, home: Settings) -> None:
    """A refresh token that is used twice ends everything: the server of this test is that strict."""
    settings = _known(home, microsoft)
    async with open_house(home.data_dir, settings=settings) as house:
        account = await connected(house, microsoft)
        microsoft.slow = 0.2
        refused = await opens(house, account)
        found = await asyncio.to_thread(race, settings, account, refused)
        assert (len(found), len(set(found)), microsoft.refreshes) == (2 * TASKS, 1, 1)
        assert found[0] in microsoft.access
        assert (found[0] == refused, microsoft.ended) == (False, set())
        assert await opens(house, account) == found[0]


@pytest.mark.slow
async def test_a_process_killed_while_it_renews_locks_nobody_out(microsoft: MicrosoftServer, home: Settings) -> None:
    """What the vendor answered it is lost. Its lease ends by its time; then the old refresh token is tried, which Google and Microsoft let
    live. Where a vendor doesn't, it says that it has ended, as in the test above."""
    settings = _known(home, microsoft)
    async with open_house(home.data_dir, settings=settings) as house:
        account = await connected(house, microsoft)
        refused = await opens(house, account)
        microsoft.slow, microsoft.is_strict = 1.0, False
        await asyncio.to_thread(killed, settings, account, refused, microsoft)
        later = ManualClock(SystemClock().now() + LEASE)
        tokens = StoredTokens(settings, house.vault, house.store.leases, later)
        assert (await tokens.token(account, refused)).get_secret_value() in microsoft.access


def _known(home: Settings, server: MicrosoftServer) -> Settings:
    """That house, known at the fake of Microsoft."""
    return home.model_copy(update=at_microsoft(home.data_dir, server).model_dump(include=set(_NAMES)))


_NAMES = ("microsoft_client_id", "microsoft_login_url", "microsoft_graph_url")


async def _kept(vault: Vault, account: Account) -> KeptToken:
    found = KeptToken.read(await vault.get(account.user_id, account.vault_name, "token"))
    assert found is not None
    return found


async def _at_google(house: Services, google: Emulate) -> Account:
    link = await house.signing_in.begin(house.owner.id, Wish("google"), REDIRECTS[0])
    return await house.signing_in.finish(house.owner.id, state_of(link), params_of(google.agree(link)))
