"""What a connector is given to reach one account: its row, what opens it, and the time."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pydantic import SecretStr

from app.clock import Clock
from app.integrations.fetching.fetcher import Fetcher
from app.memory.records import Account, Json

# The password, or an access token that holds now; given the one that the vendor has just turned down, another. Raises AccountClosed where
# there is none (any more), AccountAway where it can't be had just now, VaultLocked.
Secret = Callable[[str], Awaitable[SecretStr]]


@dataclass(frozen=True, slots=True)
class Access:
    """One account as its vendor's connector reaches it; `fetcher` is for what others publish, `own` are the addresses of its person's other
    accounts."""

    account: Account
    secret: Secret
    clock: Clock
    fetcher: Fetcher | None = None
    own: tuple[str, ...] = ()


def not_kept_yet(
    user_id: str,
    provider: str,
    opens: SecretStr,
    clock: Clock,
    *,
    identity: str,
    label: str = "",
    settings: Json | None = None,
) -> Access:
    """The account that it will be once its server has let it in; nothing of it is kept, and its number is 0."""
    now = clock.now()

    async def secret(_: str) -> SecretStr:
        return opens

    account = Account(
        id=0,
        user_id=user_id,
        provider=provider,
        label=label,
        identity=identity,
        settings=settings or {},
        scopes=[],
        state="ok",
        problem="",
        told_at=None,
        checked_at=None,
        used_at=None,
        created_at=now,
        updated_at=now,
    )
    return Access(account, secret, clock)
