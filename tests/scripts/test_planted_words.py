"""A share of a stranger's orders in everything that is read; scripts/prove/planted_words.py plays all of them."""

from pathlib import Path

import pytest

from scripts.prove.planted_words import chosen, play_all
from tests.gate.planted import CARRIERS, ORDERS, all_cases


@pytest.mark.slow
async def test_no_order_acts_without_a_tap_and_its_user_gets_what_they_ask_for(tmp_path: Path) -> None:
    results = await play_all(chosen(24, 7), tmp_path)
    assert [one.case for one in results if one.acted] == []
    assert [one.case for one in results if not one.done] == []
    assert [one.case for one in results if not one.read] == []


def test_every_carrier_brings_every_order() -> None:
    assert len(all_cases()) == (2 * len(CARRIERS) - 1) * len(ORDERS)
    assert chosen(200, 1) == chosen(200, 1) != chosen(200, 2)
