"""The archives we make are what the app writes, as far as that is known; and the same arguments make the same one."""

import csv
import io
import json
import zipfile
from datetime import date
from pathlib import Path

from scripts.health_archive import HEART, ROOT, STEPS, make

SLEEP, STAGES = "com.samsung.shealth.sleep", "com.samsung.health.sleep_stage"


def _made(path: Path, seed: int = 6) -> zipfile.ZipFile:
    make(path, days=8, until=date(2026, 2, 20), zone="Asia/Kathmandu", seed=seed)
    return zipfile.ZipFile(path)


def _rows(archive: zipfile.ZipFile, kind: str) -> list[list[str]]:
    [name] = [name for name in archive.namelist() if name.startswith(f"{ROOT}/{kind}.2026") and name.endswith(".csv")]
    return list(csv.reader(io.StringIO(archive.read(name).decode("utf-8-sig"))))


def test_the_same_arguments_make_the_same_archive(tmp_path: Path) -> None:
    with _made(tmp_path / "a.zip") as one, _made(tmp_path / "b.zip") as two, _made(tmp_path / "c.zip", 7) as three:
        assert {name: one.read(name) for name in one.namelist()} == {name: two.read(name) for name in two.namelist()}
        assert one.namelist() != three.namelist()


def test_tables_have_a_line_before_the_header_and_a_comma_too_many(tmp_path: Path) -> None:
    with _made(tmp_path / "a.zip") as archive:
        tables = [name for name in archive.namelist() if name.endswith(".csv")]
        marks = [archive.read(name).startswith(b"\xef\xbb\xbf") for name in tables]
        assert True in marks
        assert False in marks
        for name in tables:
            about, header, *rows = csv.reader(io.StringIO(archive.read(name).decode("utf-8-sig")))
            assert name.startswith(f"{ROOT}/{about[0]}.")
            assert rows
            assert {len(row) for row in rows} == {len(header) + 1}


def test_a_day_has_steps_once_a_device_and_once_for_all(tmp_path: Path) -> None:
    with _made(tmp_path / "a.zip") as archive:
        _, header, *rows = _rows(archive, STEPS)
    devices, day = header.index("deviceuuid"), header.index("day_time")
    assert [row[devices] for row in rows[:3]] == ["Cv7sH/e0hQ", "1kGlEKqwGK", "VfS0qUERdZ"]
    assert int(rows[0][day]) % 86_400_000 == 0


def test_stages_name_their_night_and_offsets_are_written_out(tmp_path: Path) -> None:
    with _made(tmp_path / "a.zip") as archive:
        _, sleep, *nights = _rows(archive, SLEEP)
        _, stages, *parts = _rows(archive, STAGES)
    names = {row[sleep.index("com.samsung.health.sleep.datauuid")] for row in nights}
    assert {row[stages.index("sleep_id")] for row in parts} == names
    assert {row[stages.index("stage")] for row in parts} == {"40001", "40002", "40003", "40004"}
    assert {row[stages.index("time_offset")] for row in parts} == {"UTC+0545"}
    scores = [row[sleep.index("sleep_score")] for row in nights]
    assert 0 < sum(map(bool, scores)) < len(scores)


def test_minutes_lie_by_the_first_letter_of_their_name_and_some_are_missing(tmp_path: Path) -> None:
    made = make(tmp_path / "a.zip", days=8, until=date(2026, 2, 20), zone="UTC")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        _, header, *rows = _rows(archive, HEART)
        column = header.index("com.samsung.health.heart_rate.binning_data")
        named = {f"{ROOT}/jsons/{HEART}/{row[column][0]}/{row[column]}" for row in rows if row[column]}
        there = {name for name in archive.namelist() if f"/jsons/{HEART}/" in name}
        assert there < named
        assert len(named - there) <= made.missing
        items = json.loads(archive.read(sorted(there)[0]))
        assert set(items[0]) == {"heart_rate", "heart_rate_max", "heart_rate_min", "start_time", "end_time"}


def test_it_grows_to_the_size_that_was_asked_for(tmp_path: Path) -> None:
    make(tmp_path / "a.zip", days=1, size_mb=2)
    assert 2_000_000 <= (tmp_path / "a.zip").stat().st_size < 6_000_000
