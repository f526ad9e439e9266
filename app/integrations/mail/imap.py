"""A mailbox by IMAP, and its sending half by SMTP: any provider's, with a password or an access token.

The library is synchronous, so every method works in a thread, over a connection of its own that is closed again. Invariant: nothing is
marked as read by reading it; a folder whose numbers were given anew (UIDVALIDITY) has none of the mails that were known there.
"""

import asyncio
import imaplib
import logging
import re
import ssl
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from imap_tools import AND, OR, BaseMailBox, Header, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, MailboxLoginError

from app.errors import AccountAway, AccountClosed, AccountError, OutcomeUnknown
from app.integrations.access import Access
from app.integrations.mail import smtp
from app.integrations.mail.changing import Appending, Change, Marking, Moving
from app.integrations.mail.folders import RawMessage, folder_of, generation, heads, number_of, places_of, selected
from app.integrations.mail.mime import heading
from app.integrations.mail.server import Security, Server
from app.integrations.mail.smtp import Login
from app.integrations.ports import ListedMail, MailKey, MailQuery
from app.tls import trusted

log = logging.getLogger(__name__)
R = TypeVar("R")

_SECONDS = 30
_NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)  # of a mail that names none that can be
_MOST_FOLDERS = 60
_MOST_WORDS = 8
_MOST_IDS = 10
_THREAD = ("Message-ID", "References", "In-Reply-To")  # where the ids of a conversation stand
_LISTED_AT_ONCE = 200
_CLOSED = "{host} no longer lets {user} in. Check the password (often an app password is needed), and connect the account again."
_AWAY = "{host} doesn't answer just now ({why}). Try again in a moment."
_NOT_NOW = (
    "[UNAVAILABLE]",
    "[INUSE]",
    "[LIMIT]",
    "[SERVERBUG]",
)  # answers to a sign-in that say nothing of the password (RFC 5530)


@dataclass(frozen=True, slots=True)
class ImapMailbox:
    """One account. `keeps_sent`: its server puts what it sends among the sent mails by itself; `seconds` is how long an answer is waited for."""

    imap: Server
    smtp: Server
    login: Login
    keeps_sent: bool = False
    seconds: float = _SECONDS

    async def search(self, query: MailQuery, limit: int) -> Sequence[ListedMail]:
        """As the port says."""
        return await self._work(lambda box: _search(box, query, limit))

    async def fetch(self, key: MailKey) -> bytes | None:
        """As the port says."""
        return await self._work(lambda box: _fetch(box, key))

    async def mark(self, key: MailKey, *, unread: bool) -> bool:
        """As the port says."""
        return await self._change(Marking(key, unread))

    async def move(self, key: MailKey, place: str) -> MailKey | None:
        """As the port says."""
        return await self._change(Moving(key, place))

    async def send(self, message: bytes, sender: str, recipients: Sequence[str]) -> None:
        """As the port says. A copy that can't be kept is told in the log: the mail is out."""
        await smtp.hand_over(self.smtp, self.login, message, sender=sender, recipients=recipients)
        if self.keeps_sent:
            return
        try:
            await self._change(Appending(message, "sent", ("\\Seen",)))
        except AccountError as problem:
            log.warning(
                "a sent mail was not kept", extra={"event": "mail.copy_failed", "problem": type(problem).__name__}
            )

    async def draft(self, message: bytes) -> MailKey | None:
        """As the port says."""
        return await self._change(Appending(message, "drafts", ("\\Draft", "\\Seen")))

    async def check(self) -> None:
        """Sign in at both servers and leave again. Raises AccountAway or AccountClosed."""
        await self._work(lambda box: box.folder.set("INBOX", readonly=True))
        await smtp.check(self.smtp, self.login)

    async def _change(self, change: Change[R]) -> R:
        return await asyncio.to_thread(self._changed, change)

    def _changed(self, change: Change[R]) -> R:
        """Make it; where the answer was lost, what became of it. Raises AccountAway where nothing was done, OutcomeUnknown."""
        try:
            return self._in_thread(change.make)
        except OutcomeUnknown as lost:
            kind = type(change).__name__
            log.warning("the answer to a change was lost", extra={"event": "mail.answer_lost", "change": kind})
            try:
                became = self._in_thread(change.settle)
            except AccountError:
                raise lost from None
            if became is not None:
                return became
            if isinstance(lost.__cause__, TimeoutError):  # the server may still be at it
                raise
            raise AccountAway(_AWAY.format(host=self.imap.host, why="connection lost")) from lost

    async def _work(self, do: Callable[[BaseMailBox], R]) -> R:
        return await asyncio.to_thread(self._in_thread, do)

    def _in_thread(self, do: Callable[[BaseMailBox], R]) -> R:
        with self.in_our_words(), self._open() as box:
            return do(box)

    @contextmanager
    def in_our_words(self) -> Iterator[None]:
        """What the server and the library say of a failure, as AccountAway or AccountClosed."""
        try:
            yield
        except MailboxLoginError as problem:
            if any(code in str(problem).upper() for code in _NOT_NOW):
                raise AccountAway(
                    _AWAY.format(host=self.imap.host, why="it takes no sign-in at the moment")
                ) from problem
            raise AccountClosed(_CLOSED.format(host=self.imap.host, user=self.login.user)) from problem
        except (ImapToolsError, imaplib.IMAP4.error, OSError) as problem:
            log.warning("mailbox not reached", extra={"event": "mail.away", "problem": type(problem).__name__})
            raise AccountAway(_AWAY.format(host=self.imap.host, why=_reason(problem))) from problem

    def connect(self) -> BaseMailBox:
        """A connection that is signed in, with no folder selected. It is the caller's to leave. Raises the library's errors."""
        box = self._connected()
        box.email_message_class = RawMessage
        try:
            _sign_in(box, self.login)
        except BaseException:
            leave(box)
            raise
        return box

    @contextmanager
    def _open(self) -> Iterator[BaseMailBox]:
        box = self.connect()
        try:
            yield box
        finally:
            leave(box)

    def _connected(self) -> BaseMailBox:
        host, port = self.imap.host, self.imap.port
        if self.imap.security is Security.NONE:
            return MailBoxUnencrypted(host, port, timeout=self.seconds)
        kind = MailBoxStartTls if self.imap.security is Security.STARTTLS else MailBox
        return kind(host, port, timeout=self.seconds, ssl_context=trusted())


def leave(box: BaseMailBox) -> None:
    """Say goodbye and close the connection, as far as it still stands."""
    try:
        box.client.logout()
    except (imaplib.IMAP4.error, OSError):
        log.debug("mailbox left without a word", extra={"event": "mail.left"})
        with suppress(OSError):  # it is closed all the same
            box.client.shutdown()


def _sign_in(box: BaseMailBox, login: Login) -> None:
    secret = login.secret.get_secret_value()
    if login.is_token:
        box.xoauth2(login.user, secret, initial_folder=None)
    elif login.user.isascii() and secret.isascii():
        box.login(login.user, secret, initial_folder=None)
    else:
        box.login_utf8(login.user, secret, initial_folder=None)


def _reason(problem: Exception) -> str:
    """What went wrong, in a word or two, without what a server or a library says of us."""
    if isinstance(problem, TimeoutError):
        return "it took too long"
    if isinstance(problem, ssl.SSLError):
        return "its certificate can't be trusted"
    return "connection lost" if isinstance(problem, OSError | imaplib.IMAP4.abort) else "it refused what I asked"


@asynccontextmanager
async def opened(access: Access) -> AsyncIterator[ImapMailbox]:
    """An account's mailbox, as it was found when it was connected."""
    yield await mailbox_of(access)


async def mailbox_of(access: Access) -> ImapMailbox:
    """How an account's mailbox is reached."""
    settings = access.account.settings
    return ImapMailbox(
        Server.from_json(settings["imap"]),
        Server.from_json(settings["smtp"]),
        Login(settings["user"], await access.secret("")),
        keeps_sent=bool(settings["keeps_sent"]),
    )


def _search(box: BaseMailBox, query: MailQuery, limit: int) -> list[ListedMail]:
    folders = _searched(box, query.folder)
    found: list[ListedMail] = []
    for folder in folders:
        if not selected(box, folder):
            continue
        uids = box.uids(_criteria(query), charset="UTF-8")[-limit:]
        found += listed(box, folder, uids)
    return sorted(found, key=lambda one: one.received_at, reverse=True)[:limit]


def _searched(box: BaseMailBox, name: str) -> list[str]:
    if name != "*":
        return [folder_of(box, name or "inbox")]
    places = places_of(box)
    left_out = {places.get("trash"), places.get("junk")}
    all_of_them = [one.name for one in box.folder.list() if "\\noselect" not in map(str.casefold, one.flags)]
    return [name for name in all_of_them if name not in left_out][:_MOST_FOLDERS]


def _criteria(query: MailQuery) -> AND:
    """What the server is asked, without what only waits to be removed; words are asked one by one, so that their order says nothing."""
    if query.thread:
        answers = OR(*(AND(header=[Header(name, one)]) for one in query.thread[:_MOST_IDS] for name in _THREAD))
        return AND(answers, deleted=False)
    fields: dict[str, Any] = {
        "text": _words(query.words),
        "from_": _words(query.sender),
        "to": _words(query.recipient),
        "subject": _words(query.subject),
        "date_gte": query.since,
        "date_lt": query.until + timedelta(days=1) if query.until else None,
        "seen": None if query.unread is None else not query.unread,
    }
    headers = [Header("Message-ID", query.message_id)] if query.message_id else []
    headers += [Header("Content-Type", "multipart/mixed")] if query.has_files else []
    asked = {name: value for name, value in {**fields, "header": headers}.items() if value is not None and value != []}
    return AND(**asked, deleted=False)


def _words(text: str) -> list[str] | None:
    return re.findall(r"[\w.@'+-]+", text)[:_MOST_WORDS] or None


def listed(box: BaseMailBox, folder: str, uids: Sequence[str]) -> list[ListedMail]:
    """What that folder, which is selected, says of these mails."""
    numbers, found = generation(box), list[ListedMail]()
    for start in range(0, len(uids), _LISTED_AT_ONCE):
        part = list(uids[start : start + _LISTED_AT_ONCE])
        found += [_as_listed(one, folder, numbers) for one in heads(box, part)]
    return found


def _as_listed(message: RawMessage, folder: str, numbers: str) -> ListedMail:
    head = heading(message.raw)
    flags = {flag.casefold() for flag in message.flags}
    return ListedMail(
        key=MailKey(folder, f"{numbers}:{message.uid}"),
        message_id=head.message_id,
        sender_name=head.sender.name,
        sender=head.sender.address,
        subject=head.subject,
        received_at=head.date or _NO_DATE,
        is_unread="\\seen" not in flags,
        size=message.size_rfc822,
    )


def _fetch(box: BaseMailBox, key: MailKey) -> bytes | None:
    uid = number_of(box, key, readonly=True)
    found = box.fetch(uid_list=[uid], mark_seen=False) if uid else ()
    return next((one.raw for one in found if isinstance(one, RawMessage)), None)
