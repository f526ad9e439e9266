"""What to say later, on both engines."""

from app.memory.records import Intention
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def intend(house: Repositories, text: str, hours: float, user: str = "ana") -> Intention:
    return await house.intentions.add(
        user,
        text=text,
        due_at=later(hours=hours),
        expires_at=later(hours=hours + 10),
        source="reflection",
        turn_id="t1",
        taint=[],
        at=NOON,
    )


async def test_what_is_due_is_said_soonest_first(house: Repositories) -> None:
    late, soon = await intend(house, "the trip", 5), await intend(house, "the exam", 1)
    other = await intend(house, "the cat", 2, user="ben")
    assert await house.intentions.list("ana") == [soon, late]
    assert await house.intentions.next_due() == later(hours=1)
    assert await house.intentions.due(NOON, 9) == []
    assert await house.intentions.due(later(hours=2), 9) == [soon, other]
    assert await house.intentions.due(later(hours=2), 1) == [soon]


async def test_what_was_delivered_or_dropped_is_not_due_again(house: Repositories) -> None:
    one, two = await intend(house, "the exam", 1), await intend(house, "the trip", 2)
    assert await house.intentions.set_status("ana", one.id, "delivered", later(hours=1))
    assert await house.intentions.set_status("ana", two.id, "dropped", later(hours=1))
    assert await house.intentions.due(later(hours=3), 9) == await house.intentions.list("ana") == []
    assert await house.intentions.next_due() is None


async def test_what_nobody_was_told_in_time_expires_unsaid(house: Repositories) -> None:
    old, new = await intend(house, "the exam", 1), await intend(house, "the trip", 5)
    assert await house.intentions.due(later(hours=11), 9) == [new]
    assert await house.intentions.expire(later(hours=10, minutes=59)) == 0
    assert await house.intentions.expire(later(hours=11)) == 1
    expired = await house.intentions.get("ana", old.id)
    assert expired is not None
    assert (expired.status, expired.updated_at) == ("expired", later(hours=11))
    assert await house.intentions.next_due() == later(hours=5)


async def test_nobody_who_paused_is_told_until_they_resume(house: Repositories) -> None:
    mine = await intend(house, "the exam", 1)
    await house.controls.pause("ana", NOON)
    assert await house.intentions.due(later(hours=2), 9) == []
    assert await house.intentions.next_due() is None
    await house.controls.resume("ana")
    assert await house.intentions.due(later(hours=2), 9) == [mine]
