"""What a page of nothing but beginnings costs: steps of the expressions that read its head, counted and not timed."""

import re

import pytest

from app.integrations.pages import markup
from app.language import summing
from scripts.prove.cost import steps

PATTERNS = [one for one in vars(markup).values() if isinstance(one, re.Pattern)]
SENTENCES = [one for one in vars(summing).values() if isinstance(one, re.Pattern)]
FEW, MANY = 60, 240  # repetitions


def cost(pattern: "re.Pattern[str]", text: str) -> int:
    """Steps of looking for all there is in a text, each search beginning behind the last one's start."""
    return steps.Search(pattern.pattern, pattern.flags, text, 20_000_000).run(whole=False)


@pytest.mark.parametrize("begin", ["<meta a ", "<a b ", "<link c ", "<track d ", "<html e ", "<title f ", "<h1 g "])
def test_tags_that_never_end_are_read_once(begin: str) -> None:
    for pattern in PATTERNS:
        few, many = (cost(pattern, begin * count) for count in (FEW, MANY))
        assert many <= 5 * few, (pattern.pattern, begin)


@pytest.mark.parametrize("run", ["a", "a b ", "a" * 300 + "." * 300 + "b"])
def test_a_text_without_sentences_is_not_looked_through_again_for_each_shorter_beginning(run: str) -> None:
    text = f"{(run * 700)[:700]}.a"
    assert all(cost(one, text) < 700 * 700 for one in SENTENCES)
