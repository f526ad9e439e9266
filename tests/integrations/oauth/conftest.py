"""Both vendors, and houses that know them: emulate for Google, a fake of ours for Microsoft."""

from collections.abc import Iterator

import pytest

from tests.fakes.vendors.oauth import MicrosoftServer
from tests.fakes.vendors.oauth import microsoft as microsoft_server
from tests.servers.emulate import Emulate, emulate


@pytest.fixture(scope="session")
def google() -> Iterator[Emulate]:
    with emulate() as server:
        yield server


@pytest.fixture
def microsoft() -> Iterator[MicrosoftServer]:
    with microsoft_server() as server:
        yield server
