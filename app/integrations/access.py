"""What a connector is given to reach one account: its row, what opens it, and the time."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pydantic import SecretStr

from app.clock import Clock
from app.integrations.fetching.fetcher import Fetcher
from app.memory.records import Account

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
