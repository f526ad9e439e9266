"""Who is signed in to the page, and the two ways to sign in: the one-time link, or the password where one is set.

With a password the page opens from anywhere; without one it opens on this machine alone, whatever cookie is shown. Signing out, here
or from another browser, ends the session itself and what is open of it.
"""

import hashlib
import hmac
import secrets
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from pydantic import SecretStr
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.clock import Clock
from app.interfaces.web.access import LocalAccess
from app.interfaces.web.attempts import Attempts
from app.interfaces.web.browsers import browser_name
from app.interfaces.web.hosts import is_loopback_peer
from app.interfaces.web.proxies import is_relayed
from app.interfaces.web.sessions import LIFETIME, Sessions, door_of, session_key
from app.memory.records import PageSession
from app.memory.repositories import Repositories

Door = Literal["link", "password"]
Ended = Callable[[], Awaitable[None]]
_KNOWN_FOR = timedelta(days=365)
_MARK_BYTES = 12
OWN_PAGES = (None, "none", "same-origin")


class PageAuth:
    """The page's doorkeeper."""

    def __init__(
        self,
        *,
        password: SecretStr | None,
        data_dir: Path,
        clock: Clock,
        store: Repositories,
        user_id: str,
        ended: Ended,
    ) -> None:
        """`data_dir` keeps the key that links and marks are signed with; `ended` wakes open streams, so that they look whether
        their session is still there."""
        self._password = password.get_secret_value() if password else ""
        self._clock = clock
        self._ended = ended
        key = session_key(data_dir)
        self.sessions = Sessions(store, user_id, door_of(self._password, data_dir))
        self._marks = hmac.digest(key, b"browser that was signed in", hashlib.sha256)
        self._attempts = Attempts()
        self.local = LocalAccess(key, clock)

    @property
    def door(self) -> Door:
        """Which of the two ways in there is."""
        return "password" if self._password else "link"

    def may_come(self, visit: HTTPConnection) -> bool:
        """Whether this visitor could be let in at all: without a password, only somebody on this machine, and through no proxy
        that nobody named: to us a tunnel looks like this machine."""
        here = is_loopback_peer(visit.client.host if visit.client else None) and not is_relayed(visit)
        return bool(self._password) or here

    async def session(self, visit: HTTPConnection) -> PageSession | None:
        """The session that the visitor shows; None where it is none of ours, or has ended."""
        if not self.may_come(visit):
            return None
        return await self.sessions.find(visit.cookies.get(_cookie_name(visit), ""), self._now())

    async def is_signed_in(self, visit: HTTPConnection) -> bool:
        """Whether the visitor shows a session of ours."""
        session = await self.session(visit)
        if session is not None:
            await self.sessions.note(session, self._now())
        return session is not None

    def redeem(self, visit: HTTPConnection, token: str) -> bool:
        """Whether a one-time link opens the page for this visitor; the link is used up by it. Wrong ones count as guesses, but not
        those that a foreign page makes this browser send: it would shut its owner out."""
        if self.door != "link" or not self.may_come(visit):
            return False
        right = self.local.redeem(token)
        if right:
            self._attempts.succeeded(_address(visit))
        elif visit.headers.get("sec-fetch-site") in OWN_PAGES and not self.local.is_ours(token):
            self._attempts.failed(_address(visit), self._now())
        return right

    def wait(self, visit: HTTPConnection) -> timedelta:
        """How long this visitor has to wait before the next try at the password or a link."""
        return self._attempts.wait(_address(visit), self._now(), mark=self._mark(visit))

    def knows_password(self, visit: HTTPConnection, password: str) -> bool:
        """Whether `password` is the page's, compared in constant time; failures count against the visitor."""
        right = bool(self._password) and secrets.compare_digest(password.encode(), self._password.encode())
        if right:
            self._attempts.succeeded(_address(visit), mark=self._mark(visit))
        else:
            self._attempts.failed(_address(visit), self._now(), mark=self._mark(visit))
        return right

    async def sign_in(self, visit: HTTPConnection, response: Response) -> None:
        """Give the visitor a session, in place of the one they had."""
        if before := await self.session(visit):
            await self.sessions.end(before.id)
        token = await self.sessions.begin(browser_name(visit.headers.get("user-agent", "")), self._now())
        self._set(visit, response, _cookie_name(visit), token, LIFETIME)
        if self._password:
            self._set(visit, response, _mark_name(visit), self._mark(visit) or self._new_mark(), _KNOWN_FOR)

    async def sign_out(self, visit: HTTPConnection, response: Response) -> None:
        """End the session, here and wherever its cookie was copied to."""
        if session := await self.session(visit):
            await self.end(session.id)
        response.delete_cookie(_cookie_name(visit), httponly=True, samesite="strict")

    async def end(self, session_id: int) -> bool:
        """End a session from another one; False where there is none of that number."""
        found = await self.sessions.end(session_id)
        await self._ended()
        return found

    async def end_others(self, session: PageSession) -> int:
        """End all but this one; how many."""
        count = await self.sessions.end_all(but=session.id)
        await self._ended()
        return count

    def _set(self, visit: HTTPConnection, response: Response, name: str, value: str, age: timedelta) -> None:
        secure = visit.url.scheme == "https"
        seconds = int(age.total_seconds())
        response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="strict", secure=secure)

    def _mark(self, visit: HTTPConnection) -> str:
        """The mark of a browser that was signed in before, if it shows one that we signed."""
        value = visit.cookies.get(_mark_name(visit), "")
        nonce, _, signature = value.rpartition(".")
        return value if nonce and hmac.compare_digest(signature.encode(), self._sign(nonce).encode()) else ""

    def _new_mark(self) -> str:
        nonce = secrets.token_urlsafe(_MARK_BYTES)
        return f"{nonce}.{self._sign(nonce)}"

    def _sign(self, nonce: str) -> str:
        return hmac.new(self._marks, nonce.encode(), hashlib.sha256).hexdigest()

    def _now(self) -> datetime:
        return self._clock.now()


def _cookie_name(visit: HTTPConnection) -> str:
    """Cookies are shared by all ports of a host, so two assistants on one machine need two names."""
    return f"kwasi_session_{visit.url.port or visit.url.scheme}"


def _mark_name(visit: HTTPConnection) -> str:
    return f"kwasi_known_{visit.url.port or visit.url.scheme}"


def _address(visit: HTTPConnection) -> str:
    return visit.client.host if visit.client else "unknown"
