"""The first nine days of the month that `scripts/prove/month_of_three.py` plays: three zones, one change of clocks, both databases alike."""

from datetime import date
from pathlib import Path

import pytest

from scripts.prove.month.drawing import draw
from scripts.prove.month.play import play
from scripts.prove.month.scenes import FIRST, PEOPLE
from scripts.prove.month_of_three import TITLE, strays

LAST = date(2027, 3, 16)


@pytest.mark.slow
async def test_both_databases_say_the_same_and_nothing_is_lost_or_doubled(tmp_path: Path, postgres_url: str) -> None:
    storage = {"embedder": "none", "_env_file": None}
    ours = await play({**storage, "data_dir": tmp_path / "sqlite"}, LAST)
    theirs = await play({**storage, "data_dir": tmp_path / "postgres", "database_url": postgres_url}, LAST)
    assert ours == theirs
    assert strays(ours) == []
    boiler = [f"{mark.due:%d %H:%M}" for mark in ours.marks if mark.what == "check the boiler"]
    assert boiler == ["09 02:30", "10 02:30", "11 02:30", "12 02:30", "13 02:30", "14 03:30", "15 02:30", "16 02:30"]
    assert {mark.kind for mark in ours.marks} == {"reminder", "task", "schedule", "routine", "alert", "intention"}
    assert "check the boiler" in draw(TITLE, PEOPLE, ours.marks, ours.shades, (FIRST, LAST))
