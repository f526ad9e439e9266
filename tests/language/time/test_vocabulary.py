"""Words that need company to speak of dates."""

import pytest

from app.language.time.phrases import grammar
from app.language.time.tokens import tokenise
from app.language.time.vocabulary import CLASSES, MONTHS, WEEKDAYS, number_class, read_numbers, stands_alone


def speaks_of_dates(text: str, word: str) -> bool:
    tokens = tokenise(text)
    index = next(position for position, token in enumerate(tokens) if token.text == word)
    return stands_alone(tokens, index, text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("on sat", "sat"),
        ("mon, wed and fri", "wed"),
        ("see you Sat", "sat"),
        ("sat 9:30", "sat"),
        ("in may", "may"),
        ("may 5", "may"),
        ("third of march", "march"),
        ("sun", "sun"),
    ],
)
def test_with_company_they_do(text: str, word: str) -> None:
    assert speaks_of_dates(text, word)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("she sat down", "sat"),
        ("the Sun is hot", "sun"),
        ("Sat on a chair", "sat"),
        ("you may go", "may"),
        ("one may ask", "may"),
        ("12 may be enough", "may"),
        ("they march on", "march"),
    ],
)
def test_alone_they_do_not(text: str, word: str) -> None:
    assert not speaks_of_dates(text, word)


def test_the_tables_cover_the_calendar() -> None:
    assert set(MONTHS.values()) == set(range(1, 13))
    assert set(WEEKDAYS.values()) == set(range(7))
    assert all(CLASSES.values())


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
