"""`import-calendar` and `export-calendar`, over a real CalDAV server: what is brought in is asked about first, and comes out again as a file."""

import io
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import icalendar
import pytest
from pydantic import SecretStr

from app.bootstrap.services import build_services
from app.integrations.calendar.telling import MOST_BYTES
from app.integrations.dav.connecting import DavLogin, connect_dav
from app.interfaces.cli import calendar_files
from app.interfaces.cli.arguments import parser
from tests.house import open_house, settings_in
from tests.servers.dav import ANA, PASSWORD, DavServer
from tests.servers.radicale import radicale

EVENT = "BEGIN:VEVENT\nUID:{uid}\nDTSTART:20270312T{hour:02}0000Z\nDTEND:20270312T{hour:02}3000Z\nSUMMARY:Talk {uid}\nEND:VEVENT\n"


@pytest.fixture
def calendars() -> Iterator[DavServer]:
    """A real Radicale with an empty calendar of Ana's."""
    with radicale() as server:
        server.fresh()
        server.add_calendar("home", "Home")
        yield server


@pytest.fixture
async def folder(tmp_path: Path, calendars: DavServer) -> Path:
    """The data of a house with Ana's calendar connected."""
    async with open_house(tmp_path, settings=settings_in(tmp_path, time_zone="UTC")) as house:
        await connect_dav(house.accounts, house.owner.id, DavLogin(ANA, SecretStr(PASSWORD), url=calendars.url))
    return tmp_path


async def run(folder: Path, *words: str) -> int:
    options: Namespace = parser().parse_args(words)
    return await calendar_files.run(settings_in(folder, time_zone="UTC"), build_services, options)


def talks(path: Path, count: int) -> Path:
    events = "".join(EVENT.format(uid=number, hour=number % 24) for number in range(count))
    path.write_text(f"BEGIN:VCALENDAR\nVERSION:2.0\n{events}END:VCALENDAR\n")
    return path


async def test_it_asks_brings_in_once_and_writes_out_again(
    folder: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = talks(tmp_path / "talks.ics", 3)
    monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
    assert await run(folder, "import-calendar", str(file)) == 1
    assert "Put into your calendar [Home] from the file talks.ics: 3 events" in capsysbinary.readouterr().out.decode()
    assert await run(folder, "import-calendar", str(file), "--yes") == 0
    capsysbinary.readouterr()
    assert await run(folder, "import-calendar", str(file), "--yes") == 1
    assert "is in your calendar already (3)" in capsysbinary.readouterr().err.decode()
    assert await run(folder, "export-calendar", "--from", "1 March 2027", "--to", "31 March 2027") == 0
    made = capsysbinary.readouterr()
    titles = [str(one["SUMMARY"]) for one in icalendar.Calendar.from_ical(made.out).walk("VEVENT")]
    assert titles == ["Talk 0", "Talk 1", "Talk 2"]
    assert made.err.decode() == "3 events, from 2027-03-01 to 2027-03-31.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("import-calendar", "nowhere.ics"), "can't be read"),
        (("import-calendar", "{folder}/plain.ics"), "is no calendar file"),
        (("import-calendar", "{folder}/large.ics"), "is larger than 2 MB"),
        (("import-calendar", "{folder}/talks.ics", "--calendar", "Nix"), "There are Home"),
        (("export-calendar", "--from", "2 March 2027", "--to", "1 March 2027"), "The end is before the beginning."),
    ],
)
async def test_what_cannot_be_is_said(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    talks(tmp_path / "talks.ics", 1)
    (tmp_path / "plain.ics").write_text("hello")
    (tmp_path / "large.ics").write_bytes(b"BEGIN:VCALENDAR\n" + b"x" * MOST_BYTES)
    assert await run(folder, *(word.format(folder=tmp_path) for word in words)) == 1
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""


async def test_no_title_moves_the_screen_on_which_it_is_asked(
    folder: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = talks(tmp_path / "talks.ics", 1)
    file.write_text(file.read_text().replace("Talk", "Talk\x1b[2J\u009b2J\u202e┃\tx"))
    monkeypatch.setattr("sys.stdin", io.StringIO("no\n"))
    assert await run(folder, "import-calendar", str(file)) == 1
    said = capsysbinary.readouterr().out.decode()
    assert "Talk[2J2J‹U+202E›│ x 0, Friday 12 March" in said
    assert said.replace("\n", "").isprintable()
