"""What a message replies to, as a line in front of it."""

from app.interfaces.pushed.quoting import quoted


def test_words_stand_on_one_line_within_their_marks() -> None:
    assert quoted("Shall I\nsend “it”?") == '(replying to: “Shall I send "it"?”)\n'
    assert quoted(" \n") == ""


def test_what_is_too_long_keeps_its_beginning_or_its_end() -> None:
    words = " ".join(map(str, range(500)))
    assert quoted(words, 40).startswith("(replying to: “0 1 2")
    assert quoted(words, 40).endswith("…”)\n")
    assert quoted(words, 40, newest=True).startswith("(replying to: “…")
    assert quoted(words, 40, newest=True).endswith("498 499”)\n")
    assert len(quoted(words, 40)) == len(quoted("x" * 40, 40))
