"""Who is signed in to the page, and the two ways to sign in: the one-time link, or the password where one is set.

With a password the page opens from anywhere; without one it opens on this machine alone, whatever cookie is shown.
"""

import secrets
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from pydantic import SecretStr
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.clock import Clock
from app.interfaces.web.access import LocalAccess
from app.interfaces.web.attempts import Attempts
from app.interfaces.web.hosts import is_loopback_peer
from app.interfaces.web.sessions import LIFETIME, Sessions, session_key

Door = Literal["link", "password"]


class PageAuth:
    """The page's doorkeeper."""

    def __init__(self, *, password: SecretStr | None, data_dir: Path, clock: Clock) -> None:
        """`data_dir` keeps the key that sessions are signed with."""
        self._password = password.get_secret_value() if password else ""
        self._clock = clock
        key = session_key(data_dir)
        self._sessions = Sessions(key, bound_to=self._password)
        self._attempts = Attempts()
        self.local = LocalAccess(key, clock)

    @property
    def door(self) -> Door:
        """Which of the two ways in there is."""
        return "password" if self._password else "link"

    def may_come(self, visit: HTTPConnection) -> bool:
        """Whether this visitor could be let in at all: without a password, only somebody on this machine."""
        return bool(self._password) or is_loopback_peer(visit.client.host if visit.client else None)

    def is_signed_in(self, visit: HTTPConnection) -> bool:
        """Whether the visitor shows a session of ours."""
        value = visit.cookies.get(_cookie_name(visit), "")
        return self.may_come(visit) and self._sessions.is_valid(value, self._clock.now())

    def redeem(self, visit: HTTPConnection, token: str) -> bool:
        """Whether a one-time link opens the page for this visitor; the link is used up by it."""
        return self.door == "link" and self.may_come(visit) and self.local.redeem(token)

    def wait(self, visit: HTTPConnection) -> timedelta:
        """How long this visitor has to wait before the next try at the password."""
        return self._attempts.wait(_address(visit), self._now())

    def knows_password(self, visit: HTTPConnection, password: str) -> bool:
        """Whether `password` is the page's, compared in constant time; failures count against the visitor's address."""
        right = bool(self._password) and secrets.compare_digest(password.encode(), self._password.encode())
        if right:
            self._attempts.succeeded(_address(visit))
        else:
            self._attempts.failed(_address(visit), self._now())
        return right

    def sign_in(self, visit: HTTPConnection, response: Response) -> None:
        """Give the visitor a session."""
        response.set_cookie(
            _cookie_name(visit),
            self._sessions.issue(self._now()),
            max_age=int(LIFETIME.total_seconds()),
            httponly=True,
            samesite="strict",
            secure=visit.url.scheme == "https",
        )

    def sign_out(self, visit: HTTPConnection, response: Response) -> None:
        """Take the session back from this browser."""
        response.delete_cookie(_cookie_name(visit), httponly=True, samesite="strict")

    def _now(self) -> datetime:
        return self._clock.now()


def _cookie_name(visit: HTTPConnection) -> str:
    """Cookies are shared by all ports of a host, so two assistants on one machine need two names."""
    return f"kwasi_session_{visit.url.port or visit.url.scheme}"


def _address(visit: HTTPConnection) -> str:
    return visit.client.host if visit.client else "unknown"
