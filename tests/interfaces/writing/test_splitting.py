"""Long answers in parts: each one Telegram takes, cut where a reader would pause, with no word lost."""

import re

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from app.interfaces.writing.markup import telegram_html
from app.interfaces.writing.splitting import LIMIT, draft_html, html_parts
from tests.interfaces.telegram.reading import assert_takes, read
from tests.interfaces.writing import markdowns

PARAGRAPH = "The quick brown fox jumps over the lazy dog. " * 20


def bare(text: str) -> str:
    """A text without its white space."""
    return re.sub(r"\s+", "", text)


def texts(markdown: str, limit: int = LIMIT) -> list[str]:
    return [assert_takes(part, limit) for part in html_parts(markdown, limit)]


@settings(max_examples=200)
@given(markdowns.anything, st.integers(2, 120))
def test_every_part_is_taken_and_nothing_but_white_space_goes(markdown: str, limit: int) -> None:
    assert _visible(texts(markdown, limit)) == _visible([read(telegram_html(markdown))[0]])


def _visible(parts: list[str]) -> str:
    return regex.sub(r"[\s\p{Cf}\u2800\ufffc\u3164\u115f\u1160\uffa0\u030a\U000e0000-\U000e007f]+", "", "".join(parts))


@given(markdowns.document, st.integers(40, 200))
def test_words_that_fit_are_never_cut(markdown: str, limit: int) -> None:
    words = read(telegram_html(markdown))[0].split()
    assert [word for part in texts(markdown, limit) for word in part.split()] == words


@given(markdowns.anything, st.integers(2, 120))
def test_the_same_text_is_always_cut_in_the_same_places(markdown: str, limit: int) -> None:
    assert html_parts(markdown, limit) == html_parts(markdown, limit)


@given(markdowns.anything, st.integers(10, 120))
def test_a_draft_is_one_message(markdown: str, limit: int) -> None:
    draft = draft_html(markdown, limit)
    if draft:
        assert_takes(draft, limit)


def test_nothing_to_see_is_no_message() -> None:
    assert html_parts(" \n\u200b") == []
    assert html_parts("```\n```") == []
    assert draft_html("") == ""


def test_a_short_text_is_one_part() -> None:
    assert html_parts("**hi**") == ["<b>hi</b>"]
    assert draft_html("**hi**") == "<b>hi</b>"


def test_a_draft_longer_than_a_message_ends_with_a_sign() -> None:
    assert draft_html(PARAGRAPH * 10).endswith("…")


def test_cuts_come_between_paragraphs_where_they_can() -> None:
    parts = texts("\n\n".join([PARAGRAPH] * 8))
    assert all(part.startswith("The quick") and part.endswith("dog.") for part in parts)
    assert len(parts) == 2


def test_else_between_lines_then_sentences_then_words() -> None:
    assert texts("aaaa bbb\ncccc ddd", 12) == ["aaaa bbb", "cccc ddd"]
    assert texts("Aaaa bb. Cccc ddd eee", 14) == ["Aaaa bb.", "Cccc ddd eee"]
    assert texts("aaaa bbb ccc", 9) == ["aaaa bbb", "ccc"]
    assert texts("一二三四。五六七八九", 8) == ["一二三四。", "五六七八九"]


def test_styles_are_closed_and_opened_again_over_a_cut() -> None:
    assert html_parts("**aaaa *bbbb cccc***", 10) == ["<b>aaaa <i>bbbb</i></b>", "<b><i>cccc</i></b>"]
    assert html_parts("> aaaa bbbb", 6) == ["<blockquote>aaaa</blockquote>", "<blockquote>bbbb</blockquote>"]


def test_code_goes_on_in_its_language() -> None:
    code = "```python\n" + "\n".join(f"def f{n}():\n    return {n}\n" for n in range(400)) + "\n```"
    parts = html_parts(code)
    assert len(parts) > 1
    assert all(part.startswith('<pre><code class="language-python">def f') for part in parts)
    assert all(re.search(r"return \d+</code></pre>$", part) for part in parts)


def test_a_line_of_code_keeps_its_indentation_after_a_cut() -> None:
    assert texts("```\naaaa\n    bbbb\n```", 9) == ["aaaa", "    bbbb"]


def test_code_that_fits_into_the_next_part_is_not_cut() -> None:
    code = "```\n" + "x = 1\n" * 300 + "```"
    parts = html_parts(PARAGRAPH * 3 + "\n\n" + code)
    assert parts[1] == telegram_html(code)


def test_a_link_is_never_cut_while_it_fits() -> None:
    assert html_parts("aaaa bbb[see this page](https://a.io)", 16) == [
        "aaaa",
        'bbb<a href="https://a.io">see this page</a>',
    ]
    assert html_parts("aaaa[see this page](https://a.io)", 14) == ["aaaa", '<a href="https://a.io">see this page</a>']
    address = "https://a.io/" + "x" * 30
    assert texts(f"look here: {address} and there", 50) == ["look here:", f"{address} and", "there"]


@pytest.mark.parametrize("character", ["😀", "👩‍👩‍👧", "é", "🇩🇪"])
def test_no_character_is_cut_in_two(character: str) -> None:
    parts = texts(character * 40, 17)
    assert all(part.replace(character, "") == "" for part in parts)


def test_a_character_longer_than_a_message_is_cut_all_the_same() -> None:
    parts = texts("a" + "\u0301" * 100, 20)
    assert "".join(parts) == "a" + "\u0301" * 100
    assert max(map(len, parts)) == 20


def test_a_message_has_no_more_styles_than_telegram_keeps() -> None:
    parts = html_parts(" ".join(f"**w{n}**" for n in range(350)))
    assert [len(read(part)[1]) for part in parts] == [100, 100, 100, 50]


def test_many_pages_are_cut_quickly_enough_to_be_read() -> None:
    markdown = "\n\n".join(f"## Part {n}\n\n{PARAGRAPH}\n\n- **a**\n- [b](https://a.io/{n})" for n in range(45))
    parts = texts(markdown)
    assert bare("".join(parts)) == bare(read(telegram_html(markdown))[0])
    assert len(parts) < 14
