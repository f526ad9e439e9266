"""The waiting room."""

import asyncio

from app.memory.adapters.bell import Bell


async def test_everybody_who_waits_is_woken() -> None:
    bell = Bell()
    waiting = [asyncio.create_task(bell.wait(10, None)) for _ in range(3)]
    await asyncio.sleep(0)
    bell.ring()
    assert await asyncio.gather(*waiting) == [1, 1, 1]


async def test_without_a_ring_the_wait_ends_with_the_same_mark() -> None:
    assert await Bell().wait(0.01, None) == 0


async def test_a_ring_between_two_waits_is_heard() -> None:
    bell = Bell()
    mark = await bell.wait(0.01, None)
    bell.ring()
    assert await bell.wait(10, mark) == mark + 1
    assert await bell.wait(0.01, mark + 1) == mark + 1
