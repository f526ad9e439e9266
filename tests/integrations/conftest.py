"""The vault, on both engines, with a key file in the test's own folder."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.clock import ManualClock
from app.integrations.keys import KeyRing
from app.integrations.vault import Vault
from app.memory.ports import Database
from app.memory.repositories import Repositories, repositories
from tests.house import settings_in
from tests.memory.databases import NOON, another, database, house

__all__ = ["another", "database", "house"]
Process = Callable[..., Vault]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the key file lies."""
    return tmp_path / "data"


@pytest.fixture
def process(database: Database, house: Repositories, folder: Path) -> Process:
    """Makes a vault as one more process with these settings would have it."""

    def make(**settings: str) -> Vault:
        ring = KeyRing(settings_in(**{"folder": folder, **settings}))
        return Vault(database, repositories(database), ring, ManualClock(NOON))

    return make


@pytest.fixture
def vault(process: Process) -> Vault:
    """One of a bare start."""
    return process()
