"""Imports as rows: what a job's state may become, and whose it is."""

from datetime import timedelta

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later

COUNTS = {"read": 0, "kept": 0}


async def _add(house: Repositories, path: str = "/a.zip", user_id: str = "ana") -> int:
    row = await house.health_backfills.add(
        user_id, name="a.zip", path=path, progress={"place": [0, 0, 0]}, counts=COUNTS, at=NOON
    )
    assert (row.status, row.problem, row.reasons, row.started_at, row.finished_at) == ("waiting", "", [], None, None)
    return row.id


async def test_one_begins_once_and_ends_once(house: Repositories) -> None:
    jobs, number = house.health_backfills, await _add(house)
    assert await jobs.begin("ana", number, {"holder": "me"}, later(minutes=1))
    assert await jobs.begin("ana", number, {"holder": "other"}, later(minutes=2))  # it goes on elsewhere
    assert await jobs.end("ana", number, status="done", problem="", at=later(minutes=3))
    assert not await jobs.end("ana", number, status="failed", problem="late", at=later(minutes=4))
    assert not await jobs.begin("ana", number, {}, later(minutes=5))
    row = await jobs.get("ana", number)
    assert row is not None
    assert (row.status, row.progress, row.problem) == ("done", {"holder": "other"}, "")
    assert (row.started_at, row.finished_at) == (later(minutes=1), later(minutes=3))


async def test_an_end_may_be_asked_for_from_one_status_alone(house: Repositories) -> None:
    jobs, number = house.health_backfills, await _add(house)
    assert not await jobs.end("ana", number, status="undone", problem="", at=NOON, was="done")
    await jobs.end("ana", number, status="done", problem="", at=NOON)
    assert await jobs.end("ana", number, status="undone", problem="", at=NOON, was="done")


async def test_how_far_it_is_is_kept_whole(house: Repositories) -> None:
    jobs, number = house.health_backfills, await _add(house)
    reasons = [{"file": "x", "code": "no_time", "rows": 3}]
    await jobs.keep("ana", number, progress={"place": [1, 2, 3]}, counts={"read": 5, "kept": 2}, reasons=reasons)
    await jobs.keep("ben", number, progress={}, counts={}, reasons=[])
    row = await jobs.get("ana", number)
    assert row is not None
    assert (row.progress, row.counts, row.reasons) == ({"place": [1, 2, 3]}, {"read": 5, "kept": 2}, reasons)


async def test_those_that_are_not_over_are_found(house: Repositories) -> None:
    jobs = house.health_backfills
    one, two, three = await _add(house), await _add(house, "/b.zip"), await _add(house, "/a.zip", "ben")
    await jobs.begin("ana", two, {}, NOON)
    assert [row.id for row in await jobs.unfinished()] == [one, two, three]
    await jobs.end("ana", one, status="cancelled", problem="", at=NOON + timedelta(1))
    assert [row.id for row in await jobs.unfinished()] == [two, three]
    assert await jobs.open_of("ana", "/a.zip") is None
    found = await jobs.open_of("ana", "/b.zip")
    assert found is not None
    assert found.id == two
    assert [row.id for row in await jobs.newest("ana", 5)] == [two, one]
    assert [row.id for row in await jobs.newest("ana", 1)] == [two]
