"""Migrations on SQLite: each in a transaction that holds the right to write, so that two processes never run one twice."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from app.errors import MigrationError
from app.memory.adapters import migrations
from app.memory.adapters.migrations import Applied, Migration
from app.memory.adapters.sqlite_connection import begin, commit, roll_back

TYPES = {
    "id": "INTEGER PRIMARY KEY AUTOINCREMENT",
    "time": "TEXT",
    "json": "TEXT",
    "bool": "INTEGER",
    "real": "REAL",
    "blob": "BLOB",
    "vector": "BLOB",
    "clustered": " WITHOUT ROWID",  # rows lie in the order of their key
}


def migrate(connection: sqlite3.Connection, directory: Path = migrations.DIRECTORY) -> None:
    """Bring the database up to date. Raises MigrationError with the database as it was before the one that failed."""
    known = migrations.migrations("sqlite", TYPES, directory)
    connection.execute(migrations.TABLE)
    while migrations.pending(_applied(connection), known):
        _step(connection, known)


def _applied(connection: sqlite3.Connection) -> list[Applied]:
    return [Applied(*row) for row in connection.execute(migrations.APPLIED)]


def _step(connection: sqlite3.Connection, known: list[Migration]) -> None:
    """Run the next migration, unless another process has just run it."""
    begin(connection)
    try:
        for migration in migrations.pending(_applied(connection), known)[:1]:
            _run(connection, migration)
        commit(connection)
    finally:
        roll_back(connection)


def _run(connection: sqlite3.Connection, migration: Migration) -> None:
    try:
        for statement in statements(migration.script):
            connection.execute(statement)
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise migrations.failed(migration, error) from error
    row = (migration.number, migration.name, migration.checksum)
    connection.execute("INSERT INTO schema_migrations VALUES (?, ?, ?, CURRENT_TIMESTAMP)", row)


def statements(script: str) -> Iterator[str]:
    """The statements of a script, triggers whole. (`executescript` would commit what ran before it failed.)"""
    statement = ""
    *pieces, rest = script.split(";")
    for piece in pieces:
        statement += piece + ";"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if not sqlite3.complete_statement(statement + rest + "\n;"):
        raise MigrationError("A migration ends in the middle of a statement.")
    yield statement + rest
