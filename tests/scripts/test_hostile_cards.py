"""A share of the calls that want to hide or to pose as us, drawn by every channel. All two hundred of them are in scripts/prove."""

import pytest

from scripts.prove.hostile_cards import CHANNELS, KINDS, run


@pytest.mark.slow
async def test_no_card_is_hidden_and_none_is_forged() -> None:
    found = await run(2 * len(KINDS), seed=3)
    assert {name: count for name, count in found.items() if "drawn" not in name} == {}
    assert [found[f"{channel}: drawn"] for channel in CHANNELS] == [2 * len(KINDS)] * len(CHANNELS)
