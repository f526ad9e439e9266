"""Jira accounts as a connector reaches them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from app.integrations.tracker import jira
from tests.integrations.account import access

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)


@asynccontextmanager
async def tracker_at(url: str, *, token: str, user: str = "", handle: str = "") -> AsyncIterator[jira.Jira]:
    """An account there: of Cloud with a user, of a server without."""
    async with jira.opened(access("jira", url, token, at=NOON, user=user, handle=handle)) as opened:
        yield opened
