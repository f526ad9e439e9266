"""The runner of the loops: woken when there is work, sharing with other processes, and never ended by one failure."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.conversation.holder import PRESENCE
from app.conversation.leasing import take_lease
from app.loops.ground import Ground, Ran
from app.loops.runner import LOOK, Runner
from app.loops.table import Loop
from app.memory.records import Lease
from tests.conversation.conftest import dead_process as dead_process
from tests.house import open_house, tell

HERE, THERE = "here", "another-host|1|1|1"
SELDOM = timedelta(hours=1)
NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


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


def _loop(work: Counted, name: str = "work", *, cadence: timedelta = SELDOM, runs: bool = True, **more: Any) -> Loop:
    return Loop(name, "works", cadence, True, lambda _: runs, work, **more)


class Held(Counted):
    """Work that takes as long as the test lets it."""

    def __init__(self) -> None:
        super().__init__(self._wait)
        self.may_end = asyncio.Event()

    async def _wait(self, _: int) -> Ran:
        await self.may_end.wait()
        return Ran()


@asynccontextmanager
async def _running(house: Services, *loops: Loop, holder: str = HERE, look: float = LOOK) -> AsyncIterator[Runner]:
    runner = Runner(house.ground, holder=holder, info={"url": "http://127.0.0.1:1"}, loops=loops, look=look, calm=0.0)
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


async def test_a_loop_that_is_well_again_says_so(house: Services) -> None:
    def fails_once(time: int) -> Ran:
        if time == 1:
            raise ZeroDivisionError("bad sum")
        return Ran()

    work = Counted(fails_once)
    async with _running(house, _loop(work, "broken")):
        await work.ran(2)
        async with asyncio.timeout(8):
            while (await house.store.loop_runs.latest())["broken"].status != "ok":
                await asyncio.sleep(0.01)


async def test_what_one_process_does_another_does_not_do_meanwhile(house: Services) -> None:
    ours, theirs = Held(), Counted()
    async with _running(house, _loop(ours)):
        await ours.ran(1)
        async with _running(house, _loop(theirs), holder=THERE, look=0.02):
            await house.database.nudge("work")
            await asyncio.sleep(0.2)
            assert theirs.times == 0
            ours.may_end.set()
            await theirs.ran(1)


async def test_what_is_claimed_piece_by_piece_every_process_does(house: Services) -> None:
    ours, theirs = Held(), Counted()
    async with _running(house, _loop(ours, shared=True)):
        await ours.ran(1)
        async with _running(house, _loop(theirs, shared=True), holder=THERE):
            await theirs.ran(1)
            assert await house.store.leases.get("loop:work") is None
        ours.may_end.set()


async def test_when_one_stops_in_the_middle_the_other_goes_on_at_once(house: Services) -> None:
    ours, theirs = Held(), Counted()
    async with _running(house, _loop(theirs), holder=THERE) as other:
        await theirs.ran(1)
        async with _running(house, _loop(ours), look=0.02):
            await ours.ran(1)
            assert (await _lease(house)).holder == HERE
            await house.database.nudge("work")
            await asyncio.sleep(0.1)
            assert theirs.times == 1
        await theirs.ran(2)
    assert other


async def test_what_a_process_that_is_gone_was_doing_is_done_again(house: Services, dead_process: str) -> None:
    name, now = "loop:work", house.clock.now()
    assert await house.store.leases.acquire(name, dead_process, now=now, ttl=SELDOM, info={})
    work = Counted()
    async with _running(house, _loop(work)):
        await work.ran(1)


async def test_when_a_process_of_this_machine_dies_every_loop_looks_at_once(house: Services) -> None:
    there = await asyncio.create_subprocess_exec("sleep", "60")
    leases, holder = house.store.leases, f"{socket.gethostname()}|{there.pid}||1"
    await leases.acquire(f"{PRESENCE}:{holder}", holder, now=house.clock.now(), ttl=SELDOM, info={})
    work = Counted(lambda _: Ran(next_at=house.clock.now() + SELDOM))
    quiet = Loop("quiet", "works", SELDOM, False, lambda _: True, work)
    async with _running(house, quiet):
        await work.ran(1)
        await asyncio.sleep(0.1)
        there.kill()
        await there.wait()
        await work.ran(2)
        assert await leases.get(f"{PRESENCE}:{holder}") is None


async def test_a_lease_is_held_only_while_there_is_something_to_do(house: Services) -> None:
    work = Held()
    async with _running(house, _loop(work)):
        await work.ran(1)
        assert (await _lease(house)).holder == HERE
        work.may_end.set()
        async with asyncio.timeout(8):
            while await house.store.leases.get("loop:work"):
                await asyncio.sleep(0.01)


async def test_a_lease_that_comes_into_force_while_the_loop_ends_is_given_back(
    house: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, may_take, takings = asyncio.Event(), asyncio.Event(), list[asyncio.Task[bool]]()

    async def late(*args: Any) -> bool:
        asked.set()
        await may_take.wait()
        return await take_lease(*args)

    async def taken(*args: Any) -> bool:
        """Broken off here, it goes on in the database."""
        takings.append(asyncio.create_task(late(*args)))
        return await asyncio.shield(takings[-1])

    monkeypatch.setattr("app.loops.runner.take_lease", taken)
    async with asyncio.timeout(8), _running(house, _loop(Counted())):
        await asked.wait()
        asyncio.get_running_loop().call_later(0.1, may_take.set)
    assert await asyncio.gather(*takings) == [True]
    assert await house.store.leases.get("loop:work") is None


async def test_a_lease_that_is_being_given_back_while_the_runner_ends_is_given_back(
    house: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, giving = house.store.leases.release, asyncio.Event()

    async def slow(name: str, holder: str) -> None:
        if name == "loop:work":
            giving.set()
            await asyncio.sleep(0.1)
        await release(name, holder)

    monkeypatch.setattr(house.store.leases, "release", slow)
    async with asyncio.timeout(8), _running(house, _loop(Counted())):
        await giving.wait()
    assert await house.store.leases.get("loop:work") is None


async def test_a_loop_with_nothing_due_takes_no_lease_and_does_not_run(house: Services) -> None:
    asked, work = asyncio.Event(), Counted()

    async def nothing(_: Ground) -> datetime | None:
        asked.set()
        return None

    async with _running(house, _loop(work, due=nothing)):
        await asked.wait()
        await asyncio.sleep(0.1)
        assert work.times == 0
        assert await house.store.leases.get("loop:work") is None


async def test_a_loop_sleeps_until_it_is_due(house: Services) -> None:
    moment = house.clock.now() + timedelta(seconds=0.3)

    async def then(_: Ground) -> datetime | None:
        return moment

    work = Counted(lambda _: Ran(next_at=house.clock.now() + SELDOM))
    async with _running(house, _loop(work, due=then)):
        await asyncio.sleep(0.05)
        assert work.times == 0
        await work.ran(1)


async def test_a_routine_has_no_work_of_its_own(house: Services) -> None:
    routine, other = Counted(), Counted()
    async with _running(house, _loop(routine, "daily briefing", routine="daily briefing"), _loop(other, "other")):
        await other.ran(1)
        assert routine.times == 0


async def test_it_is_present_while_it_runs_and_says_where(house: Services) -> None:
    work = Counted()
    async with _running(house, _loop(work)):
        await work.ran(1)
        async with asyncio.timeout(8):
            while not (found := await house.store.leases.get(f"{PRESENCE}:{HERE}")):
                await asyncio.sleep(0.01)
        assert found.info == {"url": "http://127.0.0.1:1"}
    assert await house.store.leases.get(f"{PRESENCE}:{HERE}") is None
    assert await house.store.leases.get("loop:work") is None


async def _lease(house: Services) -> Lease:
    found = await house.store.leases.get("loop:work")
    assert found is not None
    return found


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


async def test_who_watches_here_hears_at_once_of_what_another_process_said(home: Settings, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=home) as here, open_house(tmp_path, settings=home) as there:
        with here.hub.watch(here.owner.id) as watching:
            async with _running(here):
                await asyncio.sleep(0.1)
                await there.conversation.mailroom.announce(there.owner.id)
                await there.store.notes.add(
                    there.owner.id, title="", content="x", tags=[], source="user", turn_id=None, taint=[], at=NOON
                )
                async with asyncio.timeout(8):
                    assert (await watching.get()).kind == "outbox"


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


async def test_what_is_paused_begins_nothing_until_it_goes_on(house: Services) -> None:
    work = Counted(lambda _: Ran(1))
    switches = house.store.loop_switches
    async with _running(house, _loop(work), _loop(other := Counted(), "other")):
        await work.ran(1)
        await switches.pause("work", house.clock.now())
        await house.database.nudge("loops")
        await other.ran(2)
        times = work.times
        await house.database.nudge("news")
        await other.ran(3)
        assert work.times == times
        await switches.resume("work")
        await house.database.nudge("loops")
        await work.ran(times + 1)


async def test_what_was_paused_before_the_start_stays_paused_and_runs_when_it_is_asked_to(house: Services) -> None:
    work, switches = Counted(), house.store.loop_switches
    await switches.run_now("work", house.clock.now() - timedelta(hours=1))  # asked of an earlier process
    await switches.pause("work", house.clock.now())
    async with _running(house, _loop(work), _loop(other := Counted(), "other")):
        await other.ran(1)
        await house.database.nudge("news")
        await other.ran(2)
        assert work.times == 0
        await switches.run_now("work", house.clock.now() + timedelta(seconds=1))
        await house.database.nudge("loops")
        await work.ran(1)
        async with asyncio.timeout(5):
            while "work" not in await house.store.loop_runs.latest():  # also where it found nothing to do
                await asyncio.sleep(0.01)
        assert work.times == 1


async def test_a_run_that_is_asked_for_waits_for_no_due_time(house: Services) -> None:
    async def never(_: Ground) -> datetime | None:
        return None

    work = Counted()
    async with _running(house, _loop(work, due=never), _loop(other := Counted(), "other")):
        await other.ran(1)
        assert work.times == 0
        await house.store.loop_switches.run_now("work", house.clock.now() + timedelta(seconds=1))
        await house.database.nudge("loops")
        await work.ran(1)
