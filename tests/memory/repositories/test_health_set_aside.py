"""Measurements of unknown metrics, on both engines."""

from typing import Any

from app.memory.repositories import Repositories
from app.memory.repositories.health_set_aside import SetAsideDraft
from tests.memory.databases import NOON


def draft(start_ms: int, version: int = 1, client_id: str = "c", metric: str = "stress", **more: Any) -> SetAsideDraft:
    return SetAsideDraft(metric, start_ms, "watch", client_id, version, {"value": version, **more})


async def kept(house: Repositories) -> list[Any]:
    return [one.sample["value"] for one in await house.health_set_aside.of("ana", "stress", after=0, limit=9)]


async def test_the_newest_of_a_measurement_is_kept_as_it_came(house: Repositories) -> None:
    aside = house.health_set_aside
    assert await aside.put_many("ana", [draft(0, 1), draft(0, 3), draft(0, 2), draft(1, text="é")], NOON) == 2
    assert await aside.put_many("ana", [draft(0, 2), draft(0, 3)], NOON) == 0
    assert await aside.put_many("ana", [draft(0, 3, "d", more=1)], NOON) == 1
    first, second = await aside.of("ana", "stress", after=0, limit=9)
    assert (first.sample, second.sample) == ({"value": 3, "more": 1}, {"value": 1, "text": "é"})
    assert await aside.of("ana", "stress", after=first.id, limit=9) == [second]
    assert await aside.count("ana") == 2


async def test_they_are_counted_named_and_removed_by_person(house: Repositories) -> None:
    aside = house.health_set_aside
    await aside.put_many("ana", [draft(0), draft(1), draft(0, metric="mood")], NOON)
    assert await aside.metrics("ana") == ["mood", "stress"]
    assert (await aside.metrics("ben"), await aside.count("ben")) == ([], 0)
    [mood] = await aside.of("ana", "mood", after=0, limit=9)
    assert await aside.remove("ben", [mood.id]) == 0
    assert await aside.remove("ana", [mood.id]) == 1
    assert await aside.erase("ben") == 0
    assert await aside.erase("ana", start_ms=1, end_ms=2) == 1
    assert await aside.erase("ana") == 1


async def test_a_deletion_takes_what_is_not_newer(house: Repositories) -> None:
    aside = house.health_set_aside
    await aside.put_many("ana", [draft(0, 1, "a"), draft(1, 5, "b"), draft(2, 5, "c")], NOON)
    assert await aside.delete_records("ben", [("a", None)]) == 0
    assert await aside.delete_records("ana", [("a", None), ("b", 4), ("c", 5), ("none", 1)]) == 2
    assert await kept(house) == [5]
