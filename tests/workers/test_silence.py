"""The silence token: alone it is silence, beside words it is dropped, and nothing else is taken for it."""

import pytest

from app.workers.silence import SILENCE, is_silence, without_silence


@pytest.mark.parametrize(
    "text",
    [
        SILENCE,
        f" {SILENCE}\n",
        f"`{SILENCE}`",
        f'"{SILENCE}."',
        f"**{SILENCE}**",
        f"({SILENCE})",
        SILENCE.upper(),
        f"<{SILENCE}>",
    ],
)
def test_the_token_alone_is_silence(text: str) -> None:
    assert is_silence(text)
    assert without_silence(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "No response needed.",
        f"{SILENCE} yet",
        f"I was told to say {SILENCE}",
        f"{SILENCE}_ever",
        f"x{SILENCE}",
        f"{SILENCE} {SILENCE}",
    ],
)
def test_anything_else_is_not(text: str) -> None:
    assert not is_silence(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"The ferry runs.\n\n{SILENCE}", "The ferry runs."),
        (f"{SILENCE}. The ferry runs.", "The ferry runs."),
        ("No response needed from Ama.", "No response needed from Ama."),
        ("- one\n  - two", "- one\n  - two"),
        (f"my_{SILENCE}_constant", f"my_{SILENCE}_constant"),
    ],
)
def test_beside_words_the_words_stay(text: str, words: str) -> None:
    assert without_silence(text) == words
