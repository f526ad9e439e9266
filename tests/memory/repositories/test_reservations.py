"""Money set aside for model calls, on both engines: it counts with what was spent, by turn, day and month, and each row once."""

import asyncio

from app.memory.ports import Database
from app.memory.repositories import Repositories, repositories
from app.memory.repositories.reservations import Spent
from app.memory.repositories.usage import UsageDraft
from tests.memory.databases import NOON, Opener, later

DAY, MONTH = later(hours=-12), later(days=-20)


async def _reserve(house: Repositories, name: str, *, turn: str = "t1", hours: float = 0, user: str = "ana") -> None:
    await house.reservations.add(
        user, id=name, turn_id=turn, model="m", tokens=3_000_000_000, cost=0.5, at=later(hours=hours)
    )


async def _spent(house: Repositories) -> Spent:
    return await house.reservations.spent("ana", turn_id="t1", day=DAY, month=MONTH, since=MONTH)


async def test_nothing_spent_is_nothing(house: Repositories) -> None:
    assert await _spent(house) == Spent()


async def test_reservations_and_usage_count_together_by_turn_day_and_month(house: Repositories) -> None:
    await _reserve(house, "r1")
    await _reserve(house, "r2", turn="t2", hours=-24)  # yesterday
    await _reserve(house, "r3", turn="t3", hours=-24 * 30)  # another month
    await _reserve(house, "r4", user="ben")
    await house.usage.add_many("ana", "t2", [UsageDraft("mini", "m", 10, 5, 0.25, NOON)])
    assert await _spent(house) == Spent(
        turn_tokens=3_000_000_000,
        turn_cost=0.5,
        day_tokens=3_000_000_015,
        day_cost=0.75,
        month_tokens=6_000_000_015,
        month_cost=1.25,
    )
    assert await house.reservations.open("ana", MONTH) == (6_000_000_000, 1.0)


async def test_a_reservation_is_given_back_once(house: Repositories) -> None:
    await _reserve(house, "r1")
    assert [await house.reservations.remove("ana", "r1") for _ in range(2)] == [True, False]
    assert await _spent(house) == Spent()


async def test_while_one_looks_and_reserves_nobody_else_does(
    house: Repositories, database: Database, another: Opener
) -> None:
    second = another()
    await second.open()
    order: list[str] = []

    async def reserve(db: Database, name: str) -> None:
        reservations = repositories(db).reservations
        async with db.transaction():
            await reservations.lock("ana")
            spent = await reservations.spent("ana", turn_id="t1", day=DAY, month=MONTH, since=MONTH)
            order.append(f"{name} saw {spent.day_tokens}")
            await asyncio.sleep(0.05)
            await reservations.add("ana", id=name, turn_id="t1", model="m", tokens=1, cost=0, at=NOON)

    await asyncio.gather(*(reserve(db, f"{n}") for n, db in enumerate((database, second) * 2)))
    await second.close()
    assert [line.split()[-1] for line in order] == ["0", "1", "2", "3"]
