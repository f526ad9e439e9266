"""What speaks for a sentence as an answer, weighed."""

from dataclasses import replace

import pytest

from app.language.evidence import Signs, figures, scores

GOOD = Signs(near=0.9, said=0.8, may=True, fits=True, names=1, strange=0)
FAR = Signs(near=0.2, said=0.0, may=False, fits=False, names=0, strange=1)


def test_what_is_near_and_says_the_words_stands_out() -> None:
    good, *others = scores([GOOD, *[FAR] * 6])
    assert good > 0.5
    assert max(others) < 0.2


def test_every_score_lies_between_nothing_and_certainty() -> None:
    hostile = [Signs(near, said, may, may, 9, 9) for near in (0.0, 1.0) for said in (0.0, 1.0) for may in (True, False)]
    assert all(0 <= one <= 1 for one in scores(hostile))
    assert scores([]) == figures([], 0.0) == []


@pytest.mark.parametrize("better", [replace(FAR, near=0.95), replace(FAR, said=0.9, may=True)])
def test_each_sign_counts(better: Signs) -> None:
    one, other, *_ = scores([better, *[FAR] * 6])
    assert one > other


def test_a_sentence_is_weighed_among_the_others() -> None:
    alone, beside = scores([GOOD, *[FAR] * 6])[0], scores([GOOD, *[GOOD] * 6])[0]
    assert beside < alone
