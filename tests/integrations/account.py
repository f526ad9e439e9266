"""An account of Ana's elsewhere, as a connector is given it."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import count

from pydantic import SecretStr

from app.clock import ManualClock
from app.integrations.access import Access, not_kept_yet

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
_numbers = count(1_000)


def access(
    provider: str, url: str, token: str, *, identity: str = "ana", at: datetime = NOON, **settings: str
) -> Access:
    """Of its own number, so that nothing is remembered of another test's; `url` is where its server is asked."""
    settings = {"api": url, **settings}
    made = not_kept_yet(
        "ana", provider, SecretStr(token), ManualClock(at), identity=identity, label="work", settings=settings
    )
    return replace(made, account=replace(made.account, id=next(_numbers)))
