"""Words that were looked for, marked in the text that holds them."""

import pytest

from app.interfaces.web.views.marking import marked


def _shown(text: str, words: list[str], most: int = 200) -> str:
    return "".join(f"[{piece.text}]" if piece.found else piece.text for piece in marked(text, words, most))


@pytest.mark.parametrize(
    ("text", "words", "shown"),
    [
        ("the Cabin and the cabins", ["cabin"], "the [Cabin] and the [cabins]"),
        ("Café <b>crème</b>", ["creme"], "Café <b>[crème]</b>"),
        ("nothing of it", ["cabin"], "nothing of it"),
        ("", ["cabin"], ""),
        ("a concabinate", ["cabin"], "a concabinate"),
    ],
)
def test_words_are_marked_whole_in_whatever_form(text: str, words: list[str], shown: str) -> None:
    assert _shown(text, words) == shown


def test_what_is_far_behind_is_cut_to() -> None:
    said = _shown("filler words here " * 60 + "the cabin stands there " + "and more words " * 60, ["cabin"], 120)
    assert said.startswith("…")
    assert said.endswith("…")
    assert "[cabin]" in said
    assert len(said) < 130
