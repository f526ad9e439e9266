"""Rows into records, and the placeholders of a statement with a varying number of values.

`record` undoes what a driver could not: times and JSON that came as text, truth values that came as numbers. It knows the
records' field types and no table.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

R = TypeVar("R")
V = TypeVar("V")

AT_ONCE = 500  # values of one list in one statement: far below what either engine takes


def record(cls: type[R], row: Mapping[str, Any]) -> R:
    """One row as a record of `cls`; columns the record does not name are left out."""
    return cls(**{name: read(row[name]) if read else row[name] for name, read in _fields(cls)})


def records(cls: type[R], rows: Iterable[Mapping[str, Any]]) -> list[R]:
    """Rows as records, in their order."""
    return [record(cls, row) for row in rows]


def moment(value: Any) -> datetime | None:
    """A time as a driver gives it, as an aware UTC datetime."""
    if value is None:
        return None
    return (datetime.fromisoformat(value) if isinstance(value, str) else value).astimezone(UTC)


def marks(count: int, start: int = 1) -> str:
    """Placeholders for `count` values: `$1, $2, …`, beginning at `start`."""
    return ", ".join(f"${number}" for number in range(start, start + count))


def parts(values: Sequence[V], size: int = AT_ONCE) -> Iterator[Sequence[V]]:
    """The values in their order, some at a time: no statement takes any number of them."""
    return (values[start : start + size] for start in range(0, len(values), size))


def tuples(rows: int, width: int) -> str:
    """Placeholders for the VALUES of `rows` rows of `width` columns."""
    return ", ".join(f"({marks(width, 1 + row * width)})" for row in range(rows))


def in_order(rows: Iterable[dict[str, Any]], columns: str) -> list[dict[str, Any]]:
    """Rows as an `ORDER BY columns` has them; a RETURNING has no order of its own."""
    names = columns.split(", ")
    return sorted(rows, key=lambda row: [row[name] for name in names])


@cache
def _fields(cls: type) -> tuple[tuple[str, Callable[[Any], Any] | None], ...]:
    return tuple((name, _reader(hint)) for name, hint in get_type_hints(cls).items())


def _reader(hint: Any) -> Callable[[Any], Any] | None:
    kinds = {get_origin(kind) or kind for kind in (hint, *get_args(hint))}
    if datetime in kinds:
        return moment
    if bool in kinds:
        return bool
    if get_origin(hint) in (dict, list) or dict in kinds:
        return json_of
    return bytes if bytes in kinds else None


def tainted(sources: Sequence[str] | None) -> dict[str, list[str]]:
    """The column that says whose words a row holds, as a change of it; None leaves it as it is."""
    return {} if sources is None else {"taint": list(sources)}


def json_of(value: Any) -> Any:
    """A JSON column as a driver gives it, read."""
    return json.loads(value) if isinstance(value, str) else value


def message_of(value: Any) -> Any:
    """A model's message as it is kept and read: without what vendors wrote when they failed, which may repeat a key or a prompt."""
    message = json_of(value)
    if not isinstance(message, dict):
        return message
    return {name: inner for name, inner in message.items() if name != "failed_attempts"}
