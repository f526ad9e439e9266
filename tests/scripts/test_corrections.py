"""A small share of the proof that a corrected value is never answered again."""

from pathlib import Path

from scripts.prove.corrections import prove


async def test_a_few_corrections_leave_nothing_stale(tmp_path: Path) -> None:
    storage = {"data_dir": tmp_path, "time_zone": "UTC", "embedder": "none"}
    came = await prove(storage, corrections=12, seed=5)
    assert (came.stale, came.missed, came.lost) == ([], [], [])
    assert came.corrections >= 12
