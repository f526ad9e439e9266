"""The matrices of one user's vectors, and how much memory all of them take."""

import math

import numpy
import pytest

from app.memory.adapters.sqlite_vectors import Shelves, packed


def rows(count: int, kind: str = "note", start: int = 1) -> list[tuple[int, str, bytes]]:
    """Vectors turned a little further with each number."""
    angles = [number / 1000 for number in range(start, start + count)]
    return [(n, kind, packed([math.cos(a), math.sin(a)])) for n, a in enumerate(angles, start=start)]


def nearest(shelves: Shelves, count: int, *kinds: str) -> list[int]:
    return sorted(shelves.nearest(numpy.asarray([1.0, 0.0], numpy.float32), kinds, count))


def test_rows_are_appended_and_found() -> None:
    shelves = Shelves(2)
    assert nearest(shelves, 5) == []
    shelves.append(rows(100))
    shelves.append(rows(100, "task", start=101))
    assert shelves.last == 200
    assert nearest(shelves, 200) == list(range(1, 201))
    assert nearest(shelves, 200, "task") == list(range(101, 201))
    assert nearest(shelves, 200, "journal") == []


def test_the_nearest_are_among_a_few_more_than_asked_for() -> None:
    shelves = Shelves(2)
    shelves.append(rows(1500))
    assert set(range(1, 6)) <= set(nearest(shelves, 60))


def test_a_forgotten_row_is_not_named_again() -> None:
    shelves = Shelves(2)
    shelves.append(rows(5))
    shelves.forget([1, 3])
    assert nearest(shelves, 5) == [2, 4, 5]
    assert nearest(shelves, 5, "note") == [2, 4, 5]


def test_a_row_takes_about_a_byte_for_each_part() -> None:
    shelves = Shelves(384)
    shelves.append([(number, "note", packed([0.05] * 384)) for number in range(1, 1001)])
    assert shelves.memory / 1000 == pytest.approx(1.25 * (384 + 4 + 8), rel=0.01)
