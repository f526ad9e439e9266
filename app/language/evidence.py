"""How well a sentence answers a question, by a small network that was trained on questions people asked of what they had told.

Sixteen figures of a sentence among the others (how near it is in meaning, how many of the question's words it says, whether it tells the kind of
thing that is asked, names in common) and one hidden layer. Trained by `scripts/answers/train.py` on its own authored sets; the weights are data
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
_FLAT = 30.0
_TINY = 1e-6
_FEWEST = 8  # sentences in a set that was learned from


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for one sentence: `near`: its nearness in meaning on the scale all encoders share (0 to 1); `said`: the share of the
    question's words that it says; `may`: it is about the same people and tells the kind of thing; `fits`: it tells that kind of thing;
    `names`, `strange`: names of the question that it says, and doesn't."""

    near: float
    said: float
    may: bool
    fits: bool
    names: int
    strange: int
    kind: str = ""


def scores(signs: Sequence[Signs]) -> list[float]:
    """The probability of each that it answers, from 0 to 1."""
    return [_probability(row) for row in figures(signs)]


def figures(signs: Sequence[Signs]) -> list[list[float]]:
    """What the network is given, a row a sentence."""
    if not signs:
        return []
    near = [math.log(max(one.near, _TINY) / max(1 - one.near, _TINY)) for one in signs]
    # Few sentences are weighed as if ordinary ones stood beside them: what answers stands out from what doesn't.
    among = [*near, *[_network()["mean"][0]] * (_FEWEST - len(near))]
    mean = sum(among) / len(among)
    spread = math.sqrt(sum((one - mean) ** 2 for one in among) / len(among)) + _TINY
    best, second = sorted(among, reverse=True)[:2]
    return [
        [
            value,
            (value - mean) / spread,
            value - (second if value == best else best),
            one.said,
            float(one.may),
            float(one.fits),
            float(one.names),
            float(one.strange),
            float(value == best),
            one.said * one.may,
            float(not one.names and not one.strange),
            *(float(one.kind == kind and one.fits) for kind in ("when", "where", "count", "price", "who")),
        ]
        for one, value in zip(signs, near, strict=True)
    ]


def _probability(row: Sequence[float]) -> float:
    net = _network()
    x = [(value - mean) / spread for value, mean, spread in zip(row, net["mean"], net["spread"], strict=True)]
    hidden = [
        math.tanh(sum(map(float.__mul__, x, weights)) + bias)
        for weights, bias in zip(net["hidden"], net["hidden_bias"], strict=True)
    ]
    out = sum(map(float.__mul__, hidden, net["out"])) + net["out_bias"][0]
    return 1 / (1 + math.exp(-max(-_FLAT, min(_FLAT, out))))


@cache
def _network() -> dict[str, list[Any]]:
    return json.loads(_WEIGHTS.read_text(encoding="utf-8"))
