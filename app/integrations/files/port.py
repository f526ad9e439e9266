"""What a place for files can do for us, in words of the domain: found, read, kept, shared. No vendor's types, names or errors.

Methods fail as `integrations/ports.py` says; `FileTaken` where a name is another file's. Names and contents are other people's words. Times
are aware.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from app.errors import ToolProblem
from app.integrations.ports import Me

MOST_BYTES = 25_000_000
"""Of a file that is read or put there."""
NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""When something was changed, where its server doesn't say."""


class FileTaken(ToolProblem):
    """A file of that name is there already."""


@dataclass(frozen=True, slots=True)
class FileInfo:
    """A file as a list has it. `id` is its place's own name of it and `version` which version that is ("" where it doesn't say); `folder` is
    the path of its folder, "" at the top or where that isn't known; `kind` a media type; `size` is None where it has none, as a vendor's own
    documents; `url` is where a person opens it; `owner` whose it is, "" for the account's own."""

    id: str
    name: str
    kind: str = ""
    size: int | None = None
    changed_at: datetime = NEVER
    folder: str = ""
    url: str = ""
    owner: str = ""
    version: str = ""
    is_folder: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found. `is_all`: no more was left to look at."""

    files: Sequence[FileInfo]
    is_all: bool = True


@dataclass(frozen=True, slots=True)
class FileQuery:
    """Which files: `words` stand in the name, or in what it says where its place looks into files; `folder` is a path, or a folder's name; a
    `name` is the whole of it; changed `since` then. Everything that is set must fit. A folder alone is listed, its folders too; with anything
    else, files below it are found as well, and no folders."""

    words: str = ""
    folder: str = ""
    name: str = ""
    since: datetime | None = None

    @property
    def is_list(self) -> bool:
        """Whether it asks what lies right in a folder."""
        return bool(self.folder) and not self.finds

    @property
    def finds(self) -> bool:
        """Whether it asks for files wherever they lie."""
        return bool(self.words or self.name or self.since)


@dataclass(frozen=True, slots=True)
class Content:
    """What is in a file; `kind` is the media type that it is given in."""

    info: FileInfo
    data: bytes
    kind: str


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that is to be made. `id` is the one that `FileDrive.place` chose: put there twice, it is there once."""

    id: str
    name: str
    data: bytes
    kind: str
    folder: str = ""


class FileDrive(Protocol):
    """The files of one account."""

    async def me(self) -> Me:
        """Whose account it is."""
        ...

    async def search(self, query: FileQuery, limit: int) -> Found:
        """Those that fit, the best first. Raises NotFound where there is no such folder."""
        ...

    async def recent(self, limit: int) -> Found:
        """Those that were changed last, the last first."""
        ...

    async def info(self, id: str) -> FileInfo:  # noqa: A002 - what it is
        """The one of that id. Raises NotFound."""
        ...

    async def read(self, info: FileInfo) -> Content:
        """What is in it; a vendor's own documents in a form that others read. Raises ToolProblem for what has no such form."""
        ...

    async def place(self, name: str, folder: str) -> str:
        """The id that a new file of that name will have in that folder. Raises NotFound for no such folder, FileTaken where that id is a
        file's already."""
        ...

    async def create(self, file: NewFile) -> FileInfo:
        """Put a new file there. Raises FileTaken."""
        ...

    async def replace(self, info: FileInfo, data: bytes, kind: str) -> FileInfo:
        """Put another version in the place of that one. Raises ChangedElsewhere where it is no longer the version that `info` has."""
        ...

    async def share(self, info: FileInfo, *, address: str, may_write: bool) -> str:
        """Let somebody see it, or ("" for `address`) everybody who has the link; the link. Done twice it is done once."""
        ...

    async def is_shared(self, info: FileInfo, *, address: str, may_write: bool) -> bool:
        """Whether `share` has done that. Raises ToolProblem where that can't be told."""
        ...
