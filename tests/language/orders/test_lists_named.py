"""Lists that are named without the word "list"."""

import pytest

from tests.language.choosing.test_joining import calls, told


@pytest.mark.parametrize(
    ("said", "titles", "name"),
    [
        ("courses : riz, tomates, savon", ["riz", "tomates", "savon"], "courses"),
        ("ajoute du lait et des œufs à l'épicerie", ["lait", "œufs"], "épicerie"),
        ("add rice and beans to the groceries", ["rice", "beans"], "groceries"),
    ],
)
def test_a_word_for_what_is_bought_names_a_list(said: str, titles: list[str], name: str) -> None:
    assert calls(said) == [("add_tasks", {"titles": titles, "list_name": name})]


def test_two_lists_are_told_apart_though_only_one_is_called_so() -> None:
    said = "mets fromage, jambon et cornichons sur les courses, et vis et chevilles sur la liste bricolage"
    assert calls(said) == [
        ("add_tasks", {"titles": ["fromage", "jambon", "cornichons"], "list_name": "courses"}),
        ("add_tasks", {"titles": ["vis", "chevilles"], "list_name": "bricolage"}),
    ]


def test_what_is_added_to_it_behind_a_list_goes_on_that_list() -> None:
    assert calls("Also add 'order compost' to it", told("Put 'email Ingrid' on my to-do list")) == [
        ("add_tasks", {"titles": ["order compost"]})
    ]
