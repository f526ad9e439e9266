"""Which other thing of what was listed a card shall be about."""

import pytest

from app.language.card_things import renamed

LISTED = "- PROJ-2 Import fails (Task, To Do, for Ana)\n- PROJ-1 Slow export (Task, To Do, for Ana)"
TICKET = {"ticket": "PROJ-1", "assignee": "Lena"}


@pytest.mark.parametrize(
    ("words", "becomes"),
    [
        ("no, the first", "no, PROJ-2"),
        ("no, the other one", "no, PROJ-2"),
        ("the other one", "no, PROJ-2"),
        ("non, le premier", "no, PROJ-2"),
        ("no, the import one", "no, PROJ-2"),
        ("no, the second", "no, the second"),  # that is what it is about
        ("no, the third", "no, the third"),
        ("no I meant 2", "no, PROJ-2"),
        ("euh pardon la 2", "no, PROJ-2"),
        ("no, number 7", "no, PROJ-7"),  # of the same project
        ("number 2", "number 2"),  # no change by itself
        ("no, the task one", "no, the task one"),  # both are
        ("the first", "the first"),  # no change by itself
        ("no, what is the other one?", "no, what is the other one?"),
    ],
)
def test_words_that_point_are_named(words: str, becomes: str) -> None:
    assert renamed(TICKET, words, ["That waits for your OK.", LISTED]) == becomes


def test_nothing_else_is_named() -> None:
    assert renamed({"channel": "#garden"}, "no, the other one", [LISTED]) == "no, the other one"
    assert renamed(TICKET, "no, the other one", [f"{LISTED}\n- PROJ-9 Third (Task)"]) == "no, the other one"
