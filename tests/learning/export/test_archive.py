"""An export holds everything of one person and nothing of another, in a folder or a zip, however much there is."""

import base64
import csv
import io
import json
import stat
import zipfile
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.errors import StorageError
from app.learning.export.archive import as_zip, into_folder
from app.learning.export.pieces import Source
from app.memory.holdings import HOLDINGS
from app.memory.ports import Database
from app.memory.records import Sealed, User
from app.memory.repositories import Repositories
from tests.contract.test_isolation import SAMPLE, SECRET, fill
from tests.memory.databases import NOON, another, database, house
from tests.memory.rows_of_ana import note, task, turn

__all__ = ["another", "database", "house"]


@pytest.fixture
async def source(database: Database, house: Repositories) -> Source:
    """Ana's export, a row in every table."""
    await fill(house)
    user = await house.users.get("ana")
    assert user is not None
    return Source(database, house, user, NOON)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An empty folder."""
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


def quiet(_: int) -> None:
    """Nobody watches."""


async def exported(source: Source, folder: Path) -> dict[str, Any]:
    await into_folder(source, folder / "export", quiet)
    return json.loads((folder / "export/everything.json").read_text("utf-8"))


async def test_every_table_is_in_it_or_named_with_the_reason(source: Source, out: Path) -> None:
    made = await exported(source, out)
    assert set(made["tables"]) | set(made["left_out"]) == {row.table for row in HOLDINGS}
    assert all(made["tables"].values()), [table for table, rows in made["tables"].items() if not rows]
    assert all(made["left_out"].values())
    assert (made["format"], made["user"]["id"], made["exported_at"]) == (1, "ana", NOON.isoformat())
    assert made["schema"] >= 3


async def test_values_are_the_same_whatever_the_engine(source: Source, out: Path) -> None:
    tables = (await exported(source, out))["tables"]
    [fact] = tables["facts"]
    assert (fact["confirmed"], fact["taint"], fact["created_at"]) == (False, [SECRET], NOON.isoformat())
    assert tables["turn_messages"][0]["message"] == {"text": SECRET}
    assert tables["tasks"][0]["due_has_time"] is True
    assert all("user_id" not in row for rows in tables.values() for row in rows)


async def test_nothing_of_another_is_in_it(source: Source, house: Repositories, out: Path) -> None:
    await note(house, "ben", title="the password is swordfish")
    await turn(house, 77, user="ben")
    await exported(source, out)
    everything = b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file())
    assert b"swordfish" not in everything
    assert b"question 77" not in everything


async def test_no_secret_is_in_it(source: Source, out: Path) -> None:
    tables = (await exported(source, out))["tables"]
    assert "link_codes" not in tables
    [phone] = tables["health_senders"]
    assert "digest" not in phone
    assert "path" not in tables["health_backfills"][0]


async def test_it_names_the_accounts_that_something_is_saved_for_and_has_nothing_that_opens_them(
    source: Source, house: Repositories, out: Path
) -> None:
    sealed = Sealed("fingerprint", b"swordfish nonce", b"swordfish sealed")
    await house.vault_secrets.put("ana", "imap:ana@example.org", "password", sealed, NOON)
    tables = (await exported(source, out))["tables"]
    row = next(row for row in tables["vault_secrets"] if row["account"].startswith("imap"))
    assert set(row) == {"id", "account", "name", "created_at", "updated_at"}
    everything = b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file())
    for part in (sealed.nonce, sealed.ciphertext):
        assert not any(form in everything for form in (part, base64.b64encode(part), part.hex().encode()))


async def test_measurements_are_tables_a_metric(source: Source, house: Repositories, out: Path) -> None:
    start = 1_772_366_400_123  # noon in UTC, two o'clock where the watch was
    weights = [
        replace(SAMPLE, metric="weight", start_ms=start + n, end_ms=start + n, zone_offset=7200, number=70 + n / 10)
        for n in (0, 1)
    ]
    named = [replace(one, device="=cmd()", client_id="w", detail=None, extra={"mood": "calm"}) for one in weights]
    await house.health_samples.put_many("ana", named, NOON)
    await house.health_samples.put_many("ben", [replace(SAMPLE, device="swordfish")], NOON)
    await exported(source, out)
    with (out / "export/measurements/weight.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[1] == {
        "start": "2026-03-01T14:00:00.124+02:00",
        "end": "2026-03-01T14:00:00.124+02:00",
        "value": "70.1",
        "unit": "kg",
        "device": "'=cmd()",
        "app": SECRET,
        "client_id": "w",
        "version": "1",
        "detail": "",
        "extra": '{"mood": "calm"}',
    }
    pulses = (out / "export/measurements/heart_rate.csv").read_text()
    assert len(pulses.splitlines()) == 3
    assert "swordfish" not in pulses
    assert "- `measurements/`, one table a metric: 4" in (out / "export/README.md").read_text()


async def test_files_lie_beside_it_byte_for_byte(source: Source, out: Path) -> None:
    [row] = (await exported(source, out))["tables"]["attachments"]
    assert (out / "export" / row["file"]).read_bytes() == SECRET.encode()


async def test_only_its_owner_may_read_it(source: Source, out: Path) -> None:
    await exported(source, out)
    for path in (out / "export").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
    assert stat.S_IMODE((out / "export").stat().st_mode) == 0o700


async def test_what_is_there_is_never_written_over(source: Source, out: Path) -> None:
    (out / "export").mkdir()
    with pytest.raises(StorageError, match="something at"):
        await into_folder(source, out / "export", quiet)
    assert list(out.iterdir()) == [out / "export"]


async def test_a_place_that_cannot_be_written_is_said_and_left_clean(source: Source, out: Path) -> None:
    (out / "file").write_text("")
    with pytest.raises(StorageError, match="couldn't be written"):
        await into_folder(source, out / "file" / "export", quiet)


async def test_half_an_export_is_none(source: Source, out: Path) -> None:
    def full(written: int) -> None:
        if written > 2_000:
            raise OSError(28, "No space left on device")

    with pytest.raises(StorageError, match="couldn't be written"):
        await into_folder(source, out / "export", full)
    assert list(out.iterdir()) == []


async def test_a_name_from_outside_leads_nowhere_else(source: Source, house: Repositories, out: Path) -> None:
    await note(house, title="../../../etc/passwd")
    await note(house, title="")
    await note(house, title='🦊/\\:*?"<>|\x00 con')
    await exported(source, out)
    names = {path.name for path in (out / "export/notes").iterdir()}
    assert {"0002-etc-passwd.md", "0003.md"} < names
    assert not list(out.glob("etc*"))


async def test_the_zip_holds_the_same(source: Source, out: Path) -> None:
    packed = b"".join([part async for part in as_zip(source)])
    made = await exported(source, out)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.testzip() is None
        assert json.loads(archive.read("kwasi/everything.json")) == made
        files = {path.relative_to(out / "export").as_posix() for path in (out / "export").rglob("*") if path.is_file()}
        assert {name.removeprefix("kwasi/") for name in archive.namelist()} == files


async def test_much_is_handed_on_while_it_is_read(source: Source, house: Repositories) -> None:
    for number in range(40):
        await note(house, title=f"{number}", content=Random(number).randbytes(30_000).hex())
    sizes = [len(part) async for part in as_zip(source)]
    assert len(sizes) > 5
    assert max(sizes) < 1_000_000


async def test_it_reads_well(source: Source, house: Repositories, out: Path) -> None:
    await house.facts.add(
        "ana",
        key="home",
        statement="I live in Accra",
        confidence=1,
        source="user",
        turn_id=None,
        taint=[],
        confirmed=True,
        at=NOON,
    )
    await house.facts.add(
        "ana",
        key="home",
        statement="I live in Tema",
        confidence=1,
        source="user",
        turn_id=None,
        taint=[],
        confirmed=True,
        at=NOON,
    )
    await task(house, "bread", "shopping")
    await exported(source, out)
    told = {path.name: path.read_text("utf-8") for path in (out / "export").glob("*.md")}
    now, _, before = told["facts.md"].partition("## What was so before")
    assert "I live in Tema — 1 March 2026, by user" in now
    assert "I live in Accra" in before
    assert "## shopping\n\n- [ ] bread" in told["tasks.md"]
    assert "`notes/`, one file a note: 1" in told["README.md"]
    day = (out / "export/conversations/2026-03-01.md").read_text("utf-8")
    assert day.startswith("# Sunday 1 March 2026\n")
    assert f"**You** (12:00): {SECRET}" in day


async def test_a_person_of_whom_nothing_is_kept_gets_an_empty_one(
    house: Repositories, database: Database, out: Path
) -> None:
    user = User("ben", "", "UTC", "setting", "en", {}, NOON)
    made = await exported(Source(database, house, user, NOON), out)
    assert not any(made["tables"].values())
