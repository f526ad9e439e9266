"""Fitting and keeping a reading."""

from pathlib import Path

import numpy as np
import pytest

from app.routing.keywords import OUTSIDE
from app.routing.reading import Reading, fit, softmax

NAMES = ("email", "news", OUTSIDE)


def cluster(seed: int, *, count: int = 30, dimensions: int = 24) -> tuple[np.ndarray, list[tuple[str, int, str]]]:
    """Unit vectors around one direction for each name, in a narrow cone as encoders have it."""
    draw = np.random.default_rng(seed)
    centres = np.eye(len(NAMES), dimensions) + 3
    vectors = np.repeat(centres, count, axis=0) + draw.normal(scale=0.15, size=(len(NAMES) * count, dimensions))
    labelled = [(name, index, f"{name} {index}") for name in NAMES for index in range(count)]
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32), labelled


@pytest.fixture
def reading() -> Reading:
    return fit(*cluster(1), "key")


def test_a_vector_like_the_anchors_of_a_domain_scores_high_there(reading: Reading) -> None:
    unseen, labelled = cluster(2)
    for vector, (name, _, _) in zip(unseen, labelled, strict=True):
        scores = reading.scores(vector)
        assert OUTSIDE not in scores
        best = max(scores, key=scores.__getitem__)
        assert best == name if name != OUTSIDE else scores[best] < 0.45


def test_scores_are_shares_best_first(reading: Reading) -> None:
    scores = list(reading.scores(cluster(3)[0][0]).values())
    assert scores == sorted(scores, reverse=True)
    assert 0 <= sum(scores) <= 1.001


def test_the_same_vectors_give_the_same_reading() -> None:
    one, two = fit(*cluster(1), "key"), fit(*cluster(1), "key")
    assert np.array_equal(one.layers, two.layers)


def test_a_reading_survives_its_bytes(reading: Reading) -> None:
    again = Reading.from_bytes(reading.to_bytes())
    vector = cluster(4)[0][0]
    assert again.key == "key"
    assert again.scores(vector) == pytest.approx(reading.scores(vector), abs=0.01)


def test_a_file_is_taken_only_under_its_key(reading: Reading, tmp_path: Path) -> None:
    path = tmp_path / "reading.npz"
    path.write_bytes(reading.to_bytes())
    assert Reading.open(path, "key") is not None
    assert Reading.open(path, "another") is None


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not an archive", b"text"])
def test_a_damaged_file_is_no_reading(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "reading.npz"
    path.write_bytes(content)
    assert Reading.open(path, "key") is None


def test_no_file_is_no_reading(tmp_path: Path) -> None:
    assert Reading.open(tmp_path / "none.npz", "key") is None


def test_softmax_rows_sum_to_one_even_for_large_numbers() -> None:
    assert softmax(np.array([[1000.0, 0.0], [1.0, 1.0]])).sum(axis=1) == pytest.approx([1.0, 1.0])
