"""Formatted text: tags that close in order, lengths as Telegram counts them."""

from hypothesis import given
from hypothesis import strategies as st

from app.interfaces.writing.runs import (
    BOLD,
    CODE,
    ITALIC,
    QUOTE,
    Run,
    Style,
    clean,
    html_of,
    is_blank,
    layered,
    merged,
    openings,
    plain_of,
    units,
    without_tags,
)
from tests.interfaces.telegram.reading import read

LINK = Style("a", 'https://a.io/?q="x"&y=<z>')
STYLES = [
    BOLD,
    ITALIC,
    CODE,
    QUOTE,
    LINK,
    Style("pre"),
    Style("pre", "py"),
    Style("tg-spoiler"),
    Style("u"),
    Style("s"),
]


@st.composite
def runs(draw: st.DrawFn) -> list[Run]:
    made = []
    for text, styles in draw(st.lists(st.tuples(st.text(max_size=9), st.lists(st.sampled_from(STYLES), max_size=5)))):
        over: tuple[Style, ...] = ()
        for style in styles:
            over = layered(over, style)
        made.append(Run(clean(text), over))
    return made


@given(runs())
def test_any_runs_make_html_that_telegram_reads_back_as_their_text(drawn: list[Run]) -> None:
    text = "".join(run.text for run in drawn)
    html = html_of(drawn)
    assert read(html)[0] == text
    assert without_tags(html) == text


@given(runs())
def test_merging_changes_neither_the_text_nor_the_formatting(drawn: list[Run]) -> None:
    assert html_of(merged(drawn)) == html_of(run for run in drawn if run.text)


def test_styles_nest_outermost_first_whatever_order_they_came_in() -> None:
    bold_link = layered(layered((), BOLD), LINK)
    assert html_of([Run("x", bold_link)]) == '<a href="https://a.io/?q=&quot;x&quot;&amp;y=&lt;z&gt;"><b>x</b></a>'


def test_code_carries_no_other_style_but_the_quote_it_stands_in() -> None:
    assert layered((QUOTE, BOLD), CODE) == (QUOTE, CODE)
    assert layered((CODE,), BOLD) == (CODE,)
    assert layered((LINK,), CODE) == (LINK,)


def test_a_style_counts_once_for_all_the_runs_it_goes_over() -> None:
    assert openings((), (BOLD,)) == 1
    assert openings((BOLD,), (BOLD, ITALIC)) == 1
    assert openings((ITALIC,), (BOLD, ITALIC)) == 2


def test_length_is_counted_in_utf16_units() -> None:
    assert units("aé中") == 3
    assert units("😀") == 2


def test_what_telegram_would_drop_or_refuse_is_taken_out() -> None:
    assert clean("a\x00\x07b\u202ec\ud83dd") == "abc\ufffdd"
    assert clean("a\r\nb\rc\u2028d") == "a\nb\nc\nd"
    assert clean("A\u030angstro\u0308m") == "Ångström"


def test_text_of_invisible_characters_alone_is_blank() -> None:
    assert is_blank(" \n\u200b\u2800\ufeff\u00a0\U000e0041")
    assert not is_blank("\u200b.")


def test_plain_text_tells_the_address_behind_a_label() -> None:
    link = Style("a", "https://a.io/x")
    assert plain_of([Run("see "), Run("this", (link,)), Run("!")]) == "see this (https://a.io/x)!"
    assert plain_of([Run("https://a.io/x", (link,))]) == "https://a.io/x"
    assert plain_of([Run("one", (link,)), Run(" two", (link, BOLD))]) == "one two (https://a.io/x)"
