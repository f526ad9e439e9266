"""Short forms written out, slips mended in the words of orders alone."""

import pytest

from app.language.orders.spelling import nearest, written_out


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("whats on my list", "what's on my list"),
        ("dont remind me 2 call u 2moro", "don't remind me to call you tomorrow"),
        ("remind me 2 days before", "remind me 2 days before"),
        ("bread n eggs", "bread and eggs"),
        ("note: dont tell u", "note: dont tell u"),
        ("see https://u.example/im", "see https://u.example/im"),
    ],
)
def test_short_forms_are_written_out_where_nothing_is_dictated(typed: str, meant: str) -> None:
    assert written_out(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"), [("remnid", "remind"), ("taks", "task"), ("shoping", "shopping"), ("cancle", "cancel")]
)
def test_one_slip_is_mended(typed: str, meant: str) -> None:
    assert nearest(typed) == meant


@pytest.mark.parametrize("word", ["cancer", "dairy", "shipping", "cancelled", "reminders", "list"])
def test_other_words_are_left(word: str) -> None:
    assert nearest(word) is None
