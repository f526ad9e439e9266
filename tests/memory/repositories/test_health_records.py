"""Versions, deletions and imports of records, on both engines."""

from dataclasses import replace

from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.memory.repositories.health_samples import SampleDraft
from tests.memory.databases import NOON
from tests.memory.pulses_of_ana import HOUR, START, dump, numbers, pulse, put


async def test_a_record_counts_in_its_newest_version_and_as_a_whole(house: Repositories) -> None:
    def version(number: int, *hours: float) -> list[SampleDraft]:
        return [pulse(hour, 60 + number, client_id="c", version=number) for hour in hours]

    assert await put(house, *version(2, 0, 1)) == ["stored", "stored"]
    assert await put(house, *version(4, 1, 2), *version(3, 0)) == ["replaced", "stored", "outdated"]
    assert await put(house, *version(1, 0, 5)) == ["outdated", "outdated"]
    assert await numbers(house) == [64, 64]
    assert await put(house, *version(4, 3)) == ["stored"]  # a record may come in parts
    assert await numbers(house) == [64, 64, 64]
    [series] = await house.health_samples.series("ana")
    assert (series.samples, series.first_ms, series.last_ms) == (3, START + HOUR, START + 3 * HOUR)


async def test_what_was_deleted_does_not_come_back_but_a_newer_version_does(house: Repositories) -> None:
    samples = [pulse(hour, client_id="c", version=3) for hour in (0, 1)]
    await put(house, *samples, pulse(2))
    asked = [("c", 2), ("c", 3), ("c", None), ("none", 5)]
    assert await house.health_samples.delete_records("ana", asked[:2], NOON) == [0, 2]
    assert await put(house, *samples) == ["deleted", "deleted"]
    assert await put(house, replace(samples[0], version=4)) == ["stored"]
    assert await put(house, samples[1]) == ["deleted"]
    assert await house.health_samples.delete_records("ana", asked[2:], NOON) == [1, 0]
    assert await put(house, replace(samples[0], version=2**63 - 1)) == ["deleted"]
    assert await put(house, pulse(0, client_id="none", version=5), pulse(1, client_id="none", version=6)) == [
        "deleted",
        "stored",
    ]
    assert await numbers(house) == [60, 60]


async def test_undoing_an_import_leaves_what_somebody_else_sent(house: Repositories, database: Database) -> None:
    shared, older = pulse(0, 60), pulse(1, 61, client_id="bridge", version=1)
    await put(house, older)
    before = await dump(database)
    imported = [shared, pulse(1, 71, client_id="import", version=9), *(pulse(hour) for hour in range(2, 9))]
    await put(house, *imported, backfill_id=7)
    await put(house, *imported, backfill_id=8)
    await put(house, shared)
    assert await numbers(house) == [60, 71, *[60] * 7]
    assert await house.health_samples.undo_backfill("ana", 8, NOON) == 0
    assert await house.health_samples.undo_backfill("ben", 7, NOON) == 0
    assert await house.health_samples.undo_backfill("ana", 7, NOON) == 8
    assert await numbers(house) == [60, 61]
    assert await house.health_samples.delete_records("ana", [("c0", 0)], NOON) == [0]
    after = await dump(database)
    assert set(before["samples"]) < set(after["samples"])
    assert await put(house, *imported[2:], backfill_id=9) == ["stored"] * 7


async def test_of_two_imports_each_can_be_undone(house: Repositories) -> None:
    await put(house, pulse(0, 60), pulse(1, 61), pulse(2, 62), backfill_id=7)
    await put(house, pulse(0, 60), pulse(1, 71, version=2), pulse(3, 63), backfill_id=8)
    assert await house.health_samples.undo_backfill("ana", 8, NOON) == 2
    assert await numbers(house) == [60, 62]
    assert await house.health_samples.undo_backfill("ana", 7, NOON) == 2
    assert await numbers(house) == []


async def test_what_a_phone_sent_stays_though_an_import_has_it_newer(house: Repositories) -> None:
    await put(house, pulse(0, 60, version=1))
    await put(house, pulse(0, 61, version=2), backfill_id=7)
    assert await house.health_samples.undo_backfill("ana", 7, NOON) == 0
    assert await numbers(house) == [61]
