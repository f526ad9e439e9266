"""HTML as its reader sees it, and a cost that grows with its length alone."""

import pytest

from app.integrations.mail.html_text import MOST_CHARACTERS, MOST_LINKS, read_html


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>One<p>Two", "One\n\nTwo"),
        ("a<br>b", "a\nb"),
        ("<b>bo</b>ld  and\n <i>it</i>", "bold and it"),
        (
            "<table><tr><td>a</td><td>b</td></tr><tr><td><p>c</p></td><td><p>&gt;5</p></td></tr></table>",
            "a | b\n\nc | >5",
        ),
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", "a | b\n\nc | d"),
        ("<table><tr><td></td><td>only</td></tr></table>", "only"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", "- a\n\n  - b\n\n- c"),
        ("x<blockquote>old<br>er<blockquote>oldest</blockquote></blockquote>", "x\n\n> old\n> er\n\n> > oldest"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("a &amp; b &lt;c&gt; &eacute;&#233;", "a & b <c> éé"),
        ("1 < 2 <3 and <unclosed", "1 < 2 <3 and <unclosed"),
        ("<img src=x alt='A cat'> sat", "A cat sat"),
        ("<script>x</script><style>y</style><title>z</title>seen<!-- not --><![if mso]>!", "seen!"),
        ("<script>never closed", ""),
        (
            "seen<p style='display: none'>a</p><div hidden>b</div><i aria-hidden=true>c</i><p style=max-height:0>d</p>",
            "seen",
        ),
        ("<div style='visibility:hidden'><p>a</p></div>seen<p style='opacity:0.9'>too", "seen\n\ntoo"),
        ("<div style='font-size:0'>a<span style='font-size:12px'>seen</span></div>", "seen"),
        ("<body style='display:none' hidden>seen</body>", "seen"),
        ("", ""),
        ("<<<>>>", "<<<>>>"),
    ],
)
def test_what_a_reader_sees_is_the_text(markup: str, text: str) -> None:
    read = read_html(markup).text
    assert read.replace("\n\n", "\n") == text.replace("\n\n", "\n")


def test_links_are_numbered_once_and_bounded() -> None:
    page = read_html(
        "<a href='https://x.example/?a=1&amp;b=2'>a</a> <a href=https://x.example/?a=1&amp;b=2>b</a> <a href='data:x'>c</a>"
    )
    assert page.text == "a [1] b [1] c"
    assert page.links == ("https://x.example/?a=1&b=2",)
    many = read_html("".join(f"<a href='https://x.example/{number}'>go</a>" for number in range(500)))
    assert len(many.links) == MOST_LINKS
    assert read_html(f"<a href='https://x.example/{'y' * 5_000}'>go</a>").links == ()


@pytest.mark.parametrize(
    "piece",
    [
        "<div>",
        "<ul><li>x",
        "<table><tr><td>x",
        "<blockquote>x",
        "<b><p>x",
        "<a href=https://x.example><table><td>x",
        "</p>",
        "<svg>",
        '<a "',
    ],
)
def test_what_is_nested_without_end_is_read(piece: str) -> None:
    page = read_html(piece * 20_000 + "end")
    assert len(page.text) < 2_000_000
    assert "end" in page.text[-200:] or len(piece) * 20_000 > MOST_CHARACTERS


def test_formatting_left_open_is_not_copied_into_every_paragraph() -> None:
    page = read_html("".join(f"<font face=f{number}><p>x" for number in range(5_000)))
    assert page.text.count("x") == 5_000


def test_what_is_too_long_is_cut() -> None:
    page = read_html("word " * MOST_CHARACTERS)
    assert page.cut
    assert len(page.text) <= MOST_CHARACTERS
