"""Telegram's "no": a code, the description word for word, and what a client may read besides.

Knows nothing of why; the methods raise it, the server turns it into a body.
"""

from typing import Any


class Refusal(Exception):
    """One error answer; `parameters` is Telegram's ResponseParameters."""

    def __init__(self, code: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    @property
    def body(self) -> dict[str, Any]:
        """The answer as Telegram writes it."""
        body = {"ok": False, "error_code": self.code, "description": self.description}
        return body | ({"parameters": self.parameters} if self.parameters else {})


class Garbled(Exception):
    """An answer that is not Telegram's at all: the page of a gateway in between."""

    def __init__(self, code: int, body: str) -> None:
        super().__init__(body)
        self.code = code
        self.body = body


class NotImitated(Exception):
    """The call is fine for Telegram but this server does not know it: answered 501, so that no test passes by luck."""


def bad_request(words: str) -> Refusal:
    """400: the request is wrong."""
    return Refusal(400, f"Bad Request: {words}")


def too_many(seconds: int) -> Refusal:
    """429: wait for so many seconds."""
    return Refusal(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)


def conflict(words: str) -> Refusal:
    """409: somebody else fetches the updates."""
    return Refusal(409, f"Conflict: {words}")


UNAUTHORIZED = (401, "Unauthorized")
UNKNOWN_METHOD = (404, "Not Found: method not found")
NOT_FOUND = (404, "Not Found")
BLOCKED = (403, "Forbidden: bot was blocked by the user")
