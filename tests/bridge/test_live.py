"""The bridge's core against the real server: a small, seeded share of scripts/prove/bridge_month.py, kills included."""

import asyncio
from pathlib import Path

import pytest

from scripts.prove.bridge_month import Month


@pytest.mark.slow
def test_over_a_bad_day_with_kills_nothing_is_lost_or_doubled(tmp_path: Path, core: str) -> None:
    verdict = asyncio.run(Month(tmp_path, core, days=1, seed=3, kills=6).live())
    assert (verdict.lost, verdict.doubled, verdict.different, verdict.refused) == ([], [], [], 0)
    assert verdict.is_good
    assert verdict.kills >= 6
    assert verdict.met["token expired"]
    assert verdict.met["offline"]
