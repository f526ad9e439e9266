"""Accounts that the environment gives: made at a server's start, once, and never named in a log."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from app.integrations.oauth.signing_in import Wish, state_of
from tests.house import open_house
from tests.integrations.oauth.houses import at_google, opens, params_of
from tests.servers.emulate import ANA, REDIRECTS, Emulate


async def _refresh_token(google: Emulate, folder: Path) -> str:
    """One of Ana's, as somebody else's program had it."""
    async with open_house(folder, settings=at_google(folder, google)) as house:
        link = await house.signing_in.begin(house.owner.id, Wish("google"), REDIRECTS[0])
        account = await house.signing_in.finish(house.owner.id, state_of(link), params_of(google.agree(link)))
        kept = await house.vault.get(house.owner.id, account.vault_name, "token")
        assert kept is not None
        return str(kept.get_secret_value()["refresh"])  # type: ignore[index]


async def test_a_token_of_the_environment_becomes_an_account_at_a_server_s_start(
    google: Emulate, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    token = await _refresh_token(google, tmp_path / "before")
    settings = at_google(tmp_path / "now", google, google_drive_work_refresh_token=SecretStr(token))
    async with open_house(tmp_path, settings=settings) as house:
        assert await house.accounts.every(house.owner.id) == []  # a command's start asks nobody
    for _ in range(2):
        async with open_house(tmp_path, settings=settings, serves=True) as house:
            [account] = await house.accounts.every(house.owner.id)
            assert (account.provider, account.label, account.identity) == ("google", "work", ANA)
            assert account.settings["offers"] == ["mail", "mail watch", "calendar", "tasks", "contacts", "files"]
            assert await opens(house, account) != ""
    assert token not in caplog.text


async def test_an_account_from_before_files_is_asked_for_what_its_permission_allows(
    google: Emulate, tmp_path: Path
) -> None:
    token = await _refresh_token(google, tmp_path / "before")
    settings = at_google(tmp_path / "now", google, google_drive_refresh_token=SecretStr(token))
    async with open_house(tmp_path, settings=settings, serves=True) as house:
        [account] = await house.accounts.every(house.owner.id)
        await house.accounts.let_into(account, ["mail"])  # as an older version kept it
    async with open_house(tmp_path, settings=settings, serves=True) as house:
        [account] = await house.accounts.every(house.owner.id)
        assert "files" in account.settings["offers"]


async def test_an_account_that_is_connected_stays_as_it_is(google: Emulate, tmp_path: Path) -> None:
    token = await _refresh_token(google, tmp_path / "before")
    settings = at_google(tmp_path / "now", google, google_drive_refresh_token=SecretStr(token))
    async with open_house(tmp_path, settings=settings) as house:
        link = await house.signing_in.begin(house.owner.id, Wish("google", ("mail",), "home"), REDIRECTS[0])
        await house.signing_in.finish(house.owner.id, state_of(link), params_of(google.agree(link)))
    async with open_house(tmp_path, settings=settings, serves=True) as house:
        [account] = await house.accounts.every(house.owner.id)
        assert (account.label, account.settings["offers"]) == ("home", ["mail", "mail watch"])


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", ""])
async def test_a_token_that_opens_nothing_does_not_stop_the_start(
    google: Emulate, tmp_path: Path, caplog: pytest.LogCaptureFixture, url: str
) -> None:
    secret = SecretStr("1//a-token-that-ended")
    settings = at_google(tmp_path, google, google_accounts_url=url or google.url, google_drive_refresh_token=secret)
    async with open_house(tmp_path, settings=settings, serves=True) as house:
        assert await house.accounts.every(house.owner.id) == []
    [said] = [one for one in caplog.records if getattr(one, "event", "") == "account.not_adopted"]
    assert (said.setting, said.problem) == ("GOOGLE_DRIVE_REFRESH_TOKEN", "AccountAway" if url else "AccountClosed")  # type: ignore[attr-defined]
    assert secret.get_secret_value() not in caplog.text
