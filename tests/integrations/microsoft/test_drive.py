"""OneDrive, at the server that is held to Microsoft's own description."""

import pytest

from app.errors import AccountAway, ChangedElsewhere, NotFound, OutcomeUnknown
from app.integrations.access import Access
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.pace import Pace
from app.integrations.fetching.resolving import SystemResolver
from app.integrations.files.port import NEVER, FileQuery, FileTaken, NewFile
from app.integrations.microsoft import opening
from app.integrations.microsoft.drive import OneDrive
from app.integrations.microsoft.graph import calls_to
from tests.fakes.vendors.graph import Fault, GraphServer
from tests.fakes.vendors.graph.drives import GIVEN_OUT, ROOT, stored


async def test_files_are_found_by_words_in_folders_and_by_name(server: GraphServer, access: Access) -> None:
    legal = stored(server.world, "Legal", is_folder=True)
    deep = stored(server.world, "2026", parent=legal, is_folder=True)
    stored(server.world, "Contract Kofi.txt", b"Between Ana and Kofi", parent=deep)
    stored(server.world, "It's a plan.txt", b"the contract's end")
    async with opening.files(access) as drive:
        found = await drive.search(FileQuery(words="contract"), 10)
        assert {(one.name, one.folder) for one in found.files} == {
            ("Contract Kofi.txt", "Legal/2026"),
            ("It's a plan.txt", ""),
        }
        assert found.is_all
        assert [one.name for one in (await drive.search(FileQuery(name="it's a PLAN.txt"), 9)).files] == [
            "It's a plan.txt"
        ]
        for folder in ("legal/2026", "2026"):
            assert [one.name for one in (await drive.search(FileQuery(folder=folder), 9)).files] == [
                "Contract Kofi.txt"
            ]
        assert [one.name for one in (await drive.search(FileQuery(words="contract", folder="2026"), 9)).files] == [
            "Contract Kofi.txt"
        ]
        assert [one.name for one in (await drive.recent(1)).files] == ["It's a plan.txt"]
        with pytest.raises(NotFound, match="no folder “private”"):
            await drive.search(FileQuery(folder="private"), 9)


async def test_what_changed_in_a_folder_is_not_lost_among_others(server: GraphServer, access: Access) -> None:
    legal = stored(server.world, "Legal", is_folder=True)
    old = stored(server.world, "Old.txt", b"x", parent=stored(server.world, "2026", parent=legal, is_folder=True))
    for number in range(5):
        stored(server.world, f"{number}.txt", b"x")
    new = stored(server.world, "New.txt", b"x", parent=legal)
    async with opening.files(access) as drive:
        found = await drive.search(FileQuery(folder="legal", since=NEVER), 2)
        assert ([one.id for one in found.files], found.is_all) == ([new, old], True)
        changed = (await drive.info(new)).changed_at
        assert [one.id for one in (await drive.search(FileQuery(since=changed), 9)).files] == [new]
        assert [one.name for one in (await drive.search(FileQuery(words="x", folder="legal"), 1)).files] == ["Old.txt"]


async def test_a_file_is_read_without_its_login_elsewhere(server: GraphServer, access: Access) -> None:
    id_ = stored(server.world, "a.txt", b"words")
    async with opening.files(access) as drive:
        info = await drive.info(id_)
        assert (info.kind, info.size, info.url) == ("text/plain", 5, f"https://onedrive.example/{id_}")
        assert (await drive.read(info)).data == b"words"
        for gone in ("gone", "..", "", "a/b"):
            with pytest.raises(NotFound):
                await drive.info(gone)


async def test_a_new_file_goes_only_where_none_is(server: GraphServer, access: Access) -> None:
    legal = stored(server.world, "Legal", is_folder=True)
    there = stored(server.world, "there.txt", b"old")
    async with opening.files(access) as drive:
        place = await drive.place("n#1 50%.txt", "legal")
        assert place == f"{legal}:/n#1 50%.txt:"
        file = NewFile(place, "n#1 50%.txt", b"new", "text/plain", "legal")
        server.fail(Fault("PUT", how="lost"))
        with pytest.raises(OutcomeUnknown):
            await drive.create(file)
        made = await drive.info(place)
        assert (made.name, made.size) == ("n#1 50%.txt", 3)
        with pytest.raises(FileTaken):
            await drive.create(file)
        with pytest.raises(FileTaken):
            await drive.place("there.txt", "")
        assert await drive.place("free.txt", "") == f"{ROOT}:/free.txt:"
    assert server.world.contents[there] == b"old"


async def test_a_new_version_goes_only_over_the_one_that_is_known(server: GraphServer, access: Access) -> None:
    id_ = stored(server.world, "a.txt", b"old")
    async with opening.files(access) as drive:
        info = await drive.info(id_)
        newer = await drive.replace(info, b"newer", "text/plain")
        assert (newer.size, newer.version != info.version) == (5, True)
        with pytest.raises(ChangedElsewhere):
            await drive.replace(info, b"mine", "text/plain")
    assert server.world.contents[id_] == b"newer"


async def test_it_is_shared_once_with_one_and_with_everybody(server: GraphServer, access: Access) -> None:
    id_ = stored(server.world, "a.txt")
    async with opening.files(access) as drive:
        info = await drive.info(id_)
        link = await drive.share(info, address="", may_write=True)
        for _ in range(2):
            assert await drive.share(info, address="kofi@example.org", may_write=False) == info.url
            assert await drive.share(info, address="", may_write=True) == link
        assert link.startswith("https://1drv.example/")
        assert await drive.is_shared(info, address="", may_write=True)
        assert await drive.is_shared(info, address="Kofi@example.org", may_write=False)
        assert not await drive.is_shared(info, address="kofi@example.org", may_write=True)
    assert len(server.world.shared[id_]) == 2


async def test_an_address_that_graph_gives_out_is_not_asked_where_it_lies_inside(
    server: GraphServer, access: Access
) -> None:
    id_ = stored(server.world, "a.txt", b"words")
    async with calls_to(access) as calls:
        drive = OneDrive(calls, Fetcher(Pace(access.clock), SystemResolver()))  # as of Microsoft's own
        with pytest.raises(AccountAway):
            await drive.read(await drive.info(id_))
        for inside in ("https://127.0.0.1/x", "https://169.254.169.254/x", "https://[::1]/x", "https://a@b.org/x", ""):
            with pytest.raises(AccountAway):
                await drive._given_out(inside, "a.txt")
    assert not [one for one in server.asked if GIVEN_OUT in one]
