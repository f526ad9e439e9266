"""Google Drive's part of the fake: files with ids that are given out before, their search words, what is exported, who may see what."""

import json
import re
from email import message_from_bytes
from typing import TYPE_CHECKING, Any

from tests.fakes.vendors.google_api.refusal import Refused

if TYPE_CHECKING:
    from tests.fakes.vendors.google_api.server import Asked

Json = dict[str, Any]
FOLDER, DOCUMENT = "application/vnd.google-apps.folder", "application/vnd.google-apps.document"
_TERM = re.compile(
    r"(?P<field>name|fullText|mimeType|modifiedTime|trashed) (?P<op>=|!=|contains|>) (?P<value>'(?:[^'\\]|\\.)*'|false)"
    r"|(?P<parent>'(?:[^'\\]|\\.)*') in parents"
)


def upload_of(kind: str, data: bytes) -> tuple[Any, bytes]:
    """The JSON of a request, and what is uploaded with it where it is multipart/related."""
    if not kind.startswith("multipart/related"):
        return (json.loads(data) if data else None), b""
    parts = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + data).get_payload()
    assert isinstance(parts, list)
    first, second = parts
    return json.loads(first.get_payload(decode=True)), second.get_payload(decode=True)  # type: ignore[arg-type, return-value]


class Drive:
    """One account's files; `page` is the most of a page. Times are of a clock that goes on by a minute with each change."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.files: dict[str, Json] = {}
        self.contents: dict[str, bytes] = {}
        self.permissions: dict[str, list[Json]] = {}
        self.page = 100
        self._given: set[str] = set()
        self._number = 0

    def add(self, name: str, data: bytes = b"", kind: str = "text/plain", *, parent: str = "root", by: str = "") -> str:
        """A file that is there, `by` somebody else; its id."""
        id_ = self._id()
        self.put({"id": id_, "name": name, "mimeType": kind, "parents": [parent]}, data)
        if by:
            self.files[id_]["owners"] = [{"kind": "drive#user", "displayName": by, "me": False}]
        return id_

    def drive_about_get(self, _: "Asked") -> Json:
        return {"kind": "drive#about", "user": {"kind": "drive#user", "displayName": "Ana", "emailAddress": self.owner}}

    def drive_files_generate_ids(self, asked: "Asked") -> Json:
        ids = [self._id() for _ in range(int(asked.one("count", "10")))]
        self._given |= set(ids)
        return {"kind": "drive#generatedIds", "space": "drive", "ids": ids}

    def drive_files_list(self, asked: "Asked") -> Json:
        query = asked.one("q")
        if "fullText" in query and asked.one("orderBy"):
            raise Refused(403, "sortingNotSupported")
        found = [one for one in self.files.values() if self._fits(one, query)]
        if asked.one("orderBy") == "modifiedTime desc":
            found.sort(key=lambda one: one["modifiedTime"], reverse=True)
        size, first = min(int(asked.one("pageSize", "100")), self.page), int(asked.one("pageToken", "0"))
        more = {"nextPageToken": str(first + size)} if len(found) > first + size else {}
        return {"kind": "drive#fileList", "files": [dict(one) for one in found[first : first + size]], **more}

    def drive_files_get(self, asked: "Asked") -> Json | bytes:
        found = self._file(asked)
        if asked.one("alt") != "media":
            return dict(found)
        if found["mimeType"].startswith("application/vnd.google-apps."):
            raise Refused(403, "fileNotDownloadable")
        return self.contents[found["id"]]

    def drive_files_export(self, asked: "Asked") -> bytes:
        found = self._file(asked)
        if not found["mimeType"].startswith("application/vnd.google-apps."):
            raise Refused(403, "fileNotExportable")
        if len(self.contents[found["id"]]) > 10_000_000:
            raise Refused(403, "exportSizeLimitExceeded")
        return self.contents[found["id"]]

    def drive_files_create(self, asked: "Asked") -> Json:
        id_ = asked.body.get("id") or self._id()
        if id_ in self.files:
            raise Refused(409, "fileIdInUse")
        if "id" in asked.body and id_ not in self._given:
            raise Refused(400, "invalid")
        self.put({"parents": ["root"], **asked.body, "id": id_}, asked.media)
        return dict(self.files[id_])

    def drive_files_update(self, asked: "Asked") -> Json:
        found = self._file(asked)
        self.put({**found, **asked.body}, asked.media or self.contents[found["id"]])
        return dict(self.files[found["id"]])

    def drive_permissions_list(self, asked: "Asked") -> Json:
        return {"kind": "drive#permissionList", "permissions": self.permissions[self._file(asked)["id"]]}

    def drive_permissions_create(self, asked: "Asked") -> Json:
        given = {"kind": "drive#permission", "id": str(len(self.permissions[self._file(asked)["id"]])), **asked.body}
        self.permissions[self._file(asked)["id"]].append(given)
        return given

    def put(self, file: Json, data: bytes) -> None:
        """What a file is now."""
        self._number += 1
        size = {} if file["mimeType"].startswith("application/vnd.google-apps.") else {"size": str(len(data))}
        self.files[file["id"]] = {
            "kind": "drive#file",
            "modifiedTime": f"2026-05-04T12:{self._number:02}:00.000Z",
            "webViewLink": f"https://drive.google.com/file/d/{file['id']}/view",
            "owners": [{"kind": "drive#user", "displayName": "Ana", "me": True}],
            "trashed": False,
            "headRevisionId": f"revision-{self._number}",
            **{name: value for name, value in file.items() if name not in ("modifiedTime", "headRevisionId", "size")},
            **size,
        }
        self.contents[file["id"]] = data
        self.permissions.setdefault(
            file["id"], [{"kind": "drive#permission", "type": "user", "role": "owner", "emailAddress": self.owner}]
        )

    def _fits(self, one: Json, query: str) -> bool:
        """Whether a file fits; every word of `fullText` must stand in its name or its text."""

        def term(found: re.Match[str]) -> str:
            value = re.sub(r"\\(.)", r"\1", (found["value"] or found["parent"]).strip("'"))
            if found["parent"]:
                return str(value in one["parents"])
            return str(self._is(one, found["field"], found["op"], value))

        said = _TERM.sub(term, query)
        if set(re.findall(r"\w+", said)) - {"True", "False", "and", "or"}:
            raise Refused(400, "invalid")
        return bool(eval(said))  # noqa: S307 - True, False, and, or, brackets: all else was refused

    def _is(self, one: Json, field: str, op: str, value: str) -> bool:
        text = self.contents[one["id"]].decode("utf-8", "replace").casefold()
        words, name = value.casefold().split(), one["name"].casefold()
        ways = {
            ("name", "="): name == value.casefold(),
            ("name", "contains"): all(
                any(part.startswith(word) for part in re.findall(r"\w+", name)) for word in words
            ),
            ("fullText", "contains"): all(word in f"{name} {text}" for word in words),
            ("mimeType", "="): one["mimeType"] == value,
            ("mimeType", "!="): one["mimeType"] != value,
            ("modifiedTime", ">"): one["modifiedTime"] > value,
            ("trashed", "="): not one["trashed"],
        }
        return ways[field, op]

    def _file(self, asked: "Asked") -> Json:
        found = self.files.get(asked.path["fileId"])
        if found is None:
            raise Refused(404, "notFound")
        return found

    def _id(self) -> str:
        self._number += 1
        return f"drive-file-{self._number:04}"
