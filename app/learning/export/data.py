"""Everything of a person as data: one JSON file with each table that is theirs, and the files they sent beside it.

What no export has is named in it with the reason: copies made for searching, and secrets.
"""

from collections.abc import AsyncIterator

from app.learning.export.pieces import Piece, Source, as_json, file_name
from app.memory.holdings import BY_TABLE, HOLDINGS, Holding
from app.version import VERSION

FORMAT = 1
DATA = "everything.json"
FILES = "files"


async def data(source: Source) -> AsyncIterator[Piece]:
    """The JSON file, row by row, and the files."""
    head = {
        "format": FORMAT,
        "product": "kwasi",
        "version": VERSION,
        "schema": await source.holdings.schema(),
        "exported_at": source.at,
        "user": {
            "id": source.user.id,
            "name": source.user.name,
            "time_zone": source.user.time_zone,
            "locale": source.user.locale,
        },
        "left_out": {row.table: row.hidden for row in HOLDINGS if row.hidden},
    }
    yield Piece(DATA, as_json(head)[:-1] + b',\n"tables": {')
    for index, holding in enumerate(row for row in HOLDINGS if not row.hidden):
        yield Piece(DATA, (b",\n" if index else b"\n") + as_json(holding.table) + b": [")
        async for piece in _table(source, holding):
            yield piece
        yield Piece(DATA, b"]")
    yield Piece(DATA, b"\n}}\n")
    async for piece in _files(source):
        yield piece


async def _table(source: Source, holding: Holding) -> AsyncIterator[Piece]:
    before = b"\n"
    async for row in source.rows(holding):
        if holding.table == "attachments":
            row = {**row, "file": attachment_name(row["id"], row["name"])}
        yield Piece(DATA, before + as_json(row))
        before = b",\n"


async def _files(source: Source) -> AsyncIterator[Piece]:
    """What came with messages, byte for byte; one whose bytes were never fetched has none."""
    async for row in source.rows(BY_TABLE["attachments"]):
        for file in await source.store.inbox.attachments(source.user.id, [row["inbox_id"]]):
            if file.id == row["id"] and file.data:
                yield Piece(attachment_name(file.id, file.name), file.data)


def attachment_name(number: int, name: str) -> str:
    """Where a file lies in the export."""
    stem, dot, ending = name.rpartition(".")
    kept = "".join(filter(str.isalnum, ending))[:8] if dot else ""
    return f"{FILES}/{file_name(number, stem if dot else name, f'.{kept}' if kept else '')}"
