"""Numbers in digits and words."""

import pytest

from app.schedule.numbers import number_class, read_numbers
from app.schedule.parser import grammar
from app.schedule.tokens import tokenise


def values(text: str) -> list[object]:
    return [token.value for token in read_numbers(tokenise(text), grammar().alphabet) if token.value is not None]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("twenty-five", [25]),
        ("one hundred and twenty", [120]),
        ("two thousand nineteen", [2019]),
        ("twenty twenty seven", [2027]),
        ("three twenty", [3, 20]),
        ("the twenty first", [21]),
        ("22nd", [22]),
        ("second friday", [2]),
        ("a second", []),
        ("second opinion", []),
    ],
)
def test_numbers_are_joined_and_ordinals_known(text: str, numbers: list[int]) -> None:
    assert values(text) == numbers


@pytest.mark.parametrize(
    ("value", "digits", "name"),
    [
        (0, "0", "N0"),
        (7, "7", "N12"),
        (24, "24", "N24"),
        (31, "31", "N31"),
        (45, "45", "N59"),
        (930, "0930", "N4"),
        (2027, "2027", "NYEAR"),
        (2.5, "", "NFRAC"),
        (123456, "123456", "NBIG"),
    ],
)
def test_a_number_is_classed_by_what_it_could_be(value: float, digits: str, name: str) -> None:
    assert number_class(value, digits) == name
