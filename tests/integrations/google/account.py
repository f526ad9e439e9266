"""A Google account as the connector is given it, with all of Google's hosts at one address."""

from datetime import UTC, datetime

from pydantic import SecretStr

from app.clock import ManualClock
from app.integrations.access import Access
from app.memory.records import Account
from tests.fakes.vendors.google_api import TOKEN

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def account_at(url: str, token: str = TOKEN, **settings: str) -> Access:
    """An account whose servers are all at one address."""
    account = Account(
        id=1,
        user_id="ana",
        provider="google",
        label="personal",
        identity="ana@example.org",
        settings={"api": url, **settings},
        scopes=[],
        state="ok",
        problem="",
        told_at=None,
        checked_at=None,
        used_at=None,
        created_at=NOON,
        updated_at=NOON,
    )

    async def secret(refused: str) -> SecretStr:
        return SecretStr(token)

    return Access(account, secret, ManualClock(NOON))
