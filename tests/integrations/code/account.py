"""An account at a code host of the tests."""

from datetime import UTC, datetime

from pydantic import SecretStr

from app.clock import ManualClock
from app.integrations.access import Access
from app.memory.records import Account

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
_next = iter(range(1_000, 10_000))


def access(provider: str, url: str, token: str) -> Access:
    """Ana's, of its own number, so that nothing is remembered of another test's."""
    account = Account(
        id=next(_next),
        user_id="ana",
        provider=provider,
        label="work",
        identity="ana",
        settings={"api": url},
        scopes=[],
        state="ok",
        problem="",
        told_at=None,
        checked_at=None,
        used_at=None,
        created_at=NOON,
        updated_at=NOON,
    )

    async def secret(_: str) -> SecretStr:
        return SecretStr(token)

    return Access(account, secret, ManualClock(NOON))
