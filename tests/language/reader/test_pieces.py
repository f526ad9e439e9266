"""Words and marks of a text, and the pieces of a word."""

import pytest

from app.language.reader.pieces import LONGEST_WORD, Vocabulary, lowered, words_of

VOCABULARY = Vocabulary(
    ["<unk>", "▁rem", "ind", "▁remind", "er", "▁", "r", "e", "m", "i", "n", "d", "s"],
    [-99.0, -8.0, -7.0, -6.0, -4.0, -3.0, -9.0, -9.0, -9.0, -9.0, -9.0, -9.0, -9.0],
    0,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("remind me @ 5:30, ok?", ["remind", "me", "@", "5:30", ",", "ok", "?"]),
        ("don't", ["don't"]),
        ("rappelle-moi à 17h30", ["rappelle-moi", "à", "17h30"]),
        ("d'appeler l'école, j’ai", ["d'", "appeler", "l'", "école", ",", "j’", "ai"]),
        ("that's Ama's", ["that's", "Ama's"]),
        ("see https://example.org/a, now", ["see", "https://example.org/a", ",", "now"]),
        ("read https://example.org/a?b=c please", ["read", "https://example.org/a?b=c", "please"]),
        ("", []),
        ("   ", []),
    ],
)
def test_words_and_marks_stand_apart(text: str, words: list[str]) -> None:
    found = words_of(text, 50)
    assert [word.text for word in found] == words
    assert [text[word.start : word.end] for word in found] == words


def test_no_more_words_than_asked_for() -> None:
    assert len(words_of("a " * 1000, 7)) == 7


def test_a_mark_behind_a_word_is_not_spaced() -> None:
    assert [word.spaced for word in words_of("milk, eggs", 9)] == [True, False, True]


def test_the_likeliest_cut_is_taken() -> None:
    [word] = words_of("reminder", 1)
    assert VOCABULARY.of(word) == (3, 4)


def test_a_letter_that_is_no_piece_is_unknown_alone() -> None:
    [word] = words_of("remindж", 1)
    assert VOCABULARY.of(word) == (3, 0)


def test_case_and_forms_of_letters_make_no_difference() -> None:
    assert lowered("ＲＥＭＩＮＤ") == "remind"
    assert lowered("Don’t") == "don't"
    assert len(lowered("x" * 10_000)) == LONGEST_WORD
