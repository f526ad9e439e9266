"""A secret in a header in place of a sign-in: compared in constant time, and guessed slowly.

Whoever waits learns nothing meanwhile: the right secret is refused too. Without a header nothing was guessed and nothing is counted.
"""

import logging
import math
import secrets
from datetime import timedelta

from pydantic import SecretStr
from starlette.requests import Request

from app.clock import Clock
from app.interfaces.web.attempts import Attempts
from app.routers.errors import DoorError

_log = logging.getLogger(__name__)
SLOWER = (429, "slow_down", "Too many wrong secrets came. Wait {seconds} seconds, then try again.")
Answer = tuple[int, str, str]


class SecretHeader:
    """One header with one secret."""

    def __init__(self, header: str, clock: Clock, *, wrong: Answer) -> None:
        """`wrong` is what whoever brings another one is told."""
        self._header = header
        self._clock = clock
        self._wrong = wrong
        self._attempts = Attempts()

    def check(self, request: Request, expected: SecretStr) -> None:
        """Stop whoever does not bring the secret. Raises DoorError (401, 429)."""
        self.compare(
            request, request.headers.get(self._header, "").encode("latin-1"), expected
        )  # the very bytes that were sent

    def compare(self, request: Request, shown: bytes, expected: SecretStr) -> None:
        """Stop whoever shows another one, wherever it was shown. Raises DoorError (401, 429)."""
        if not shown:
            raise self.refused(request)
        self.slow(request)
        right = secrets.compare_digest(shown, expected.get_secret_value().encode())
        self.count(request, right=right)
        if not right:
            raise self.refused(request)

    def slow(self, request: Request) -> None:
        """Stop whoever guessed too often. Raises DoorError (429)."""
        wait = self._attempts.wait(_address(request), self._clock.now())
        if wait:
            raise slower(wait)

    def count(self, request: Request, *, right: bool) -> None:
        """Remember how a try went."""
        if right:
            self._attempts.succeeded(_address(request))
        else:
            self._attempts.failed(_address(request), self._clock.now())

    def refused(self, request: Request) -> DoorError:
        """What says that the secret is missing or wrong."""
        _log.warning("secret refused", extra={"event": "door.secret_refused", "path": request.url.path})
        return DoorError(*self._wrong, headers={"WWW-Authenticate": self._header})


def slower(wait: timedelta) -> DoorError:
    """What says when to try again."""
    seconds = max(1, math.ceil(wait.total_seconds()))
    status, code, sentence = SLOWER
    return DoorError(status, code, sentence.format(seconds=seconds), headers={"Retry-After": str(seconds)})


def _address(request: Request) -> str:
    return request.client.host if request.client else "unknown"
