"""Moving everything from one database to another: what is copied, in which form it crosses, and how the two are compared.

Invariant: the target has everything, read back and compared, or is as it was; the source is never changed. Nobody writes to either
meanwhile. What is copied is the schema's own tables, so a new one needs no word here. Knows no engine: the two ends do.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any, Literal, Protocol

from app.errors import MoveRefused

ColumnKind = Literal["text", "int", "small", "real", "bool", "time", "json", "blob", "vector"]
Values = tuple[Any, ...]  # of one row, in the order of its table's columns

# Each engine makes these by itself: which migrations ran, and on Postgres which document holds which word.
MADE_ANEW = frozenset(("schema_migrations", "document_words"))
# What a start writes by itself. A database that has nothing else was started once, and nobody has said anything to it yet.
FROM_STARTING = frozenset(
    ("users", "identities", "leases", "loop_runs", "link_codes", "marks", "page_sessions", "scheduled_tasks")
)
_LEASES = "leases"
_FEW, _MANY = 8, 500  # rows that are held at once: files are megabytes each
_ROUND = 1 << 128

_IN_USE = "Kwasi is running on {where} ({who}). Stop it, then run this again."
_NOT_EMPTY = (
    "There is something in {where} already ({what}), and nothing is ever written over. Name an empty database; {aside}."
)
_DIFFERENT = "What was read back from {where} is not what was written ({table}), so nothing was kept there. Run this again; if it stays so, check that disk."


@dataclass(frozen=True, slots=True)
class Column:
    """One column: in which form its values cross is said by its kind.

    text and json: str, json as it is written. int (64 bits), small (32 bits), real, bool: as named. time: aware, in UTC. blob: bytes.
    vector: bytes, half precision, little-endian."""

    name: str
    kind: ColumnKind


@dataclass(frozen=True, slots=True)
class Table:
    """One table that is copied; `key` names the columns that tell its rows apart."""

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]

    @property
    def at_once(self) -> int:
        """How many rows are held in memory."""
        return _FEW if any(column.kind == "blob" for column in self.columns) else _MANY

    def named(self, row: Values) -> str:
        """A row as a person may look for it: "notes (id 5)"."""
        names = [column.name for column in self.columns]
        said = ", ".join(f"{part} {str(row[names.index(part)])[:60]}" for part in self.key)
        return f"{self.name} ({said})"


class End(Protocol):
    """One of the two databases, while nobody else writes to it. Raises StorageError and MoveRefused."""

    description: str  # a path, or host and name; without secrets
    aside: str  # how what lies there is put out of the way, as a clause
    mended: list[str]  # rows whose text lost characters that can't be kept, named while they were read

    async def count(self, table: Table) -> int:
        """How many rows it has."""
        ...

    def pages(self, table: Table) -> AsyncIterator[list[Values]]:
        """All its rows, in any order, some at a time."""
        ...

    async def numbers(self) -> dict[str, int]:
        """The highest id that was ever given, by table: what was removed leaves its id unused."""
        ...


class Target(End, Protocol):
    """The one that is filled."""

    async def empty(self, tables: Sequence[Table]) -> None:
        """Take away what these tables have."""
        ...

    async def write(self, table: Table, page: Sequence[Values]) -> None:
        """Add rows. Raises MoveRefused, naming the row, for one that it can't hold."""
        ...

    async def settle(self, tables: Sequence[Table], numbers: Mapping[str, int]) -> None:
        """Make what is made anew, and give the next id above these. Raises MoveRefused where a row refers to one that isn't there."""
        ...


class Engine(Protocol):
    """How an engine opens an end."""

    def source(self, tables: Sequence[Table]) -> AbstractAsyncContextManager[End]:
        """To read from, at one moment; who writes there waits, or is told that it is busy."""
        ...

    def target(self, tables: Sequence[Table], *, keep: bool) -> AbstractAsyncContextManager[Target]:
        """To write to. What was written is kept when the block ends well, all at once; nothing of it where it isn't to be kept."""
        ...


@dataclass(slots=True)
class Tally:
    """How many rows, and a digest of what they hold that does not depend on their order."""

    rows: int = 0
    digest: int = 0

    def add(self, page: Sequence[Values]) -> None:
        """Count rows in."""
        for row in page:
            found = blake2b(repr(row).encode("utf-8", "surrogatepass"), digest_size=16).digest()
            self.digest = (self.digest + int.from_bytes(found)) % _ROUND
        self.rows += len(page)


Progress = Callable[[str, str, int, int], None]  # what is done ("copying"), with which table, rows so far, rows in all


async def copy(
    source: End, target: Target, tables: Sequence[Table], is_live: Callable[[str, datetime], bool], progress: Progress
) -> dict[str, int]:
    """Copy all tables and compare; how many rows each has. `is_live` says of a lease's holder and end whether it is in use.

    Raises MoveRefused where either is in use, the target has something already, or what is read back is not what was written."""
    for end in (source, target):
        await _refuse_use(end, tables, is_live)
    await _refuse_full(target, tables)
    await target.empty(tables)
    written = {table.name: await _copied(source, target, table, progress) for table in tables}
    await target.settle(tables, await source.numbers())
    for table in tables:
        if await _tallied(target, table, progress) != written[table.name]:
            raise MoveRefused(_DIFFERENT.format(where=target.description, table=table.name))
    return {name: tally.rows for name, tally in written.items()}


async def _refuse_use(end: End, tables: Sequence[Table], is_live: Callable[[str, datetime], bool]) -> None:
    [leases] = [table for table in tables if table.name == _LEASES]
    names = [column.name for column in leases.columns]
    async for page in end.pages(leases):
        for row in page:
            lease = dict(zip(names, row, strict=True))
            if is_live(lease["holder"], lease["expires_at"]):
                host, process, *_ = [*lease["holder"].split("|"), ""]
                raise MoveRefused(_IN_USE.format(where=end.description, who=f"process {process} on {host}"))


async def _refuse_full(target: Target, tables: Sequence[Table]) -> None:
    counts = {table.name: await target.count(table) for table in tables if table.name not in FROM_STARTING}
    most = sorted(((rows, name) for name, rows in counts.items() if rows), reverse=True)[:3]
    if most:
        what = ", ".join(f"{rows:,} in {name}" for rows, name in most)
        raise MoveRefused(_NOT_EMPTY.format(where=target.description, what=what, aside=target.aside))


async def _copied(source: End, target: Target, table: Table, progress: Progress) -> Tally:
    tally, total = Tally(), await source.count(table)
    async for page in source.pages(table):
        await target.write(table, page)
        tally.add(page)
        progress("copying", table.name, tally.rows, total)
    return tally


async def _tallied(target: Target, table: Table, progress: Progress) -> Tally:
    tally, total = Tally(), await target.count(table)
    async for page in target.pages(table):
        tally.add(page)
        progress("comparing", table.name, tally.rows, total)
    return tally
