"""What an export is made of: pieces of files, one after the other, so that years of talk never lie in memory together.

Pieces of one file come in a row; a name is safe on every disk and in every archive. Knows neither folders nor archives.
"""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.memory.holdings import JSON_COLUMNS, MOMENT_COLUMNS, TRUTH_COLUMNS, Holding
from app.memory.ports import Database, Row
from app.memory.records import User
from app.memory.repositories import Repositories
from app.memory.repositories.holdings import Holdings
from app.memory.rows import json_of, message_of, moment
from app.memory.words import fold

_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file; `name` is its path inside the export, with slashes."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Source:
    """Whose data it is and where it comes from. `at` is when the export is made."""

    database: Database
    store: Repositories
    user: User
    at: datetime

    @property
    def holdings(self) -> Holdings:
        """All tables of a person."""
        return Holdings(self.database)

    async def rows(self, holding: Holding) -> AsyncIterator[Row]:
        """The rows of a table, in plain values: JSON read, times as moments, truth as truth."""
        async for page in self.holdings.pages(self.user.id, holding):
            for row in page:
                yield plain(row)

    def local(self, at: datetime) -> datetime:
        """On the user's wall clock."""
        return at.astimezone(ZoneInfo(self.user.time_zone))


def plain(row: Row) -> Row:
    """A row as no engine in particular gives it, without its owner."""
    return {name: _plain(name, value) for name, value in row.items() if name != "user_id"}


def _plain(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in JSON_COLUMNS:
        return message_of(value) if name == "message" else json_of(value)
    if name in TRUTH_COLUMNS:
        return bool(value)
    return moment(value) if name in MOMENT_COLUMNS or name.endswith("_at") else value


def as_json(value: Any) -> bytes:
    """JSON as it is written out: people's letters as they are, times in ISO."""
    return json.dumps(value, ensure_ascii=False, default=_written).encode("utf-8", "replace")


def _written(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def text(name: str, *lines: str) -> Piece:
    """Lines of a text file."""
    return Piece(name, "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))


def file_name(number: object, words: str, ending: str) -> str:
    """ "0012-dinner-with-kofi.md": the number makes it one of a kind, the words tell it from others."""
    spelled = "-".join("".join(filter(str.isalnum, word)) for word in fold(words[:200]).split())
    return f"{number:0>4}-{spelled[:_LONGEST_NAME]}".rstrip("-") + ending
