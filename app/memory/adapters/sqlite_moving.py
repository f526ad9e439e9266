"""One SQLite file as an end of a move: what is written to it is one transaction, so a move that breaks off leaves it as it was.

SQLite keeps any value in any column and text as it came, so what is read here is checked and brought into the form in which it crosses:
text loses NUL and what is no UTF-8, as on its way in (`values.clean`), and the rows are named; anything else that doesn't fit is refused.
"""

import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.errors import MoveRefused
from app.memory.adapters import sqlite_connection, sqlite_schema
from app.memory.adapters.sqlite_connection import Connection
from app.memory.adapters.values import clean, time_text
from app.memory.moving import MADE_ANEW, Column, ColumnKind, Table, Values

_WAIT_SECONDS = 15.0
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE 'documents\\_words%' ESCAPE '\\' ORDER BY name"

_UNFIT = "{row}: its {column} is no {kind}, so it can't be moved. It is damaged; restore it from a backup, or remove that row."
_REFUSED = "{row} can't be kept in {where}: {why}. Change or remove that one, then run this again."
_DANGLING = "A row of {table} refers to one of {parent} that isn't there, so it can't be moved. Restore a backup, or remove that row."
_LIMITS: Mapping[ColumnKind, int] = {"int": 1 << 63, "small": 1 << 31}


def layout(kinds: Mapping[str, Mapping[str, ColumnKind]]) -> list[Table]:
    """All tables that are copied, as our migrations make them; `kinds` says of each column what SQLite doesn't."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        sqlite_schema.migrate(connection)
        return [
            _table(connection, name, kinds[name])
            for (name,) in connection.execute(_TABLES).fetchall()
            if name not in MADE_ANEW
        ]
    finally:
        connection.close()


def _table(connection: sqlite3.Connection, name: str, kinds: Mapping[str, ColumnKind]) -> Table:
    found = connection.execute("SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", (name,)).fetchall()
    key = tuple(column for column, pk in sorted(found, key=lambda row: row[1]) if pk)
    return Table(name, tuple(Column(column, kinds[column]) for column, _ in found), key)


class SqliteEnd:
    """A file while it is read or filled. See `app.memory.moving.End` and `Target`."""

    def __init__(self, path: Path, connection: Connection) -> None:
        """The connection is in a transaction, which is whoever's opened it."""
        self.description = str(path)
        self.aside = f"or move that file away first, such as to {path.name}.before"
        self.mended: list[str] = []  # rows whose text lost what can't be kept
        self._connection = connection

    async def count(self, table: Table) -> int:
        """How many rows."""
        [(count,)] = await self._rows(f"SELECT COUNT(*) FROM {table.name}")
        return int(count)

    async def pages(self, table: Table) -> AsyncIterator[list[Values]]:
        """All rows."""
        names = ", ".join(column.name for column in table.columns)
        cursor = await self._connection.run(lambda connection: connection.execute(f"SELECT {names} FROM {table.name}"))
        while page := await self._connection.run(lambda _: self._read(table, cursor.fetchmany(table.at_once))):
            yield page

    async def numbers(self) -> dict[str, int]:
        """The highest ids."""
        return {name: int(number) for name, number in await self._rows("SELECT name, seq FROM sqlite_sequence")}

    async def empty(self, tables: Sequence[Table]) -> None:
        """Take away what a start wrote."""
        for table in tables:
            await self._rows(f"DELETE FROM {table.name}")

    async def write(self, table: Table, page: Sequence[Values]) -> None:
        """Add rows."""
        await self._connection.run(self._insert, table, page)

    async def settle(self, tables: Sequence[Table], numbers: Mapping[str, int]) -> None:
        """Set the next ids, and look whether all that is referred to is there."""
        await self._connection.run(_number, numbers)
        for table, _, parent, *_ in await self._rows("PRAGMA foreign_key_check"):
            raise MoveRefused(_DANGLING.format(table=table, parent=parent))

    async def _rows(self, sql: str) -> list[Any]:
        return await self._connection.run(lambda connection: connection.execute(sql).fetchall())

    def _read(self, table: Table, page: Sequence[Values]) -> list[Values]:
        return [tuple(map(self._value, table.columns, row, (table,) * len(row), (row,) * len(row))) for row in page]

    def _value(self, column: Column, value: Any, table: Table, row: Values) -> Any:
        if value is None:
            return None
        try:
            found = _READERS[column.kind](value, column.kind)
        except (ValueError, TypeError, RecursionError) as problem:
            said = _UNFIT.format(row=table.named(row), column=column.name, kind=_SAID[column.kind])
            raise MoveRefused(said) from problem
        if isinstance(value, str) and column.kind in ("text", "json") and found != value:
            self.mended.append(f"{table.named(tuple(map(_shown, row)))}, {column.name}")
        return found

    def _insert(self, connection: sqlite3.Connection, table: Table, page: Sequence[Values]) -> None:
        names, places = ", ".join(column.name for column in table.columns), ", ".join("?" * len(table.columns))
        sql = f"INSERT INTO {table.name} ({names}) VALUES ({places})"
        for row in page:
            try:
                connection.execute(sql, [time_text(value) if isinstance(value, datetime) else value for value in row])
            except sqlite3.IntegrityError as problem:
                said = _REFUSED.format(row=table.named(row), where=self.description, why=problem)
                raise MoveRefused(said) from problem


class SqliteFile:
    """A file that is moved from or to; its schema is there. See `app.memory.moving.Engine`."""

    def __init__(self, path: Path) -> None:
        """Opens nothing yet."""
        self._path = path

    @asynccontextmanager
    async def source(self, tables: Sequence[Table]) -> AsyncIterator[SqliteEnd]:
        """To read from, holding the right to write, so that nobody else has it."""
        async with self._begun() as connection:
            yield SqliteEnd(self._path, connection)

    @asynccontextmanager
    async def target(self, tables: Sequence[Table], *, keep: bool) -> AsyncIterator[SqliteEnd]:
        """To write to."""
        async with self._begun() as connection:
            yield SqliteEnd(self._path, connection)
            if keep:
                await connection.run(sqlite_connection.commit)
                await connection.run(sqlite_connection.empty_log)

    @asynccontextmanager
    async def _begun(self) -> AsyncIterator[Connection]:
        connection = await sqlite_connection.mover(self._path, _WAIT_SECONDS)
        try:
            await connection.run(sqlite_connection.begin)
            yield connection
        finally:
            await connection.run(sqlite_connection.roll_back)
            await sqlite_connection.close([connection])


def _number(connection: sqlite3.Connection, numbers: Mapping[str, int]) -> None:
    connection.execute("DELETE FROM sqlite_sequence")
    connection.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", sorted(numbers.items()))


def _text(value: Any, _: ColumnKind) -> str:
    return clean(_of(value, str))


def _json(value: Any, _: ColumnKind) -> str:
    text = clean(_of(value, str))
    json.loads(text)
    return text


def _time(value: Any, _: ColumnKind) -> datetime:
    found = datetime.fromisoformat(_of(value, str))
    if found.tzinfo is None:
        raise ValueError(value)
    return found.astimezone(UTC)


def _whole(value: Any, kind: ColumnKind) -> int:
    if not -_LIMITS[kind] <= _of(value, int) < _LIMITS[kind]:
        raise ValueError(value)
    return value


def _truth(value: Any, _: ColumnKind) -> bool:
    if value not in (0, 1):
        raise ValueError(value)
    return bool(value)


def _number_of(value: Any, _: ColumnKind) -> float:
    return float(_of(value, (int, float)))


def _bytes(value: Any, _: ColumnKind) -> bytes:
    return _of(value, bytes)


def _vector(value: Any, _: ColumnKind) -> bytes:
    if not value or len(_of(value, bytes)) % 2:
        raise ValueError(value)
    return value


def _of(value: Any, kind: Any) -> Any:
    if not isinstance(value, kind):
        raise TypeError(value)
    return value


def _shown(value: Any) -> Any:
    return clean(value) if isinstance(value, str) else value


_READERS: Mapping[ColumnKind, Callable[[Any, ColumnKind], Any]] = {
    "text": _text,
    "json": _json,
    "time": _time,
    "int": _whole,
    "small": _whole,
    "bool": _truth,
    "real": _number_of,
    "blob": _bytes,
    "vector": _vector,
}
_SAID: Mapping[ColumnKind, str] = {
    "text": "text",
    "json": "JSON",
    "time": "time with a zone",
    "int": "whole number that fits",
    "small": "whole number that fits",
    "bool": "yes or no",
    "real": "number",
    "blob": "file",
    "vector": "vector",
}
