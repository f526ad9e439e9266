"""A reading: what turns an encoder's vector into a calibrated score for each domain.

One or two layers of weights over the centred vector, and a softmax that makes shares of what comes out. Any encoder's reading can be had from
the vectors of our anchors alone (`fit`): regularised least squares to "belongs to this domain", with the utterances of
`outside.toml` as the class of none, and a scale from the anchors themselves, each scored by a map that saw neither it nor its variants.
The shipped one (`scripts/build_anchors.py`) also saw requests that others wrote, and has a hidden layer. So a score of 0.65 means the
same for every encoder, however narrow the band its cosines lie in.

Invariant: the same vectors give the same reading; scores of a vector sum to at most one (the rest is none's). Pure numpy,
no input or output but its own bytes. Knows nothing of texts, encoders or files' places.
"""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.routing.keywords import OUTSIDE

Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]

RIDGE = 2.0
FOLDS = 8
# What reaches this stage had no keyword and is mostly none of ours; anchors are mostly ours. The odds of none are raised by
# this factor, so that a score is the chance in use and not among anchors.
NONE_ODDS = 8.0
_SCALE_STEPS = 400
_STEP_LENGTH = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """`mean` (dimensions) is taken off a vector first. `layers`: weights (inputs + 1, outputs), their last row the bias; between
    two layers what is below zero counts nothing; the last has a column for each of `names`.
    """

    key: str
    names: tuple[str, ...]
    mean: Vectors
    layers: tuple[Vectors, ...]

    def scores(self, vector: Vectors) -> dict[str, float]:
        """The share of each domain, best first; what is missing to one is the share of none."""
        shares = softmax(self.logits(vector[None, :]))[0]
        ranked = sorted(zip(self.names, shares, strict=True), key=lambda pair: (-pair[1], pair[0]))
        return {name: round(float(share), 3) for name, share in ranked if name != OUTSIDE}

    def logits(self, vectors: Vectors) -> Vectors:
        """Before the softmax: (vectors, names)."""
        outputs = features(vectors, self.mean) @ self.layers[0]
        for layer in self.layers[1:]:
            outputs = with_constant(np.maximum(outputs, 0.0)) @ layer
        return outputs

    def to_bytes(self) -> bytes:
        """Compact and exact enough: half precision."""
        buffer = io.BytesIO()
        parts: dict[str, Any] = {f"layer{number}": layer.astype(np.float16) for number, layer in enumerate(self.layers)}
        mean = self.mean.astype(np.float16)
        np.savez_compressed(buffer, key=np.array(self.key), names=np.array(self.names), mean=mean, **parts)
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Reading":
        """What `to_bytes` made."""
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            names = tuple(str(name) for name in file["names"])
            numbers = range(sum(name.startswith("layer") for name in file.files))
            layers = tuple(file[f"layer{number}"].astype(np.float32) for number in numbers)
            return cls(str(file["key"]), names, file["mean"].astype(np.float32), layers)

    @classmethod
    def open(cls, path: Path, key: str) -> "Reading | None":
        """The reading in a file, if there is one and it is the one named by the key."""
        try:
            reading = cls.from_bytes(path.read_bytes())
        except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile):
            return None
        return reading if reading.key == key else None


def fit(vectors: Vectors, labelled: Sequence[tuple[str, int, str]], key: str) -> Reading:
    """The reading of an encoder whose vectors of the labelled anchors these are."""
    names = tuple(dict.fromkeys(name for name, _, _ in labelled))
    labels = np.array([names.index(name) for name, _, _ in labelled])
    folds = np.array([number for _, number, _ in labelled]) % FOLDS
    mean = vectors.mean(axis=0)
    inputs = features(vectors, mean).astype(np.float64)
    unseen = np.zeros((len(labels), len(names)))
    for fold in range(FOLDS):
        held_out = folds == fold
        unseen[held_out] = inputs[held_out] @ _least_squares(inputs[~held_out], labels[~held_out], len(names))
    slope, bias = _fit_scale(unseen, labels)
    weights = slope * _least_squares(inputs, labels, len(names))
    weights[-1] += bias + np.log(NONE_ODDS) * np.array([name == OUTSIDE for name in names])
    return Reading(key, names, mean.astype(np.float32), (weights.astype(np.float32),))


def features(vectors: Vectors, mean: Vectors) -> Vectors:
    """Centred unit vectors with a constant: encoders put all texts into one narrow cone, centring opens it."""
    centred = vectors - mean
    lengths = np.maximum(np.linalg.norm(centred, axis=1, keepdims=True), 1e-9)
    return with_constant(centred / lengths)


def with_constant(rows: Vectors) -> Vectors:
    """The rows with a one behind each, which the last row of a layer's weights is for."""
    return np.hstack([rows, np.ones((len(rows), 1), dtype=rows.dtype)])


def softmax(logits: NDArray[np.floating]) -> NDArray[np.floating]:
    """Shares that sum to one, row by row."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def _least_squares(inputs: Floats, labels: NDArray[np.intp], classes: int) -> Floats:
    """Weighted so that a class counts by the root of its size: many anchors should not drown a small domain."""
    counts = np.bincount(labels, minlength=classes).clip(min=1)
    weight = 1 / np.sqrt(counts[labels])
    weight *= len(labels) / weight.sum()
    targets = np.where(labels[:, None] == np.arange(classes), 1.0, -1.0)
    weighted = inputs * weight[:, None]
    if len(inputs) < inputs.shape[1]:  # long vectors: the same from a system of one equation a row, many times smaller
        pairs = weighted @ inputs.T
        return inputs.T @ np.linalg.solve(pairs + RIDGE * np.eye(len(inputs)), weight[:, None] * targets)
    return np.linalg.solve(inputs.T @ weighted + RIDGE * np.eye(inputs.shape[1]), weighted.T @ targets)


def _fit_scale(scores: Floats, labels: NDArray[np.intp]) -> tuple[float, Floats]:
    """Slope and class biases of the softmax that best explains the labels: plain gradient descent on a convex loss."""
    slope, bias = 1.0, np.zeros(scores.shape[1])
    truth = labels[:, None] == np.arange(scores.shape[1])
    for _ in range(_SCALE_STEPS):
        excess = softmax(slope * scores + bias) - truth
        slope -= _STEP_LENGTH * 4 * float((excess * scores).sum(axis=1).mean())
        bias -= _STEP_LENGTH * 4 * excess.mean(axis=0)
    return slope, bias
