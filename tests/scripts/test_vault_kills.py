"""A small share of `scripts.prove.vault_kills`: a change of the vault's key is killed with SIGKILL and nothing is lost, on both databases."""

import random
from pathlib import Path

import pytest

from scripts.prove.vault_kills import Tally, storm


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_killed_anywhere_a_change_of_key_loses_no_secret(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    where = str(tmp_path / "kwasi.db")
    if engine == "postgres":
        where = request.getfixturevalue("migrated_postgres_url")
    tally = storm((engine, where, str(tmp_path / "keys")), 4, 40, random.Random(3))
    assert tally == Tally(kills=4, midway=tally.midway, lost=0)
