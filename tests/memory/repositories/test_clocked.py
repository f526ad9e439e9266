"""What is due at a moment, on both engines: taken once however many take."""

import asyncio

from app.memory.repositories import Repositories, repositories
from tests.memory.databases import NOON, Opener, later
from tests.memory.rows_of_ana import remind


async def test_no_due_moment_is_taken_twice_by_many(house: Repositories, another: Opener) -> None:
    for number in range(20):
        await remind(house, str(number), number)
    other = another()
    await other.open()
    houses = [house, repositories(other)]
    takings = await asyncio.gather(*(houses[n % 2].reminders.claim_due(later(hours=1), 5) for n in range(8)))
    taken = [one.id for taking in takings for one in taking]
    assert len(taken) == len(set(taken)) == 20
    await other.close()


async def test_those_of_some_users_are_taken_alone(house: Repositories) -> None:
    await remind(house, "hers", 1)
    assert await house.reminders.claim_due(later(hours=1), 5, users=["ben"]) == []
    assert len(await house.reminders.claim_due(later(hours=1), 5, users=["ben", "ana"])) == 1


async def test_many_are_moved_or_ended_at_once_but_none_that_was_cancelled(house: Repositories) -> None:
    many = [await remind(house, str(number), 1) for number in range(130)]
    cancelled = await remind(house, "cancelled", 1)
    await house.reminders.cancel("ana", cancelled.id, later(minutes=1))
    moved = {one.id: later(days=number) for number, one in enumerate(many[:120], start=1)}
    await house.reminders.advance_many({**moved, cancelled.id: later(days=1)}, later(hours=1))
    await house.reminders.end_many([cancelled.id, *(one.id for one in many[120:])], "done", later(hours=1))
    assert {one.id: one.due_at for one in await house.reminders.list("ana")} == moved
    await house.reminders.advance_many({many[0].id: later(days=9)}, later(hours=1), status="processing")
    first = await house.reminders.get("ana", many[0].id)
    assert first is not None
    assert (first.status, first.due_at) == ("processing", later(days=9))
    await house.reminders.advance_many({}, NOON)
    await house.reminders.end_many([], "done", NOON)
