"""Bytes become characters in the charset they were written in, and nothing that turns writing around is left."""

import pytest

from app.integrations.mail.characters import certain_text, one_line, readable, text_of


@pytest.mark.parametrize(
    ("data", "declared", "text"),
    [
        ("été".encode("latin-1"), "ISO-8859-1", "été"),
        ("été".encode(), "iso-8859-1", "été"),
        ("été".encode(), "us-ascii", "été"),
        ("été".encode(), "", "été"),
        ("漢字".encode("gbk"), "GB2312", "漢字"),
        ("漢字".encode("cp932"), "Shift_JIS", "漢字"),
        ("한글".encode("cp949"), "ks_c_5601-1987", "한글"),
        (b"+AOk-", "utf-7", "é"),
        (b"x", "rot13", "x"),
        (b"x", "punycode", "x"),
        (b"x", "unicode_escape", "x"),
        (b"x", "\x00" * 500, "x"),
        ("é".encode()[:1] + "éééééééé".encode(), "utf-8", "�éééééééé"),
    ],
)
def test_the_declared_charset_is_tried_first(data: bytes, declared: str, text: str) -> None:
    assert text_of(data, declared) == text


def test_half_a_character_at_a_cut_is_no_fault_and_what_is_no_text_is_none() -> None:
    assert text_of("aé".encode()[:-1], "utf-8", cut=True) == "a"
    assert text_of(b"\x00\x01\x02" * 300) is None
    assert certain_text(b"\x00\x01")


def test_what_is_shown_has_no_controls() -> None:
    assert readable("a\r\nb\rc\x00\u202e\u2066\ud800  \n\n\n\nd\te") == "a\nb\nc�\n\nd\te"
    assert one_line(" a\r\nb\u2028c\u200b\x07 ", 10) == "a b c"
    assert one_line("x" * 50, 10) == "x" * 9 + "…"
    assert readable("नमस्ते می\u200cخواهم 👩\u200d👧") == "नमस्ते می\u200cخواهم 👩\u200d👧"
