"""Splitting a script into statements."""

import pytest

from app.errors import MigrationError
from app.memory.adapters.sqlite_schema import statements


def test_statements_end_where_sqlite_says() -> None:
    trigger = "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  SELECT 1; SELECT ';';\nEND;"
    script = f"-- a; comment\nCREATE TABLE a (b TEXT DEFAULT ';');\n{trigger}\nSELECT 1"
    found = [statement.strip() for statement in statements(script)]
    assert found == ["-- a; comment\nCREATE TABLE a (b TEXT DEFAULT ';');", trigger, "SELECT 1"]


def test_an_open_statement_is_refused() -> None:
    with pytest.raises(MigrationError):
        list(statements("CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1;"))
