"""What comes into an inbox by IMAP: one connection that stays open, on which the server says by itself that something came (IDLE, RFC 2177).

A watermark is "UIDVALIDITY:UIDNEXT". Invariant: nothing is asked while nothing comes, except that IDLE is begun anew before servers end it
(29 minutes); no thread waits, the event loop watches the socket. What comes between a look and the IDLE after it is not missed: both are on
one connection, whose server counts what it told.
"""

import asyncio
import imaplib
import logging
import re
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Lock
from typing import TypeVar

from imap_tools import AND, BaseMailBox, U

from app.integrations.access import Access
from app.integrations.mail.changing import can
from app.integrations.mail.folders import generation
from app.integrations.mail.imap import ImapMailbox, leave, listed, mailbox_of
from app.integrations.ports import NewMail

log = logging.getLogger(__name__)
R = TypeVar("R")

_INBOX = "INBOX"
_LONGEST_IDLE = 28 * 60.0
_SILENCE = 300  # seconds until the system asks whether the other end still stands
_GOODBYE = 2.0
# What a server says while nothing comes: that it is there, that something was marked or removed.
_NO_NEWS = re.compile(rb"\* (?:OK|\d+ (?:EXPUNGE|FETCH))[^\r\n]*\r?\n", re.IGNORECASE)


class ImapWatch:
    """One inbox."""

    def __init__(self, mailbox: ImapMailbox) -> None:
        """Connects when it is first asked."""
        self._mailbox = mailbox
        self._box: BaseMailBox | None = None
        self._lock = Lock()
        self._is_closed = False
        self._idles = False
        self._idle_ends = 0.0  # by the event loop's time
        self._counted: bytes | None = None  # how many lay there at the last look

    async def news(self, watermark: str, limit: int) -> NewMail:
        """As the port says."""
        return await self._work(lambda box: self._news(box, watermark, limit))

    async def wait(self, seconds: float) -> bool:
        """As the port says. IDLE goes on from one wait to the next."""
        if not await self._work(_can_idle):
            await asyncio.sleep(seconds)
            return True
        ends = _time() + seconds
        while True:
            if not self._idles:
                if await self._work(self._begin):
                    return True
                self._idle_ends = _time() + _LONGEST_IDLE
            left = min(ends, self._idle_ends) - _time()
            if left > 0 and await self._readable(left):
                if await self._work(self._read):
                    return True
            elif _time() >= self._idle_ends:
                await self._work(self._end)
            elif _time() >= ends:
                return False

    async def close(self) -> None:
        """End IDLE and sign out; a server that doesn't answer is left at once."""
        self._is_closed = True
        if self._box is not None and self._lock.locked():  # a thread waits for an answer that nobody needs any more
            _hang_up(self._box)
        await asyncio.to_thread(self._leave)

    async def _work(self, do: Callable[[BaseMailBox], R]) -> R:
        return await asyncio.to_thread(self._in_thread, do)

    def _in_thread(self, do: Callable[[BaseMailBox], R]) -> R:
        with self._mailbox.in_our_words(), self._lock:
            if self._is_closed:
                raise imaplib.IMAP4.abort("closed")
            if self._box is None:
                self._box = self._mailbox.connect()
                _keep_alive(self._box.client.sock)
            return do(self._box)

    def _leave(self) -> None:
        with self._lock:
            box, self._box = self._box, None
        if box is None:
            return
        try:
            box.client.sock.settimeout(_GOODBYE)
            if self._idles:
                box.idle.stop()
        except (imaplib.IMAP4.error, OSError):
            log.debug("inbox left without a word", extra={"event": "mail.left"})
        leave(box)

    def _news(self, box: BaseMailBox, watermark: str, limit: int) -> NewMail:
        if self._idles:
            self._end(box)
        upcoming = self._look(box)
        numbers = generation(box)
        now = f"{numbers}:{upcoming}"
        known, _, first = watermark.partition(":")
        if not watermark or not first.isdecimal():
            return NewMail((), now)
        if known != numbers:
            return NewMail((), now, missed=True)
        if int(first) >= upcoming:
            return NewMail((), watermark)
        # "n:*" has the last mail also where its number is below n.
        found = sorted(uid for uid in map(int, box.uids(AND(uid=U(first, "*")))) if uid >= int(first))
        part = found[:limit]
        mails = sorted(listed(box, _INBOX, [str(uid) for uid in part]), key=lambda one: int(one.key.uid.split(":")[1]))
        after = part[-1] + 1 if len(part) < len(found) else max([upcoming, *(uid + 1 for uid in part)])
        return NewMail(tuple(mails), f"{numbers}:{after}")

    def _look(self, box: BaseMailBox) -> int:
        """Select the inbox; the number that the next mail will have."""
        box.folder.set(_INBOX, readonly=True)
        self._counted = _told(box, "EXISTS")
        said = _told(box, "UIDNEXT")
        return int(said) if said else int(box.folder.status(_INBOX, ["UIDNEXT"])["UIDNEXT"])

    def _begin(self, box: BaseMailBox) -> bool:
        """Begin IDLE; whether something has come before that."""
        if box.client.state != "SELECTED":
            self._look(box)
        elif _told(box, "EXISTS") != self._counted:
            return True
        box.idle.start()
        self._idles = True
        news = self._arrived(box)  # may have come in one piece with the server's "idling"
        return bool(_NO_NEWS.sub(b"", news))

    def _read(self, box: BaseMailBox) -> bool:
        """Whether what the server says by itself is that something came."""
        said = self._arrived(box)
        if not said:
            raise imaplib.IMAP4.abort("the server has hung up")
        return bool(_NO_NEWS.sub(b"", said))

    def _arrived(self, box: BaseMailBox) -> bytes:
        """All that has come and was not read."""
        connection, said = box.client.sock, b""
        before = connection.gettimeout()
        connection.settimeout(0)
        try:
            while line := box.client.readline():
                said += line
        except OSError:  # nothing more for now
            log.debug("all was read", extra={"event": "mail.read"})
        finally:
            connection.settimeout(before)
        return said

    def _end(self, box: BaseMailBox) -> None:
        self._idles = False
        box.idle.stop()

    async def _readable(self, seconds: float) -> bool:
        """Wait until the server says something, or so long. Nothing but the event loop waits."""
        box, loop = self._box, asyncio.get_running_loop()
        if box is None:
            return False
        said, number = asyncio.Event(), box.client.sock.fileno()
        loop.add_reader(number, said.set)
        try:
            async with asyncio.timeout(seconds):
                await said.wait()
        except TimeoutError:
            return False
        finally:
            loop.remove_reader(number)
        return True


@asynccontextmanager
async def opened_watch(access: Access) -> AsyncIterator[ImapWatch]:
    """What comes into an account's inbox."""
    watch = ImapWatch(await mailbox_of(access))
    try:
        yield watch
    finally:
        await watch.close()


def _can_idle(box: BaseMailBox) -> bool:
    return can(box, "IDLE")


def _told(box: BaseMailBox, name: str) -> bytes | None:
    """What the server said last under that name."""
    said = box.client.untagged_responses.get(name)
    return said[-1] if said and isinstance(said[-1], bytes) else None


def _keep_alive(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_KEEPIDLE"):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, _SILENCE)


def _hang_up(box: BaseMailBox) -> None:
    try:
        box.client.sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        log.debug("the connection was gone", extra={"event": "mail.left"})


def _time() -> float:
    return asyncio.get_running_loop().time()
