"""Taking a text into tokens."""

from app.language.words.tokens import fold, tokenize


def test_tokens_know_their_places() -> None:
    text = "Call mum, at 9:30!"
    assert [text[token.start : token.end] for token in tokenize(text)] == ["Call", "mum", ",", "at", "9:30", "!"]


def test_digits_have_one_form_and_accents_none() -> None:
    assert [token.folded for token in tokenize("À 9:30 l’été")] == ["a", "0:00", "l'ete"]


def test_letters_beside_digits_are_tokens_of_their_own() -> None:
    assert [token.folded for token in tokenize("5pm 2moro")] == ["0", "pm", "0", "moro"]


def test_a_link_is_one_token() -> None:
    assert [token.folded for token in tokenize("read https://example.org/a?b=c&d now")] == ["read", "<link>", "now"]


def test_twi_letters_are_folded() -> None:
    assert fold("ɛte sɛn") == "ete sen"
