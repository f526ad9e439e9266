"""Who stays signed in to the page: a row a browser. Its cookie holds a random token, the row only the token's digest.

Ending a session removes the row, so a copied cookie ends with it. What a browser shows counts for thirty days, over restarts, until
somebody ends it or the page's password changes: the row holds a fingerprint of the password under the key in the data folder.
Knows nothing of HTTP.
"""

import hashlib
import hmac
import logging
import os
import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from app.memory.records import PageSession
from app.memory.repositories import Repositories

LIFETIME = timedelta(days=30)
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_TOKEN_BYTES = 32
_KEY_BYTES = 32
_OFTEN = timedelta(minutes=5)  # each look at the page would be a write otherwise
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sessions:
    """One user's sessions. `door` is the fingerprint of how one signs in now."""

    store: Repositories
    user_id: str
    door: str

    async def begin(self, browser: str, at: datetime) -> str:
        """A new session; its token, which is nowhere else."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        await self.store.page_sessions.add(
            self.user_id, digest=_digest(token), door=self.door, browser=browser, at=at, until=at + LIFETIME
        )
        return token

    async def find(self, token: str, at: datetime) -> PageSession | None:
        """The session of a token; None where there is none, or not any more."""
        if not _TOKEN.fullmatch(token):
            return None
        found = await self.store.page_sessions.by_digest(_digest(token), self.door, at)
        return found if found and found.user_id == self.user_id else None

    async def note(self, session: PageSession, at: datetime) -> None:
        """That its browser has come, where that is news."""
        if at - session.used_at >= _OFTEN:
            await self.store.page_sessions.used(self.user_id, session.id, at)

    async def everything(self, at: datetime) -> list[PageSession]:
        """All that open the page, in the order they began."""
        return await self.store.page_sessions.everything(self.user_id, self.door, at)

    async def end(self, session_id: int) -> bool:
        """End one; False where there is none of that number."""
        return await self.store.page_sessions.end(self.user_id, session_id)

    async def end_all(self, *, but: int = 0) -> int:
        """End all, `but` one where there is one to keep; how many."""
        return await self.store.page_sessions.end_all(self.user_id, but=but)


def door_of(password: str, folder: Path) -> str:
    """The fingerprint of a password, or of the one-time link where there is none. Without the folder's key it tells nothing."""
    return hmac.new(session_key(folder), f"page session\n{password}".encode(), hashlib.sha256).hexdigest()


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


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
