"""Runs of the background loops, on both engines."""

from app.memory.repositories import Repositories
from app.memory.repositories.loop_runs import KEPT
from tests.memory.databases import NOON, later


async def test_the_last_run_of_each_loop_is_known(house: Repositories) -> None:
    first = await house.loop_runs.start("a", NOON)
    await house.loop_runs.finish(first.id, status="failed", error="no", next_run_at=later(hours=1), at=later(minutes=1))
    second = await house.loop_runs.start("b", NOON)
    latest = await house.loop_runs.latest()
    assert latest["b"] == second
    assert (latest["a"].status, latest["a"].error, latest["a"].next_run_at) == ("failed", "no", later(hours=1))


async def test_old_runs_are_tidied_away(house: Repositories) -> None:
    for _ in range(KEPT + 5):
        run = await house.loop_runs.start("a", NOON)
    [row] = await house.notes._db.fetch("SELECT COUNT(*) AS runs FROM loop_runs")
    assert row["runs"] == KEPT
    assert (await house.loop_runs.latest())["a"] == run
