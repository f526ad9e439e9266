"""The folder on this machine as a place for files: nothing outside of it, nothing written over unseen, all of it taken back."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.errors import AccountAway, ChangedElsewhere, NotFound, ToolProblem
from app.integrations.files import folder
from app.integrations.files.folder import FORMER, FolderDrive
from app.integrations.files.port import FileInfo, FileQuery, FileTaken, NewFile
from tests.servers.dav import access


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The folder, beside which lies what is nobody's business."""
    made = tmp_path / "files"
    (made / "Legal").mkdir(parents=True)
    (made / "Legal/Contract.txt").write_text("Between Ana and Kofi", encoding="utf-8")
    (made / "plan.md").write_text("Rent the hall by May", encoding="utf-8")
    (made / ".hidden.txt").write_text("hall", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("hall of the password", encoding="utf-8")
    (made / "out.txt").symlink_to(tmp_path / "secret.txt")
    (made / "outside").symlink_to(tmp_path)
    os.utime(made / "plan.md", (1_000, 1_000))
    return made


async def test_files_are_found_by_name_and_by_what_they_say(root: Path) -> None:
    drive = FolderDrive(root)
    assert [one.id for one in (await drive.search(FileQuery(words="CONTRACT"), 5)).files] == ["Legal/Contract.txt"]
    assert [one.id for one in (await drive.search(FileQuery(words="hall may"), 5)).files] == ["plan.md"]
    assert [one.id for one in (await drive.search(FileQuery(folder="legal"), 5)).files] == ["Legal/Contract.txt"]
    assert [one.name for one in (await drive.recent(5)).files] == ["Contract.txt", "plan.md"]
    assert [one.name for one in (await drive.search(FileQuery(folder="."), 5)).files] == ["Legal", "plan.md"]
    assert not (await drive.recent(1)).is_all
    deep = FileQuery(folder=".", since=datetime(1971, 1, 1, tzinfo=UTC))
    assert [one.name for one in (await drive.search(deep, 5)).files] == ["Contract.txt"]  # the plan is older


@pytest.mark.parametrize(
    "path", ["out.txt", "outside/secret.txt", "../secret.txt", "/etc/passwd", "Legal/../../secret.txt", "gone.txt"]
)
async def test_nothing_outside_is_read_or_written(root: Path, path: str) -> None:
    drive = FolderDrive(root)
    for work in (
        drive.info(path),
        drive.read(FileInfo(path, "x")),
        drive.replace(FileInfo(path, "x"), b"x", ""),
        drive.take_back(path, "", ""),
    ):
        with pytest.raises((NotFound, ToolProblem)):
            await work
    for folder_ in ("outside", "..", "/tmp"):
        with pytest.raises((NotFound, ToolProblem)):
            await drive.place("new.txt", folder_)
    with pytest.raises((NotFound, ToolProblem)):
        await drive.create(NewFile("outside/new.txt", "new.txt", b"x", ""))
    assert (root.parent / "secret.txt").read_text(encoding="utf-8") == "hall of the password"
    assert not (root.parent / "new.txt").exists()


async def test_a_new_file_goes_only_where_none_is_and_is_taken_back(root: Path) -> None:
    drive = FolderDrive(root)
    for name in ("plan.md", "out.txt"):
        with pytest.raises(FileTaken, match=name):
            await drive.place(name, "")
        with pytest.raises(FileTaken):
            await drive.create(NewFile(name, name, b"x", ""))
    made = await drive.create(NewFile(await drive.place("new.txt", "legal"), "new.txt", b"new", "", "legal"))
    assert (made.id, (root / "Legal/new.txt").read_bytes()) == ("Legal/new.txt", b"new")
    (root / "Legal/new.txt").write_bytes(b"mine by now")
    with pytest.raises(ChangedElsewhere):
        await drive.take_back(made.id, made.version, "")
    now = await drive.info(made.id)
    await drive.take_back(made.id, now.version, "")
    assert not (root / "Legal/new.txt").exists()


async def test_a_new_version_keeps_the_one_before(root: Path) -> None:
    drive = FolderDrive(root)
    (root / "plan.md").chmod(0o640)
    before = await drive.info("plan.md")
    after = await drive.replace(before, b"Rent nothing", "")
    with pytest.raises(ChangedElsewhere):
        await drive.replace(before, b"mine", "")
    assert ((root / "plan.md").read_bytes(), (root / "plan.md").stat().st_mode & 0o777) == (b"Rent nothing", 0o640)
    with pytest.raises(NotFound):
        await drive.info(f"{FORMER}/{next((root / FORMER).iterdir()).name}")
    await drive.take_back("plan.md", after.version, before.version)
    assert (root / "plan.md").read_text(encoding="utf-8") == "Rent the hall by May"


async def test_a_folder_that_is_gone_is_away(tmp_path: Path) -> None:
    with pytest.raises(AccountAway, match="FILES_FOLDER"):
        async with folder.opened(access({"folder": str(tmp_path / "gone")})):
            raise AssertionError("it was opened")


async def test_no_file_takes_the_place_where_versions_before_are_kept(root: Path) -> None:
    drive = FolderDrive(root)
    for name in (FORMER, FORMER.upper()):
        for work in (drive.place(name, ""), drive.create(NewFile(name, name, b"x", "text/plain"))):
            with pytest.raises(FileTaken):
                await work
    assert not (root / FORMER).exists()


async def test_what_is_no_file_or_has_no_name_in_letters_is_left_out(root: Path) -> None:
    (Path(os.fsdecode(os.fsencode(root) + b"/bad\xff.txt"))).write_text("hall", encoding="utf-8")
    os.mkfifo(root / "pipe.txt")
    drive = FolderDrive(root)
    for found in (await drive.recent(9), await drive.search(FileQuery(folder="."), 9)):
        assert not {"pipe.txt"} & {one.name for one in found.files}
        assert all(one.name.encode() and one.id.encode() for one in found.files)
    with pytest.raises(NotFound):
        await drive.info("pipe.txt")


async def test_hidden_files_without_number_are_not_all_looked_at(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "_MOST_FILES", 10)
    for number in range(30):
        (root / f".{number}").touch()
    assert not (await FolderDrive(root).recent(50)).is_all
