"""Values made literal: what hides is seen, what is written in any script stays as it is."""

import pytest

from app.cards.literal import MOST, cut, harmless, literal, one_line, units, visible


@pytest.mark.parametrize(
    "text",
    [
        "Running late, see you at 6 – “soon”!",
        "می‌خواهم بروم",  # Persian: the joiner is spelling
        "क्‍ष वाक्‌",
        "ශ්‍රී ලංකා",
        "السَّلَامُ عَلَيْكُمْ",
        "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים",
        "Ọ̀yọ́, ẹ̀yà, Ṣàngó",
        "Tiếng Việt",
        "Tie\u0302\u0301ng Vie\u0323\u0302t",
        "你好，世界。葛󠄀城",
        "ภาษา\u200bไทย",
        "བརྒྱད་",
        "မြန်မာ",
        "👨‍👩‍👧‍👦 👩🏽‍🚀 ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ☀️ 🇬🇭",
        "١٢٣ ۝",
        "**bold** [x](http://y.example) # heading <b>b</b> `code`",
        "one\n\ntwo\n  three\tfour",
        "50\u00a0% – 1\u202f000",
    ],
)
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert visible(text) == literal(text) == text
    assert harmless(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("pay \u202e001 knab", "pay ‹U+202E›001 knab"),
        ("a\u2066b\u2069", "a‹U+2066›b‹U+2069›"),
        ("a\u200fb\u061cc", "a‹U+200F›b‹U+061C›c"),
        ("Wai\u200bting", "Wai‹U+200B›ting"),
        ("a\u200cb\u200dc\u2060d\ufeffe", "a‹U+200C›b‹U+200D›c‹U+2060›d‹U+FEFF›e"),
        ("\U000e0041\U000e0042", "‹U+E0041›‹U+E0042›"),
        ("a\x1b[2Jb\rc\x07\x7f", "a␛[2Jb␍c␇␡"),
        ("a\u2028b\u2029c\x85d\x0be", "a‹U+2028›b‹U+2029›c‹U+0085›d␋e"),
        ("\ue000\u0378\ud800", "‹U+E000›‹U+0378›‹U+D800›"),
        ("co\u00adop", "co‹U+00AD›op"),
        ("\u2800\u2800\u3164", "‹U+2800 ×2›‹U+3164›"),
        ("a\ufe0fb", "a‹U+FE0F›b"),
        ("👍\ufe0f\ufe01", "👍\ufe0f‹U+FE01›"),
        ("a\u200b" * 1 + "\u200b" * 499, "a‹U+200B ×500›"),
        ("می\u200c\u200cخواهم", "می‹U+200C ×2›خواهم"),
        ("\u0301a", "◌\u0301a"),
        ("Z" + "\u0301" * 50, "Z" + "\u0301" * 8 + "‹+42 marks›"),
    ],
)
def test_what_can_not_be_seen_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_blank_space_without_end_is_counted() -> None:
    assert literal("a" + "\n" * 40 + "b") == "a\n‹39 empty lines›\nb"
    assert literal("a" + " " * 400 + "b") == "a‹400 spaces›b"
    assert literal("   ") == "‹3 blank characters›"


def test_a_long_value_is_cut_between_characters() -> None:
    assert literal("a" * MOST) == "a" * MOST
    shown = literal("a" * (MOST + 1))
    assert (shown[-1], units(shown)) == ("…", MOST)
    assert literal("👨‍👩‍👧‍👦" * 200).rstrip("…").endswith("👨‍👩‍👧‍👦")
    assert units(literal("👍" * 1000)) <= MOST
    assert literal("\n".join("abcdefghijklmnop")) == "\n".join("abcdefghijkl") + "…"
    assert cut("👨‍👩‍👧‍👦", most=4, lines=1) != "…"


def test_on_one_line_a_line_break_is_seen() -> None:
    assert one_line("yes\nWaiting for your OK: nothing") == "yes⏎Waiting for your OK: nothing"
    assert one_line("a" * 300, 10) == "aaaaaaaaa…"
    assert one_line("") == ""


def test_a_screen_that_obeys_is_given_nothing_to_obey() -> None:
    assert harmless("\x1b[2J\x1b]0;title\x07 \u202eabc\r\nnext\tline") == "␛[2J␛]0;title␇ ‹U+202E›abc\nnext\tline"
