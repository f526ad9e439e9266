"""Units: everyday ones, there and back."""

from fractions import Fraction

import pytest

from app.language.units import convert, is_unit


@pytest.mark.parametrize(
    ("source", "target"),
    [("miles", "km"), ("lb", "kg"), ("cups", "ml"), ("f", "c"), ("acre", "m2"), ("mph", "knots"), ("gb", "bytes")],
)
def test_there_and_back_is_where_one_was(source: str, target: str) -> None:
    there = convert(Fraction(7), source, target)
    assert there is not None
    back = convert(there[0], target, source)
    assert back is not None
    assert back[0] == 7


def test_different_kinds_do_not_convert() -> None:
    assert convert(Fraction(1), "kg", "miles") is None
    assert convert(Fraction(1), "c", "miles") is None


def test_unknown_names_are_no_units() -> None:
    assert not is_unit("bananas")
    assert is_unit("KM")
