"""The data folder is its owner's alone: what is ours is tightened, what isn't is named, and a home is left as it is."""

import os
from pathlib import Path

import pytest

from app.memory.folder import is_writable_by_others, openings, tighten
from tests.house import open_house, settings_in


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def laid(folder: Path, *names: str) -> None:
    """Files as a careless umask leaves them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("x")
        (folder / name).chmod(0o644)
        (folder / name).parent.chmod(0o755)
    folder.chmod(0o755)


OURS = ("kwasi.db", "kwasi.db-wal", "kwasi.db-shm", "kwasi.db.backup", "kwasi.log", "kwasi.log.1")
OURS += ("session.key", "chat_history", ".env", "health-archives/a.zip")


def test_what_is_ours_and_too_open_is_tightened(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    laid(folder, *OURS)
    assert len(openings(folder)) == len(OURS) + 2  # with the folder, and that of the archives
    assert len(tighten(folder)) == len(OURS) + 2
    assert {mode(folder / name) for name in OURS} == {0o600}
    assert [mode(folder), mode(folder / "health-archives")] == [0o700, 0o700]
    assert openings(folder) == []
    assert tighten(folder) == []


def test_what_is_not_ours_is_left(tmp_path: Path) -> None:
    laid(tmp_path / "data", "holiday.jpg", "script.sh")
    (tmp_path / "data/script.sh").chmod(0o755)
    tighten(tmp_path / "data")
    assert [mode(tmp_path / "data" / name) for name in ("holiday.jpg", "script.sh")] == [0o644, 0o755]


@pytest.mark.parametrize("place", ["home", "above"])
def test_a_home_is_named_and_not_shut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    home = tmp_path / "homes/esi"
    laid(home, "kwasi.db")
    monkeypatch.setenv("HOME", str(home))
    folder = home if place == "home" else home.parent
    folder.chmod(0o755)
    tighten(folder)
    assert mode(folder) == 0o755
    assert any("is open to others (755)" in said for said in openings(folder))
    if place == "home":
        assert mode(home / "kwasi.db") == 0o600


def test_links_are_named_and_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    laid(tmp_path / "data", "kwasi.db")
    outside.write_text("somebody else's")
    outside.chmod(0o644)
    (tmp_path / "data/kwasi.log").symlink_to(outside)
    (tmp_path / "link").symlink_to(tmp_path / "data")
    tighten(tmp_path / "link")
    assert mode(outside) == 0o644
    assert mode(tmp_path / "data") == 0o700
    assert openings(tmp_path / "link") == [
        f"{tmp_path}/link is a link to {tmp_path}/data",
        f"{tmp_path}/data/kwasi.log is a link: put the file itself there",
    ]


@pytest.mark.skipif(os.geteuid() != 0, reason="only the administrator can give a file away")
def test_what_belongs_to_somebody_else_is_named_and_left(tmp_path: Path) -> None:
    laid(tmp_path / "data", "kwasi.db", ".env")
    os.chown(tmp_path / "data/kwasi.db", 12345, -1)
    os.chown(tmp_path / "data/.env", 12345, -1)
    tighten(tmp_path / "data")
    assert mode(tmp_path / "data/kwasi.db") == 0o644
    assert f"{tmp_path}/data/kwasi.db belongs to another user (number 12345)" in openings(tmp_path / "data")
    assert is_writable_by_others(tmp_path / "data/.env")


def test_nothing_there_yet_is_well(tmp_path: Path) -> None:
    assert tighten(tmp_path / "nothing") == openings(tmp_path / "nothing") == []


def test_a_file_that_others_may_change_is_known(tmp_path: Path) -> None:
    laid(tmp_path, ".env")
    assert not is_writable_by_others(tmp_path / ".env")
    (tmp_path / ".env").chmod(0o664)
    assert is_writable_by_others(tmp_path / ".env")


async def test_every_start_tightens_before_anything_is_opened(tmp_path: Path) -> None:
    laid(tmp_path / "data", "session.key", "kwasi.log")
    async with open_house(tmp_path / "data", settings=settings_in(tmp_path / "data")):
        assert openings(tmp_path / "data") == []
