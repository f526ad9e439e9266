"""The access tokens of accounts, kept in the vault and renewed by one at a time among all processes.

Who renews holds a lease of the database and reads again what is kept before it asks; the others wait and read. What the vendor gives is
kept before anybody uses it. Invariant: a refresh token is only ever replaced by the one that came for it. Where a process is killed between
the vendor's answer and the keeping, its lease ends by its time and the next one asks with the token that is kept; only if the vendor says
that this has ended is the account closed, and connecting it again mends it.
"""

import asyncio
import hashlib
import logging
import math
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from pydantic import Secret, SecretStr

from app.clock import Clock
from app.config import Settings
from app.errors import AccountAway, AccountClosed, AccountError, SecretUnreadable, VaultLocked
from app.integrations.oauth.client import SECONDS, Grant, SignInServer
from app.integrations.oauth.vendors import VENDORS, Client, client_of, place_of
from app.integrations.vault import Vault
from app.memory.records import Account
from app.memory.repositories.leases import Leases

log = logging.getLogger(__name__)

TOKEN = "token"  # noqa: S105 - the name it is kept under
MARGIN = 60.0  # seconds before its end in which a token is renewed
LEASE = timedelta(
    seconds=2 * SECONDS + 5
)  # longer than the longest renewal, so that nobody takes it from one that still asks
_PAUSE = 0.1
_TRIES = int((LEASE.total_seconds() + 5.0) / _PAUSE)
_GONE = "What opens {label} is gone. Connect it again with ./scripts/run connect {provider}."
_OCCUPIED = "What opens {label} is being renewed just now. Try again in a moment."


@dataclass(frozen=True, slots=True)
class KeptToken:
    """What is kept of one account. `expires_at`: seconds since 1970 by our own clock; `client_secret` is "" where the settings have it."""

    access: str = field(repr=False)
    refresh: str = field(repr=False)
    expires_at: float
    client_id: str
    client_secret: str = field(default="", repr=False)

    @classmethod
    def of(cls, grant: Grant, now: float, client: Client, *, is_of_settings: bool) -> "KeptToken":
        """What was granted a moment ago."""
        secret = "" if is_of_settings else client.secret
        return cls(grant.access, grant.refresh, now + grant.seconds, client.id, secret)

    @classmethod
    def read(cls, kept: object) -> "KeptToken | None":
        """As it lies in the vault; None for anything else."""
        said: Any = kept.get_secret_value() if isinstance(kept, Secret) else None
        try:
            return cls(**said) if isinstance(said, dict) else None
        except TypeError:
            return None

    def sealed(self) -> Secret[dict[str, Any]]:
        """As the vault takes it."""
        names = ("access", "refresh", "expires_at", "client_id", "client_secret")
        return Secret[dict[str, Any]]({name: getattr(self, name) for name in names})

    def holds(self, now: float, refused: str) -> bool:
        """Whether it may be used now, and is not what the vendor has turned down."""
        return self.access != refused and math.isfinite(self.expires_at) and self.expires_at - now > MARGIN


class StoredTokens:
    """Those of all accounts; fits `accounts.Tokens`."""

    def __init__(self, settings: Settings, vault: Vault, leases: Leases, clock: Clock) -> None:
        """`leases` are those of the database that all processes share."""
        self._settings = settings
        self._vault = vault
        self._leases = leases
        self._clock = clock
        self._turns: dict[str, asyncio.Lock] = {}
        self._renewals: set[asyncio.Task[KeptToken]] = set()

    async def token(self, account: Account, refused: str) -> SecretStr:
        """One that holds now, and is not `refused`. Raises AccountClosed, AccountAway or VaultLocked."""
        kept = await self._kept(account)
        if not kept.holds(self._now(), refused):
            renewal = asyncio.create_task(self._renewal(account, refused))
            self._renewals.add(renewal)
            renewal.add_done_callback(self._renewals.discard)
            kept = await asyncio.shield(renewal)  # who asked may give up; what the vendor answers is kept all the same
        return SecretStr(kept.access)

    async def close(self) -> None:
        """Wait until what is being renewed is kept."""
        await asyncio.gather(*self._renewals, return_exceptions=True)

    async def revoke(self, account: Account) -> None:
        """Tell the vendor that they end; where it can't be reached that is written in the log. Never raises AccountError."""
        vendor = VENDORS[account.provider]
        told = {"event": "oauth.not_revoked", "vendor": vendor.name, "account": account.id}
        try:
            kept = await self._kept(account)
            if await self._server(account, kept).revoke(kept.refresh or kept.access):
                told["event"] = "oauth.revoked"
                log.info("a permission was given back", extra=told)
        except (AccountError, SecretUnreadable, VaultLocked) as problem:
            log.warning("a permission was not given back", extra={**told, "problem": type(problem).__name__})

    @asynccontextmanager
    async def held(self, user_id: str, vault_name: str, label: str) -> AsyncIterator[None]:
        """Nobody else renews or replaces what opens that account meanwhile. Raises AccountAway where somebody holds it too long."""
        name = f"token {hashlib.sha256(f'{user_id} {vault_name}'.encode()).hexdigest()[:32]}"
        holder = uuid.uuid4().hex
        async with self._turns.setdefault(name, asyncio.Lock()):
            await self._acquire(name, holder, label)
            try:
                yield
            finally:
                await self._leases.release(name, holder)

    async def _acquire(self, name: str, holder: str, label: str) -> None:
        for _ in range(_TRIES):
            if await self._leases.acquire(name, holder, now=self._clock.now(), ttl=LEASE):
                return
            await asyncio.sleep(_PAUSE)
        raise AccountAway(_OCCUPIED.format(label=label))

    async def _renewal(self, account: Account, refused: str) -> KeptToken:
        async with self.held(account.user_id, account.vault_name, account.label):
            kept = await self._kept(account)
            return kept if kept.holds(self._now(), refused) else await self._renewed(account, kept)

    async def _renewed(self, account: Account, kept: KeptToken) -> KeptToken:
        """Asked for, and kept before it is used."""
        if not kept.refresh:
            raise AccountClosed(_GONE.format(label=account.label, provider=account.provider))
        asked_at = self._now()
        grant = await self._server(account, kept).refresh(kept.refresh)
        new = replace(
            kept,
            access=grant.access,
            refresh=grant.refresh or kept.refresh,
            expires_at=asked_at + grant.seconds,
        )
        await self._vault.put(account.user_id, account.vault_name, TOKEN, new.sealed())
        log.info("renewed what opens an account", extra={"event": "oauth.renewed", "account": account.id})
        return new

    async def _kept(self, account: Account) -> KeptToken:
        """What is kept now. Raises AccountClosed where that is nothing, or nothing that can be opened."""
        try:
            kept = KeptToken.read(await self._vault.get(account.user_id, account.vault_name, TOKEN))
        except SecretUnreadable as problem:
            raise AccountClosed(problem.sentence) from problem
        if kept is None:
            raise AccountClosed(_GONE.format(label=account.label, provider=account.provider))
        return kept

    def _server(self, account: Account, kept: KeptToken) -> SignInServer:
        """The vendor's, for the client that the account was connected by."""
        vendor = VENDORS[account.provider]
        ours = client_of(vendor, self._settings)
        client = ours if ours and ours.id == kept.client_id else Client(kept.client_id, kept.client_secret)
        return SignInServer(vendor, place_of(vendor, self._settings), client)

    def _now(self) -> float:
        return self._clock.now().timestamp()
