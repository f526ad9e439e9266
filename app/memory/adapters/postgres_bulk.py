"""Many values in one statement on Postgres: a column is an array, so the statement's text is the same for any number of rows.

What is the same in all rows is sent once: the driver takes longer to encode an array than the server to read it.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from app.memory.adapters.values import columns as columns_of
from app.memory.adapters.values import utc
from app.memory.ports import Kind, Value

_TYPES: Mapping[Kind, str] = {
    "text": "text",
    "int": "bigint",
    "real": "double precision",
    "time": "timestamptz",
    "json": "text",
}


def insert(
    table: str, columns: Mapping[str, Kind], rows: Sequence[Sequence[Value]], clause: str
) -> tuple[str, list[Any]]:
    """The statement that inserts rows, at least one, and its values: for each column an array, or what all rows have."""
    values: list[Any] = []
    wanted, arrays, names = [], [], []
    for (name, kind), column in zip(columns.items(), columns_of(columns.values(), rows, utc), strict=True):
        shared = bool(values) and column.count(column[0]) == len(column)  # the first is an array whatever it holds
        values.append(column[0] if shared else column)
        place = f"${len(values)}::{_TYPES[kind]}"
        if not shared:
            arrays.append(f"{place}[]")
            names.append(name)
        cast = "::json" if kind == "json" else ""
        wanted.append(f"{place if shared else name}{cast}")
    given = f"unnest({', '.join(arrays)}) AS given ({', '.join(names)})"
    return f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(wanted)} FROM {given} {clause}", values


def given(sql: str, among: Collection[str] | Collection[int], number: int) -> str:
    """A statement that reads `given`, with the table before it; its values are the array `$number`."""
    kind = "text" if isinstance(next(iter(among), 0), str) else "bigint"
    return f"WITH given (value) AS (SELECT unnest(${number}::{kind}[])) {sql}"
