"""Whether a webhook call comes from Meta: each is signed with the app's secret, and the address is checked once with a word of our own."""

import hashlib
import hmac
from collections.abc import Mapping

HEADER = "x-hub-signature-256"
_PREFIX = "sha256="
_LONGEST = 256


def is_signed(secret: str, body: bytes, header: str | None) -> bool:
    """Whether `header` is the signature of `body`. False for whatever else it is, and where there is no secret."""
    given = header or ""
    if not secret or not given.isascii() or not given.startswith(_PREFIX):
        return False
    return hmac.compare_digest(signature(secret, body), given.lower())


def signature(secret: str, body: bytes) -> str:
    """What Meta sends along with `body`."""
    return _PREFIX + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def challenge(token: str, query: Mapping[str, str]) -> str | None:
    """What to answer when Meta checks the address; None where whoever asks doesn't know our word."""
    given, asked = query.get("hub.verify_token", ""), query.get("hub.challenge", "")
    knows = bool(token) and hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())
    if (
        query.get("hub.mode") != "subscribe"
        or not knows
        or len(asked) > _LONGEST
        or not (asked.isascii() and asked.isalnum())
    ):
        return None
    return asked
