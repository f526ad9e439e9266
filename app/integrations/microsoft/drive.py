"""An account's files at OneDrive, by Graph (https://learn.microsoft.com/graph/api/resources/onedrive).

A new file's id is its folder's with its name behind (`{folder}:/{name}:`), and it goes there only where none is. What is in a file is read at
an address of its own that Graph gives out, which holds for minutes and is asked without what opens the account.
"""

from collections.abc import Mapping
from datetime import UTC
from urllib.parse import quote, urlsplit

from app.errors import AccountAway, FetchFailed, NotFound, OutsideRefused, ToolProblem
from app.integrations.calls import SECONDS, Calls
from app.integrations.fetching.addresses import entered_pair
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.files.paths import kind_of, parts_of
from app.integrations.files.port import MOST_BYTES, NEVER, Content, FileInfo, FileQuery, FileTaken, Found, NewFile
from app.integrations.mail.characters import one_line
from app.integrations.microsoft.graph import Item, listed, moment, number, part, text, texts, thing
from app.integrations.ports import Me

_FIELDS = "id,name,size,lastModifiedDateTime,webUrl,eTag,file,folder,parentReference,createdBy"
_PAGE, _MOST_LISTED = 100, 500
_REDIRECTS = (301, 302, 303, 307, 308)
HERE = ("127.0.0.1", "::1", "localhost")
_TAKEN = "There is a file “{name}” there already. Say whether I should put a new version in its place."
_NO_FOLDER = "There is no folder “{name}” there."
_TOO_LARGE = "“{name}” is larger than I read."
_AWAY = "OneDrive doesn't give out that file just now. Try again in a moment."
_NO_LINK = "OneDrive gave no link for that. Its organization may allow none; share it on its own page."


class OneDrive:
    """As `port.FileDrive` says."""

    def __init__(self, calls: Calls, fetcher: Fetcher, *, is_here: bool = False) -> None:
        """`calls` reach Graph, `fetcher` the addresses that it gives out; `is_here`: Graph is a server on this machine, which may give out
        addresses there."""
        self._calls = calls
        self._fetcher = fetcher
        self._is_here = is_here
        self._root = ""

    async def me(self) -> Me:
        """As the port says."""
        user = part(part(thing(await self._calls.call("GET", "me/drive")), "owner"), "user")
        return Me(text(user, "email") or text(user, "id"), text(user, "displayName"))

    async def search(self, query: FileQuery, limit: int) -> Found:
        """As the port says; Microsoft looks into names and what files say, and knows a new file after a moment."""
        inside = await self._folder(query.folder) if query.folder else ""
        if query.is_list or (query.folder and query.name and not query.words):
            return await self._listed(await self._at(inside, "children"), query, limit)
        within = (await self.info(inside)).name if inside else ""
        return await self._listed(await self._asking(query.words or query.name), query, limit, within=within)

    async def recent(self, limit: int) -> Found:
        """As the port says, among those that a search without words finds."""
        found = await self._listed(await self._asking(""), FileQuery(), _MOST_LISTED)
        files = sorted((one for one in found.files if not one.is_folder), key=lambda one: one.changed_at, reverse=True)
        return Found(files[:limit], is_all=found.is_all and len(files) <= limit)

    async def info(self, id: str) -> FileInfo:  # noqa: A002 - as the port says
        """As the port says."""
        return _info(thing(await self._calls.call("GET", await self._at(id), params={"$select": _FIELDS})))

    async def read(self, info: FileInfo) -> Content:
        """As the port says."""
        reply = await self._calls.call("GET", await self._at(info.id, "content"), may=_REDIRECTS, most_bytes=MOST_BYTES)
        if reply.status not in _REDIRECTS:
            return Content(info, reply.body, info.kind)
        return Content(info, await self._given_out(reply.headers.get("location", ""), info.name), info.kind)

    async def place(self, name: str, folder: str) -> str:
        """As the port says: the folder's id with the name behind."""
        inside = await self._folder(folder) if folder else (await self.info("root")).id
        place = f"{inside}:/{name}:"
        try:
            await self.info(place)
        except NotFound:
            return place
        raise FileTaken(_TAKEN.format(name=name))

    async def create(self, file: NewFile) -> FileInfo:
        """As the port says."""
        place = file.id or await self.place(file.name, file.folder)
        reply = await self._calls.call(
            "PUT",
            await self._at(place, "content"),
            params={"@microsoft.graph.conflictBehavior": "fail"},
            headers={"content-type": file.kind},
            content=file.data,
            may=(409,),
        )
        if reply.status == 409:
            raise FileTaken(_TAKEN.format(name=file.name))
        return _info(thing(reply))

    async def replace(self, info: FileInfo, data: bytes, kind: str) -> FileInfo:
        """As the port says."""
        headers = {"content-type": kind or info.kind, **({"if-match": info.version} if info.version else {})}
        reply = await self._calls.call("PUT", await self._at(info.id, "content"), headers=headers, content=data)
        return _info(thing(reply))

    async def share(self, info: FileInfo, *, address: str, may_write: bool) -> str:
        """As the port says. Microsoft writes to the one it is shared with; a link that is there is given again."""
        if address:
            if not await self.is_shared(info, address=address, may_write=may_write):
                roles = ["write" if may_write else "read"]
                body = {
                    "recipients": [{"email": address}],
                    "roles": roles,
                    "requireSignIn": True,
                    "sendInvitation": True,
                }
                await self._calls.call("POST", await self._at(info.id, "invite"), body=body)
            return info.url
        body = {"type": "edit" if may_write else "view", "scope": "anonymous"}
        made = thing(await self._calls.call("POST", await self._at(info.id, "createLink"), body=body, repeatable=True))
        link = text(made, "link", "webUrl")
        if not link.startswith("https://"):
            raise ToolProblem(_NO_LINK)
        return link

    async def is_shared(self, info: FileInfo, *, address: str, may_write: bool) -> bool:
        """As the port says."""
        async for one in listed(self._calls, await self._at(info.id, "permissions")):
            can_write = bool({"write", "owner"} & set(texts(one.get("roles"))))
            who = {text(one, "invitation", "email"), text(one, "grantedToV2", "user", "email")}
            is_whom = (
                address.casefold() in {name.casefold() for name in who}
                if address
                else text(one, "link", "scope") == "anonymous"
            )
            if is_whom and (can_write or not may_write):
                return True
        return False

    async def _given_out(self, url: str, name: str) -> bytes:
        """What lies at an address that Graph gave out. It goes without a login, to https, and to nothing inside: where it is says a server."""
        is_here = self._is_here and urlsplit(url).hostname in HERE
        try:
            if not (url.startswith("https://") or is_here):
                raise AccountAway(_AWAY)
            allowed = frozenset((entered_pair(url),)) if is_here else frozenset[tuple[str, int]]()
            found = await self._fetcher.ask(url, headers={}, most_bytes=MOST_BYTES, seconds=SECONDS, allowed=allowed)
        except (FetchFailed, OutsideRefused) as problem:
            if problem.reason == "too_large":
                raise ToolProblem(_TOO_LARGE.format(name=name)) from problem
            raise AccountAway(_AWAY) from problem
        return found.body

    async def _at(self, id_: str, *more: str) -> str:
        """The path of a file, whose id may be a folder's with a name behind, and of what there is of it."""
        drive = await self._drive()
        inside, mark, name = id_.partition(":/")
        if not inside or inside in (".", "..") or "/" in inside:
            raise NotFound
        one = quote(inside, safe="!$")
        path = f"{one}:/{quote(name.removesuffix(':'), safe='')}:" if mark else one
        return "/".join((f"drives/{drive}/items/{path}", *more))

    async def _asking(self, words: str) -> str:
        """The path of a search."""
        return (
            f"drives/{await self._drive()}/items/root/search(q='{quote(words.replace(chr(39), chr(39) * 2), safe='')}')"
        )

    async def _drive(self) -> str:
        """The id of the account's drive; asked once."""
        if not self._root:
            self._root = quote(text(thing(await self._calls.call("GET", "me/drive")), "id"), safe="!$")
        return self._root

    async def _folder(self, said: str) -> str:
        """The id of a folder: at its path, or of that name wherever it is. Raises NotFound."""
        inside = "root"
        for count, name in enumerate(parts_of(said)):
            there = [
                one
                async for one in listed(
                    self._calls, await self._at(inside, "children"), {"$top": _PAGE, "$select": _FIELDS}
                )
            ]
            if not count and not any(_is_folder_named(one, name) for one in there):
                there = [one async for one in listed(self._calls, await self._asking(name), {"$top": _PAGE})]
            inside = next((text(one, "id") for one in there if _is_folder_named(one, name)), "")
            if not inside:
                raise NotFound(_NO_FOLDER.format(name=said.strip()[:60]))
        return inside

    async def _listed(self, path: str, query: FileQuery, limit: int, *, within: str = "") -> Found:
        """Those of a list that fit, so many at most; `within` is the name of a folder above them. Graph's order is the best first, so that what
        was asked for by its time alone is looked at whole."""
        found, looked, is_all = list[FileInfo](), 0, True
        by_time = bool(query.since) and not (query.words or query.name)
        async for one in listed(self._calls, path, {"$top": _PAGE, "$select": _FIELDS}):
            looked += 1
            info = _info(one)
            if (
                info.id
                and _fits(info, query)
                and (not within or within.casefold() in info.folder.casefold().split("/"))
            ):
                found.append(info)
            if (len(found) > limit and not by_time) or looked >= _MOST_LISTED:
                is_all = False
                break
        if by_time:
            found.sort(key=lambda one: one.changed_at, reverse=True)
        return Found(found[:limit], is_all=is_all and len(found) <= limit)


def _fits(info: FileInfo, query: FileQuery) -> bool:
    if query.name and info.name.casefold() != query.name.casefold():
        return False
    if query.since and info.changed_at < query.since:
        return False
    return not (info.is_folder and query.finds)


def _is_folder_named(one: Item, name: str) -> bool:
    return isinstance(one.get("folder"), Mapping) and text(one, "name").casefold() == name.casefold()


def _info(one: Item) -> FileInfo:
    name, is_folder = one_line(text(one, "name"), 200), isinstance(one.get("folder"), Mapping)
    path = text(one, "parentReference", "path").partition("root:")[2].strip("/")
    return FileInfo(
        id=text(one, "id"),
        name=name,
        kind="" if is_folder else text(one, "file", "mimeType") or kind_of(name),
        size=None if is_folder else number(one, "size"),
        changed_at=(moment(text(one, "lastModifiedDateTime")) or NEVER).astimezone(UTC),
        folder=one_line(path, 200),
        url=text(one, "webUrl"),
        version=text(one, "eTag"),
        is_folder=is_folder,
    )
