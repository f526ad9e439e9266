"""How near in meaning stored turns are to a question, measured from what is ordinary for this person.

Encoders put all talk of one person close together, and what is said again and again ("that's great!") near to everything. So the mean of
the person's own vectors is taken away from both sides before they are compared. Pure; numpy is loaded by the first question.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy

_DOUBT = 8  # of so few vectors the mean counts half
_TINY = 1e-6


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked, as a vector, and the name of the space it lies in."""

    vector: "numpy.ndarray[Any, Any]"
    model: str


def nearness(
    question: "numpy.ndarray[Any, Any]", ordinary: Iterable[bytes], stored: Mapping[str, bytes]
) -> dict[str, float]:
    """By key of `stored`: its cosine with `question` without what is ordinary, less the median of all of them."""
    import numpy as np  # loaded here: it costs the start a tenth of a second

    vectors = {name: vector for name, vector in stored.items() if len(vector) == 2 * len(question)}
    if not vectors:
        return {}
    usual = [vector for vector in ordinary if len(vector) == 2 * len(question)]
    middle = _rows(usual, len(question)).sum(axis=0) / (len(usual) + _DOUBT)
    away = question.astype(np.float32) - middle
    rows = _rows(list(vectors.values()), len(question)) - middle
    cosines = rows @ away / np.maximum(np.linalg.norm(rows, axis=1) * np.linalg.norm(away), _TINY)
    return dict(zip(vectors, (cosines - np.median(cosines)).tolist(), strict=True))


def _rows(vectors: list[bytes], width: int) -> "numpy.ndarray[Any, Any]":
    import numpy as np

    return np.frombuffer(b"".join(vectors), "<f2").reshape(len(vectors), width).astype(np.float32)
