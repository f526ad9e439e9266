"""The bridge's core as it runs outside a phone: compiled once for all tests, by the command that everybody uses."""

import pytest

from scripts.prove.bridge_month import classpath


@pytest.fixture(scope="session")
def core() -> str:
    """The class path of the core and its simulator."""
    return classpath()
