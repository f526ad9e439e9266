"""The rows of a table. The first line is type, version and schema; the second names the columns; every row has a comma more than the header.

Columns are bare or carry their package's name, more of them with each version of the app; they are known here by their short names.
A line that can't be read costs itself and no other: text in quotes may go over lines, but a stray quote doesn't swallow the file.
"""

import codecs
import csv
from collections.abc import Iterator
from dataclasses import dataclass

Row = dict[str, str]
MOST_LINE = 1_000_000
_MOST_JOINED = 64
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_PACKAGE = "com.samsung."
_MOST_COLUMNS = 2_000
_MOST_ABOUT = 4  # cells of the line about the table; no table has as few columns


@dataclass(frozen=True, slots=True)
class Line:
    """A row, or why there is none: `row` is None and `code` says it. `read` is how many bytes of the table have gone by."""

    row: Row | None
    code: str
    read: int


def rows(chunks: Iterator[bytes]) -> Iterator[Line]:
    """Every row of a table whose bytes these are; nothing for an empty one. Bytes that are no text become a mark each, and NUL, which no database takes, is dropped."""
    columns: list[str] | None = None
    for text, read in _joined(_lines(chunks)):
        cells = None if text is None else _cells(text)
        if columns is None:
            columns = _columns(cells)
            continue
        if cells is None:
            yield Line(None, "too_large" if text is None else "unreadable", read)
        elif text and text.strip(", "):
            yield Line(_row(columns, cells), "", read)


def _row(columns: list[str], cells: list[str]) -> Row:
    """Empty cells are left out; of a bare column and one with a package of the same short name, the latter counts: it stands later."""
    return {column: cell for column, cell in zip(columns, cells, strict=False) if cell}


def _columns(cells: list[str] | None) -> list[str] | None:
    """The columns' short names; None for the line before them, which has a type and numbers, or nothing to read."""
    if not cells or len(cells) > _MOST_COLUMNS or not any(cells):
        return None
    if cells[0].startswith(_PACKAGE) and sum(map(bool, cells)) <= _MOST_ABOUT:
        return None
    return [cell.rpartition(".")[2] if cell.startswith(_PACKAGE) else cell for cell in map(str.strip, cells)]


def _cells(text: str) -> list[str] | None:
    if '"' not in text:
        return text.split(",")
    try:
        return next(csv.reader([text.replace("\n", " ")], strict=True), [])
    except csv.Error:
        return None


def _joined(lines: Iterator[tuple[str | None, int]]) -> Iterator[tuple[str | None, int]]:
    """Lines with a quote open are one with those after it, up to the line that closes it; where none does, each is one of its own."""
    held: list[tuple[str, int]] = []
    for text, read in lines:
        is_odd = text is not None and text.count('"') % 2 == 1
        if not held and not is_odd:
            yield text, read
            continue
        if text is not None:
            held.append((text, read))
        if text is None or len(held) > _MOST_JOINED:
            yield from held
            held = []
            if text is None:
                yield None, read
        elif is_odd and len(held) > 1:
            yield "\n".join(part for part, _ in held), read
            held = []
    yield from held


def _lines(chunks: Iterator[bytes]) -> Iterator[tuple[str | None, int]]:
    """Lines without their end, and the bytes read so far; None for one of more than MOST_LINE bytes."""
    decoder: codecs.IncrementalDecoder | None = None
    rest, read, is_long = "", 0, False
    for chunk in chunks:
        read += len(chunk)
        if decoder is None:
            charset, chunk = _charset(chunk)
            decoder = codecs.getincrementaldecoder(charset)("replace")
        *full, rest = (rest + decoder.decode(chunk).replace("\0", "")).split("\n")
        for text in full:
            yield (None if is_long or len(text) > MOST_LINE else text.rstrip("\r")), read
            is_long = False
        if len(rest) > MOST_LINE:
            rest, is_long = "", True
    if rest or is_long:
        yield (None if is_long else rest.rstrip("\r")), read


def _charset(start: bytes) -> tuple[str, bytes]:
    for mark, charset in _MARKS:
        if start.startswith(mark):
            return charset, start[len(mark) :]
    if start[1:2] == b"\0":
        return "utf-16-le", start
    return "utf-8", start
