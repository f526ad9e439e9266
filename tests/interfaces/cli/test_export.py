"""`export`: a folder of one's own, in the place that was named, and never over anything."""

from argparse import Namespace
from pathlib import Path

import pytest

from app.bootstrap.services import build_services
from app.errors import StorageError
from app.interfaces.cli import export
from tests.house import open_house, settings_in, tell


async def test_it_is_written_and_its_place_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_house(tmp_path / "home") as house:
        await tell(house, "remember that I live in Accra")
    out = tmp_path / "mine"
    settings = settings_in(tmp_path / "home")
    assert await export.run(settings, build_services, Namespace(folder=str(out), user="")) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert "I live in Accra" in (out / "facts.md").read_text()
    with pytest.raises(StorageError, match="Name another folder"):
        await export.run(settings, build_services, Namespace(folder=str(out), user=""))


async def test_without_a_name_it_is_named_for_the_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert await export.run(settings_in(tmp_path / "home"), build_services, Namespace(folder="", user="")) == 0
    assert len(list(tmp_path.glob("kwasi-export-20??-??-??/everything.json"))) == 1


async def test_each_has_their_own_and_nothing_of_anybody_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kofi = "telegram:2002"
    async with open_house(tmp_path / "home") as house:
        await tell(house, "note: the owner's code is 4412")
        await house.store.users.add(
            kofi, name="Kofi", time_zone="UTC", zone_source="user", locale="en-GB", at=house.clock.now()
        )
        await house.store.notes.add(
            kofi,
            title="cousin",
            content="His cousin is Yaw",
            tags=[],
            source="user",
            turn_id=None,
            taint=[],
            at=house.clock.now(),
        )
        said = {}
        for user in ("owner", kofi):
            entry = await house.conversation.command(
                user, "export", "", channel="telegram", address="2002", external_id=f"1-{user}"
            )
            said[user] = entry.body["text"]
    assert "/export on my page" in said["owner"]
    assert f"./scripts/run export --user {kofi}" in said[kofi]
    assert "my page" not in said[kofi]
    settings, out = settings_in(tmp_path / "home"), tmp_path / "his"
    assert await export.run(settings, build_services, Namespace(folder=str(out), user=kofi)) == 0
    written = "".join(path.read_text() for path in out.rglob("*") if path.is_file())
    assert "Yaw" in written
    assert "4412" not in written
    assert await export.run(settings, build_services, Namespace(folder=str(out / "x"), user="telegram:1")) == 1
    assert "nobody with the id “telegram:1”" in capsys.readouterr().err


def test_progress_is_told_where_there_is_much(capsys: pytest.CaptureFixture[str]) -> None:
    tell_progress = export.Progress()
    for written in range(0, 16_000_000, 1_000_000):
        tell_progress(written)
    assert len(capsys.readouterr().err.splitlines()) == 3
