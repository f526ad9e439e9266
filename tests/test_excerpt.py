"""The part of a text that rules look at."""

from app.excerpt import LONGEST_RUN, excerpt


def test_an_ordinary_text_stays_as_it_is() -> None:
    text = "Dear diary,\n\n\n  today   was fine.\n\tGood night."
    assert excerpt(text, 600) == text


def test_an_endless_run_of_spaces_or_lines_is_shortened() -> None:
    gap, lines = " " * LONGEST_RUN, "\n" * LONGEST_RUN
    assert excerpt(f"from{' ' * 500}Ama{chr(10) * 500}today", 2_000) == f"from{gap}Ama{lines}today"


def test_a_long_text_ends_between_two_words() -> None:
    assert excerpt("word " * 100, 42) == "word word word word word word word word"
    assert excerpt("a" * 100, 42) == "a" * 42
