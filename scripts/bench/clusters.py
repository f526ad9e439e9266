"""Made-up embeddings that lie as real ones do: a direction all share, subjects of uneven size, few ways to vary within one.

The same seed gives the same vectors. Evenly scattered ones would be easier to compare with each other and of no use: nothing
anybody searches for lies alone.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

DIMENSIONS = 384
SUBJECTS = 1_000
_WAYS = 24  # in which the texts of one subject differ
_POOL = 512
_WITHIN = 0.7  # how far texts of one subject lie apart, next to the subject's own length of one
_NOISE = 0.35

Vectors = NDArray[np.float32]
Numbers = NDArray[np.int64]


class Clusters:
    """An endless supply of unit vectors around 1,000 subjects, the first ones far more common than the last."""

    def __init__(self, seed: int = 1) -> None:
        """Draws the subjects."""
        self._rng = np.random.default_rng(seed)
        self._shared = self._directions(1)
        self._subjects = self._directions(SUBJECTS)
        pool = self._directions(_POOL)
        fading = (1 / np.sqrt(1 + np.arange(_WAYS, dtype=np.float32)))[:, None]
        scale = _WITHIN / float(np.sqrt((fading**2).sum()))
        self._ways = [pool[self._rng.choice(_POOL, _WAYS, replace=False)] * fading * scale for _ in range(SUBJECTS)]
        share = 1 / (np.arange(SUBJECTS) + 10)
        self._share = share / share.sum()

    def draw(self, count: int, subjects: Numbers | None = None) -> Vectors:
        """`count` vectors as rows, of any subject or of these alone."""
        rng = self._rng
        among = np.arange(SUBJECTS) if subjects is None else subjects
        share = self._share[among] / self._share[among].sum()
        chosen = rng.choice(among, count, p=share)
        rows = self._shared + self._subjects[chosen]
        rows += rng.standard_normal((count, DIMENSIONS), dtype=np.float32) * np.float32(_NOISE / DIMENSIONS**0.5)
        order = np.argsort(chosen, kind="stable")
        ends = np.searchsorted(chosen[order], np.arange(SUBJECTS + 1))
        for subject, ways in enumerate(self._ways):
            mine = order[ends[subject] : ends[subject + 1]]
            if len(mine):
                rows[mine] += rng.standard_normal((len(mine), _WAYS), dtype=np.float32) @ ways
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    def _directions(self, count: int) -> Vectors:
        drawn = self._rng.standard_normal((count, DIMENSIONS), dtype=np.float32)
        return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


@dataclass(slots=True)
class Truth:
    """The ten nearest rows of each question among all rows seen so far, by comparing it with each of them.

    `owners` says whose rows a question is asked of, one number a question.
    """

    questions: Vectors
    owners: Numbers
    ids: Numbers
    scores: NDArray[Any]

    @classmethod
    def of(cls, questions: Vectors, owners: Numbers, best: int = 10) -> "Truth":
        """Nothing seen yet."""
        shape = (len(questions), best)
        return cls(questions, owners, np.zeros(shape, np.int64), np.full(shape, -np.inf, np.float32))

    def see(self, ids: Numbers, owners: Numbers, rows: Vectors) -> None:
        """Take more rows."""
        stored = rows.astype(np.float16).astype(np.float32)
        scores = self.questions @ stored.T
        scores[self.owners[:, None] != owners[None, :]] = -np.inf
        count = min(self.ids.shape[1], len(ids))
        best = np.argpartition(-scores, count - 1, axis=1)[:, :count]
        together = np.hstack([self.scores, np.take_along_axis(scores, best, axis=1)])
        named = np.hstack([self.ids, ids[best]])
        order = np.argsort(-together, axis=1)[:, : self.ids.shape[1]]
        self.scores = np.take_along_axis(together, order, axis=1)
        self.ids = np.take_along_axis(named, order, axis=1)

    def recall(self, found: list[list[int]]) -> float:
        """Which part of the nearest was found, over all questions."""
        wanted = [set(ids[scores > -np.inf].tolist()) for ids, scores in zip(self.ids, self.scores, strict=True)]
        hit = sum(len(want & set(got)) for want, got in zip(wanted, found, strict=True))
        return hit / max(sum(map(len, wanted)), 1)
