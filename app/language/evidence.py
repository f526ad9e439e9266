"""How well a sentence answers a question: what speaks for it among the others, each sign by a weight that was learned from questions people asked of
what they had told.

Eight signs and a line (logistic regression). Trained by `scripts/answers/train.py` on its own authored sets; the weights are data
(`words/answering.json`). Pure; the scores of sentences depend on one another, since an answer stands out.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_WEIGHTS = Path(__file__).parent / "words" / "answering.json"
_FARTHEST = 8.0  # log odds
_TINY = 1e-6


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for one sentence: `near`: how well it matches in meaning (0 to 1); `said`: the share of the question's words that it says; `may`: it is
    about the same people and tells the kind of thing; `fits`: it tells that kind of thing; `names`, `strange`: names of the question that it says, and
    doesn't."""

    near: float
    said: float
    may: bool
    fits: bool
    names: int
    strange: int


def scores(signs: Sequence[Signs]) -> list[float]:
    """The probability of each that it answers, from 0 to 1."""
    learned = _learned()
    return [_probability(row, learned) for row in figures(signs, learned["ordinary"])]


def log_odds(near: float) -> float:
    """A match from 0 to 1 as it is weighed."""
    return max(-_FARTHEST, min(_FARTHEST, math.log(max(near, _TINY) / max(1 - near, _TINY))))


def figures(signs: Sequence[Signs], ordinary: float) -> list[list[float]]:
    """What is weighed, a row a sentence. `ordinary`: the log odds of sentences as they are on the average, one of which stands beside each."""
    near = [log_odds(one.near) for one in signs]
    best, second = sorted([*near, ordinary, ordinary], reverse=True)[:2]
    return [
        [
            value,
            value - (second if value == best else best),
            one.said,
            float(one.may),
            float(one.fits),
            float(one.names),
            float(one.strange),
            one.said * one.may,
        ]
        for one, value in zip(signs, near, strict=True)
    ]


def _probability(row: Sequence[float], learned: dict[str, Any]) -> float:
    odds = sum(map(float.__mul__, row, learned["weights"])) + learned["bias"]
    return 1 / (1 + math.exp(-odds))


@cache
def _learned() -> dict[str, Any]:
    return json.loads(_WEIGHTS.read_text(encoding="utf-8"))
