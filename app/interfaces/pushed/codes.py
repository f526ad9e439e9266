"""Linking an account of a channel by a one-time code: one step, and all that is there stays.

Whoever sends the code within its time becomes the user who made it. Only a digest of the code is stored.
"""

import hashlib
import secrets
from datetime import timedelta

from app.clock import Clock
from app.memory.repositories import Repositories

LIFETIME = timedelta(minutes=15)
_BYTES = 24  # 192 bits, 32 characters; Telegram's start parameter may have 64


async def issue_code(store: Repositories, user_id: str, channel: str, clock: Clock) -> str:
    """A code that links one account of `channel` to this user, for fifteen minutes and once; an earlier one ends."""
    code = secrets.token_urlsafe(_BYTES)
    await store.link_codes.add(user_id, digest=_digest(code), channel=channel, expires_at=clock.now() + LIFETIME)
    return code


async def redeem(store: Repositories, code: str, channel: str, clock: Clock) -> str | None:
    """The user who made that code; None for one unknown, used or too old. It is used up by asking."""
    return await store.link_codes.take(_digest(code), channel, clock.now())


def _digest(code: str) -> str:
    """What is stored of a code: it is long and random, so a plain digest can't be turned round."""
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
