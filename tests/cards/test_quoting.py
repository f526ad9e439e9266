"""Words of others in what a tool tells: on their line, or behind a mark."""

import pytest

from app.cards.quoting import block, bracketed, within

BREAKS = ("\n", "\r", "\r\n", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029")


@pytest.mark.parametrize("between", BREAKS)
def test_no_kind_of_break_makes_a_line_of_ours(between: str) -> None:
    assert within(f"a{between}- b") == "a - b"
    assert block(f"a{between}- b") == "> a\n> - b"


def test_what_moves_its_neighbours_or_gives_orders_to_a_screen_is_shown() -> None:
    assert within("a\u202eb\x1b[2J") == "a‹U+202E›b‹U+001B›[2J"
    assert block("a\u2067b\x07") == "> a‹U+2067›b‹U+0007›"


def test_what_spells_words_stays() -> None:
    assert within("שלום\u200f! café") == "שלום\u200f! café"
    assert block("a\n\n\tb\n") == "> a\n>\n> \tb"


def test_no_bracket_of_theirs_closes_ours() -> None:
    assert bracketed("Ama (x), today) - b") == "Ama [x], today] - b"
