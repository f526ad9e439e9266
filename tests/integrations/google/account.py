"""A Google account as the connector is given it, with all of Google's hosts at one address."""

from app.integrations.access import Access
from tests.fakes.vendors.google_api import TOKEN
from tests.integrations.account import access


def account_at(url: str, token: str = TOKEN, **settings: str) -> Access:
    """An account whose servers are all at one address."""
    return access("google", url, token, identity="ana@example.org", **settings)
