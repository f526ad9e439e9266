"""The table of whose words stand where, held against the schema's own text."""

import re

from app.memory.provenance import WORDS
from tests.memory.test_holdings import SCHEMA


def _tables() -> dict[str, str]:
    """The columns of each table as the migrations write them, by table; the last statement of a name wins."""
    made = dict(re.findall(r"CREATE TABLE (\w+) \((.*?)\n\);", SCHEMA, re.DOTALL))
    for table, column in re.findall(r"ALTER TABLE (\w+) ADD COLUMN (.+?);", SCHEMA):
        made[table] = f"{made.get(table, '')}\n{column}"
    return made


TABLES = _tables()
PEOPLES = {name for name, columns in TABLES.items() if re.search(r"^\s*user_id ", columns, re.MULTILINE)}


def test_every_table_of_a_person_says_whose_words_it_holds() -> None:
    assert PEOPLES - set(WORDS) == set()
    assert set(WORDS) - PEOPLES == set()


def test_what_a_row_says_itself_stands_in_a_column_that_is_never_empty_handed() -> None:
    for table, words in WORDS.items():
        if words.known == "row":
            assert re.search(rf"^\s*{words.by} .*NOT NULL", TABLES[table], re.MULTILINE), table


def test_what_follows_its_owner_follows_a_table_that_says_it() -> None:
    for table, words in WORDS.items():
        if words.known == "owner":
            assert {WORDS[owner].known for owner in words.by.split(", ")} == {"row"}, table


def test_a_text_of_other_people_is_never_called_the_users_own_for_want_of_a_column() -> None:
    tainted = {name for name, columns in TABLES.items() if re.search(r"^\s*taint ", columns, re.MULTILINE)}
    said = {name for name, words in WORDS.items() if words.known == "row"}
    assert tainted - said == {"summaries"}  # nothing but the user's own is put into it, and the column says so
