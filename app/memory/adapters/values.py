"""What is cleaned and encoded on the way into either engine, so that both keep exactly the same.

Text loses NUL and lone surrogates, which Postgres cannot hold and UTF-8 cannot write; everything else a person can type is
kept as it is. Times must be aware. Knows no engine.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from app.errors import StorageError
from app.memory.ports import Kind, Value


def clean(text: str) -> str:
    """The text without NUL and with a question mark for each half of a broken surrogate pair."""
    if "\x00" in text:
        text = text.replace("\x00", "")
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def json_text(value: Any) -> str:
    """JSON as it is stored. Numbers keep their form, so that a digest of the arguments stays true."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise StorageError("That holds something I can't store.") from error
    return clean(text)


def utc(value: datetime) -> datetime:
    """An aware time in UTC."""
    if value.tzinfo is None:
        raise StorageError("A time without its zone can't be stored.")
    return value.astimezone(UTC)


def time_text(value: datetime) -> str:
    """A time as text of fixed width, so that text order is time order."""
    return utc(value).isoformat(timespec="microseconds")


def unit(vector: list[float]) -> list[float]:
    """The vector at length one: only its direction is compared, and it then fits half precision."""
    length = sum(part * part for part in vector) ** 0.5
    if not 0 < length < float("inf"):
        raise StorageError("That vector has no direction, so nothing can be compared with it.")
    return [part / length for part in vector]


def for_sqlite(value: Value) -> Any:
    """A port value as SQLite keeps it."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, datetime):
        return time_text(value)
    return json_text(value) if isinstance(value, (dict, list)) else value


def for_postgres(value: Value) -> Any:
    """A port value as the Postgres driver takes it; JSON is encoded by the connection's codec."""
    if isinstance(value, str):
        return clean(value)
    return utc(value) if isinstance(value, datetime) else value


def columns(
    kinds: Iterable[Kind], rows: Sequence[Sequence[Value]], time: Callable[[datetime], Any]
) -> list[Sequence[Any]]:
    """The values of many rows, column by column, as an engine keeps them; JSON as its text. `time` is how it takes a time.

    A look at a whole column costs less than one at each of its values, and a moment that many rows share is put into UTC once.
    """
    across = zip(kinds, zip(*rows, strict=True), strict=True)
    return [_column(kind, column, time) for kind, column in across]


def _column(kind: Kind, column: Sequence[Any], time: Callable[[datetime], Any]) -> Sequence[Any]:
    if kind == "text":
        return column if _is_clean(column) else [value if value is None else clean(value) for value in column]
    if kind == "time":
        texts = {value: value if value is None else time(value) for value in set(column)}
        return [texts[value] for value in column]
    if kind == "json":
        return [value if value is None else json_text(value) for value in column]
    return column


def _is_clean(column: Sequence[Any]) -> bool:
    try:
        together = "".join(column)
    except TypeError:  # there is a None among them
        return False
    return together.isascii() and "\x00" not in together
