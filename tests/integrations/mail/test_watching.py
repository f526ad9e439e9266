"""What comes into an inbox, over a real Dovecot: told at once, missed never, asked for nothing while nothing comes."""

import asyncio
import socket
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pydantic import SecretStr

from app.errors import AccountAway, AccountClosed
from app.integrations.mail.imap import ImapMailbox
from app.integrations.mail.server import Security, Server
from app.integrations.mail.smtp import Login
from app.integrations.mail.watching import ImapWatch
from tests.servers.dovecot import Dovecot, dovecot

PASSWORD = "swordfish-7351"
_NAMES = iter(f"reader{number}@example.org" for number in range(20))


@pytest.fixture(scope="module")
def server() -> Iterator[Dovecot]:
    with dovecot() as box:
        for number in range(20):
            box.add_user(f"reader{number}@example.org", PASSWORD)
        yield box


@pytest.fixture
def box(server: Dovecot) -> ImapMailbox:
    """A mailbox of this test alone."""
    here = Server("127.0.0.1", server.port, Security.NONE)
    return ImapMailbox(here, here, Login(next(_NAMES), SecretStr(PASSWORD)))


def _comes(server: Dovecot, box: ImapMailbox, subject: str) -> None:
    text = f"From: Kofi <kofi@acme.example>\r\nSubject: {subject}\r\nMessage-ID: <{subject}@x>\r\n\r\nHello.\r\n"
    server.deliver(box.login.user, text.encode())


async def test_what_came_since_is_told_once_oldest_first(server: Dovecot, box: ImapMailbox) -> None:
    watch = ImapWatch(box)
    _comes(server, box, "old")
    start = await watch.news("", 10)
    assert start.mails == ()
    for subject in ("one", "two", "three"):
        _comes(server, box, subject)
    first = await watch.news(start.watermark, 2)
    rest = await watch.news(first.watermark, 2)
    assert [one.subject for one in (*first.mails, *rest.mails)] == ["one", "two", "three"]
    assert await watch.news(rest.watermark, 2) == replace(rest, mails=())
    await watch.close()


async def test_numbers_given_anew_are_told_as_missed(box: ImapMailbox) -> None:
    watch = ImapWatch(box)
    came = await watch.news("7:1", 10)
    assert (came.mails, came.missed) == ((), True)
    assert not (await watch.news(came.watermark, 10)).missed
    await watch.close()


async def test_waiting_ends_when_something_comes(server: Dovecot, box: ImapMailbox) -> None:
    watch = ImapWatch(box)
    start = await watch.news("", 10)
    assert not await watch.wait(0.01)
    waiting = asyncio.create_task(watch.wait(60))
    await asyncio.sleep(0)
    _comes(server, box, "now")
    assert await asyncio.wait_for(waiting, 20)
    assert [one.subject for one in (await watch.news(start.watermark, 10)).mails] == ["now"]
    await watch.close()


async def test_what_comes_between_the_look_and_the_waiting_is_not_missed(server: Dovecot, box: ImapMailbox) -> None:
    watch = ImapWatch(box)
    await watch.news("", 10)
    _comes(server, box, "between")
    assert await asyncio.wait_for(watch.wait(60), 20)
    await watch.close()


async def test_idle_goes_on_from_one_wait_to_the_next_and_is_begun_anew_in_time(
    box: ImapMailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[bytes]()
    watch = ImapWatch(box)
    await watch.news("", 10)
    client = watch._box.client if watch._box else None  # pyright: ignore[reportPrivateUsage]
    assert client is not None
    send = client.send

    def noted(data: bytes) -> None:
        asked.append(bytes(data))
        send(data)

    monkeypatch.setattr(client, "send", noted)
    for _ in range(3):
        assert not await watch.wait(0.01)
    assert len([data for data in asked if b"IDLE" in data]) == 1
    watch._idle_ends = 0.0  # pyright: ignore[reportPrivateUsage] - half an hour is over
    assert not await watch.wait(0.01)
    assert len([data for data in asked if b"IDLE" in data]) == 2
    await watch.close()


async def test_waiting_that_is_broken_off_leaves_the_server_in_good_order(server: Dovecot, box: ImapMailbox) -> None:
    watch = ImapWatch(box)
    await watch.news("", 10)
    waiting = asyncio.create_task(watch.wait(60))
    while not watch._idles:  # pyright: ignore[reportPrivateUsage]
        await asyncio.sleep(0.01)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await watch.close()
    async with asyncio.timeout(20):
        while f"imap({box.login.user})" not in (server.root / "dovecot.log").read_text():
            await asyncio.sleep(0.02)
    log = (server.root / "dovecot.log").read_text()
    assert "Logged out" in log.split(f"imap({box.login.user})")[-1]


async def test_a_connection_that_breaks_is_told(box: ImapMailbox) -> None:
    watch = ImapWatch(box)
    await watch.news("", 10)
    waiting = asyncio.create_task(watch.wait(60))
    while not watch._idles:  # pyright: ignore[reportPrivateUsage]
        await asyncio.sleep(0.01)
    assert watch._box is not None  # pyright: ignore[reportPrivateUsage]
    watch._box.client.sock.shutdown(socket.SHUT_RDWR)  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(AccountAway):
        await asyncio.wait_for(waiting, 20)
    await watch.close()


async def test_a_password_that_no_longer_holds_is_told(box: ImapMailbox) -> None:
    watch = ImapWatch(replace(box, login=Login(box.login.user, SecretStr("wrong"))))
    with pytest.raises(AccountClosed):
        await watch.news("", 10)
    await watch.close()


async def test_a_server_that_cannot_tell_is_looked_at_after_the_whole_time(
    box: ImapMailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = ImapWatch(box)
    await watch.news("", 10)
    monkeypatch.setattr("app.integrations.mail.watching._can_idle", lambda _: False)
    assert await watch.wait(0.01)
    await watch.close()
