"""Random schedules under crashes, sleeps and clocks that jump, seeded and small; scripts/prove/occurrences.py is the same at full count."""

from pathlib import Path

import pytest

from app.config import Settings
from scripts.prove.occurrences import SETTINGS, WRONG, prove


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
async def test_every_due_moment_is_accounted_for_once(
    request: pytest.FixtureRequest, tmp_path: Path, engine: str
) -> None:
    url = {} if engine == "sqlite" else {"database_url": request.getfixturevalue("postgres_url")}
    world = await prove(Settings(**SETTINGS, data_dir=tmp_path, **url), 1, rows=60, steps=50)
    assert world.problems == []
    assert {name: world.counts[name] for name in WRONG if world.counts[name]} == {}
    assert min(world.counts[name] for name in ("crashes", "due", "ran")) > 0
