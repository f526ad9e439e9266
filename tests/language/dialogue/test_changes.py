"""Other words in what was asked for."""

import pytest

from app.language.dialogue.changes import holds, put_in, title_meant, with_words
from app.language.orders.plan import Call


@pytest.mark.parametrize(
    ("text", "old", "new", "wanted"),
    [
        ("I live at 27 Orchard Lane in Ludlow", "27", "72 Orchard Lane", "I live at 72 Orchard Lane in Ludlow"),
        ("parked on level -3 bay 118", "", "181", "parked on level -3 bay 181"),
        ("parked on level -3 bay 118", "", "bay 181", "parked on level -3 bay 181"),
        ("book the ferry for six people", "", "for seven people", "book the ferry for seven people"),
        ("la facture à Ludovic", "", "à Ludivine", "la facture à Ludivine"),
        ("my sister's birthday is 3 May", "", "5 May", "my sister's birthday is 5 May"),
        ("two leeks for the quiche", "", "three leeks", "three leeks for the quiche"),
        ("milk", "milk", "oat milk", "oat milk"),
        ("buy milk", "", "call mum and dad", "call mum and dad"),
    ],
)
def test_what_both_share_says_what_is_replaced(text: str, old: str, new: str, wanted: str) -> None:
    assert put_in(text, old, new) == wanted


def test_a_call_gets_other_words_where_they_stand() -> None:
    note = Call("save_note", {"content": "bin day is Tuesday"})
    assert with_words(note, "Tuesday", "Friday") == Call("save_note", {"content": "bin day is Friday"})
    assert with_words(note, "Monday", "Friday") is None
    assert with_words(Call("add_tasks", {"titles": ["a", "b"]}), "", "c") is None


def test_of_several_titles_the_one_that_is_spoken_of_is_meant() -> None:
    added = Call("add_tasks", {"titles": ["flour", "butter", "two leeks for the quiche"]})
    assert title_meant(added, "", "three leeks") == "two leeks for the quiche"
    assert title_meant(added, "the butter", "oil") == "butter"
    assert title_meant(added, "", "eggs") == ""
    assert holds(added, "flour")
