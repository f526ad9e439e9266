"""What is due at a moment, on both engines: taken once however many take."""

import asyncio

from app.memory.repositories import Repositories, repositories
from tests.memory.databases import Opener, later
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
