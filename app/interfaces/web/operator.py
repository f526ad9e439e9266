"""The way into the dashboard: DASHBOARD_SECRET in a header, in the address once, or by a form; then a cookie for half a day.

The cookie holds when it ends and a signature over that, made with the secret, the data folder's key and a number that changes whenever its
operator leaves: another secret, another folder, or a copy of a cookie that was given back, and it opens nothing. Knows no page.
"""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import SecretStr
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.interfaces.web.sessions import session_key

LEFT = "dashboard.left"  # a file of the data folder: another number since its operator last left
LIFETIME = timedelta(hours=12)
PATH = "/dashboard"


class OperatorPass:
    """Makes the cookie and knows it again."""

    def __init__(self, secret: SecretStr, data_dir: Path) -> None:
        """`data_dir` keeps the key it is signed with."""
        self._left = data_dir / LEFT
        self._key = hmac.digest(
            session_key(data_dir), f"dashboard\n{secret.get_secret_value()}".encode(), hashlib.sha256
        )

    def is_shown(self, visit: HTTPConnection, now: datetime) -> bool:
        """Whether the visitor shows one of ours that has not ended."""
        until, _, signature = visit.cookies.get(_name(visit), "").partition(".")
        is_ours = hmac.compare_digest(signature.encode(), self._sign(until).encode())
        return is_ours and until.isdecimal() and now.timestamp() < int(until)

    def give(self, visit: HTTPConnection, response: Response, now: datetime) -> None:
        """Hand one out."""
        until = str(int((now + LIFETIME).timestamp()))
        response.set_cookie(
            _name(visit),
            f"{until}.{self._sign(until)}",
            max_age=int(LIFETIME.total_seconds()),
            path=PATH,
            httponly=True,
            samesite="strict",
            secure=visit.url.scheme == "https",
        )

    def take(self, visit: HTTPConnection, response: Response) -> None:
        """Take it back from this browser, and every copy of it and of others."""
        self._left.write_text(secrets.token_hex(16), encoding="ascii")
        response.delete_cookie(_name(visit), path=PATH, httponly=True, samesite="strict")

    def _sign(self, until: str) -> str:
        left = self._left.read_text(encoding="ascii") if self._left.exists() else ""
        return hmac.new(self._key, f"{until}\n{left}".encode(), hashlib.sha256).hexdigest()


def _name(visit: HTTPConnection) -> str:
    """Cookies are shared by all ports of a host."""
    return f"kwasi_dashboard_{visit.url.port or visit.url.scheme}"
