"""Nearness without what is ordinary."""

import numpy as np
import pytest

from app.learning.nearness import nearness


def _stored(*parts: float) -> bytes:
    return np.array(parts, dtype="<f2").tobytes()


def _asked(*parts: float) -> np.ndarray:
    return np.array(parts, dtype=np.float32)


def test_what_is_near_stands_above_the_middle_and_the_rest_below() -> None:
    stored = {"same": _stored(1, 0, 0), "other": _stored(0, 1, 0), "third": _stored(0, 0, 1)}
    found = nearness(_asked(1, 0, 0), [], stored)
    assert found["same"] == pytest.approx(1, abs=0.01)
    assert found["other"] == found["third"] == 0


def test_what_everything_shares_counts_for_nothing() -> None:
    usual = [_stored(0.9, 0.1, 0)] * 100
    stored = {"usual": _stored(0.9, 0.1, 0), "about it": _stored(0.7, 0, 0.7)}
    found = nearness(_asked(0.95, 0, 0.3), usual, stored)
    assert found["about it"] > found["usual"]


def test_vectors_of_another_length_are_left_out() -> None:
    assert nearness(_asked(1, 0), [_stored(1, 0, 0)], {"long": _stored(1, 0, 0)}) == {}


def test_of_nothing_nothing_is_near() -> None:
    assert nearness(_asked(1, 0), [], {}) == {}
