"""Connecting a mailbox, with a real Dovecot and a real SMTP server."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.errors import AccountAway, AccountClosed, NotFound, ToolProblem
from app.integrations.mail.connecting import connect_mail
from app.integrations.mail.server import Security, Server
from app.integrations.ports import MailQuery
from tests.house import open_house
from tests.servers.dovecot import free_port
from tests.servers.post import ANA, PASSWORD, Post, post


@pytest.fixture(scope="module")
def mail() -> Iterator[Post]:
    with post() as servers:
        yield servers


async def test_a_mailbox_is_connected_once_it_lets_us_in(mail: Post, tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        account = await mail.connected(house)
        again = await mail.connected(house)
        assert (account.label, account.identity, account.state, again.id) == ("personal", ANA, "ok", account.id)
        [name] = await house.vault.names(house.owner.id)
        assert (name.account, name.name) == (f"imap:{ANA}", "password")
        assert PASSWORD not in repr(await house.accounts.every(house.owner.id))


async def test_a_wrong_password_keeps_nothing(mail: Post, tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        with pytest.raises(AccountClosed, match="Check the password"):
            await connect_mail(house.accounts, house.owner.id, mail.login("wrong"))
        assert await house.accounts.every(house.owner.id) == []
        assert await house.vault.names(house.owner.id) == []


async def test_a_server_that_is_not_there_keeps_nothing(mail: Post, tmp_path: Path) -> None:
    nobody = replace(mail.login(), imap=Server("127.0.0.1", free_port(), Security.NONE))
    async with open_house(tmp_path) as house:
        with pytest.raises(AccountAway, match="doesn't answer"):
            await connect_mail(house.accounts, house.owner.id, nobody)
        assert await house.accounts.every(house.owner.id) == []


@pytest.mark.parametrize("address", ["ana", "ana@outlook.com"])
async def test_what_can_not_be_connected_with_a_password_is_said(tmp_path: Path, mail: Post, address: str) -> None:
    async with open_house(tmp_path) as house:
        with pytest.raises(ToolProblem):
            await connect_mail(
                house.accounts, house.owner.id, replace(mail.login(), address=address, imap=None, smtp=None)
            )


async def test_a_password_is_not_sent_in_the_open(mail: Post, tmp_path: Path) -> None:
    elsewhere = replace(mail.login(), imap=Server("192.0.2.7", 143, Security.NONE))
    async with open_house(tmp_path) as house:
        with pytest.raises(ToolProblem, match="TLS"):
            await connect_mail(house.accounts, house.owner.id, elsewhere)


async def test_an_account_is_meant_by_its_label_or_address(mail: Post, tmp_path: Path) -> None:
    mail.box.add_user("work@example.org", PASSWORD)
    async with open_house(tmp_path) as house:
        owner, accounts = house.owner.id, house.accounts
        with pytest.raises(ToolProblem, match="connect my mail"):
            await accounts.chosen(owner, "", "mail")
        await mail.connected(house)
        work = await connect_mail(
            accounts,
            owner,
            replace(mail.login(), address="work@example.org", label="work", password=SecretStr(PASSWORD)),
        )
        assert [one.id for one in await accounts.chosen(owner, "Work", "mail")] == [work.id]
        assert len(await accounts.chosen(owner, "", "mail")) == 2
        with pytest.raises(ToolProblem, match="personal"):
            await accounts.one(owner, "", "mail")
        with pytest.raises(NotFound, match="work"):
            await accounts.chosen(owner, "school", "mail")


async def test_what_breaks_is_written_at_the_account_and_mended_by_working(mail: Post, tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        account = await mail.connected(house)
        assert await house.accounts.check(account) == ""
        await house.vault.put(house.owner.id, account.vault_name, "password", SecretStr("changed meanwhile"))
        assert "Check the password" in await house.accounts.check(account)
        [broken] = await house.accounts.every(house.owner.id)
        assert (broken.state, "Check the password" in broken.problem) == ("revoked", True)
        await house.vault.put(house.owner.id, account.vault_name, "password", SecretStr(PASSWORD))
        assert await house.accounts.check(account) == ""
        [mended] = await house.accounts.every(house.owner.id)
        assert (mended.state, mended.problem) == ("ok", "")


async def test_what_is_let_go_is_gone_with_what_opened_it(mail: Post, tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        account = await mail.connected(house)
        async with house.accounts.mailbox(account) as box:
            await box.search(MailQuery(), 5)
        await house.accounts.disconnect(house.owner.id, account)
        assert await house.accounts.every(house.owner.id) == []
        assert await house.vault.names(house.owner.id) == []
