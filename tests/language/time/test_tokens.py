"""Text to tokens."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.time.tokens import READ_LIMIT, tokenise


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("at 9:30pm", ["word", "clock", "word"]),
        ("3/4/2027", ["date3"]),
        ("2027-03-04T09:00", ["iso"]),
        ("room 101", ["word", "junk"]),
        ("$5 or 10%", ["junk", "word", "junk"]),
        ("650-650-6500", ["junk"]),
        ("A4 and T6", ["junk", "word", "junk"]),
        ("15Sep", ["number", "word"]),
        ("22nd", ["ordinal"]),
        ("o'clock", ["word"]),
        ("10k", ["junk"]),
        ("bob@example.com", ["junk"]),
        ("133-03-03-2020", ["number", "mark", "number", "mark", "number", "mark", "number"]),
    ],
)
def test_each_shape_has_its_kind(text: str, kinds: list[str]) -> None:
    assert [token.kind for token in tokenise(text)] == kinds


@given(st.text(max_size=200))
def test_tokens_lie_in_order_inside_the_text(text: str) -> None:
    tokens = tokenise(text)

    assert all(first.end <= second.start for first, second in itertools.pairwise(tokens))
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)


def test_nothing_beyond_the_limit_is_read() -> None:
    assert tokenise("a" * (READ_LIMIT * 3))[-1].end <= READ_LIMIT
