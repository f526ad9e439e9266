"""A whole archive: what is counted while it is made comes out, and reading goes on from any place with the same result."""

import io
from datetime import date
from pathlib import Path

import pytest

from app.health.samsung import archive as module
from app.health.samsung import reading
from app.health.samsung.archive import Archive
from app.health.samsung.batches import BEGIN, Place
from app.health.samsung.zipped import Unzippable
from scripts.health_archive import Made, make
from tests.health.samsung.archives import Out, minutes, read, reader, row_of, table, zipped

HEART = "com.samsung.shealth.tracker.heart_rate"
AT = 1_769_932_800_000


def _make(path: Path) -> tuple[bytes, Made]:
    made = make(path, days=8, until=date(2026, 2, 20), zone="Asia/Kolkata", seed=3)
    return path.read_bytes(), made


@pytest.fixture(scope="module")
def eight_days(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Made]:
    """Eight days of somebody who does not exist, and what they come to."""
    return _make(tmp_path_factory.mktemp("archive") / "samsung.zip")


def _out(archive: Archive, done: Place = BEGIN) -> Out:
    out = Out()
    for batch in archive.batches(done):
        out.take(batch)
    return out


def _reader(data: bytes) -> Archive:
    return reader(io.BytesIO(data), zone="Asia/Kolkata")


def test_what_was_counted_while_it_was_made_comes_out(eight_days: tuple[bytes, Made]) -> None:
    data, made = eight_days
    out = _out(_reader(data))
    assert {metric: len(numbers) for metric, numbers in out.numbers.items()} == {
        metric: count for metric, count in made.samples.items() if count
    }
    assert out.numbers["steps"] == list(made.steps.values())
    assert out.numbers["sleep_session"] == pytest.approx(list(made.asleep.values()))
    assert (out.read, out.refused) == (len(out.values) + out.known, 0)
    assert out.why["detail_missing"] == made.missing


def test_it_goes_on_from_any_place(eight_days: tuple[bytes, Made], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "AT_ONCE", 700)
    monkeypatch.setattr(module, "AT_ONCE", 700)
    data, _ = eight_days
    whole = _out(_reader(data))
    before = Out()
    for number, batch in enumerate(_reader(data).batches()):
        before.take(batch)
        if number % 5:
            continue
        rest = _out(_reader(data), batch.place)
        assert before.values + rest.values == whole.values
        assert before.reasons + rest.reasons == whole.reasons
        assert (before.read + rest.read, before.known + rest.known) == (whole.read, whole.known)
    assert len(before.places) > 20
    assert before.places == sorted(before.places)


def test_a_row_of_very_many_minutes_is_cut_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "AT_ONCE", 100)
    monkeypatch.setattr(module, "AT_ONCE", 100)
    items = ",".join(f'{{"heart_rate":{60 + number % 9},"start_time":{AT + number * 1000}}}' for number in range(950))
    rows = [row_of(heart_rate=70, binning_data=name) for name in ("a.json", "b.json")]
    files = [table(HEART, *rows), minutes(HEART, "a.json", f"[{items}]"), minutes(HEART, "b.json", f"[{items}]")]
    whole = read(*files)
    assert len(whole.values) == 1_900
    assert len(whole.places) > 18
    for place in whole.places:
        rest = read(*files, done=place).values
        assert whole.values[: len(whole.values) - len(rest)] + rest == whole.values
    assert [len(whole.values) - len(read(*files, done=place).values) for place in whole.places[:4]] == [
        0,
        100,
        200,
        300,
    ]
    assert whole.places[3].item == 300


def test_percent_rises_to_the_end(eight_days: tuple[bytes, Made]) -> None:
    found = [batch.percent for batch in _reader(eight_days[0]).batches()]
    assert found == sorted(found)
    assert (found[0], found[-1]) == (0.0, 100.0)


def test_two_exports_in_one_archive_are_both_read() -> None:
    one, two = table(HEART, row_of(heart_rate=60)), table(HEART, row_of("2026-02-02 08:00:00.000", heart_rate=61))
    moved = {name.replace("samsunghealth_ama", "samsunghealth_ben"): text for name, text in two.items()}
    assert read(one, moved).numbers == {"heart_rate": [60, 61]}


def test_a_damaged_table_gives_what_came_before_the_damage() -> None:
    rows = [row_of(heart_rate=60 + number % 9) for number in range(3_000)]
    data = bytearray(zipped(table(HEART, *rows)).getvalue())
    data[len(data) // 2] ^= 0xFF
    out = Out()
    for batch in reader(io.BytesIO(bytes(data))).batches():
        out.take(batch)
    assert 0 < len(out.values) <= 3_000
    assert out.why["damaged"] == 1


@pytest.mark.parametrize("files", [{}, {"holiday.jpg": "x"}, {"com.example.heart.csv": "a"}])
def test_an_archive_of_something_else_is_said(files: dict[str, str]) -> None:
    with pytest.raises(Unzippable, match="nothing"):
        reader(zipped(files))


def test_devices_have_their_names_and_keep_those_of_earlier_imports() -> None:
    profile = table(
        "com.samsung.health.device_profile",
        {"deviceuuid": "u1", "name": "My Device", "model": "SM-S901E"},
        {"deviceuuid": "u2", "name": "Galaxy Watch5", "model": "SM-R910"},
        {"deviceuuid": "u3", "name": "Galaxy Watch5", "model": "SM-R910"},
        {"deviceuuid": "u4", "name": "new name"},
    )
    heart = table(HEART, *(row_of(heart_rate=60, deviceuuid=uuid) for uuid in ("u1", "u2", "u3", "u4", "u5", "")))
    archive = reader(zipped({**profile, **heart}), devices={"u4": "old name"})
    assert [group.device for group in _out(archive).groups] == [
        "SM-S901E",
        "Galaxy Watch5",
        "Galaxy Watch5 (u3)",
        "old name",
        "u5",
        "Samsung Health",
    ]


def test_whoever_waits_hears_that_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SECONDS", 0.0)
    stages = table("com.samsung.health.sleep_stage", *(row_of(stage=40001, sleep_id="n") for _ in range(5)))
    batches = list(reader(zipped({**stages, **table(HEART, row_of(heart_rate=60))})).batches())
    assert [batch.place for batch in batches][:6] == [BEGIN] * 5 + [Place(0, 0, 0)]
