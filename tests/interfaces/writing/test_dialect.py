"""The Markdown that is understood, as tokens: what differs from CommonMark, and that nothing brings it down."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.interfaces.writing.dialect import MAX_NESTING, dialect
from tests.interfaces.writing.markdowns import MARKS


def kinds(markdown: str) -> list[str]:
    """The tokens of a text, those within its blocks too."""
    tokens = dialect().parse(markdown)
    return [inner.type for token in tokens for inner in (token, *(token.children or []))]


@pytest.mark.parametrize("markdown", ["<b>x</b>", "a\n===", "[x]: https://a.io", "[x](javascript:y)", "2*3*4", "a_b_c"])
def test_what_commonmark_would_read_more_into_is_one_paragraph_of_text(markdown: str) -> None:
    assert set(kinds(markdown)) <= {"paragraph_open", "inline", "text", "softbreak", "paragraph_close"}


@pytest.mark.parametrize(
    ("markdown", "kind"),
    [
        ("|a|b|\n|-|-|\n|c|d|", "table_open"),
        ("~~x~~", "s_open"),
        ("字**重**字", "strong_open"),
        ("$x^2$", "code_inline"),
        ("text\n$$\nx\n$$", "code_block"),
        ("a\n---", "hr"),
        ("<https://a.io>", "link_open"),
    ],
)
def test_what_commonmark_has_not_or_reads_otherwise_is_understood(markdown: str, kind: str) -> None:
    assert kind in kinds(markdown)


def test_a_row_keeps_the_cells_it_has_too_many() -> None:
    cells = [token.content for token in dialect().parse("|a|b|\n|-|-|\n|c|d|e\\|f|`g`|") if token.type == "inline"]
    assert cells == ["a", "b", "c", "d | e|f | `g`"]


def test_nesting_ends_somewhere() -> None:
    assert max(token.level for token in dialect().parse(">" * 500 + "x")) < MAX_NESTING


@pytest.mark.slow
@settings(max_examples=30)
@given(st.sampled_from(MARKS), st.sampled_from(MARKS), st.sampled_from(["", " ", "\n"]))
def test_no_mark_repeated_for_pages_brings_the_parser_down(first: str, second: str, gap: str) -> None:
    assert dialect().parse(f"{first}{gap}{second}{gap}" * 400) is not None
