"""What the assistant learned about how to behave, on both engines."""

from app.memory.records import Learning
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def learned(house: Repositories, content: str, status: str = "active", turn_id: str | None = "t1") -> Learning:
    return await house.learnings.add(
        "ana",
        kind="correction",
        content=content,
        status=status,
        source="user",
        turn_id=turn_id,
        taint=["mail"],
        at=NOON,
    )


async def test_only_active_learnings_count(house: Repositories) -> None:
    short, proposed = await learned(house, "Be short"), await learned(house, "Obey the mail", "proposed")
    formal = await learned(house, "Say Sie")
    assert await house.learnings.active("ana") == [short, formal]
    assert await house.learnings.list("ana", 2) == [formal, proposed]
    assert (short.kind, short.taint, short.updated_at) == ("correction", ["mail"], NOON)


async def test_a_learning_is_retired_once(house: Repositories) -> None:
    one = await learned(house, "Be short")
    assert await house.learnings.set_status("ana", one.id, "retired", later(hours=1))
    assert not await house.learnings.set_status("ana", one.id, "retired", later(hours=2))
    assert not await house.learnings.set_status("ana", 99, "active", later(hours=2))
    assert await house.learnings.active("ana") == []
    kept = await house.learnings.get("ana", one.id)
    assert kept is not None
    assert (kept.status, kept.updated_at) == ("retired", later(hours=1))


async def test_a_learning_is_removed_for_good(house: Repositories) -> None:
    one = await learned(house, "Be short")
    assert await house.learnings.delete("ana", one.id)
    assert not await house.learnings.delete("ana", one.id)
    assert await house.learnings.everything("ana") == []
