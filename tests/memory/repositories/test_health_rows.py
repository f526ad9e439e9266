"""Samples counted and handed out page by page, each with its record."""

from app.memory.ports import Database
from app.memory.repositories import Repositories, health_rows
from app.memory.repositories.health_rows import HealthRows
from app.memory.repositories.health_samples import SampleDraft
from tests.memory.databases import NOON

START = int(NOON.timestamp() * 1000)


def pulse(number: int, metric: str = "heart_rate") -> SampleDraft:
    at = START + number
    return SampleDraft(metric, "watch", at, at, 3600, 60.0 + number, None, f"c{number}", number, "app")


async def test_they_are_counted_by_metric_and_time(house: Repositories, database: Database) -> None:
    rows = HealthRows(database)
    assert await rows.count("ana") == 0
    await house.health_samples.put_many("ana", [*map(pulse, range(5)), pulse(0, "weight")], NOON)
    assert await rows.count("ana") == 6
    assert await rows.count("ana", metric="heart_rate") == 5
    assert await rows.count("ana", start_ms=START + 1) == 4
    assert await rows.count("ana", metric="heart_rate", start_ms=START + 1, end_ms=START + 3) == 2
    assert await rows.count("ben") == await rows.count("ana", metric="steps") == 0


async def test_pages_hold_all_of_a_series_once_and_in_order(house: Repositories, database: Database) -> None:
    await house.health_samples.put_many("ana", [pulse(number) for number in range(7)], NOON)
    [series] = await house.health_samples.series("ana")
    whole, health_rows.PAGE = health_rows.PAGE, 3
    try:
        pages = [page async for page in HealthRows(database).pages("ana", series.id)]
    finally:
        health_rows.PAGE = whole
    assert [len(page) for page in pages] == [3, 3, 1]
    rows = [row for page in pages for row in page]
    assert [(row["start_ms"] - START, row["number"], row["client_id"], row["version"]) for row in rows] == [
        (number, 60.0 + number, f"c{number}", number) for number in range(7)
    ]
    assert (rows[0]["zone_offset"], rows[0]["app"]) == (3600, "app")
