"""A share of the hostile taps, through the real bot. All thousand of them are in scripts/prove."""

import pytest

from scripts.prove.hostile_taps import KINDS, run


@pytest.mark.slow
async def test_hostile_taps_carry_nothing_out() -> None:
    rows = await run(len(KINDS) * 5, seed=7)
    assert {row.kind: row.carried_out for row in rows if not row.is_good} == {}
    by_kind = {row.kind: row for row in rows}
    assert by_kind["doubled"].carried_out == 1
    assert by_kind["undone twice"].carried_out == 1
    assert all(row.words == row.taps for row in rows if row.kind in ("doubled", "late", "guessed", "malformed"))
