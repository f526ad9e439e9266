"""A Google account for the connector's tests, at the fake that is held to Google's discovery documents."""

from collections.abc import Iterator

import pytest

from app.integrations.access import Access
from tests.fakes.vendors.google_api import GoogleApi, google_api
from tests.integrations.google.account import account_at


@pytest.fixture
def fake() -> Iterator[GoogleApi]:
    """Google, with an empty account."""
    with google_api() as made:
        yield made


@pytest.fixture
def access(fake: GoogleApi) -> Access:
    """Ana's account there."""
    return account_at(fake.url)
