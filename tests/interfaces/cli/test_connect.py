"""`connect`, `accounts`, `disconnect`, in real processes against real servers."""

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.errors import AssistantError
from app.interfaces.cli.connect import ACTIONS
from tests.e2e.commands import Machine
from tests.fakes.vendors.jira import EMAIL as JIRA_EMAIL
from tests.fakes.vendors.jira import TOKEN as JIRA_TOKEN
from tests.fakes.vendors.jira import jira_cloud
from tests.house import open_house
from tests.servers.dav import PASSWORD as DAV_PASSWORD
from tests.servers.dav import DavServer
from tests.servers.post import ANA, PASSWORD, Post, post
from tests.servers.radicale import radicale


@pytest.fixture(scope="module")
def mail() -> Iterator[Post]:
    with post() as servers:
        servers.comes("Kofi <kofi@acme.example>", "Invoice 214", "please pay")
        yield servers


@pytest.fixture(scope="module")
def dav() -> Iterator[DavServer]:
    with radicale() as server:
        server.add_calendar("home", "Home")
        server.add_book("friends", "Friends")
        yield server


def _connect(machine: Machine, mail: Post, password: str) -> tuple[int, str]:
    servers = ("--imap", f"127.0.0.1:{mail.box.port}:none", "--smtp", f"127.0.0.1:{mail.smtp.port}:none")
    said = machine.run("connect", "imap", ANA, "--label", "home", *servers, stdin=f"{password}\n".encode())
    return said.code, said.out + said.err


def test_a_mailbox_is_connected_asked_and_let_go(machine: Machine, mail: Post) -> None:
    assert machine.run("accounts").out.startswith("No account")
    assert _connect(machine, mail, "wrong")[0] == 1
    code, said = _connect(machine, mail, PASSWORD)
    assert (code, "Connected ana@example.org as “home”" in said, PASSWORD in said) == (0, True, False)
    listed = json.loads(machine.run("accounts", "--json").out)
    assert listed == {"accounts": [{"provider": "imap", "label": "home", "identity": ANA, "problem": ""}]}
    assert "Invoice 214" in machine.run("ask", "what's in my mail?").out
    assert "send your mail" not in machine.run("ask", "what's in my mail?").err
    machine.run("ask", "email esi@home.example that I'm coming")
    sent = machine.run("confirm", "1")
    assert ("On its way" in sent.out, "Nothing is running that could send your mail" in sent.err) == (True, True)
    assert machine.run("disconnect", "nobody").code == 1
    assert machine.run("disconnect", "home").code == 0
    assert machine.run("accounts").out.startswith("No account")


def test_a_server_that_is_none_is_said(machine: Machine) -> None:
    said = machine.run("connect", "imap", ANA, "--imap", "a b", stdin=b"x\n")
    assert (said.code, "is no server" in said.err) == (1, True)


def test_calendars_and_contacts_are_connected(machine: Machine, dav: DavServer) -> None:
    given = ("connect", "caldav", ANA, "--url", dav.url, "--label", "home")
    assert machine.run(*given, stdin=b"wrong\n").code == 1
    said = machine.run(*given, stdin=f"{DAV_PASSWORD}\n".encode())
    assert (said.code, "Connected ana@example.org as “home” (calendars, contacts)" in said.out) == (0, True)
    assert DAV_PASSWORD not in said.out + said.err
    listed = json.loads(machine.run("accounts", "--json").out)
    assert listed == {"accounts": [{"provider": "caldav", "label": "home", "identity": ANA, "problem": ""}]}
    assert machine.run("disconnect", "home").code == 0


def test_a_server_in_the_open_is_said(machine: Machine) -> None:
    said = machine.run("connect", "caldav", ANA, "--url", "http://dav.example.org/", stdin=b"x\n")
    assert (said.code, "TLS" in said.err) == (1, True)


def test_of_two_accounts_of_one_name_none_is_let_go_unasked(machine: Machine, mail: Post, dav: DavServer) -> None:
    assert _connect(machine, mail, PASSWORD)[0] == 0
    given = ("connect", "caldav", ANA, "--url", dav.url, "--label", "home")
    assert machine.run(*given, stdin=f"{DAV_PASSWORD}\n".encode()).code == 0
    said = machine.run("disconnect", "home")
    assert (said.code, "disconnect home imap" in said.err, "disconnect home caldav" in said.err) == (1, True, True)
    assert machine.run("disconnect", "home", "caldav").code == 0
    left = json.loads(machine.run("accounts", "--json").out)
    assert [one["provider"] for one in left["accounts"]] == ["imap"]
    assert machine.run("disconnect", "home").code == 0


def test_a_token_opens_jira_where_it_is_and_as_whom_is_said(machine: Machine) -> None:
    with jira_cloud() as cloud:
        said = machine.run("connect", "jira", JIRA_EMAIL, stdin=f"{JIRA_TOKEN}\n".encode())
        assert (said.code, "Where is it? Give its address" in said.err) == (1, True)
        said = machine.run("connect", "jira", JIRA_EMAIL, "--url", cloud.url, stdin=f"{JIRA_TOKEN}\n".encode())
        assert (said.code, f"Connected Jira ({JIRA_EMAIL} at 127.0.0.1" in said.out) == (0, True)
        assert JIRA_TOKEN not in said.out + said.err
        [listed] = json.loads(machine.run("accounts", "--json").out)["accounts"]
        assert (listed["provider"], listed["label"], listed["problem"]) == ("jira", "personal", "")
        assert machine.run("disconnect", "personal").code == 0


@pytest.mark.parametrize(
    ("where", "prompts", "told"),
    [
        ("", ["Where Jira is", "The token"], "Jira doesn't take that token"),
        ("site.atlassian.net", ["Where Jira is", "Your mail address", "The token"], "Whose token is it?"),
    ],
)
async def test_somebody_at_a_terminal_is_asked_for_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, prompts: list[str], told: str
) -> None:
    with jira_cloud() as cloud:
        asked, typed = list[str](), {"Where Jira is": where or cloud.url, "Your mail address": "", "The token": "x"}

        def answer(prompt: str) -> str:
            asked.append(next(begins for begins in typed if prompt.startswith(begins)))
            return typed[asked[-1]]

        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("builtins.input", answer)
        monkeypatch.setattr("getpass.getpass", answer)
        options = argparse.Namespace(provider="jira", command="connect", url="", user="", address="", label="")
        async with open_house(tmp_path) as house:
            with pytest.raises(AssistantError, match=re.escape(told)):
                await ACTIONS["connect"](house, options)
    assert asked == prompts
