"""Rows of patterns: macros are written out, the first that answers wins, and every row of every table compiles."""

import pytest

from app.models.offline.intents import adding, clock, facts, journal, lists, notes, read_later, recall, reminders, tasks
from app.models.offline.plan import Clause, Reading
from app.models.offline.rows import Row, compiled_pattern, read_rows
from tests.models.offline.suite import NOW

TABLES = (
    adding.ROWS,
    adding.OFFERS,
    clock.ROWS,
    facts.TOLD,
    facts.ROWS,
    journal.ROWS,
    lists.ROWS,
    notes.ROWS,
    read_later.ROWS,
    recall.ROWS,
    recall.TAKING_BACK,
    reminders.ROWS,
    tasks.ROWS,
)


@pytest.mark.parametrize("row", [row for table in TABLES for row in table], ids=lambda row: row.pattern[:40])
def test_every_row_compiles_without_a_macro_left(row: Row) -> None:
    assert "{show}" not in compiled_pattern(row.pattern).pattern
    assert not compiled_pattern(row.pattern).fullmatch("")


def test_the_first_row_that_answers_wins() -> None:
    rows = (
        Row(r"hello.*", lambda match, clause: None),
        Row(r"hello {list}", lambda match, clause: Reading(thing=match["where"])),
        Row(r".*", lambda match, clause: Reading(thing="late")),
    )
    reading = read_rows(rows, Clause("hello my shopping list", NOW))
    assert reading is not None
    assert reading.thing == "shopping list"
