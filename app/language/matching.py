"""How well sentences match a question, from the embedded encoder's vectors of both, by two matrices that were trained on questions people asked of
what they had told.

An encoder puts near each other what is alike; what answers is another thing. So both sides are turned into a space where the one lies near the
other, and a line is drawn at which as much speaks for as against. Trained by `scripts/answers/train.py`; the weights are data
(`words/matching.npz`, int8 with a scale a row). Pure; numpy is loaded by the first question.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

ENCODER = "e5-small-q4"  # whose vectors these are
WEIGHTS = Path(__file__).parent / "words" / "matching.npz"
_TINY = 1e-9


def scores(question: Vector, told: Sequence[Vector]) -> list[float]:
    """How likely each of the sentences answers, from 0 to 1; `question` and each of `told` are of ENCODER (384,)."""
    return scores_with(_weights(), question, told)


def scores_with(weights: Mapping[str, Any], question: Vector, told: Sequence[Vector]) -> list[float]:
    """The same with opened weights of one's own."""
    import numpy as np

    rows = _turned(np.stack(list(told)) - weights["told.mean"], weights["told"])
    one = _turned(question[None] - weights["asked.mean"], weights["asked"])[0]
    odds = (rows @ one - weights["middle"]) * weights["steep"]
    return (1 / (1 + np.exp(-odds))).tolist()


def _turned(vectors: Any, matrix: Any) -> Any:
    import numpy as np

    turned = vectors @ matrix
    return turned / np.maximum(np.linalg.norm(turned, axis=1, keepdims=True), _TINY)


@cache
def _weights() -> dict[str, Any]:
    import numpy as np

    with np.load(WEIGHTS) as file:
        return opened({name: file[name] for name in file.files})


def opened(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Stored weights, ready to be used."""
    import numpy as np

    weights = {name: np.asarray(value, np.float32) for name, value in stored.items()}
    for name in ("asked", "told"):
        weights[name] = weights[name] * weights.pop(f"{name}.scale")
    return weights


_LONG, _PIECES = 9, 4  # words of a sentence that is compared piece by piece too, and how many pieces
_FEWEST = 2  # words that tell nothing by themselves
_BETWEEN = re.compile(
    r"[.;·\n]+|,\s+(?:and |et |but |mais )?|\s+(?:and|et) (?=(?:my|our|the|his|her|mon|ma|mes|son|sa|le|la|[A-Z])\b)"
)


def pieces(text: str) -> list[str]:
    """What a long sentence tells one after the other, as at most four pieces: one of several things may answer."""
    found = [piece.strip() for piece in _BETWEEN.split(text)] if len(text.split()) >= _LONG else []
    told = [piece for piece in found if len(piece.split()) > _FEWEST]
    return told[:_PIECES] if len(told) > 1 else []
