"""Words that point at what stands before, and those that name something."""

import pytest

from app.language.pointing import are_several, naming, number, places, points


@pytest.mark.parametrize(
    "said",
    [
        "it",
        "that one",
        "the last one",
        "ce rappel",
        "cette note",
        "celui-là",
        "em",
        "tht one",
        "les deux",
        "that reminder",
    ],
)
def test_what_names_nothing_points(said: str) -> None:
    assert points(said)


@pytest.mark.parametrize(
    "said", ["the dentist", "reminder for mum", "milk", "", "the", "a" * 200, "it is raining in Accra today"]
)
def test_what_names_something_does_not(said: str) -> None:
    assert not points(said)


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("the second", [1]),
        ("second one", [1]),
        ("the 2nd reminder", [1]),
        ("le deuxième", [1]),
        ("la dernière", [-1]),
        ("last", [-1]),
        ("the first two", [0, 1]),
        ("the last two", [-2, -1]),
        ("the dentist", []),
        ("second helping of rice", []),
    ],
)
def test_a_place_is_counted_from_nought(said: str, where: list[int]) -> None:
    assert places(said) == where


def test_a_number_is_one_however_it_is_said() -> None:
    assert [number(said) for said in ("#3", "number 3", "3", "numéro 3", "task 3")] == [3] * 5
    assert [number(said) for said in ("3 eggs", "the third", "")] == [None] * 3


def test_some_words_point_at_several() -> None:
    assert all(map(are_several, ("them", "both", "em", "les deux")))
    assert not any(map(are_several, ("it", "that one", "celui-là")))


def test_what_names_something_among_words_that_point() -> None:
    assert "harbour" in naming("the one about the harbour")
    assert not {"the", "one"} & set(naming("the one about the harbour"))
    assert naming("") == []
