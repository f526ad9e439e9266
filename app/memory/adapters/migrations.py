"""Numbered SQL files, and which of them a database still needs.

A migration is `0001_name.sql`, filled in for the engine, followed by `0001_name.<engine>.sql` where one exists; both run in one
transaction with the row that says so. A file that was applied must never change. Reads files; runs nothing: the adapters do.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from app.errors import MigrationError

DIRECTORY = Path(__file__).parent.parent / "migrations"

TABLE = """CREATE TABLE IF NOT EXISTS schema_migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
)"""
APPLIED = "SELECT number, name, checksum FROM schema_migrations ORDER BY number"

_FILE = re.compile(r"(?P<number>\d{4})_(?P<name>[a-z0-9_]+)(?:\.(?P<engine>sqlite|postgres))?\.sql")
_TOKEN = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema, ready for one engine."""

    number: int
    name: str
    script: str
    checksum: str


@dataclass(frozen=True, slots=True)
class Applied:
    """What a database says it has been through."""

    number: int
    name: str
    checksum: str


def migrations(engine: str, types: Mapping[str, str], directory: Path = DIRECTORY) -> list[Migration]:
    """All migrations of one engine in order; `types` fills in the tokens."""
    scripts: dict[tuple[int, str], list[str]] = {}
    for path in sorted(
        directory.glob("*.sql"), key=lambda path: (path.name.count("."), path.name)
    ):  # shared text first
        match = _FILE.fullmatch(path.name)
        if match is None:
            raise MigrationError(f"The migration file {path.name} has a name I can't read.")
        text = scripts.setdefault((int(match["number"]), match["name"]), [])
        if match["engine"] in (None, engine):
            text.append(path.read_text(encoding="utf-8"))
    known = [_migration(number, name, "\n;\n".join(texts), types) for (number, name), texts in sorted(scripts.items())]
    for expected, migration in enumerate(known, start=1):
        if migration.number != expected:
            raise MigrationError(f"Migration {expected:04d} is missing, or there are two of one number.")
    return known


def pending(applied: Sequence[Applied], known: Sequence[Migration]) -> list[Migration]:
    """What is still to run; raises where the database and the files tell different stories."""
    for expected, row in enumerate(applied, start=1):
        if row.number != expected:
            raise MigrationError(
                f"The database says nothing of migration {expected:04d}, though later ones were applied."
            )
    if len(applied) > len(known):
        raise MigrationError(
            f"The database was made by a newer version: it has {len(applied)} migrations and this one knows {len(known)}. "
            "Start that newer version, or restore a backup."
        )
    for row, migration in zip(applied, known, strict=False):
        if row.checksum != migration.checksum:
            raise MigrationError(
                f"Migration {row.number:04d}_{row.name} was changed after it was applied. "
                "Put the file back as it was; a change goes into a new migration."
            )
    return list(known[len(applied) :])


def failed(migration: Migration, cause: BaseException) -> MigrationError:
    """The sentence for a migration the database refused."""
    return MigrationError(
        f"Migration {migration.number:04d}_{migration.name} failed, so the database is as it was before: {cause}"
    )


def _migration(number: int, name: str, text: str, types: Mapping[str, str]) -> Migration:
    unknown = {token for token in _TOKEN.findall(text) if token not in types}
    if unknown:
        raise MigrationError(f"Migration {number:04d}_{name} uses {{{{{min(unknown)}}}}}, which no engine knows.")
    script = _TOKEN.sub(lambda match: types[match[1]], text)
    return Migration(number, name, script, sha256("\n".join(text.splitlines()).encode()).hexdigest())
