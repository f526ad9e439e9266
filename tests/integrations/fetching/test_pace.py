"""One request at a time to a host, a pause between two, and no more remembered than is bounded."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from app.clock import ManualClock
from app.errors import FetchFailed
from app.integrations.fetching.pace import GAP, MOST_HOSTS, MOST_WAITING, Pace
from tests.integrations.fetching.conftest import NOON


def counting(clock: ManualClock, slept: list[float]) -> Callable[[float], Awaitable[None]]:
    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock.advance(timedelta(seconds=seconds))

    return sleep


async def test_two_requests_to_a_host_are_apart_and_those_to_two_are_not() -> None:
    clock, slept = ManualClock(NOON), list[float]()
    pace = Pace(clock, sleep=counting(clock, slept))
    async with pace.turn("one.example.org"):
        clock.advance(timedelta(seconds=9))  # the pause is counted from its end
    async with pace.turn("two.example.org"):
        assert slept == []
    async with pace.turn("one.example.org"):
        assert slept == [GAP.total_seconds()]
    clock.advance(GAP)
    async with pace.turn("one.example.org"):
        assert len(slept) == 1


async def test_a_clock_that_was_put_back_makes_nobody_wait_longer() -> None:
    clock, slept = ManualClock(NOON), list[float]()
    pace = Pace(clock, sleep=counting(clock, slept))
    async with pace.turn("one.example.org"):
        pass
    clock.set(NOON - timedelta(days=1))
    async with pace.turn("one.example.org"):
        assert slept == [GAP.total_seconds()]


async def test_one_at_a_time_in_the_order_of_asking_also_after_a_failure() -> None:
    clock, slept, order = ManualClock(NOON), list[float](), list[str]()
    pace = Pace(clock, sleep=counting(clock, slept))

    async def ask(number: int) -> None:
        async with pace.turn("one.example.org"):
            order.append(f"begin {number}")
            await asyncio.sleep(0)
            order.append(f"end {number}")
            raise ValueError

    await asyncio.gather(*(ask(number) for number in range(3)), return_exceptions=True)
    assert order == [f"{what} {number}" for number in range(3) for what in ("begin", "end")]


async def test_too_many_who_wait_for_a_host_are_sent_away() -> None:
    pace = Pace(ManualClock(NOON), gap=timedelta(0))
    done = asyncio.Event()

    async def ask() -> None:
        async with pace.turn("one.example.org"):
            await done.wait()

    waiting = [asyncio.create_task(ask()) for _ in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(FetchFailed) as problem:
        await ask()
    assert problem.value.reason == "busy"
    done.set()
    await asyncio.gather(*waiting)
    await ask()


async def test_hosts_that_rest_are_forgotten_and_one_that_is_asked_is_not() -> None:
    clock = ManualClock(NOON)
    pace = Pace(clock, sleep=counting(clock, []))
    async with pace.turn("busy.example.org"):
        for number in range(2 * MOST_HOSTS):
            async with pace.turn(f"{number}.example.org"):
                pass
        assert len(pace) == MOST_HOSTS
        second = asyncio.create_task(pace.turn("busy.example.org").__aenter__())
        await asyncio.sleep(0)
        assert not second.done()
        second.cancel()
