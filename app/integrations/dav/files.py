"""Files at a WebDAV server (RFC 4918): Nextcloud, ownCloud, a NAS, any other.

A file's id is its path below the account's address. Such a server finds nothing by itself: its folders are looked through, the upper ones
first, so many of them at most. Invariant: a new file is put only where none is (If-None-Match), a new version only over the one that is known
(If-Match); nothing is asked of another server.
"""

from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import quote, unquote, urlsplit

from app.errors import AccountAway, AccountError, ChangedElsewhere, NotFound, ToolProblem
from app.integrations.access import Access
from app.integrations.answered import YEARS
from app.integrations.calls import Calls
from app.integrations.dav.client import Dav, at_once
from app.integrations.dav.multistatus import DAV, Member
from app.integrations.dav.sharing import shared_link
from app.integrations.files.paths import kind_of, parts_of
from app.integrations.files.port import MOST_BYTES, NEVER, Content, FileInfo, FileQuery, FileTaken, Found, NewFile
from app.integrations.ports import Me

_TYPE, _LENGTH, _CHANGED, _KIND, _ETAG = (
    f"{DAV}{name}" for name in ("resourcetype", "getcontentlength", "getlastmodified", "getcontenttype", "getetag")
)
_ASKED = (_TYPE, _LENGTH, _CHANGED, _KIND, _ETAG)
_MOST_FOLDERS = 150  # that are looked into for one question
_MOST_FILES = 20_000  # that are looked at for it
_TOGETHER = 3  # folders that are asked for before their files are counted
_AS_IT_IS = {"accept-encoding": "identity"}
_TAKEN = "There is a file “{name}” there already. Say whether I should put a new version in its place."
_NO_FOLDER = "There is no folder “{name}” there."
_NO_FILES = (
    "There are no files by WebDAV at that address. Nextcloud shows its own in Files, under “Files settings”: "
    "https://HOST/remote.php/dav/files/NAME."
)


@asynccontextmanager
async def opened(access: Access) -> AsyncIterator["WebDavDrive"]:
    """One account, over connections that end with it."""
    settings = access.account.settings
    async with Calls(access, str(settings["api"]), sign="basic", user=str(settings.get("user", ""))) as calls:
        yield WebDavDrive(calls, str(settings["api"]), str(settings.get("user", "")))


class WebDavDrive:
    """As `port.FileDrive` says."""

    def __init__(self, calls: Calls, base: str, user: str) -> None:
        """`base` is the address of the topmost folder, `user` the name that is signed in with."""
        self._calls = calls
        self._base = base.rstrip("/") + "/"
        self._user = user
        self._root = unquote(urlsplit(self._base).path)
        self._dav = Dav(calls, self._base)

    async def me(self) -> Me:
        """As the port says: who signed in, once the topmost folder was seen."""
        try:
            found = await self._dav.properties(self._base, _ASKED)
        except (NotFound, ToolProblem, AccountAway) as problem:
            raise ToolProblem(_NO_FILES) if not isinstance(problem, AccountAway) else problem from problem
        if not found or not _is_folder(found[0]):
            raise ToolProblem(_NO_FILES)
        return Me(self._user, self._user)

    async def search(self, query: FileQuery, limit: int) -> Found:
        """As the port says; by name only."""
        words = query.words.casefold().split()

        def fits(one: FileInfo) -> bool:
            name = one.name.casefold()
            return (
                (not query.name or name == query.name.casefold())
                and all(word in name for word in words)
                and (query.since is None or one.changed_at >= query.since)
                and not (one.is_folder and query.finds)
            )

        start = await self._folder(query.folder) if query.folder else ""
        return await self._walked(start, fits, limit, is_deep=not query.is_list)

    async def recent(self, limit: int) -> Found:
        """As the port says."""
        return await self._walked("", lambda one: not one.is_folder, limit, is_deep=True)

    async def info(self, id: str) -> FileInfo:  # noqa: A002 - as the port says
        """As the port says."""
        found = await self._dav.properties(self._at(id), _ASKED)
        one = self._info(found[0]) if found else None
        if one is None or not one.id:
            raise NotFound
        return one

    async def read(self, info: FileInfo) -> Content:
        """As the port says."""
        reply = await self._calls.call("GET", self._at(info.id), headers=_AS_IT_IS, most_bytes=MOST_BYTES)
        return Content(replace(info, version=reply.headers.get("etag", "")), reply.body, info.kind)

    async def place(self, name: str, folder: str) -> str:
        """As the port says: its path."""
        path = "/".join(filter(None, (await self._folder(folder) if folder else "", name)))
        try:
            await self.info(path)
        except NotFound:
            return path
        raise FileTaken(_TAKEN.format(name=name))

    async def create(self, file: NewFile) -> FileInfo:
        """As the port says."""
        path = file.id or await self.place(file.name, file.folder)
        headers = {"content-type": file.kind, "if-none-match": "*"}
        reply = await self._calls.call("PUT", self._at(path), headers=headers, content=file.data, may=(404, 409, 412))
        if reply.status == 412:
            raise FileTaken(_TAKEN.format(name=file.name))
        if reply.status in (404, 409):
            raise NotFound(_NO_FOLDER.format(name=path.rpartition("/")[0][:60]))
        return await self._seen(path, file.data)

    async def replace(self, info: FileInfo, data: bytes, kind: str) -> FileInfo:
        """As the port says. Of a server that names no versions, the time of the last change is looked at just before."""
        if not info.version and (await self.info(info.id)).changed_at != info.changed_at:
            raise ChangedElsewhere
        match = {"if-match": info.version.removeprefix("W/")} if info.version else {}
        headers = {"content-type": kind or info.kind or kind_of(info.name), **match}
        await self._calls.call("PUT", self._at(info.id), headers=headers, content=data)
        return await self._seen(info.id, data)

    async def share(self, info: FileInfo, *, address: str, may_write: bool) -> str:
        """As the port says, where the server is a Nextcloud or its kin; WebDAV itself has no such thing."""
        return await shared_link(self._calls, self._base, info, address=address, may_write=may_write)

    async def is_shared(self, info: FileInfo, *, address: str, may_write: bool) -> bool:
        """As the port says."""
        return bool(await shared_link(self._calls, self._base, info, address=address, may_write=may_write, makes=False))

    async def _seen(self, path: str, data: bytes) -> FileInfo:
        """What was just put there, as its server lists it; where that doesn't answer now, as it was sent."""
        try:
            return await self.info(path)
        except (AccountError, NotFound, ToolProblem):
            folder, _, name = path.rpartition("/")
            return FileInfo(path, name, kind_of(name), len(data), folder=folder)

    async def _folder(self, said: str) -> str:
        """The path of a folder: as it is said, or of that name wherever it is. Raises NotFound."""
        parts = parts_of(said)
        path = "/".join(parts)
        with suppress(NotFound):
            if (await self.info(path)).is_folder:
                return path
        name = parts[0].casefold() if len(parts) == 1 else ""
        found = await self._walked("", lambda one: one.is_folder and one.name.casefold() == name, 1, is_deep=True)
        if not name or not found.files:
            raise NotFound(_NO_FOLDER.format(name=said.strip()[:60]))
        return found.files[0].id

    async def _walked(self, start: str, fits: Callable[[FileInfo], bool], limit: int, *, is_deep: bool) -> Found:
        """What fits in a folder and below it, the last changed first."""
        waiting, looked, count, found = deque([start]), 0, 0, list[FileInfo]()
        while waiting and looked < _MOST_FOLDERS and count < _MOST_FILES:
            now = [waiting.popleft() for _ in range(min(len(waiting), _TOGETHER))]
            looked += len(now)
            for inside in await at_once([self._inside(path, is_start=path == start) for path in now]):
                count += len(inside)
                found += [one for one in inside if fits(one)]
                waiting += [one.id for one in inside if one.is_folder and is_deep]
        found.sort(key=lambda one: one.changed_at, reverse=True)
        return Found(found[:limit], is_all=not waiting and len(found) <= limit)

    async def _inside(self, path: str, *, is_start: bool) -> list[FileInfo]:
        """What lies right in a folder. One that is gone or closed has nothing in it."""
        try:
            members = await self._dav.properties(self._at(path, is_folder=True), _ASKED, depth=1)
        except (NotFound, ToolProblem):
            if is_start:
                raise
            return []
        found = [self._info(one) for one in members]
        return [one for one in found if one is not None and one.id and one.id != path]

    def _at(self, path: str, *, is_folder: bool = False) -> str:
        """The address of a path."""
        parts = [quote(part, safe="") for part in parts_of(path)]
        return self._base + "/".join(parts) + ("/" if is_folder and parts else "")

    def _info(self, member: Member) -> FileInfo | None:
        """A resource, if it lies below the topmost folder."""
        path = unquote(urlsplit(member.href).path)
        if not f"{path.rstrip('/')}/".startswith(self._root):  # a folder beside it may begin with the same letters
            return None
        inside = path[len(self._root) :].strip("/")
        folder, _, name = inside.rpartition("/")
        is_folder, size = _is_folder(member), member.text(_LENGTH)
        return FileInfo(
            id=inside,
            name=" ".join(name.split())[:200],
            kind="" if is_folder else member.text(_KIND).partition(";")[0] or kind_of(name),
            size=int(size) if size.isdecimal() and len(size) < 16 and not is_folder else None,
            changed_at=_moment(member.text(_CHANGED)),
            folder=folder,
            version=member.text(_ETAG),
            is_folder=is_folder,
        )


def _is_folder(member: Member) -> bool:
    found = member.properties.get(_TYPE)
    return found is not None and found.first(f"{DAV}collection") is not None


def _moment(said: str) -> datetime:
    try:
        found = parsedate_to_datetime(said)
    except (ValueError, TypeError, OverflowError):
        return NEVER
    if found.year not in YEARS:
        return NEVER
    return found if found.tzinfo else found.replace(tzinfo=UTC)
