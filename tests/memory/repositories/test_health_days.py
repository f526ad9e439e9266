"""Days as they are kept, on both engines."""

from app.memory.records import HealthDay
from app.memory.repositories import Repositories
from app.memory.repositories.health_samples import SampleDraft
from tests.memory.databases import NOON

DAY_MS = 86_400_000


def page(day: int, number: float = 1.0, metric: str = "steps") -> HealthDay:
    return HealthDay("ana", metric, day, 2, number, number, number, day * DAY_MS, {"n": number})


def steps(day: int, number: float = 1.0, metric: str = "steps") -> SampleDraft:
    return SampleDraft(metric, "watch", day * DAY_MS, day * DAY_MS, 0, number, None, f"{metric} {day} {number}", 1)


async def test_days_are_read_with_the_stale_ones_around_them(house: Repositories) -> None:
    await house.health_samples.put_many("ana", [steps(day) for day in (8, 10, 12, 14)], NOON)
    await house.health_days.put("ana", "steps", [10, 11, 12], [page(12), page(10)])
    found = await house.health_days.between("ana", "steps", 9, 13)
    assert (found.rows, found.stale) == ([page(10), page(12)], [])
    assert (await house.health_days.between("ana", "steps", 9, 13, margin=1)).stale == [8, 14]
    assert await house.health_days.between("ben", "steps", 0, 99) == type(found)([], [])
    assert (await house.health_days.between("ana", "distance", 0, 99)).rows == []


async def test_what_is_put_takes_the_place_of_what_was_there(house: Repositories) -> None:
    await house.health_days.put("ana", "steps", range(1, 300), [page(day) for day in range(1, 300)])
    await house.health_days.put("ana", "steps", [1, 2, 3], [page(2, 7.5)])
    found = await house.health_days.between("ana", "steps", 0, 300)
    assert [(row.day, row.number) for row in found.rows[:2]] == [(2, 7.5), (4, 1.0)]
    assert len(found.rows) == 297


async def test_a_day_is_stale_once_its_samples_change(house: Repositories) -> None:
    assert await house.health_days.changes("ana") == 0
    await house.health_samples.put_many("ana", [steps(3)], NOON)
    before = await house.health_days.changes("ana")
    await house.health_days.put("ana", "steps", [3], [page(3)])
    assert (await house.health_days.between("ana", "steps", 3, 3)).stale == []
    assert await house.health_days.changes("ana") == before
    await house.health_samples.put_many("ana", [steps(3)], NOON)
    assert (await house.health_days.between("ana", "steps", 3, 3)).stale == []  # the same again is no change
    await house.health_samples.delete_records("ana", [("steps 3 1.0", None)], NOON)
    assert (await house.health_days.between("ana", "steps", 3, 3)).stale == [3]
    assert await house.health_days.changes("ana") > before


async def test_what_is_left_to_do_is_found_newest_first(house: Repositories) -> None:
    assert await house.health_days.newest_stale("ana", 5) is None
    assert not await house.health_days.any_stale()
    await house.health_samples.put_many("ana", [steps(day) for day in (2, 5, 3)] + [steps(4, metric="weight")], NOON)
    assert await house.health_days.newest_stale("ana", 2) == ("steps", [3, 5])
    assert await house.health_days.all_stale("ana", 3, 5) == {"steps": [3, 5], "weight": [4]}
    assert await house.health_days.count_stale("ana") == 4
    assert await house.health_days.behind() == ["ana"]
    assert await house.health_days.any_stale()
