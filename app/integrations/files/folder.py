"""A folder on the machine itself as a place for files (`FILES_FOLDER`).

A file's id is its path below the folder. Invariant: nothing outside of it is read or written, whatever a path or a link in it says; a new file
is put only where none is, a new version whole or not at all, and the one before is kept in `.kwasi-former` until it is asked back.
"""

import asyncio
import hashlib
import os
import stat
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TypeVar

from app.errors import AccountAway, ChangedElsewhere, NotFound, ToolProblem
from app.integrations.access import Access
from app.integrations.files.paths import file_name, kind_of, parts_of
from app.integrations.files.port import MOST_BYTES, Content, FileInfo, FileQuery, FileTaken, Found, NewFile
from app.integrations.ports import Me

T = TypeVar("T")
FORMER = ".kwasi-former"
_MOST_FILES = 20_000  # that are looked at for one question
_MOST_READ = 50_000_000  # bytes that are looked into for words
_LARGEST_LOOKED_INTO = 1_000_000
_TEXTS = (
    ".txt",
    ".md",
    ".csv",
    ".vtt",
    ".srt",
    ".json",
    ".log",
    ".html",
    ".tex",
    ".org",
    ".rst",
    ".yaml",
    ".toml",
    ".ini",
)
_GONE = "The folder for files isn't there. FILES_FOLDER says which it is."
_CLOSED = "I'm not let into that file or folder on this machine."
_NO_FOLDER = "There is no folder “{name}” there."
_TAKEN = "There is a file “{name}” there already. Say whether I should put a new version in its place."
_TOO_LARGE = "“{name}” is larger than I read."
_NO_LINKS = "A folder on this machine gives out no links. Tell me to send the file instead."


@asynccontextmanager
async def opened(access: Access) -> AsyncIterator["FolderDrive"]:
    """The folder that an account is. Raises AccountAway where it isn't there."""
    root = Path(str(access.account.settings["folder"]))
    if not await asyncio.to_thread(root.is_dir):
        raise AccountAway(_GONE)
    yield FolderDrive(root)


class FolderDrive:
    """As `port.FileDrive` says."""

    def __init__(self, root: Path) -> None:
        """`root` is the folder."""
        self._root = root.resolve()

    async def me(self) -> Me:
        """As the port says."""
        return Me(self._root.name, str(self._root))

    async def search(self, query: FileQuery, limit: int) -> Found:
        """As the port says; words are looked for in names, and in what texts say."""
        return await self._done(lambda: self._searched(query, limit))

    async def recent(self, limit: int) -> Found:
        """As the port says."""
        return await self._done(lambda: self._searched(FileQuery(), limit))

    async def info(self, id: str) -> FileInfo:  # noqa: A002 - as the port says
        """As the port says."""
        return await self._done(lambda: self._info(self._inside(id)))

    async def read(self, info: FileInfo) -> Content:
        """As the port says."""
        return await self._done(lambda: self._read(info))

    async def place(self, name: str, folder: str) -> str:
        """As the port says: its path."""
        return await self._done(lambda: self._place(file_name(name), folder))

    async def create(self, file: NewFile) -> FileInfo:
        """As the port says."""
        return await self._done(lambda: self._created(file))

    async def replace(self, info: FileInfo, data: bytes, kind: str) -> FileInfo:
        """As the port says. The version before is kept."""
        return await self._done(lambda: self._replaced(info, data))

    async def share(self, info: FileInfo, *, address: str, may_write: bool) -> str:
        """Raises ToolProblem: nobody elsewhere can reach it."""
        raise ToolProblem(_NO_LINKS)

    async def is_shared(self, info: FileInfo, *, address: str, may_write: bool) -> bool:
        """Raises ToolProblem, as `share`."""
        raise ToolProblem(_NO_LINKS)

    async def take_back(self, id: str, version: str, former: str) -> None:  # noqa: A002 - as the port says
        """Undo what was put there: away with a new file, back with the version before (`former`). Raises ChangedElsewhere where it is another
        version by now, NotFound where it is gone."""
        await self._done(lambda: self._taken_back(id, version, former))

    async def _done(self, work: Callable[[], T]) -> T:
        """In a thread. Whatever a file system refuses is one of ours."""
        try:
            return await asyncio.to_thread(work)
        except FileExistsError as problem:
            raise FileTaken(_TAKEN.format(name=Path(str(problem.filename2 or problem.filename)).name)) from problem
        except (FileNotFoundError, NotADirectoryError) as problem:
            raise NotFound from problem
        except OSError as problem:
            raise ToolProblem(_CLOSED) from problem

    def _inside(self, id_: str) -> Path:
        """The file of a path. Raises NotFound for what lies elsewhere once every link is followed, or is no file and no folder."""
        path = self._root.joinpath(*parts_of(id_)).resolve(strict=True)
        kind = path.stat().st_mode
        is_ours = path == self._root or self._root in path.parents
        if (
            not is_ours
            or self._root / FORMER in (path, *path.parents)
            or not (stat.S_ISREG(kind) or stat.S_ISDIR(kind))
        ):
            raise NotFound
        return path

    def _folder(self, said: str) -> Path:
        """The folder of a path, or of that name wherever it is. Raises NotFound."""
        parts = parts_of(said)
        with suppress(OSError, NotFound):
            found = self._inside("/".join(parts))
            if found.is_dir():
                return found
        name = parts[0].casefold() if len(parts) == 1 else ""
        every = (path for path in self._every(self._root) if path and path.is_dir() and path.name.casefold() == name)
        if found_else := next(every, None):
            return found_else
        raise NotFound(_NO_FOLDER.format(name=said.strip()[:60]))

    def _every(self, start: Path) -> Iterator[Path | None]:
        """What lies in a folder and below it, None in the place of links and hidden things, so many at most."""
        count = 0
        for where, folders, files in os.walk(start):
            folders[:] = sorted(
                name for name in folders if not name.startswith(".") and not (Path(where) / name).is_symlink()
            )
            for name in (*folders, *sorted(files)):
                count += 1
                if count > _MOST_FILES:
                    return
                path = Path(where) / name
                yield path if _is_shown(name) and not path.is_symlink() else None

    def _searched(self, query: FileQuery, limit: int) -> Found:
        start = self._folder(query.folder) if query.folder else self._root
        is_deep = not query.is_list
        found, count, looking = list[FileInfo](), 0, _Looking(query)
        for path in self._every(start) if is_deep else sorted(islice(start.iterdir(), _MOST_FILES)):
            count += 1
            if path is None or path.is_symlink() or not _is_shown(path.name) or (is_deep and path.is_dir()):
                continue
            with suppress(OSError):  # gone, or closed to us, since it was listed
                if not (path.is_file() or path.is_dir()):
                    continue  # a pipe would be waited for
                info = self._info(path)
                if looking.fits(path, info):
                    found.append(info)
        found.sort(key=lambda one: one.changed_at, reverse=True)
        return Found(found[:limit], is_all=count < _MOST_FILES and len(found) <= limit)

    def _info(self, path: Path) -> FileInfo:
        told = path.stat(follow_symlinks=False)
        inside, is_folder = path.relative_to(self._root), stat.S_ISDIR(told.st_mode)
        above = inside.parent.as_posix()
        return FileInfo(
            id=inside.as_posix() if inside.parts else "",
            name=path.name,
            kind="" if is_folder else kind_of(path.name),
            size=None if is_folder else told.st_size,
            changed_at=datetime.fromtimestamp(told.st_mtime, UTC),
            folder="" if above == "." else above,
            version=f"{told.st_mtime_ns}-{told.st_size}",
            is_folder=is_folder,
        )

    def _read(self, info: FileInfo) -> Content:
        path = self._inside(info.id)
        now = self._info(path)
        if now.is_folder:
            raise NotFound
        if (now.size or 0) > MOST_BYTES:
            raise ToolProblem(_TOO_LARGE.format(name=now.name))
        with path.open("rb") as file:
            return Content(now, file.read(MOST_BYTES), now.kind)

    def _place(self, name: str, folder: str) -> str:
        path = (self._folder(folder) if folder else self._root) / name
        if path.exists() or path.is_symlink() or name.casefold() == FORMER:  # which is where versions before are kept
            raise FileTaken(_TAKEN.format(name=name))
        return path.relative_to(self._root).as_posix()

    def _created(self, file: NewFile) -> FileInfo:
        parts = parts_of(file.id) or [file_name(file.name)]
        folder = self._inside("/".join(parts[:-1]))
        path = folder / file_name(parts[-1])
        if path.name.casefold() == FORMER:
            raise FileTaken(_TAKEN.format(name=path.name))
        with path.open("xb") as made:  # only where nothing is
            made.write(file.data)
            made.flush()
            os.fsync(made.fileno())
        return self._info(path)

    def _replaced(self, info: FileInfo, data: bytes) -> FileInfo:
        path = self._inside(info.id)
        if info.version and self._info(path).version != info.version:
            raise ChangedElsewhere
        self._former(info.id, info.version).write_bytes(path.read_bytes())
        written = self._written(path.parent, data)
        written.chmod(stat.S_IMODE(path.stat().st_mode))
        written.replace(path)
        return replace(self._info(path), id=info.id)

    def _taken_back(self, id_: str, version: str, former: str) -> None:
        path = self._inside(id_)
        if self._info(path).version != version:
            raise ChangedElsewhere
        if not former:
            path.unlink()
            return
        self._former(id_, former).replace(path)

    def _former(self, id_: str, version: str) -> Path:
        """Where the version before is kept."""
        folder = self._root / FORMER
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.is_symlink():
            raise NotFound
        return folder / hashlib.sha256(f"{id_}\0{version}".encode()).hexdigest()

    @staticmethod
    def _written(folder: Path, data: bytes) -> Path:
        """A file with that in it, beside where it is to be."""
        number, name = tempfile.mkstemp(prefix=".kwasi-", dir=folder)
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        return Path(name)


def _is_shown(name: str) -> bool:
    """Whether a list has it: nothing hidden, and nothing whose name is no text, which could be neither stored nor said."""
    try:
        return bool(name.encode()) and not name.startswith(".")
    except UnicodeEncodeError:
        return False


class _Looking:
    """Which files fit a question; into so many bytes of texts at most is looked for its words."""

    def __init__(self, query: FileQuery) -> None:
        self._query = query
        self._words = query.words.casefold().split()
        self._left = _MOST_READ

    def fits(self, path: Path, info: FileInfo) -> bool:
        """Whether everything that is set fits. Raises OSError where it can't be read."""
        query, name = self._query, info.name.casefold()
        if query.name and name != query.name.casefold():
            return False
        if query.since and info.changed_at < query.since:
            return False
        return all(word in name for word in self._words) or self._says(path, info)

    def _says(self, path: Path, info: FileInfo) -> bool:
        size = info.size or 0
        if path.suffix.casefold() not in _TEXTS or not 0 < size <= min(self._left, _LARGEST_LOOKED_INTO):
            return False
        self._left -= size
        text = path.read_bytes().decode("utf-8", "replace").casefold()
        return all(word in text for word in self._words)
