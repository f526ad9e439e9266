"""A small share of the proof that compactions lose nothing, with every kind of model behind."""

from pathlib import Path

import pytest

from scripts.prove.compaction import BEHIND, prove


@pytest.mark.parametrize("model", BEHIND)
async def test_a_few_compactions_lose_nothing_and_bring_nothing_back(tmp_path: Path, model: str) -> None:
    settings = {"data_dir": tmp_path, "time_zone": "UTC", "embedder": "none"}
    came = await prove(settings, BEHIND[model], compactions=3, seed=7)
    assert (came.lost, came.stale, came.lies) == ([], [], [])
    assert came.compactions >= 3
    assert came.checks > 10
