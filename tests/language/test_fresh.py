"""Words that want what is new in the world, and those that are about somebody's own day."""

import pytest

from app.language.fresh import wants_fresh


@pytest.mark.parametrize(
    "said", ["latest news on cocoa", "the price of gold today", "who won the match last night", "breaking: what happened", "current president of Ghana", "les dernières nouvelles"]
)  # fmt: skip
def test_what_is_new_is_wanted(said: str) -> None:
    assert wants_fresh(said)


@pytest.mark.parametrize(
    "said", ["what should I do today", "add milk today", "my tasks this week", "show my latest notes", "remind me today at five", "how old is the universe"]
)  # fmt: skip
def test_ones_own_day_is_no_news(said: str) -> None:
    assert not wants_fresh(said)
