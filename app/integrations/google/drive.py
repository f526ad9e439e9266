"""An account's files at Google Drive (https://developers.google.com/workspace/drive/api/reference/rest/v3), those shared with it included.

A new file has an id that Google gave out before, so that one that is put there twice is there once. Google's own documents are given in the
form that others read. It has no condition for a new version: which one is there is looked at just before.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from pydantic import BaseModel, Field

from app.errors import ChangedElsewhere, NotFound, ToolProblem
from app.integrations.answered import YEARS
from app.integrations.calls import Calls
from app.integrations.files.paths import parts_of
from app.integrations.files.port import MOST_BYTES, NEVER, Content, FileInfo, FileQuery, Found, NewFile
from app.integrations.google.paging import Page, Params, pages, segment
from app.integrations.ports import Me

_FOLDER = "application/vnd.google-apps.folder"
_SHORTCUT = "application/vnd.google-apps.shortcut"
_OWN = "application/vnd.google-apps."
_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_FORMS: Mapping[str, str] = {  # what Google's own documents are read as
    f"{_OWN}document": "text/plain",
    f"{_OWN}spreadsheet": _SHEET,  # all of its sheets; CSV has the first only
    f"{_OWN}presentation": "text/plain",
    f"{_OWN}drawing": "application/pdf",
    f"{_OWN}script": f"{_OWN}script+json",
}
_FIELDS = "id,name,mimeType,size,modifiedTime,webViewLink,owners(displayName,me),parents,headRevisionId,trashed,shortcutDetails(targetId)"
_ALL_DRIVES: Params = {"supportsAllDrives": True}
_LISTED: Params = {**_ALL_DRIVES, "includeItemsFromAllDrives": True, "fields": f"nextPageToken,files({_FIELDS})"}
_MOST_FOLDERS = 20
_MOST_BELOW, _MOST_LEVELS = 60, 5  # folders of which a question is asked at once, and how deep they lie
_MOST_DIGITS = 16  # of a size
_NO_FORM = "“{name}” is nothing that can be read as text ({kind}). Open it at {url}"
_TOO_LARGE = "“{name}” is larger than Google gives in a readable form. Open it at {url}"
_OWN_FORM = (
    "“{name}” is a document of Google's own, which I can read and not write over. I can save a new file beside it."
)
_NO_FOLDER = "There is no folder “{name}” there."


class _Owner(BaseModel):
    displayName: str = ""  # noqa: N815 - as Google writes it
    me: bool = False


class _Target(BaseModel):
    targetId: str = ""  # noqa: N815 - as Google writes it


class _File(BaseModel):
    id: str
    name: str = ""
    kind: str = Field("", alias="mimeType")
    size: str = ""
    changed: str = Field("", alias="modifiedTime")
    url: str = Field("", alias="webViewLink")
    owners: list[_Owner] = Field(default_factory=list[_Owner])
    parents: list[str] = Field(default_factory=list[str])
    revision: str = Field("", alias="headRevisionId")
    trashed: bool = False
    shortcut: _Target = Field(default_factory=_Target, alias="shortcutDetails")


class _Files(Page):
    files: list[_File] = Field(default_factory=list[_File])


class _User(BaseModel):
    displayName: str = ""  # noqa: N815 - as Google writes it
    emailAddress: str = ""  # noqa: N815 - as Google writes it


class _About(BaseModel):
    user: _User = Field(default_factory=_User)


class _Ids(BaseModel):
    ids: list[str] = Field(default_factory=list[str])


class _Permission(BaseModel):
    type: str = ""
    role: str = ""
    emailAddress: str = ""  # noqa: N815 - as Google writes it


class _Permissions(BaseModel):
    permissions: list[_Permission] = Field(default_factory=list[_Permission])


class GoogleDrive:
    """As `port.FileDrive` says."""

    def __init__(self, calls: Calls) -> None:
        """`calls` reach the drive interface."""
        self._calls = calls

    async def me(self) -> Me:
        """As the port says."""
        reply = await self._calls.call("GET", "about", params={"fields": "user(displayName,emailAddress)"})
        user = reply.read(_About).user
        return Me(user.emailAddress, user.displayName)

    async def search(self, query: FileQuery, limit: int) -> Found:
        """As the port says; words are looked for in names and in what files say, the best first by Google's own judgement."""
        asked, is_all = [f"mimeType != '{_FOLDER}'"] if query.finds else [], True
        if query.folder:
            inside = await self._folders(query.folder)
            if query.words or query.since:  # of a path with a name at its end, the folder itself is meant
                inside, is_all = await self._below(inside)
            asked.append(_inside(inside))
        if query.name:
            asked.append(f"name = {_quoted(query.name)}")
        if query.words:
            words = _quoted(query.words)
            asked.append(f"(name contains {words} or fullText contains {words})")
        if query.since:
            asked.append(f"modifiedTime > '{query.since.astimezone(UTC).isoformat()}'")
        found = await self._listed(asked, limit, order="" if query.words else "modifiedTime desc")
        return Found(found.files, is_all=found.is_all and is_all)

    async def recent(self, limit: int) -> Found:
        """As the port says."""
        return await self._listed([f"mimeType != '{_FOLDER}'"], limit, order="modifiedTime desc")

    async def info(self, id: str) -> FileInfo:  # noqa: A002 - as the port says
        """As the port says; of a shortcut, what it leads to."""
        found = await self._file(id)
        if found.kind == _SHORTCUT and found.shortcut.targetId:
            found = await self._file(found.shortcut.targetId)
        return _info(found)

    async def read(self, info: FileInfo) -> Content:
        """As the port says."""
        path = f"files/{segment(info.id)}"
        if info.kind == _SHORTCUT:
            info = await self.info(info.id)
            path = f"files/{segment(info.id)}"
        if not info.kind.startswith(_OWN):
            asked: Params = {**_ALL_DRIVES, "alt": "media"}
            reply = await self._calls.call("GET", path, params=asked, most_bytes=MOST_BYTES)
            return Content(info, reply.body, info.kind)
        form = _FORMS.get(info.kind)
        if form is None:
            raise ToolProblem(_NO_FORM.format(name=info.name, kind=info.kind.removeprefix(_OWN), url=info.url))
        reply = await self._calls.call(
            "GET", f"{path}/export", params={"mimeType": form}, may=(403,), most_bytes=MOST_BYTES
        )
        if reply.status == 403:
            raise ToolProblem(_TOO_LARGE.format(name=info.name, url=info.url))
        return Content(info, reply.body, form)

    async def place(self, name: str, folder: str) -> str:
        """As the port says: an id of Google's, whatever the file is called. A server like it that gives out none chooses one itself."""
        if folder:
            await self._folders(folder)
        asked: Params = {"count": 1, "space": "drive", "type": "files"}
        reply = await self._calls.call("GET", "files/generateIds", params=asked, may=(404,))
        return next(iter(reply.read(_Ids).ids), "") if reply.status == 200 else ""

    async def create(self, file: NewFile) -> FileInfo:
        """As the port says; one of that id that is there already is the one."""
        folders = await self._folders(file.folder) if file.folder else []
        about = {
            "name": file.name,
            "mimeType": file.kind,
            **({"id": file.id} if file.id else {}),
            **({"parents": folders[:1]} if folders else {}),
        }
        return await self._sent("POST", "", about, file.data, file.kind, id_=file.id)

    async def replace(self, info: FileInfo, data: bytes, kind: str) -> FileInfo:
        """As the port says."""
        if info.kind.startswith(_OWN):
            raise ToolProblem(_OWN_FORM.format(name=info.name))
        there = await self.info(info.id)
        if info.version and there.version != info.version:
            raise ChangedElsewhere
        return await self._sent("PATCH", f"/{segment(info.id)}", {}, data, kind)

    async def share(self, info: FileInfo, *, address: str, may_write: bool) -> str:
        """As the port says. Google writes to the one it is shared with."""
        if not await self.is_shared(info, address=address, may_write=may_write):
            whom = {"type": "user", "emailAddress": address} if address else {"type": "anyone"}
            path = f"files/{segment(info.id)}/permissions"
            body = {**whom, "role": "writer" if may_write else "reader"}
            await self._calls.call("POST", path, params=_ALL_DRIVES, body=body)
        return info.url

    async def is_shared(self, info: FileInfo, *, address: str, may_write: bool) -> bool:
        """As the port says."""
        asked: Params = {**_ALL_DRIVES, "fields": "permissions(type,role,emailAddress)", "pageSize": 100}
        path = f"files/{segment(info.id)}/permissions"
        given = (await self._calls.call("GET", path, params=asked)).read(_Permissions).permissions
        roles = ("writer", "owner", "organizer", "fileOrganizer") if may_write else None
        wanted = ("user", address.casefold()) if address else ("anyone", "")
        return any(
            (one.type, one.emailAddress.casefold()) == wanted and (roles is None or one.role in roles) for one in given
        )

    async def _listed(self, asked: Sequence[str], limit: int, *, order: str) -> Found:
        query = " and ".join((*asked, "trashed = false"))
        params: Params = {**_LISTED, "q": query, "pageSize": min(limit, 100), **({"orderBy": order} if order else {})}
        found, more = list[FileInfo](), False
        async for page in pages(self._calls, "files", params, _Files, most=5):
            found += [_info(one) for one in page.files if not one.trashed]
            more = bool(page.next_page)
            if len(found) >= limit:
                break
        return Found(found[:limit], is_all=not more and len(found) <= limit)

    async def _file(self, id_: str) -> _File:
        params: Params = {**_ALL_DRIVES, "fields": _FIELDS}
        found = (await self._calls.call("GET", f"files/{segment(id_)}", params=params)).read(_File)
        if found.trashed:
            raise NotFound
        return found

    async def _folders(self, path: str) -> list[str]:
        """The ids of the folders at a path; of a single name, those of that name wherever they are. Raises NotFound where there are none."""
        inside: list[str] = []
        for name in parts_of(path):
            asked = [f"mimeType = '{_FOLDER}'", f"name = {_quoted(name)}"]
            asked += [_inside(inside)] if inside else []
            found = (await self._listed(asked, _MOST_FOLDERS, order="modifiedTime desc")).files
            inside = [one.id for one in found if one.name.casefold() == name.casefold()]
            if not inside:
                raise NotFound(_NO_FOLDER.format(name=path[:60]))
        return inside or ["root"]

    async def _below(self, folders: Sequence[str]) -> tuple[list[str], bool]:
        """These folders with those below them, so many and so deep at most, and whether that is all."""
        every, level = list(folders), list(folders)
        for _ in range(_MOST_LEVELS):
            asked = [f"mimeType = '{_FOLDER}'", _inside(level)]
            found = await self._listed(asked, _MOST_BELOW - len(every), order="modifiedTime desc")
            level = [one.id for one in found.files if one.id not in every]
            every += level
            if not found.is_all or len(every) >= _MOST_BELOW:
                return every, False
            if not level:
                return every, True
        return every, False

    async def _sent(
        self, method: str, path: str, about: Mapping[str, Any], data: bytes, kind: str, *, id_: str = ""
    ) -> FileInfo:
        """What a file is and what is in it, in one request (multipart/related)."""
        mark = token_hex(16)
        head = f"--{mark}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n{json.dumps(about)}\r\n--{mark}\r\nContent-Type: {kind}\r\n\r\n"
        params: Params = {**_ALL_DRIVES, "uploadType": "multipart", "fields": _FIELDS}
        reply = await self._calls.call(
            method,
            f"../../upload/drive/v3/files{path}",
            params=params,
            headers={"content-type": f"multipart/related; boundary={mark}"},
            content=head.encode() + data + f"\r\n--{mark}--\r\n".encode(),
            may=(409,) if id_ else (),
        )
        return await self.info(id_) if reply.status == 409 else _info(reply.read(_File))


def _info(one: _File) -> FileInfo:
    owner = next((row.displayName for row in one.owners if not row.me), "")
    return FileInfo(
        id=one.id,
        name=" ".join(one.name.split())[:200],
        kind=one.kind,
        size=int(one.size) if one.size.isdecimal() and len(one.size) < _MOST_DIGITS else None,
        changed_at=_moment(one.changed),
        url=one.url,
        owner=owner[:80],
        version=one.revision or one.changed,
        is_folder=one.kind == _FOLDER,
    )


def _moment(said: str) -> datetime:
    try:
        found = datetime.fromisoformat(said)
    except ValueError:
        return NEVER
    if found.year not in YEARS:
        return NEVER
    return found if found.tzinfo else found.replace(tzinfo=NEVER.tzinfo)


def _inside(folders: Sequence[str]) -> str:
    """The term for what lies right in one of these."""
    return f"({' or '.join(f'{_quoted(one)} in parents' for one in folders)})"


def _quoted(value: str) -> str:
    """A text inside a query."""
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
