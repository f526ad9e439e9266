"""Words that need company to speak of dates."""

import pytest

from app.schedule.tokens import tokenise
from app.schedule.vocabulary import CLASSES, MONTHS, WEEKDAYS, stands_alone


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
