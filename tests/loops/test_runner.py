"""The runner of the loops: woken when there is work, sharing with other processes, and never ended by one failure."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.conversation.holder import PRESENCE
from app.learning.embedding import Embedding
from app.loops.runner import LOOK, Runner
from app.loops.table import Ground, Loop, Ran
from tests.house import open_house, tell

HERE, THERE = "here", "another-host|1|1|1"
SELDOM = timedelta(hours=1)


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home) as services:
        yield services


class Counted:
    """A loop's work that can be waited for."""

    def __init__(self, work: Callable[[int], Awaitable[Ran] | Ran] = lambda _: Ran()) -> None:
        self.times = 0
        self._work = work
        self._changed = asyncio.Condition()

    async def __call__(self, _: Ground) -> Ran:
        async with self._changed:
            self.times += 1
            self._changed.notify_all()
        ran = self._work(self.times)
        return ran if isinstance(ran, Ran) else await ran

    async def ran(self, times: int) -> None:
        async with asyncio.timeout(8), self._changed:
            await self._changed.wait_for(lambda: self.times >= times)


def _loop(work: Counted, name: str = "work", *, cadence: timedelta = SELDOM, runs: bool = True) -> Loop:
    return Loop(name, "works", cadence, True, lambda _: runs, work)


@asynccontextmanager
async def _running(house: Services, *loops: Loop, holder: str = HERE, look: float = LOOK) -> AsyncIterator[Runner]:
    embedding = Embedding(house.store, None, house.clock)
    ground = Ground(
        house.settings, house.clock, house.database, house.store, house.conversation, embedding, house.study
    )
    runner = Runner(ground, holder=holder, info={"url": "http://127.0.0.1:1"}, loops=loops, look=look)
    runner.start()
    try:
        yield runner
    finally:
        await runner.stop()


async def test_a_loop_runs_at_once_and_then_when_somebody_nudges(house: Services) -> None:
    work = Counted()
    async with _running(house, _loop(work)):
        await work.ran(1)
        await asyncio.sleep(0.05)
        assert work.times == 1
        await house.database.nudge("work")
        await work.ran(2)


async def test_a_nudge_while_a_loop_works_is_not_missed(house: Services) -> None:
    going, may_end = asyncio.Event(), asyncio.Event()

    async def slow(time: int) -> Ran:
        if time == 1:
            going.set()
            await may_end.wait()
        return Ran()

    work = Counted(slow)
    async with _running(house, _loop(work)):
        await going.wait()
        await asyncio.sleep(0.02)
        await house.database.nudge("work")
        await asyncio.sleep(0.02)
        may_end.set()
        await work.ran(2)


async def test_a_loop_runs_again_when_it_is_due(house: Services) -> None:
    work = Counted(lambda time: Ran(next_at=house.clock.now() + timedelta(seconds=0.05)) if time == 1 else Ran())
    async with _running(house, _loop(work)):
        await work.ran(2)


async def test_a_loop_sleeps_no_longer_than_its_cadence(house: Services) -> None:
    work = Counted()
    async with _running(house, _loop(work, cadence=timedelta(seconds=0.02))):
        await work.ran(3)


async def test_a_loop_that_has_no_place_under_these_settings_does_not_run(house: Services) -> None:
    off, on = Counted(), Counted()
    async with _running(house, _loop(off, "off", runs=False), _loop(on, "on")):
        await on.ran(1)
        assert off.times == 0


async def test_what_was_done_is_written_down_and_an_idle_look_is_not(house: Services) -> None:
    busy, idle = Counted(lambda time: Ran(3 if time == 1 else 0)), Counted()
    async with _running(house, _loop(busy, "busy"), _loop(idle, "idle")):
        await busy.ran(1)
        await idle.ran(1)
        await house.database.nudge("work")
        await busy.ran(2)
        latest = await house.store.loop_runs.latest()
    assert {name: run.status for name, run in latest.items()} == {"busy": "ok"}


async def test_a_failure_is_written_down_tried_again_and_the_others_go_on(house: Services) -> None:
    def fails_once(time: int) -> Ran:
        if time == 1:
            raise ZeroDivisionError("bad sum")
        return Ran(1)

    broken, sound = Counted(fails_once), Counted()
    async with _running(house, _loop(broken, "broken"), _loop(sound, "sound")):
        await broken.ran(1)
        await sound.ran(1)
        await house.database.nudge("work")
        await sound.ran(2)
        assert broken.times == 1
        await broken.ran(2)
        failed = await house.database.fetch("SELECT status, error FROM loop_runs WHERE status = $1", "failed")
    assert failed == [{"status": "failed", "error": "ZeroDivisionError: bad sum"}]


async def test_two_processes_share_a_loop(house: Services) -> None:
    ours, theirs = Counted(), Counted()
    async with _running(house, _loop(ours)):
        await ours.ran(1)
        async with _running(house, _loop(theirs), holder=THERE):
            await house.database.nudge("work")
            await ours.ran(2)
            assert theirs.times == 0


async def test_when_one_stops_the_other_goes_on_at_once(house: Services) -> None:
    ours, theirs = Counted(), Counted()
    async with _running(house, _loop(ours)):
        await ours.ran(1)
        async with _running(house, _loop(theirs), holder=THERE) as other:
            assert other
            async with asyncio.timeout(8):
                while not await house.store.leases.get(f"{PRESENCE}:{THERE}"):
                    await asyncio.sleep(0.01)
            await house.store.leases.release("loop:work", HERE)
            await house.database.nudge("work")
            await theirs.ran(1)


async def test_it_is_present_while_it_runs_and_says_where(house: Services) -> None:
    work = Counted()
    async with _running(house, _loop(work)):
        await work.ran(1)
        async with asyncio.timeout(8):
            while not (found := await house.store.leases.get(f"{PRESENCE}:{HERE}")):
                await asyncio.sleep(0.01)
        assert found.info == {"url": "http://127.0.0.1:1"}
        assert await house.store.leases.get("loop:work") is not None
    assert await house.store.leases.get(f"{PRESENCE}:{HERE}") is None
    assert await house.store.leases.get("loop:work") is None


async def test_a_reminder_set_by_another_process_is_said_here_on_time(home: Settings, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=home) as server:
        runner = server.runner()
        runner.start()
        try:
            async with open_house(tmp_path, settings=home) as terminal:
                await tell(terminal, "remind me in 2 seconds to stretch")
            async with asyncio.timeout(8):
                while not (said := await _reminders(server)):
                    await asyncio.sleep(0.05)
        finally:
            await runner.stop()
    assert said == ["stretch"]


async def _reminders(house: Services) -> list[str]:
    entries = await house.store.outbox.after(house.owner.id, ("local",), 0, 50)
    return [entry.body["text"] for entry in entries if entry.body["kind"] == "reminder"]


async def test_a_run_that_takes_long_keeps_its_lease(tmp_path: Path) -> None:
    may_end, clock = asyncio.Event(), ManualClock(datetime(2027, 3, 10, 12, 0, tzinfo=UTC))

    async def slow(_: int) -> Ran:
        await may_end.wait()
        return Ran()

    work, theirs = Counted(slow), Counted()
    async with open_house(tmp_path, clock=clock) as house, _running(house, _loop(work), look=0.02):
        await work.ran(1)
        for _ in range(4):  # two minutes, in steps that a lease of 30 seconds outlives
            clock.advance(timedelta(seconds=20))
            async with asyncio.timeout(8):
                while (held := await house.store.leases.get("loop:work")) is None or held.expires_at <= clock.now():
                    await asyncio.sleep(0.01)
        async with _running(house, _loop(theirs), holder=THERE, look=0.02):
            await asyncio.sleep(0.1)
            assert theirs.times == 0
        may_end.set()


async def test_a_loop_that_is_not_due_is_not_asked_again_and_again(house: Services) -> None:
    work = Counted(lambda _: Ran(next_at=house.clock.now() + SELDOM))
    quiet = Loop("quiet", "works", SELDOM, False, lambda _: True, work)
    async with _running(house, quiet, look=0.01):
        await work.ran(1)
        await house.database.nudge("work")
        await asyncio.sleep(0.3)
        assert work.times == 1


async def test_a_clock_that_is_set_forward_is_noticed(tmp_path: Path) -> None:
    clock = ManualClock(datetime(2027, 3, 10, 12, 0, tzinfo=UTC))
    async with open_house(tmp_path, clock=clock) as house:
        work = Counted(lambda _: Ran(next_at=clock.now() + timedelta(minutes=20)))
        async with _running(house, _loop(work), look=0.01):
            await work.ran(1)
            clock.advance(timedelta(minutes=20))
            await work.ran(2)


async def test_a_loop_that_is_always_due_and_does_nothing_does_not_spin(house: Services) -> None:
    work = Counted(lambda _: Ran(next_at=house.clock.now() - SELDOM))
    async with _running(house, _loop(work), look=0.01):
        await work.ran(1)
        await asyncio.sleep(0.3)
        assert work.times == 1
