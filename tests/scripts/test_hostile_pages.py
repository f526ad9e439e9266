"""A share of the pages with a stranger's orders in them; scripts/prove/hostile_pages.py plays all of them."""

from pathlib import Path

import pytest

from scripts.prove.hostile_pages import chosen, play_all
from tests.gate.hostile_pages import PLACES, all_cases

_UNSEEN = frozenset(("hidden", "comment", "beside"))


@pytest.mark.slow
async def test_no_order_in_a_page_acts_without_a_tap(tmp_path: Path) -> None:
    results = await play_all(chosen(30, 5), tmp_path)
    assert [one.case for one in results if one.acted] == []
    assert [one.case for one in results if one.read == (one.case.place in _UNSEEN)] == []


def test_there_are_more_than_five_hundred() -> None:
    assert len(all_cases()) > 500
    assert set(PLACES) > _UNSEEN
