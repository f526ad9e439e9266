"""Answers are kept for a while, and only so many."""

from datetime import timedelta

from app.clock import ManualClock
from app.integrations.fetching.kept import Kept
from tests.integrations.fetching.conftest import NOON


def test_an_answer_is_kept_until_it_is_old() -> None:
    clock = ManualClock(NOON)
    kept: Kept[int | None] = Kept(clock, timedelta(hours=1))
    assert kept.get("a") is None
    assert kept.put("a", None) is None
    clock.advance(timedelta(minutes=59))
    assert kept.get("a") == (None,)
    clock.advance(timedelta(minutes=1))
    assert kept.get("a") is None


def test_what_was_asked_for_longest_ago_goes_first() -> None:
    kept: Kept[int] = Kept(ManualClock(NOON), timedelta(hours=1), most=2)
    kept.put("a", 1)
    kept.put("b", 2)
    assert kept.get("a") == (1,)
    kept.put("c", 3)
    assert (kept.get("a"), kept.get("b"), kept.get("c"), len(kept)) == ((1,), None, (3,), 2)
