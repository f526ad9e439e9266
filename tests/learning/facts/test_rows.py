"""The rows of ways to state a fact: each can be read, and says what kind of fact it finds and how surely."""

import re

import pytest

from app.learning.facts.rows import ELIDED, Row
from app.learning.facts.triggers import CUT, KINDS, ROWS


@pytest.mark.parametrize("row", ROWS, ids=range(len(ROWS)))
def test_every_row_has_a_kind_and_is_sure_enough(row: Row) -> None:
    assert row.kind in KINDS
    assert CUT <= row.confidence <= 1
    assert not row.fits("") or row.pattern == ""
    assert not row.is_passing("zzz")


def test_a_row_fits_from_the_beginning_and_is_passing_anywhere() -> None:
    row = Row("<i> (?:like|love)\\b", "preference", 0.8, refuses="\\btoday\\b")
    assert row.fits("I love tea")
    assert not row.fits("and I love tea")
    assert row.is_passing("I love tea today")


def test_a_sentence_without_its_subject_is_seen() -> None:
    assert ELIDED.match("just finished my degree")
    assert not ELIDED.match("finish my degree")
    assert isinstance(ELIDED, re.Pattern)
