"""Formatted text in WhatsApp's marks; and text of which nothing becomes a format."""

import random

import pytest

from app.cards.card import Card, Field
from app.interfaces.whatsapp.writing import BREAK, card_heading, card_texts, literal, texts_of
from app.interfaces.writing.runs import units
from tests.interfaces.whatsapp.reading import formats


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("**bold** and *thin* and ~~gone~~", "*bold* and _thin_ and ~gone~"),
        ("**bold *both* more**", "*bold _both_ more*"),
        ("# Head\n\ntext", "*Head*\ntext"),
        ("**bo**ld", "bold"),
        ("`a*b*`", "`a*b*`"),
        ("> one\n> two", "> one\n> two"),
        ("- a\n- **b**", "• a\n• *b*"),
        ("[here](https://a.example/x)", "here (https://a.example/x)"),
        ("<https://a.example/_x_>", "https://a.example/_x_"),
        ("[Ana](mailto:ana@a.example)", "Ana (ana@a.example)"),
        ("```\nx *y*\n```", "```x *y*```"),
        ("a\n\n```\nx\n```\nb", "a\n```x```\nb"),
        ("**two\nlines**", "*two*\n*lines*"),
    ],
)
def test_markdown(markdown: str, shown: str) -> None:
    assert texts_of(markdown, markdown=True) == [shown]


def test_a_table_is_a_block() -> None:
    [shown] = texts_of("| a | b |\n|---|--:|\n| x | 1 |", markdown=True)
    assert shown == "```a  b\n─  ─\nx  1```"


@pytest.mark.parametrize(
    "words", ["2*3*4", "snake_case_name", "a * b * c", "3 < 4", "https://a.example/_x_/*y*", "~", "**", "a > b"]
)
def test_text_that_formats_nothing_is_left_letter_by_letter(words: str) -> None:
    assert texts_of(words, markdown=False) == [words]


@pytest.mark.parametrize(
    "words", ["*a*", "_a b_", "say ~no~!", "`x`", "```x```", "> q", "- x", "(*a*)", "*_a_*", "x\n> y"]
)
def test_text_that_would_format_is_broken_without_a_letter_lost(words: str) -> None:
    [shown] = texts_of(words, markdown=False)
    assert shown != words
    assert shown.replace(BREAK, "") == words
    assert not formats(shown)


def test_no_text_of_marks_and_letters_formats() -> None:
    chance = random.Random(7)
    for _ in range(3000):
        words = "".join(chance.choice("*_~`ab >-\n") for _ in range(chance.randint(1, 14)))
        shown = literal(words)
        assert shown.replace(BREAK, "") == words
        assert not formats(shown), words


def test_marks_of_the_text_beside_ours_are_broken() -> None:
    [shown] = texts_of("\\*a **b** c\\*", markdown=True)
    assert shown == f"*{BREAK}a *b* c*"


def test_long_text_is_cut_with_its_marks_counted() -> None:
    for markdown in (
        "**bold** _thin_ word. " * 900,
        "x" * 20_000,
        "```\n" + "line of code\n" * 2000 + "```",
        "😀" * 5000,
    ):
        texts = texts_of(markdown, markdown=True)
        assert len(texts) > 1
        assert all(units(text) <= 4096 for text in texts)
    words = "A sentence of some length. " * 400
    assert " ".join(texts_of(words, markdown=False)).split() == words.split()


def test_nothing_to_see_is_nothing() -> None:
    assert texts_of(" \n", markdown=True) == texts_of("", markdown=False) == []


def test_a_cards_values_stand_in_boxes() -> None:
    card = Card("a1", "Send a mail", (Field("to", "*bo*@a.example```", 12), Field("", "> done", 6)), ("a page",))
    [shown] = card_texts(card)
    first, name, value, *_ = shown.split("\n")
    assert (first, name) == ("*Waiting for your OK: Send a mail*", "to")
    assert value == f"```*bo*@a.example`{BREAK}`{BREAK}````"
    assert "```> done```" in shown
    assert card_heading(card) == first
