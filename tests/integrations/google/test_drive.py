"""Google Drive, at the fake."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from app.errors import ChangedElsewhere, NotFound, OutcomeUnknown, ToolProblem
from app.integrations.access import Access
from app.integrations.files.port import NEVER, FileQuery, NewFile
from app.integrations.google import opening
from tests.fakes.vendors.google_api import GoogleApi
from tests.fakes.vendors.google_api.drive import DOCUMENT, FOLDER
from tests.fakes.vendors.google_api.server import Trouble

SHEET = "application/vnd.google-apps.spreadsheet"


async def test_files_are_found_by_name_by_what_they_say_and_in_a_folder(fake: GoogleApi, access: Access) -> None:
    legal = fake.drive.add("Legal", kind=FOLDER)
    fake.drive.add("Contract 2026.txt", b"Between Ana and Kofi", parent=legal)
    fake.drive.add("Minutes", b"The contract's end is near", DOCUMENT, by="Kofi Boateng")
    fake.drive.add("It's 5 o'clock \\ somewhere.txt", b"")
    fake.drive.page = 2
    async with opening.files(access) as drive:
        found = await drive.search(FileQuery(words="contract"), 10)
        assert ([one.name for one in found.files], found.is_all) == (["Contract 2026.txt", "Minutes"], True)
        [inside] = (await drive.search(FileQuery(folder="legal"), 10)).files
        assert (inside.name, inside.size, inside.owner) == ("Contract 2026.txt", 20, "")
        assert [one.owner for one in (await drive.search(FileQuery(name="minutes"), 10)).files] == ["Kofi Boateng"]
        [odd] = (await drive.search(FileQuery(name="It's 5 o'clock \\ somewhere.txt"), 10)).files
        assert odd.url.endswith(f"/{odd.id}/view")
        first = await drive.search(FileQuery(), 1)
        assert (len(first.files), first.is_all) == (1, False)
        since = datetime(2026, 5, 4, 12, 59, tzinfo=UTC)
        assert (await drive.search(FileQuery(since=since), 5)).files == []
        assert [one.name for one in (await drive.recent(2)).files] == ["It's 5 o'clock \\ somewhere.txt", "Minutes"]
        with pytest.raises(NotFound, match="no folder “Private”"):
            await drive.search(FileQuery(folder="Private"), 5)


async def test_below_a_folder_is_looked_for_words_and_for_what_changed(fake: GoogleApi, access: Access) -> None:
    legal = fake.drive.add("Legal", kind=FOLDER)
    deep = fake.drive.add("2026", kind=FOLDER, parent=fake.drive.add("Contracts", kind=FOLDER, parent=legal))
    old = fake.drive.add("Old plan.txt", b"x", parent=deep)
    fake.drive.add("Plan elsewhere.txt", b"x")
    fake.drive.add("New plan.txt", b"x", parent=legal)
    changed = datetime.fromisoformat(fake.drive.files[old]["modifiedTime"])
    zone = timezone(timedelta(hours=2))  # a time is the same wherever it is told
    async with opening.files(access) as drive:

        async def names(query: FileQuery) -> list[str]:
            return [one.name for one in (await drive.search(query, 10)).files]

        assert await names(FileQuery(words="plan", folder="legal")) == ["Old plan.txt", "New plan.txt"]
        assert await names(FileQuery(folder="legal", since=NEVER)) == ["New plan.txt", "Old plan.txt"]
        assert await names(FileQuery(folder="legal", since=changed.astimezone(zone) + timedelta(seconds=1))) == [
            "New plan.txt"
        ]
        assert set(await names(FileQuery(folder="legal"))) == {"Contracts", "New plan.txt"}
        assert await names(FileQuery(name="Old plan.txt", folder="legal")) == []


async def test_more_folders_than_are_asked_for_at_once_are_not_all(
    fake: GoogleApi, access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.integrations.google.drive._MOST_BELOW", 4)
    legal = fake.drive.add("Legal", kind=FOLDER)
    for number in range(6):
        fake.drive.add("plan.txt", b"x", parent=fake.drive.add(f"{number}", kind=FOLDER, parent=legal))
    async with opening.files(access) as drive:
        found = await drive.search(FileQuery(words="plan", folder="legal"), 10)
    assert (len(found.files), found.is_all) == (3, False)


async def test_a_file_is_read_and_a_document_of_googles_own_is_exported(fake: GoogleApi, access: Access) -> None:
    plain, own = fake.drive.add("a.txt", b"plain"), fake.drive.add("Notes", b"exported", DOCUMENT)
    short = fake.drive.add("to a", kind="application/vnd.google-apps.shortcut")
    fake.drive.files[short]["shortcutDetails"] = {"targetId": plain}
    form, large = (
        fake.drive.add("Form", kind="application/vnd.google-apps.form"),
        fake.drive.add("L", bytes(10_000_001), SHEET),
    )
    async with opening.files(access) as drive:
        assert (await drive.read(await drive.info(plain))).data == b"plain"
        content = await drive.read(await drive.info(own))
        assert (content.data, content.kind) == (b"exported", "text/plain")
        assert (await drive.info(short)).id == plain
        with pytest.raises(ToolProblem, match=r"nothing that can be read as text \(form\)"):
            await drive.read(await drive.info(form))
        with pytest.raises(ToolProblem, match="larger than Google gives"):
            await drive.read(await drive.info(large))
        with pytest.raises(NotFound):
            await drive.info("gone")
        fake.drive.files[plain]["trashed"] = True
        with pytest.raises(NotFound):
            await drive.info(plain)


async def test_an_upload_whose_answer_is_lost_is_there_once(fake: GoogleApi, access: Access) -> None:
    legal = fake.drive.add("Legal", kind=FOLDER)
    async with opening.files(access) as drive:
        file = NewFile(await drive.place("b.md", "Legal"), "b.md", b"# B \xc3\xa9", "text/markdown", "Legal")
        fake.troubles.append(Trouble("drive.files.create"))
        with pytest.raises(OutcomeUnknown):
            await drive.create(file)
        made = await drive.create(file)
        assert (made.id, made.name) == (file.id, "b.md")
    [there] = [one for one in fake.drive.files.values() if one["name"] == "b.md"]
    assert (there["parents"], there["mimeType"], fake.drive.contents[file.id]) == (
        [legal],
        "text/markdown",
        b"# B \xc3\xa9",
    )


async def test_a_new_version_goes_over_the_one_that_is_known(fake: GoogleApi, access: Access) -> None:
    id_, own = fake.drive.add("a.txt", b"old"), fake.drive.add("Notes", b"", DOCUMENT)
    async with opening.files(access) as drive:
        info = await drive.info(id_)
        newer = await drive.replace(info, b"new", "text/plain")
        assert (newer.id, newer.version != info.version, fake.drive.contents[id_]) == (id_, True, b"new")
        with pytest.raises(ChangedElsewhere):
            await drive.replace(info, b"mine", "text/plain")
        with pytest.raises(ToolProblem, match="Google's own"):
            await drive.replace(await drive.info(own), b"x", "text/plain")
    assert fake.drive.contents[id_] == b"new"


async def test_it_is_shared_once_with_one_and_with_everybody(fake: GoogleApi, access: Access) -> None:
    id_ = fake.drive.add("a.txt", b"")
    async with opening.files(access) as drive:
        info = await drive.info(id_)
        for address, may_write in (("Kofi@example.org", False), ("", True), ("kofi@example.org", False)):
            assert await drive.share(info, address=address, may_write=may_write) == info.url
        assert await drive.is_shared(info, address="", may_write=True)
        assert not await drive.is_shared(info, address="kofi@example.org", may_write=True)
    given = [(one["type"], one["role"]) for one in fake.drive.permissions[id_]]
    assert given == [("user", "owner"), ("user", "reader"), ("anyone", "writer")]


async def test_whose_account_it_is(access: Access) -> None:
    async with opening.files(access) as drive:
        assert (await drive.me()).handle == "ana@example.org"
        assert (await drive.me()).name == "Ana"
