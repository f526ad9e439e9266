"""Numbers in words."""

import pytest

from app.language.orders.numbers import in_digits


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("two hundred divided by five", "200 divided by 5"),
        ("twenty-one plus a hundred and three", "21 plus 103"),
        ("two hundred and five thousand", "205000"),
        ("one million", "1000000"),
        ("someone alone", "someone alone"),
        ("bread and two eggs", "bread and 2 eggs"),
    ],
)
def test_words_become_digits(said: str, written: str) -> None:
    assert in_digits(said) == written
