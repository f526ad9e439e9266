"""The one-time link that opens the page on this machine when no password is set.

A token is a moment, signed with the page's key, so that another process on the same data folder can issue one for the running
server. It works once: each one used closes the door on itself and on all older ones, and nothing issued before this process
started opens it. A terminal's old log opens nothing.
"""

import base64
import binascii
import hashlib
import hmac

from app.clock import Clock, SystemClock

_MOMENT_BYTES = 8
_SIGNATURE_BYTES = 16
_MICROSECONDS = 1_000_000


class LocalAccess:
    """Issues and redeems tokens."""

    def __init__(self, key: bytes, clock: Clock | None = None) -> None:
        """`key` is the page's, shared by the processes on one data folder."""
        self._key = hmac.digest(key, b"one-time link", hashlib.sha256)
        self._clock = clock or SystemClock()
        self._issued = self._used = self._now() - 1

    def issue(self) -> str:
        """A new token."""
        self._issued = max(self._now(), self._issued + 1)
        moment = self._issued.to_bytes(_MOMENT_BYTES, "big")
        return base64.urlsafe_b64encode(moment + self._sign(moment)).decode()

    def redeem(self, token: str) -> bool:
        """Whether `token` is one of ours and newer than the last one used. It is used up by this."""
        issued = self._moment(token)
        if issued is None or issued <= self._used:
            return False
        self._used = issued
        return True

    def is_ours(self, token: str) -> bool:
        """Whether `token` was issued with this key, however long ago and whether it was used or not."""
        return self._moment(token) is not None

    def _moment(self, token: str) -> int | None:
        """When it was issued, if we signed it."""
        try:
            raw = base64.b64decode(token.encode(), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            return None
        moment, signature = raw[:_MOMENT_BYTES], raw[_MOMENT_BYTES:]
        return int.from_bytes(moment, "big") if hmac.compare_digest(signature, self._sign(moment)) else None

    def _sign(self, moment: bytes) -> bytes:
        return hmac.digest(self._key, moment, hashlib.sha256)[:_SIGNATURE_BYTES]

    def _now(self) -> int:
        return int(self._clock.now().timestamp() * _MICROSECONDS)
