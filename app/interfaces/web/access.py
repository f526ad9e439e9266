"""The one-time link that opens the page on this machine when no password is set.

A token opens the page once and lives in memory alone: a stolen terminal log opens nothing.
"""

import secrets


class LocalAccess:
    """Holds the token of the newest link."""

    def __init__(self) -> None:
        """No link is out yet."""
        self._token: str | None = None

    def issue(self) -> str:
        """A new token; the one before stops working."""
        self._token = secrets.token_urlsafe(24)
        return self._token

    def redeem(self, token: str) -> bool:
        """Whether `token` is the one that is out. It works once."""
        if self._token is None or not secrets.compare_digest(token.encode(), self._token.encode()):
            return False
        self._token = None
        return True
