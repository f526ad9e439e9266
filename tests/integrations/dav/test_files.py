"""Files by WebDAV, at a real WsgiDAV: found in folders, read, put there once, changed only as they are known, shared where that can be."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from app.errors import AccountClosed, ChangedElsewhere, NotFound, ToolProblem
from app.integrations.access import Access
from app.integrations.dav import files as dav_files
from app.integrations.files.port import NEVER, FileInfo, FileQuery, FileTaken, NewFile
from tests.servers.dav import access as dav_access
from tests.servers.json_server import Question, json_server
from tests.servers.webdav import WebDavServer, webdav


@pytest.fixture(scope="module")
def running() -> Iterator[WebDavServer]:
    with webdav() as started:
        yield started


@pytest.fixture
def server(running: WebDavServer) -> WebDavServer:
    """With nothing in it."""
    for one in running.folder.iterdir():
        shutil.rmtree(one) if one.is_dir() else one.unlink()
    return running


@pytest.fixture
def access(server: WebDavServer) -> Access:
    return dav_access({"api": server.url, "user": server.user})


async def test_files_are_found_by_name_wherever_they_lie(server: WebDavServer, access: Access) -> None:
    server.put("Legal/2026/Contract Kofi.txt", b"c")
    server.put("Été & co/contract élan.md", b"d")
    server.put("plan.txt")
    async with dav_files.opened(access) as drive:
        found = await drive.search(FileQuery(words="contract"), 10)
        assert {(one.name, one.folder) for one in found.files} == {
            ("Contract Kofi.txt", "Legal/2026"),
            ("contract élan.md", "Été & co"),
        }
        assert found.is_all
        assert [one.name for one in (await drive.search(FileQuery(folder="legal"), 9)).files] == ["2026"]
        assert [one.id for one in (await drive.search(FileQuery(folder="2026"), 9)).files] == [
            "Legal/2026/Contract Kofi.txt"
        ]
        assert [one.id for one in (await drive.search(FileQuery(name="PLAN.txt"), 9)).files] == ["plan.txt"]
        assert not (await drive.search(FileQuery(words="contract"), 1)).is_all
        assert {one.name for one in (await drive.recent(9)).files} == {
            "Contract Kofi.txt",
            "contract élan.md",
            "plan.txt",
        }
        since = FileQuery(folder="legal", since=NEVER)  # below it, and no folders
        assert [one.name for one in (await drive.search(since, 9)).files] == ["Contract Kofi.txt"]
        with pytest.raises(NotFound, match="no folder “private”"):
            await drive.search(FileQuery(folder="private"), 9)


async def test_a_server_of_files_without_end_is_not_looked_through(
    server: WebDavServer, access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dav_files, "_MOST_FILES", 10)
    for folder in range(8):
        for number in range(4):
            server.put(f"{folder}/plan {number}.txt")
    async with dav_files.opened(access) as drive:
        found = await drive.search(FileQuery(words="plan"), 50)
    assert not found.is_all
    assert len(found.files) < 20


async def test_a_file_is_read(server: WebDavServer, access: Access) -> None:
    server.put("Legal/a b%20c#d?.txt", b"words")
    async with dav_files.opened(access) as drive:
        info = await drive.info("Legal/a b%20c#d?.txt")
        assert (info.kind, info.size, info.is_folder) == ("text/plain", 5, False)
        assert (await drive.read(info)).data == b"words"
        for gone in ("Legal/gone.txt", "gone/a.txt"):
            with pytest.raises(NotFound):
                await drive.info(gone)
        with pytest.raises(ToolProblem, match="can't be a file's name"):
            await drive.info("../etc/passwd")


async def test_a_new_file_goes_only_where_none_is(server: WebDavServer, access: Access) -> None:
    server.put("Legal/there.txt", b"old")
    async with dav_files.opened(access) as drive:
        place = await drive.place("new.txt", "legal")
        made = await drive.create(NewFile(place, "new.txt", b"new", "text/plain", "legal"))
        assert (made.id, made.size, (server.folder / "Legal/new.txt").read_bytes()) == ("Legal/new.txt", 3, b"new")
        with pytest.raises(FileTaken):
            await drive.place("there.txt", "Legal")
        with pytest.raises(FileTaken):
            await drive.create(NewFile("Legal/there.txt", "there.txt", b"mine", "text/plain"))
        with pytest.raises(NotFound, match="no folder “gone”"):
            await drive.create(NewFile("gone/x.txt", "x.txt", b"mine", "text/plain"))
    assert (server.folder / "Legal/there.txt").read_bytes() == b"old"


async def test_a_new_version_goes_only_over_the_one_that_is_known(server: WebDavServer, access: Access) -> None:
    file = server.put("a.txt", b"old")
    async with dav_files.opened(access) as drive:
        info = await drive.info("a.txt")
        newer = await drive.replace(info, b"newer", "text/plain")
        assert (file.read_bytes(), newer.version != info.version) == (b"newer", True)
        with pytest.raises(ChangedElsewhere):
            await drive.replace(info, b"mine", "text/plain")
    assert file.read_bytes() == b"newer"


async def test_where_no_files_are_and_a_wrong_password_are_said(server: WebDavServer) -> None:
    for url in (f"{server.url}/gone", server.url.replace("/dav/files", "/nothing")):
        async with dav_files.opened(dav_access({"api": url, "user": server.user})) as drive:
            with pytest.raises(ToolProblem, match="no files by WebDAV at that address"):
                await drive.me()
    async with dav_files.opened(dav_access({"api": server.url, "user": server.user}, password="wrong")) as drive:
        with pytest.raises(AccountClosed):
            await drive.me()


async def test_plain_webdav_has_no_links(server: WebDavServer, access: Access) -> None:
    server.put("a.txt")
    async with dav_files.opened(access) as drive:
        with pytest.raises(ToolProblem, match="no links by WebDAV"):
            await drive.share(await drive.info("a.txt"), address="", may_write=False)


class Nextcloud:
    """Nextcloud's shares as its documentation says, of our own making: it checks the header that its interface wants, and what is asked for."""

    def __init__(self) -> None:
        self.shares: list[dict[str, Any]] = []

    def answer(self, question: Question) -> object:
        """The shares of a path, or a new one."""
        assert question.headers["ocs-apirequest"] == "true"
        assert question.query["format"] == "json"
        if question.method == "GET":
            return {"ocs": {"data": [one for one in self.shares if one["path"] == question.query["path"]]}}
        assert isinstance(question.body, dict)
        body = question.body
        made = {
            "path": body["path"],
            "share_type": body["shareType"],
            "share_with": body.get("shareWith"),
            "permissions": body["permissions"],
            "url": f"https://cloud.example.org/s/{len(self.shares)}",
        }
        self.shares.append(made)
        return {"ocs": {"data": made}}


async def test_at_nextcloud_a_link_is_made_once() -> None:
    cloud = Nextcloud()
    info = FileInfo("Legal/a b.txt", "a b.txt")
    with json_server({"/ocs/v2.php/apps/files_sharing/api/v1/shares": cloud.answer}) as server:
        access = dav_access({"api": f"{server.url}/remote.php/dav/files/ana", "user": "ana"})
        async with dav_files.opened(access) as drive:
            assert not await drive.is_shared(info, address="", may_write=False)
            link = await drive.share(info, address="", may_write=False)
            assert await drive.share(info, address="", may_write=False) == link == "https://cloud.example.org/s/0"
            assert (
                await drive.share(info, address="kofi@example.org", may_write=True) == "https://cloud.example.org/s/1"
            )
            assert await drive.is_shared(info, address="Kofi@example.org", may_write=True)
    assert [(one["path"], one["share_type"], one["permissions"]) for one in cloud.shares] == [
        ("/Legal/a b.txt", 3, 1),
        ("/Legal/a b.txt", 4, 3),
    ]


@pytest.mark.parametrize(
    "answer",
    [
        [],
        {"ocs": []},
        {"ocs": {"data": "no"}},
        {"ocs": {"data": {"url": 5}}},
        {"ocs": {"data": {"url": "javascript:x"}}},
    ],
)
async def test_an_odd_answer_is_no_link(answer: object) -> None:
    with json_server({"/ocs/*": lambda _: answer}) as server:
        access = dav_access({"api": f"{server.url}/remote.php/dav/files/ana", "user": "ana"})
        async with dav_files.opened(access) as drive:
            with pytest.raises(ToolProblem, match="didn't share it"):
                await drive.share(FileInfo("a", "a"), address="", may_write=False)
