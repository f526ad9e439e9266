"""Telegram's HTML: what it takes, what it refuses in which words, and what is shown of it in the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.bot_api.entities import checked_text, tidied, with_found
from tests.fakes.bot_api.markup import HtmlReader, parsed, units
from tests.fakes.bot_api.refusals import NotImitated, Refusal

SHOWN = (
    ("plain", "plain", []),
    ("<b>a</b>", "a", [("bold", 0, 1)]),
    ("<STRONG>a</strong>", "a", [("bold", 0, 1)]),
    ("<i>a</i><em>b</em>", "ab", [("italic", 0, 2)]),
    ("<u>a</u> <ins>b</ins>", "a b", [("underline", 0, 1), ("underline", 2, 1)]),
    ("<s>a</s><strike>b</strike><del>c</del>", "abc", [("strikethrough", 0, 3)]),
    ('<tg-spoiler>a</tg-spoiler> <span class="tg-spoiler">b</span>', "a b", [("spoiler", 0, 1), ("spoiler", 2, 1)]),
    ("<code>a</code>", "a", [("code", 0, 1)]),
    ("<pre>a</pre>", "a", [("pre", 0, 1)]),
    ('<pre><code class="language-c">a</code></pre>', "a", [("pre", 0, 1)]),
    ("<blockquote>a</blockquote>", "a", [("blockquote", 0, 1)]),
    ("<blockquote expandable>a</blockquote>", "a", [("expandable_blockquote", 0, 1)]),
    ("<b>a</>", "a", [("bold", 0, 1)]),
    ("<b ></b>a", "a", []),
    ("a &lt;b&gt; &amp;&quot;", 'a <b> &"', []),
    ("&#65;&#x42;&#x1F600;", "AB😀", []),
    ("&lt", "<", []),
    ("&nbsp; &copy; & &#0; &#x110000; AT&T", "&nbsp; &copy; & &#0; &#x110000; AT&T", [("hashtag", 22, 8)]),
    ("a > b", "a > b", []),
    ("😀<b>a</b>", "😀a", [("bold", 2, 1)]),
    ("  <b> a </b>  ", "a", [("bold", 0, 1)]),
    ("\n\n<b>a</b>\r\n\tb ", "a\n b", [("bold", 0, 1)]),
    ("<b>a <i>b</i> c</b>", "a b c", [("bold", 0, 2), ("bold", 2, 3), ("italic", 2, 1)]),
    ("<b>a <code>b</code> c</b>", "a b c", [("bold", 0, 2), ("code", 2, 1), ("bold", 3, 2)]),
    ("<code>a <b>b</b></code>", "a b", [("code", 0, 3)]),
    ('<a href="https://a.example/"><code>b</code></a>', "b", [("code", 0, 1)]),
    ('<a href="nowhere">b</a>', "b", []),
    ('<a href="javascript://x.y">b</a>', "b", []),
    ("<b>see https://a.example</b>", "see https://a.example", [("bold", 0, 4), ("url", 4, 17), ("bold", 4, 17)]),
)
REFUSED = (
    ("<x>a</x>", 'Unsupported start tag "x" at byte offset 0'),
    ("é<br>", 'Unsupported start tag "br" at byte offset 2'),
    ("1 <2", "Unclosed start tag at byte offset 2"),
    ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
    ("<p>a", 'Unsupported start tag "p" at byte offset 0'),
    ("<!-- a -->", 'Unsupported start tag "!--" at byte offset 0'),
    ("<br/>", 'Unsupported start tag "br/" at byte offset 0'),
    ("<h1>a</h1>", 'Unsupported start tag "h1" at byte offset 0'),
    ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
    ("a</b>", "Unexpected end tag at byte offset 1"),
    ("<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
    ("<b><i>a</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
    ("<b>a</b", "Unclosed end tag at byte offset 4"),
    ("<b>a</b x>", "Unclosed end tag at byte offset 4"),
    ("<b", "Unclosed start tag at byte offset 0"),
    ('<a href="x>a</a>', "Unclosed start tag at byte offset 0"),
    ("<a href=a/b>x</a>", "Unexpected end of name token at byte offset 8"),
    ('<a ="x">y</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
    ("<a href", 'Unclosed start tag "a" at byte offset 0'),
    ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ('<span class="red">a</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    (
        "&#xd800;",
        "Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units",
    ),
)


@pytest.mark.parametrize(("source", "text", "entities"), SHOWN)
def test_what_is_shown(source: str, text: str, entities: list[tuple[str, int, int]]) -> None:
    """The text without its tags, each entity where Telegram counts it."""
    shown, found = checked_text(*parsed(source, "HTML"))
    assert (shown, [(entity["type"], entity["offset"], entity["length"]) for entity in found]) == (text, entities)


@pytest.mark.parametrize(("source", "words"), REFUSED)
def test_what_is_refused(source: str, words: str) -> None:
    """A bot that would have been refused by Telegram is refused here, in the same words."""
    with pytest.raises(Refusal) as refused:
        parsed(source, "HTML")
    assert refused.value.body == {
        "ok": False,
        "error_code": 400,
        "description": f"Bad Request: can't parse entities: {words}",
    }


def test_a_link_and_a_language_are_kept() -> None:
    _, entities = parsed(
        '<a href="https://a.example?x=1&amp;y=2">b</a><pre><code class="language-go">c</code></pre>', "html"
    )
    assert entities == [
        {"type": "text_link", "offset": 0, "length": 1, "url": "https://a.example/?x=1&y=2"},
        {"type": "pre", "offset": 1, "length": 1, "language": "go"},
    ]


def test_a_language_outside_a_block_is_forgotten() -> None:
    assert tidied(*parsed('<code class="language-go">c</code>', "HTML"))[1] == [
        {"type": "code", "offset": 0, "length": 1}
    ]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<b> </b>", "text must be non-empty"),
        ("\u200b\u2800", "text must be non-empty"),
        ("a" * 4097, "message is too long"),
        ("😀" * 2049, "message is too long"),
        ("&lt;" * 4097, "message is too long"),
    ],
)
def test_what_is_empty_or_too_long(source: str, words: str) -> None:
    """The length counts what is shown, not the tags."""
    with pytest.raises(Refusal, match=words):
        checked_text(*parsed(source, "HTML"))
    assert units(checked_text(*parsed("<b>" + "&lt;" * 4096 + "</b>", "HTML"))[0]) == 4096


def test_other_parse_modes_are_not_guessed_at() -> None:
    with pytest.raises(NotImitated):
        parsed("*a*", "MarkdownV2")
    with pytest.raises(Refusal, match="unsupported parse_mode"):
        parsed("a", "Word")


def test_what_telegram_finds_by_itself() -> None:
    text = "/start@kwasi_test_bot @ama #food5 ama@x.example https://x.example/a?b=1. example.com 1/2 a/b #5 and/or"
    said = [text[entity["offset"] : entity["offset"] + entity["length"]] for entity in with_found(text, [])]
    assert said == [
        "/start@kwasi_test_bot",
        "@ama",
        "#food5",
        "ama@x.example",
        "https://x.example/a?b=1",
        "example.com",
    ]


@given(st.text(alphabet="<>/&;\"'= abpre#x1é😀\n"))
def test_any_text_is_read_or_refused(source: str) -> None:
    """The reader never hangs or breaks; entities lie within the text."""
    try:
        text, entities = checked_text(*HtmlReader(source).read())
    except Refusal:
        return
    for entity in entities:
        assert 0 <= entity["offset"] < entity["offset"] + entity["length"] <= units(text)
