"""Who may send measurements, and for whom: a secret a phone, shown once when it is paired; only its digest is kept.

A paired secret is 256 random bits: nobody guesses it, so it is looked up by its digest and never slowed. The secret of the settings is
a person's own choice: it is compared in constant time, and whoever tries others too often waits (the door counts). A secret
opens its own user's data and nobody else's. Knows no HTTP.
"""

import hashlib
import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import quote, urlsplit

from pydantic import SecretStr

from app.errors import InputRefused
from app.memory.records import HealthSender
from app.memory.repositories import Repositories

FROM_SETTING = "HEALTH_SECRET"
MOST_NAME = 60
_SHAPE = re.compile(rb"[A-Za-z0-9_-]{43}")
# Written again only when it would tell something new: each writing is one more commit beside the batch's own.
_OFTEN = timedelta(minutes=1)
_SKEW_MOVED = 5.0
_NO_URL = (
    "That isn't an address a phone can send to. It begins with https:// or http://, like https://kwasi.example.org."
)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A phone just paired. `secret` is nowhere else: it can't be shown a second time."""

    sender: HealthSender
    secret: str


@dataclass(frozen=True, slots=True)
class Access:
    """Checks secrets. `secret` is the one of the settings, which is the owner's; None or empty: there is none."""

    store: Repositories
    secret: SecretStr | None
    owner_id: str

    async def paired(self, shown: bytes) -> HealthSender | None:
        """The phone whose secret this is; None where it is nobody's."""
        if not _SHAPE.fullmatch(shown):
            return None
        return await self.store.health_senders.by_digest(digest_of(shown))

    async def of_setting(self, shown: bytes, at: datetime) -> HealthSender | None:
        """The owner, by the secret of the settings; None where it is another one."""
        own = self.secret.get_secret_value().encode() if self.secret else b""
        if not own or not secrets.compare_digest(shown, own):
            return None
        return await self.store.health_senders.of_setting(self.owner_id, FROM_SETTING, at)

    async def note(self, sender: HealthSender, at: datetime, skew: float | None) -> None:
        """That it has just sent, and how its clock stood, where that is news."""
        moved = skew is not None and abs(skew - (sender.clock_skew_seconds or 0.0)) >= _SKEW_MOVED
        if sender.used_at is None or at - sender.used_at >= _OFTEN or moved:
            known = sender.clock_skew_seconds if skew is None else skew
            await self.store.health_senders.used(sender.user_id, sender.id, at, known)


async def pair(store: Repositories, user_id: str, name: str, at: datetime) -> Pairing:
    """A new secret for a phone of this name."""
    secret = secrets.token_urlsafe(32)
    said = " ".join(name.encode("utf-8", "replace").decode().replace("\x00", "").split())[:MOST_NAME]
    called = said if said and said != FROM_SETTING else "phone"
    sender = await store.health_senders.add(user_id, name=called, digest=digest_of(secret.encode()), at=at)
    return Pairing(sender, secret)


def digest_of(secret: bytes) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret).hexdigest()


def pairing_uri(url: str, secret: str) -> str:
    """What the phone scans: where to send, and with what. `url` is one that `base_url` gave."""
    return f"kwasi://pair?v=1&url={quote(url, safe='')}&secret={quote(secret, safe='')}"


def base_url(url: str) -> str:
    """An address as the phone needs it, without a slash at its end. Raises InputRefused for what is none."""
    try:
        parts = urlsplit(url.strip())
        fine = (
            parts.scheme in ("http", "https") and parts.hostname and not (parts.query or parts.fragment or "@" in url)
        )
        port = parts.port
    except ValueError as problem:
        raise InputRefused(_NO_URL) from problem
    if not fine or port == 0 or any(character.isspace() for character in url.strip()):
        raise InputRefused(_NO_URL)
    return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")
