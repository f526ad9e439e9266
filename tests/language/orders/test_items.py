"""Items of an enumeration."""

import pytest

from app.language.orders.items import is_doing, joined, split_items


@pytest.mark.parametrize(
    ("said", "things", "items"),
    [
        ("milk, eggs and bread", False, ["milk", "eggs", "bread"]),
        ("call mum and dad", False, ["call mum and dad"]),
        ("call mum and email dad", False, ["call mum", "email dad"]),
        ("buy milk, eggs and bread", False, ["buy milk, eggs and bread"]),
        ("buy milk, eggs and bread", True, ["milk", "eggs", "bread"]),
        ("a torch & some rope", True, ["torch", "rope"]),
        ("mac and cheese and salt", True, ["mac and cheese", "salt"]),
        ('"salt and pepper crisps"', True, ["salt and pepper crisps"]),
        ("milk,, ,", True, ["milk"]),
        ("", True, []),
    ],
)
def test_items(said: str, things: bool, items: list[str]) -> None:
    assert split_items(said, things=things) == items


def test_a_doing_begins_with_a_verb() -> None:
    assert is_doing("call mum")
    assert not is_doing("milk")
    assert not is_doing("")


def test_items_are_joined_as_people_do() -> None:
    assert joined(["milk", "eggs", "bread"]) == "milk, eggs and bread"
    assert joined(["milk"]) == "milk"
