"""Who stays signed in to the page: a signed cookie value, nothing stored per session.

The key lies in the data folder (0600), so a restart signs nobody out; the page's password is mixed into it, so changing the
password signs everybody out. Knows nothing of HTTP.
"""

import hashlib
import hmac
import logging
import os
import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path

LIFETIME = timedelta(days=30)
_KEY_BYTES = 32
_log = logging.getLogger(__name__)


class Sessions:
    """Issues and checks session values."""

    def __init__(self, key: bytes, *, bound_to: str = "") -> None:
        """`bound_to` is whatever must not change while a session lives: the password, or nothing."""
        self._key = hmac.digest(key, f"page session\n{bound_to}".encode(), hashlib.sha256)

    def issue(self, at: datetime) -> str:
        """A new session that begins at `at`."""
        claim = f"{int(at.timestamp())}.{secrets.token_urlsafe(12)}"
        return f"{claim}.{self._sign(claim)}"

    def is_valid(self, value: str, at: datetime) -> bool:
        """Whether `value` was issued with this key and has not run out by `at`."""
        claim, _, signature = value.rpartition(".")
        if not claim or not hmac.compare_digest(signature.encode(), self._sign(claim).encode()):
            return False
        issued = datetime.fromtimestamp(int(claim.split(".", 1)[0]), UTC)
        return at - issued < LIFETIME

    def _sign(self, claim: str) -> str:
        return hmac.new(self._key, claim.encode(), hashlib.sha256).hexdigest()


def session_key(folder: Path) -> bytes:
    """The key kept in `folder`, made on first use; where it cannot be kept, one that lasts as long as this process."""
    path = folder / "session.key"
    try:
        return _stored_key(path) or _new_key(path)
    except OSError as error:
        _log.warning("session key not kept", extra={"event": "page.session_key_not_kept", "reason": error.strerror})
        return secrets.token_bytes(_KEY_BYTES)


def _stored_key(path: Path) -> bytes | None:
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        return None
    return key if len(key) == _KEY_BYTES else None


def _new_key(path: Path) -> bytes:
    """Write a key beside its place and move it there whole, so that nobody ever reads half of one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = secrets.token_bytes(_KEY_BYTES)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key)
    draft.replace(path)
    return key
