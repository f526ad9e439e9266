"""Connections on the page, over HTTP: who may see and change them, what a form answers, and what no page and no log says."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.integrations.accounts import PASSWORD
from app.main import create_app
from app.memory.records import Account
from app.memory.repositories.mails import Seen
from tests.fakes.vendors.jira import EMAIL as JIRA_EMAIL
from tests.fakes.vendors.jira import TOKEN as JIRA_TOKEN
from tests.fakes.vendors.jira import jira_cloud
from tests.house import open_house, page_auth
from tests.interfaces.web.house import START

SECRET = "swordfish-7351"


@asynccontextmanager
async def _page(folder: Path, *, signed_in: bool = True) -> AsyncIterator[tuple[Services, httpx.AsyncClient]]:
    """A house, and a browser at its page."""
    async with open_house(folder, clock=ManualClock(START)) as house:
        auth = page_auth(house)
        app = create_app(house, auth=auth, closing=asyncio.Event())
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 50_000), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8321") as browser:
            browser.headers["Sec-Fetch-Site"] = "same-origin"
            if signed_in:
                await browser.get(f"/?token={auth.local.issue()}")
            yield house, browser


async def _kept(house: Services, identity: str = "ana@example.org", label: str = "personal") -> Account:
    """An account, as one lies there that was connected."""
    return await house.store.accounts.put(
        house.owner.id, "imap", identity, label=label, settings={}, scopes=(), at=house.clock.now()
    )


async def test_each_account_is_told_in_words(tmp_path: Path) -> None:
    async with _page(tmp_path) as (house, browser):
        works, broken = await _kept(house), await _kept(house, "ana@acme.example", "<b>work</b>")
        await house.store.accounts.used(house.owner.id, works.id, house.clock.now() + timedelta(hours=1))
        await house.store.accounts.broke(
            house.owner.id, broken.id, state="revoked", problem="acme & sons let me in no more.", at=house.clock.now()
        )
        page = (await browser.get("/connections")).text
        assert "ana@example.org" in page
        assert "Last used 2 March 2026, 11:00." in page
        assert "Works." in page
        assert "Not used yet." in page
        assert "acme &amp; sons let me in no more." in page
        assert "&lt;b&gt;work&lt;/b&gt;" in page
        assert "<b>work" not in page
        assert '<a href="/connections" aria-current="page">' in page


async def test_nobody_without_a_session_and_no_foreign_page_sees_or_changes_anything(tmp_path: Path) -> None:
    async with _page(tmp_path, signed_in=False) as (house, browser):
        account = await _kept(house)
        out = await browser.get("/connections")
        assert (out.status_code, out.headers["location"]) == (303, "/")
        again = await browser.get("/connections?new=1", headers={"Sec-Fetch-Site": "cross-site"})
        assert (again.status_code, "0;url=/connections?new=1" in again.text) == (200, True)
        paths = (
            "mail",
            "dav",
            "link",
            "hint",
            f"{account.id}/check",
            f"{account.id}/rename",
            f"{account.id}/disconnect",
        )
        for path in paths:
            assert (await browser.post(f"/connections/{path}", data={"label": "x"})).status_code == 401
            foreign = {"Sec-Fetch-Site": "cross-site"}
            assert (await browser.post(f"/connections/{path}", data={"label": "x"}, headers=foreign)).status_code == 403
        assert (await browser.get(f"/connections/{account.id}/disconnect")).status_code == 401
        assert [one.label for one in await house.accounts.every(house.owner.id)] == ["personal"]


async def test_a_foreign_page_changes_nothing_for_who_is_signed_in(tmp_path: Path) -> None:
    async with _page(tmp_path) as (house, browser):
        account = await _kept(house)
        foreign = {"Sec-Fetch-Site": "cross-site"}
        assert (await browser.post(f"/connections/{account.id}/disconnect", headers=foreign)).status_code == 403
        assert len(await house.accounts.every(house.owner.id)) == 1


async def test_a_password_is_in_no_page_and_no_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    forms = (
        ("mail", {"address": "nobody", "password": SECRET, "user": "<i>", "label": "home"}),
        ("mail", {"address": "ana@outlook.com", "password": SECRET}),
        ("mail", {"address": "ana@example.org", "password": SECRET, "imap": "a b"}),
        (
            "mail",
            {"address": "ana@example.org", "password": SECRET, "imap": "mail.example.org:993:none", "smtp": "x:465"},
        ),
        ("dav", {"address": "ana@gmail.com", "password": SECRET}),
        ("dav", {"address": "ana@example.org", "password": SECRET, "url": "http://cloud.example.org"}),
        ("link", {"link": f"http://127.0.0.1:1/{SECRET}.ics"}),
    )
    async with _page(tmp_path) as (house, browser):
        for form, fields in forms:
            answer = await browser.post(f"/connections/{form}", data=fields)
            assert answer.status_code == 400, fields
            alert = answer.text.partition(f'id="{form}-problem" role="alert">')[2].partition("</p>")[0]
            assert alert, fields
            assert SECRET not in answer.text
            assert "<i>" not in answer.text
        assert await house.accounts.every(house.owner.id) == []
    assert SECRET not in caplog.text
    assert all(SECRET not in str(record.__dict__) for record in caplog.records)


async def test_what_is_missing_is_said_beside_its_form_and_the_rest_is_kept(tmp_path: Path) -> None:
    async with _page(tmp_path) as (_, browser):
        answer = (await browser.post("/connections/mail", data={"address": "ana@example.org", "smtp": "smtp.x"})).text
        assert 'role="alert">The password is missing.<' in answer
        assert 'value="ana@example.org"' in answer
        assert 'value="smtp.x"' in answer
        assert answer.count("autofocus") == 1
        assert "The link is missing." in (await browser.post("/connections/link", data={})).text
        long = await browser.post("/connections/mail", data={"address": "a" * 400, "password": "x"})
        assert long.status_code == 422


async def test_a_hint_names_the_password_and_the_first_host(tmp_path: Path) -> None:
    async with _page(tmp_path) as (_, browser):

        async def hint(address: str, kind: str) -> dict[str, str]:
            return (await browser.post("/connections/hint", data={"address": address, "kind": kind})).json()

        gmail = await hint("ana@gmail.com", "mail")
        assert gmail["host"] == "imap.gmail.com"
        assert "https://myaccount.google.com/apppasswords" in gmail["words"]
        assert "connect google" in (await hint("ana@gmail.com", "dav"))["words"]
        assert await hint("ana@example.org", "mail") == {"words": "", "host": "imap.example.org"}
        assert await hint("", "") == {"words": "", "host": ""}


async def test_a_name_is_changed_and_none_is_used_for_two_addresses(tmp_path: Path) -> None:
    async with _page(tmp_path) as (house, browser):
        account = await _kept(house)
        await _kept(house, "ana@acme.example", "work")
        answer = await browser.post(f"/connections/{account.id}/rename", data={"label": "  my   mail "})
        assert answer.headers["location"] == f"/connections?named={account.id}"
        assert "It is called “my mail” now." in (await browser.get(answer.headers["location"])).text
        for label, says in (("Work", "called “Work” already"), (" ", "Give it a name"), ("x" * 61, "Give it a name")):
            answer = await browser.post(f"/connections/{account.id}/rename", data={"label": label})
            assert (answer.status_code, says in answer.text) == (400, True), label
        assert [one.label for one in await house.accounts.every(house.owner.id)] == ["my mail", "work"]


async def test_letting_go_says_first_what_goes_and_then_it_is_gone(tmp_path: Path) -> None:
    async with _page(tmp_path) as (house, browser):
        account = await _kept(house)
        await house.vault.put(house.owner.id, account.vault_name, PASSWORD, SecretStr(SECRET))
        seen = [
            Seen(account.id, "INBOX", str(number), f"<{number}@x>", "Kofi", "kofi@x.example", "Hi", START, True, 9, ())
            for number in range(3)
        ]
        await house.store.mails.seen(house.owner.id, seen, START)
        page = (await browser.get(f"/connections/{account.id}/disconnect")).text
        assert "The list of what I saw there: 3 mails. They stay at the provider." in page
        assert "No mail of it waits to go out." in page
        assert "until you ask me to forget it" in page
        assert len(await house.accounts.every(house.owner.id)) == 1
        answer = await browser.post(f"/connections/{account.id}/disconnect")
        assert answer.headers["location"] == "/connections?gone=imap"
        assert "take it back at the provider too" in (await browser.get(answer.headers["location"])).text
        assert await house.accounts.every(house.owner.id) == []
        assert await house.vault.names(house.owner.id) == []
        assert (await browser.post(f"/connections/{account.id}/disconnect")).status_code == 404


async def test_a_check_that_fails_says_why_at_its_account(tmp_path: Path) -> None:
    async with _page(tmp_path) as (house, browser):
        account = await house.store.accounts.put(
            house.owner.id, "ics", "x.example/0123", label="team", settings={}, scopes=(), at=house.clock.now()
        )
        answer = await browser.post(f"/connections/{account.id}/check")
        assert answer.status_code == 200
        assert 'role="alert">What opens team is gone. Connect that account again.<' in answer.text
        assert answer.text.count("What opens team is gone.") == 1
        assert "x.example" in answer.text
        assert "0123" not in answer.text


@pytest.mark.parametrize("query", ["new=4711", "new=-1", "works=9223372036854775807", "gone=<script>", "gone=google"])
async def test_an_address_that_names_nothing_says_nothing_of_anybodys_making(query: str, tmp_path: Path) -> None:
    async with _page(tmp_path) as (_, browser):
        answer = await browser.get(f"/connections?{query}")
        assert answer.status_code == 200
        assert "<script>" not in answer.text.replace('<script type="module"', "")


async def test_what_a_token_opens_is_connected_with_its_address_and_whose_it_is(tmp_path: Path) -> None:
    with jira_cloud() as cloud:
        async with _page(tmp_path) as (house, browser):
            page = (await browser.get("/connections")).text
            for words in (
                "Its address (Jira, Gitea or Forgejo, Files by WebDAV; GitHub, Slack only for",
                "What you sign in with (Jira, Files by WebDAV)",
                "make an API token at <a href",
            ):
                assert words in page
            given = {"provider": "jira", "password": JIRA_TOKEN, "url": "https://site.atlassian.net"}
            answer = await browser.post("/connections/token", data=given)
            assert (answer.status_code, "Whose token is it?" in answer.text) == (400, True)
            assert '<option value="jira" selected>' in answer.text
            assert 'value="https://site.atlassian.net"' in answer.text
            assert JIRA_TOKEN not in answer.text
            answer = await browser.post("/connections/token", data={**given, "url": cloud.url, "user": JIRA_EMAIL})
            [account] = await house.accounts.every(house.owner.id)
            assert (answer.status_code, answer.headers["location"]) == (303, f"/connections?new={account.id}")
            assert "tickets, boards and sprints" in (await browser.get(answer.headers["location"])).text
