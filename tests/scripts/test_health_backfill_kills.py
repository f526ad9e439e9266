"""A small share of `scripts.prove.health_backfill_kills`: an import is killed with SIGKILL and goes on, on both databases."""

import random
from datetime import date
from pathlib import Path

import pytest

from scripts.health_archive import make
from scripts.prove.health_backfill_kills import Tally, storm


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_killed_anywhere_it_loses_and_doubles_nothing(
    engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    archive = tmp_path / "samsung.zip"
    make(archive, days=6, until=date(2026, 2, 20), zone="UTC", seed=7)
    where = str(tmp_path / "kwasi.db")
    if engine == "postgres":
        where = request.getfixturevalue("migrated_postgres_url")
    tally = storm((engine, where), archive, 2, random.Random(8))
    assert tally == Tally(people=tally.people, kills=tally.kills, wrong=0)
    assert tally.kills >= 2
