"""A model's Markdown as Telegram shows it. Whatever comes in, Telegram can read what goes out, and no word is missing."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.interfaces.writing.markup import plain_text, runs_of, telegram_html
from app.interfaces.writing.runs import clean, plain_of
from tests.interfaces.telegram.reading import read
from tests.interfaces.writing import markdowns


@settings(max_examples=200)
@given(markdowns.anything)
def test_whatever_comes_in_telegram_can_read_what_goes_out(markdown: str) -> None:
    read(telegram_html(markdown))


@settings(max_examples=200)
@given(st.one_of(markdowns.document, markdowns.soup))
def test_no_word_is_lost(markdown: str) -> None:
    html = telegram_html(markdown).casefold()
    assert [word for word in re.findall(r"[a-z]+[0-9]+x", markdown) if word not in html] == []


@given(markdowns.document, st.data())
def test_a_draft_cut_anywhere_is_readable(markdown: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(markdown)))
    read(telegram_html(markdown[:cut]))


@given(st.text(max_size=200))
def test_plain_text_has_no_character_telegram_would_refuse(text: str) -> None:
    shown = plain_text(text)
    shown.encode("utf-8")
    assert shown == clean(shown)


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("**bold** and *it* and ***both***", "<b>bold</b> and <i>it</i> and <b><i>both</i></b>"),
        ("**bold with *it* inside**", "<b>bold with <i>it</i> inside</b>"),
        ("__bold__ _it_ ~~gone~~ `code`", "<b>bold</b> <i>it</i> <s>gone</s> <code>code</code>"),
        ("**a `b` c**", "<b>a </b><code>b</code><b> c</b>"),
        ("# Heading\ntext", "<b>Heading</b>\ntext"),
        ("one\ntwo  \nthree\n\nfour", "one\ntwo\nthree\n\nfour"),
        ("a\n---\nb", "a\n\n──────────\n\nb"),
        ("> said\n> this", "<blockquote>said\nthis</blockquote>"),
        ("> a\n> > b", "<blockquote>a\nb</blockquote>"),
        ("before\n\n> quote\n\nafter", "before\n<blockquote>quote</blockquote>\nafter"),
        ("![a cat](https://a.io/cat.png)", '<a href="https://a.io/cat.png">a cat</a>'),
        ("![](https://a.io/cat.png)", '<a href="https://a.io/cat.png">image</a>'),
        ("<https://a.io/x>", '<a href="https://a.io/x">https://a.io/x</a>'),
    ],
)
def test_each_kind_of_formatting(markdown: str, html: str) -> None:
    assert telegram_html(markdown) == html


@pytest.mark.parametrize(
    "text",
    [
        "2*3*4 = 24",
        "2 * 3 * 4",
        "2**3**4",
        "snake_case_name and _x",
        "a*b",
        "5 < 6 > 4 && \"q\" 'p'",
        "<b>not bold</b> <script>x</script> <a href='y'>",
        "&nbsp",
        "C:\\Users\\me",
        "**half-open",
        "[label](https://half",
        "[1]: https://a.io/source",
        "costs $5 and $6, or US$7",
        "https://a.io/_x_y_/*z*/(b)_c_",
        "#hashtag and #5",
        "http:// and https://, a:b",
        "f(x) [note]",
        "a | b",
        "word[x](notes.md)",
        "x^2_i",
    ],
)
def test_text_that_only_looks_like_formatting_stays_as_it_was_written(text: str) -> None:
    assert plain_text(text) == text
    assert read(telegram_html(text)) == (text, [])


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("内容**重点**内容", "内容<b>重点</b>内容"),
        ("**“重点”**内容", "<b>“重点”</b>内容"),
        ("内容**「重点」**内容", "内容<b>「重点」</b>内容"),
        ("**Note:**text", "<b>Note:</b>text"),
        ("**Bold**ly", "<b>Bold</b>ly"),
    ],
)
def test_bold_works_where_no_space_stands_beside_it(markdown: str, html: str) -> None:
    assert telegram_html(markdown) == html


def test_lists_keep_their_marks_and_their_depth() -> None:
    markdown = (
        "Things:\n- one\n  goes on\n- two\n  1. a\n  2. b\n     * deep\n- [ ] open\n- [x] done\n\n3) three\n4) four"
    )
    assert telegram_html(markdown) == (
        "Things:\n• one\n   goes on\n• two\n   1. a\n   2. b\n      ▪ deep\n☐ open\n☑ done\n\n3) three\n4) four"
    )


def test_items_apart_in_the_source_stay_apart() -> None:
    assert telegram_html("1. one\n\n2. two") == "1. one\n\n2. two"


@pytest.mark.parametrize(
    "fence",
    ["```python\nif a < b:\n\treturn\n```", "```python\nif a < b:\n\treturn", "~~~python\nif a < b:\n\treturn\n~~"],
)
def test_code_keeps_its_language_and_its_lines_even_half_open(fence: str) -> None:
    assert telegram_html(fence).startswith('<pre><code class="language-python">if a &lt; b:\n    return')


def test_what_stands_behind_a_fence_and_is_no_language_is_kept() -> None:
    assert telegram_html("```\n```") == ""
    assert telegram_html("```lonely") == "<pre>lonely</pre>"
    assert telegram_html("```py title=x\na\n```") == '<pre><code class="language-py">title=x\na</code></pre>'
    assert telegram_html('```"quoted" <name>\na') == '<pre>"quoted" &lt;name&gt;\na</pre>'


def test_a_table_stands_in_columns() -> None:
    assert telegram_html("| Day | °C |\n|:--|--:|\n| **Mon** | 9 |\n| Tue | 12 | rain |") == (
        "<pre>Day         °C\n───  ─────────\nMon          9\nTue  12 | rain</pre>"
    )


def test_a_table_too_wide_for_a_phone_is_told_row_by_row() -> None:
    wide = "| Name | What it is | Where |\n|-|-|-|\n" + "| Tea | %s | [shop](https://a.io) |\n| Salt | | |" % (
        "very " * 14
    )
    assert telegram_html(wide) == (
        "Name: <b>Tea</b>\n• What it is: "
        + ("very " * 14).strip()
        + '\n• Where: <a href="https://a.io">shop</a>\n\nName: <b>Salt</b>\n• What it is: –\n• Where: –'
    )


def test_a_label_that_names_another_host_is_shown_with_the_real_address() -> None:
    assert telegram_html("Pay at [www.bank.com](https://evil.io/pay) now") == (
        'Pay at www.bank.com (<a href="https://evil.io/pay">https://evil.io/pay</a>) now'
    )
    assert telegram_html("[**bank.com**](https://bank.com/x)") == '<a href="https://bank.com/x"><b>bank.com</b></a>'
    assert telegram_html("[](https://bank.com/x)") == '<a href="https://bank.com/x">https://bank.com/x</a>'


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "https://bank.com@evil.io"]
)
def test_an_address_that_may_not_be_tapped_stays_text(address: str) -> None:
    text, entities = read(telegram_html(f"[tap me]({address})"))
    assert text == f"[tap me]({address})"
    assert entities == []


def test_mail_and_local_addresses_stand_behind_their_labels() -> None:
    assert telegram_html("[Write to Ada](mailto:ada@a.io)") == "Write to Ada (ada@a.io)"
    assert telegram_html("<ada@a.io>") == "ada@a.io"
    assert telegram_html("[the page](http://localhost:8000)") == "the page (http://localhost:8000)"


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        (r"so \(a_1 * b_1\) holds", "so <code>a_1 * b_1</code> holds"),
        ("so $x^2 * y^2$ holds", "so <code>x^2 * y^2</code> holds"),
        ("let $n$ be", "let <code>n</code> be"),
        ("$$\na\n- b\n$$", "<pre>a\n- b</pre>"),
        (r"\[ x = 1 \]", "<pre>x = 1</pre>"),
        (r"\[note\] \(aside\)", "[note] (aside)"),
        ("$$ half\n- open", "$$ half\n• open"),
        ("so $$x*y*z$$ holds", "so <code>x*y*z</code> holds"),
        ("- \\[\n  x = 1\n  \\]\n\nend", "• <pre>x = 1</pre>\n\nend"),
        ("- $$\nend", "• $$\n   end"),
    ],
)
def test_math_is_shown_as_it_was_written(markdown: str, html: str) -> None:
    assert telegram_html(markdown) == html


def test_what_is_nested_beyond_reason_is_shown_as_it_was_written() -> None:
    deep = ">" * 500 + " x"
    assert plain_text(deep) == deep
    assert plain_text("- " * 300 + "x").endswith("x")
    read(telegram_html("*a " * 3000 + "a* " * 3000))


def test_what_is_longer_than_any_answer_is_shown_as_it_was_written() -> None:
    assert plain_text("**a** " * 10_000) == "**a** " * 10_000
    assert plain_text("![" * 3000) == "![" * 3000


def test_plain_text_is_what_a_reader_of_the_formatted_text_sees() -> None:
    markdown = "# Hi\n- **a** [b](https://c.io)\n\n`x`"
    assert plain_text(markdown) == "Hi\n• a b (https://c.io)\n\nx"
    assert plain_of(runs_of(markdown)) == plain_text(markdown)
