"""How due moments ended, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import later


async def test_an_occurrence_is_written_down_once(house: Repositories) -> None:
    async def ended(status: str, hours: float) -> bool:
        return await house.occurrences.record(
            "ana",
            owner_kind="reminder",
            owner_id="1",
            due_at=later(hours=hours),
            status=status,
            reason="",
            at=later(hours=9),
        )

    assert await ended("late", 2)
    assert await ended("ran", 1)
    assert not await ended("skipped", 1)
    assert [one.status for one in await house.occurrences.list("ana", "reminder", "1")] == ["ran", "late"]
    assert await house.occurrences.list("ana", "reminder", "2") == []
