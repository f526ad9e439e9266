"""Text in a terminal: no word is broken, tables have columns, code stays as it is, and it is the same however it comes in."""

import pytest

from app.interfaces.cli.layout import Layout, laid_out
from app.interfaces.writing.tables import width

PROSE = (
    "The reminders that come due while nothing runs are said as soon as something does, with the time they were meant for.\n\n"
    "- a first point that is long enough to need another line\n- https://example.org/an/address/that/is/longer/than/the/screen/is\n"
)
TABLE = "Here:\n| day | rain |\n|:----|-----:|\n| Mon | 3 |\n| Tuesday | 12 |\nThat is all."
CODE = "```\nfor x in range(100): print(x, 'a line that is longer than the screen')\n| not | a table |\n```"


def test_a_line_ends_between_words_and_a_point_goes_on_under_itself() -> None:
    shown = laid_out(PROSE, 40)
    lines = shown.split("\n")
    assert shown.split() == PROSE.split()
    assert all(width(line) <= 40 for line in lines if "https" not in line)
    assert "  need another line" in lines
    assert "- https://example.org/an/address/that/is/longer/than/the/screen/is" in lines


def test_a_table_has_columns() -> None:
    assert laid_out(TABLE, 40).split("\n") == [
        "Here:",
        "day      rain",
        "───────  ────",
        "Mon         3",
        "Tuesday    12",
        "That is all.",
    ]


def test_a_table_wider_than_the_screen_is_told_row_by_row() -> None:
    shown = laid_out(f"| name | what it does |\n|---|---|\n| tea | {'warm and kind ' * 4}|", 30)
    assert shown.split("\n")[:2] == ["tea", "  - what it does: warm and"]
    assert all(width(line) <= 30 for line in shown.split("\n"))


@pytest.mark.parametrize("text", ["| a | b |", "| a | b |\n| c | d |", "a | b\nc", "|", "||\n|-|\n"])
def test_what_only_looks_like_a_table_is_left(text: str) -> None:
    assert laid_out(text, 40).rstrip("\n") == text.rstrip("\n")


def test_code_keeps_its_lines() -> None:
    assert laid_out(CODE, 30) == CODE


@pytest.mark.parametrize("text", [PROSE, TABLE, CODE, "", "\n\n", "one", "one ", " one\n"])
@pytest.mark.parametrize("columns", [0, 20, 40])
@pytest.mark.parametrize("step", [1, 3, 7])
def test_it_is_the_same_however_it_comes_in(text: str, columns: int, step: int) -> None:
    layout = Layout(columns)
    pieces = [layout.more(text[at : at + step]) for at in range(0, len(text), step)]
    assert "".join(pieces) + layout.rest() == laid_out(text, columns)


def test_without_a_screen_nothing_is_changed() -> None:
    assert laid_out(PROSE + TABLE, 0) == PROSE + TABLE


def test_finished_words_are_shown_before_their_line_ends() -> None:
    assert Layout(40).more("Ama lives in Acc") == "Ama lives in"
