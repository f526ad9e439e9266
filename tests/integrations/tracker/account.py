"""Jira accounts as a connector reaches them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from pydantic import SecretStr

from app.clock import ManualClock
from app.integrations.access import Access
from app.integrations.tracker import jira
from app.memory.records import Account

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)


@asynccontextmanager
async def tracker_at(url: str, *, token: str, user: str = "", handle: str = "") -> AsyncIterator[jira.Jira]:
    """An account there: of Cloud with a user, of a server without."""

    async def secret(_: str) -> SecretStr:
        return SecretStr(token)

    settings = {"api": url, "user": user, "handle": handle}
    account = Account(1, "ana", "jira", "work", "ana", settings, [], "ok", "", None, None, None, NOON, NOON)
    async with jira.opened(Access(account, secret, ManualClock(NOON))) as opened:
        yield opened
