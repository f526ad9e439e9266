"""Who is who, from what was told."""

import pytest

from app.language.people import who_is_who, with_names


@pytest.mark.parametrize(
    ("told", "people"),
    [
        ("my brother's name is Anze", {"brother": "Anze"}),
        ("Ama is my sister", {"sister": "Ama"}),
        ("my aunt Efua lives in Tema", {"aunt": "Efua"}),
        ("ma voisine s'appelle Solange", {"voisine": "Solange"}),
        ("my brother is American", {}),
        ("my car is called Betsy", {}),
        ("Kofi is my sister's teacher", {}),
        ("Today is my wife's birthday", {}),
        ("Ama is my sister-in-law", {"sister-in-law": "Ama"}),
        ("My sister called Kofi yesterday", {}),
    ],
)
def test_a_name_is_heard(told: str, people: dict[str, str]) -> None:
    assert who_is_who([told]) == people


def test_who_goes_by_two_names_is_nobody_for_certain() -> None:
    assert who_is_who(["my sister's name is Ama", "my sister's name is Esi"]) == {}


def test_the_other_name_is_given() -> None:
    people = {"brother": "Anze"}
    assert with_names("my brother keeps bees", people) == "my brother Anze keeps bees"
    assert with_names("Anze keeps bees", people) == "Anze (my brother) keeps bees"
    assert with_names("my brother's name is Anze", people) == "my brother's name is Anze"
    assert with_names("I keep bees", people) == "I keep bees"
