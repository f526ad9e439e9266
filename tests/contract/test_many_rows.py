"""Many rows at once: what the port promises, on both engines."""

from datetime import UTC, timedelta, timezone
from typing import Any

import pytest

from app.errors import StorageError
from app.memory.ports import Database, Kind
from app.memory.repositories import Repositories
from app.memory.rows import json_of, moment
from tests.memory.databases import NOON

COLUMNS: dict[str, Kind] = {
    "user_id": "text",
    "metric": "text",
    "device": "text",
    "samples": "int",
    "first_ms": "int",
    "received_at": "time",
}
ASIDE: dict[str, Kind] = {
    "user_id": "text",
    "metric": "text",
    "start_ms": "int",
    "device": "text",
    "client_id": "text",
    "version": "int",
    "sample": "json",
    "received_at": "time",
}
DAY: dict[str, Kind] = {
    "user_id": "text",
    "metric": "text",
    "day": "int",
    "samples": "int",
    "number": "real",
    "low": "real",
    "high": "real",
    "last_ms": "int",
}
UPDATE = "ON CONFLICT (user_id, metric, device) DO UPDATE SET samples = excluded.samples"


def series(device: str, samples: int = 0, **other: Any) -> tuple[Any, ...]:
    row = {"user_id": "ana", "metric": "steps", "device": device, "samples": samples, "first_ms": None} | other
    return (*row.values(), NOON)


async def read(database: Database) -> dict[str, int]:
    rows = await database.fetch("SELECT device, samples FROM health_series ORDER BY id")
    return {row["device"]: row["samples"] for row in rows}


@pytest.mark.usefixtures("house")
async def test_rows_are_written_passed_over_or_changed(database: Database) -> None:
    rows = [series(f"d{number}", number) for number in range(1_200)]
    assert await database.insert_many("health_series", COLUMNS, rows) == 1_200
    assert await database.insert_many("health_series", COLUMNS, rows[:2], conflict="ON CONFLICT DO NOTHING") == 0
    assert await database.insert_many("health_series", COLUMNS, [series("d0", 9), series("e", 5)], conflict=UPDATE) == 2
    found = await read(database)
    assert (len(found), found["d0"], found["d1"], found["e"]) == (1_201, 9, 1, 5)
    assert await database.insert_many("health_series", COLUMNS, []) == 0


@pytest.mark.usefixtures("house")
async def test_only_what_is_new_is_written_and_returned(database: Database) -> None:
    first = await database.insert_new(
        "health_series", COLUMNS, [series("a"), series("b"), series("a")], returning="id, device"
    )
    assert [row["device"] for row in first] == ["a", "b"]
    again = await database.insert_new("health_series", COLUMNS, [series("b", 9), series("c")], returning="id, device")
    assert [row["device"] for row in again] == ["c"]
    assert await read(database) == {"a": 0, "b": 0, "c": 0}
    assert await database.insert_new("health_series", COLUMNS, [], returning="id") == []


@pytest.mark.usefixtures("house")
async def test_values_are_cleaned_as_everywhere(database: Database) -> None:
    there = NOON.astimezone(timezone(timedelta(hours=-7)))
    text = 'Zoë\'s "ring" 💍, {1,NULL}'
    rows = [
        ("ana", "stress", 2**62, "a\0b", "c", -1, {"a": [1.5, None, text]}, there),
        ("ana", "NULL", -(2**62), text, "\ud800", 0, [], NOON),
    ]
    await database.insert_many("health_set_aside", ASIDE, rows)
    one, two = await database.fetch("SELECT * FROM health_set_aside ORDER BY id")
    assert (one["device"], one["start_ms"], one["version"], moment(one["received_at"])) == (
        "ab",
        2**62,
        -1,
        NOON.astimezone(UTC),
    )
    assert json_of(one["sample"]) == {"a": [1.5, None, text]}
    assert (two["device"], two["metric"], two["client_id"], json_of(two["sample"])) == (text, "NULL", "?", [])


@pytest.mark.usefixtures("house")
async def test_numbers_come_back_to_the_last_bit(database: Database) -> None:
    numbers = [0.1 + 0.2, 1 / 3, 5e-324, 1.7976931348623157e308, -0.0, 98.60000000000001]
    rows = [("ana", "steps", day, 1, number, number, number, 0) for day, number in enumerate(numbers)]
    await database.insert_many("health_days", DAY, rows)
    found = await database.fetch("SELECT number FROM health_days ORDER BY day")
    assert [row["number"] for row in found] == numbers


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("bad", [series("a"), series("z", first_ms=2**63), series("z", metric=None)])
async def test_all_or_none_are_written(database: Database, bad: tuple[Any, ...]) -> None:
    with pytest.raises(StorageError):
        await database.insert_many("health_series", COLUMNS, [series("a"), series("b"), bad])
    assert await read(database) == {}
    with pytest.raises(StorageError):
        async with database.transaction():
            await database.insert_many("health_series", COLUMNS, [series("a")])
            await database.insert_many("health_series", COLUMNS, [series("a")])
    assert await read(database) == {}


async def test_a_statement_reads_the_table_of_what_is_given(house: Repositories, database: Database) -> None:
    await database.insert_many("health_series", COLUMNS, [series(f"d{number}'", number) for number in range(2_000)])
    wanted = [f"d{number}'" for number in range(0, 4_000, 2)]
    sql = "SELECT device FROM health_series WHERE samples < $1 AND device IN (SELECT value FROM given)"
    assert len(await database.fetch_among(sql, wanted, 1_000)) == 500
    assert await database.fetch_among(sql, [], 1_000) == []
    numbers = "DELETE FROM health_series WHERE samples IN (SELECT value FROM given) RETURNING device"
    assert len(await database.fetch_among(numbers, {1, 2, 2**62})) == 2
    assert len(await read(database)) == 1_998
