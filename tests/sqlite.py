"""An SQLite file with our tables and nothing in them: migrated once a process, written again for each test that wants one.

Invariant: what is written is what the migrations made. That they make it, step by step and over old data, is proven where they are tested.
"""

import sqlite3
import tempfile
from functools import cache
from pathlib import Path

from app.memory.adapters.sqlite_connection import private_file
from app.memory.adapters.sqlite_schema import migrate


def migrated_file(path: Path) -> Path:
    """`path`, made as a first start would leave it; what is there already stays."""
    private_file(path)
    if not path.stat().st_size:
        path.write_bytes(_migrated())
    return path


@cache
def _migrated() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kwasi.db"
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection)
        connection.close()
        return path.read_bytes()
