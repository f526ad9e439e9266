"""The background lane: what is due for a user is done once, in order, beside the conversation, whoever begins it and whoever dies."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.conversation.background import Background
from app.conversation.event import Event, Said
from app.conversation.event_settle import event_lease
from app.conversation.leasing import LEASE_TIME
from app.loops.events import run_due
from app.memory.records import ScheduledTask
from app.timetable.opening import open_due
from tests.conversation.conftest import ELSEWHERE
from tests.conversation.lane import NOON, ONE, Lane, endings, pass_time, said, schedule, start, user
from tests.house import open_house, tell


async def test_what_is_due_is_done_said_and_scheduled_on(stored_house: Services) -> None:
    task = await schedule(stored_house)
    await pass_time(stored_house, ONE)
    user = stored_house.owner.id
    assert [item.title for item in await stored_house.store.tasks.list(user)] == ["milk"]
    [entry] = await said(stored_house)
    assert entry.key == f"event:{task.id}:{ONE.isoformat()}"
    assert entry.body["kind"] == "unasked"
    assert "Late" not in entry.body["text"]
    assert await endings(stored_house, task) == [("ran", "")]
    again = await stored_house.store.scheduled_tasks.get(user, task.id)
    assert again is not None
    assert (again.state, again.due_at) == ("ACTIVE", ONE + timedelta(days=1))
    assert await stored_house.store.leases.get(event_lease(user)) is None


async def test_nothing_is_done_before_its_time_and_nothing_twice(stored_house: Services) -> None:
    task = await schedule(stored_house)
    await pass_time(stored_house, ONE - timedelta(seconds=1))
    assert await said(stored_house) == []
    await pass_time(stored_house, ONE)
    await pass_time(stored_house, ONE + timedelta(minutes=5))
    assert len(await said(stored_house)) == 1
    assert len(await endings(stored_house, task)) == 1


async def test_its_schedule_is_processing_while_it_runs_and_done_after_the_last_time(gated: Lane) -> None:
    task = await schedule(gated.house, rule="")
    gated.house.clock.set(ONE)  # type: ignore[attr-defined]
    await run_due(gated.house.ground)
    await gated.has_begun(1)
    assert await gated.state_of(task) == "PROCESSING"
    gated.let("all")
    await gated.house.background.drain()
    assert await gated.state_of(task) == "DISABLED"


class TestOrder:
    """One user's events one after the other as they were due; users side by side, as many as the setting says."""

    async def test_a_users_second_does_not_start_before_the_first_has_ended(self, gated: Lane) -> None:
        await schedule(gated.house, "second", at=ONE)
        await schedule(gated.house, "first", at=ONE - timedelta(minutes=5))
        await start(gated)
        await gated.has_begun(1)
        await run_due(gated.house.ground)
        assert gated.begun == ["first"]
        gated.let("all")
        await gated.house.background.drain()
        assert gated.begun == ["first", "second"]

    async def test_users_run_side_by_side_and_no_more_than_so_many(self, gated: Lane) -> None:
        most = gated.house.settings.background_at_once
        for number in range(most + 2):
            name = await user(gated.house, f"user{number}")
            await schedule(gated.house, f"task{number}", user=name, at=ONE - timedelta(minutes=10 - number))
        await start(gated)
        assert sorted(await gated.has_begun(most)) == [f"task{number}" for number in range(most)]
        assert len(gated.house.background.running) == most
        gated.let("task2")
        assert (await gated.has_begun(most + 1))[-1] == f"task{most}"
        gated.let("all")
        await gated.house.background.drain()
        assert len(gated.begun) == most + 2

    async def test_one_who_has_many_waiting_holds_up_nobody(self, gated: Lane) -> None:
        names = [await user(gated.house, f"user{number}") for number in range(5)]
        for number in range(3):
            await schedule(gated.house, f"many{number}", user=names[0], at=ONE - timedelta(minutes=60 - number))
        for name in names[1:]:
            await schedule(gated.house, name, user=name)
        await start(gated)
        await gated.has_begun(4)
        gated.let("all")
        await gated.house.background.drain()
        assert sorted(gated.begun[:4]) == ["many0", "user1", "user2", "user3"]
        assert sorted(gated.begun[4:6]) == ["many1", "user4"]

    async def test_however_many_wait_all_are_served_a_few_at_a_time(self, quick: Lane) -> None:
        for number in range(14):
            name = await user(quick.house, f"user{number}")
            await schedule(quick.house, f"task{number}", user=name)
        quick.house.clock.set(ONE)  # type: ignore[attr-defined]
        await open_due(quick.house.store, quick.house.database, quick.house.clock)
        few = Background(quick.house.resources, ELSEWHERE, quick.jobs, look=4)
        assert await few.run_due() == 4
        await few.drain()
        assert sorted(quick.begun) == sorted(f"task{number}" for number in range(14))
        assert not few.is_busy

    async def test_they_run_beside_the_users_own_conversation(self, gated: Lane) -> None:
        await schedule(gated.house, "slow")
        await start(gated)
        await gated.has_begun(1)
        reply = await tell(gated.house, "add eggs to my shopping list")
        assert "eggs" in reply.text.casefold()
        gated.let("all")
        await gated.house.background.drain()


class TestWhoIsPaused:
    """...hears nothing until /resume, and then what is still fresh."""

    async def test_what_was_opened_before_waits(self, quick: Lane) -> None:
        task = await schedule(quick.house, "news")
        store, owner = quick.house.store, quick.house.owner.id
        await store.leases.acquire(event_lease(owner), ELSEWHERE, now=NOON, ttl=timedelta(hours=2))
        await start(quick)
        await quick.house.background.drain()
        await store.controls.pause(owner, ONE)
        await start(quick, ONE + timedelta(hours=3))
        await quick.house.background.drain()
        assert quick.begun == []
        await store.controls.resume(owner)
        await pass_time(quick.house, ONE + timedelta(hours=4))
        assert quick.begun == ["news"]
        assert [status for status, _ in await endings(quick.house, task)] == ["late"]

    async def test_what_waited_too_long_is_left_out_and_told(self, quick: Lane) -> None:
        task = await schedule(quick.house, "news", freshness=3600)
        store, owner = quick.house.store, quick.house.owner.id
        await store.leases.acquire(event_lease(owner), ELSEWHERE, now=NOON, ttl=timedelta(hours=2))
        await start(quick)
        await quick.house.background.drain()
        await pass_time(quick.house, ONE + timedelta(hours=5))
        assert quick.begun == []
        [entry] = await said(quick.house)
        assert "had to wait too long" in entry.body["text"]
        assert "Next: tomorrow" in entry.body["text"]
        assert await endings(quick.house, task) == [("skipped", "waited too long")]


class TestAnotherProcess:
    """...that has begun an event is left alone while it may live; one that is dead is taken over, and the same turn goes on."""

    async def _leave_open(self, lane: Lane, holder: str, *, attempts: int = 1) -> ScheduledTask:
        """What a process leaves that was killed in the middle of an event."""
        task, store = await schedule(lane.house, "news"), lane.house.store
        lane.house.clock.set(ONE)  # type: ignore[attr-defined]
        await store.leases.acquire(event_lease(task.user_id), holder, now=ONE, ttl=LEASE_TIME)
        await open_due(store, lane.house.database, lane.house.clock)
        [occurrence] = await store.occurrences.list(task.user_id, "schedule", str(task.id))
        for _ in range(attempts):
            await store.occurrences.begin(task.user_id, occurrence.id, ONE)
        return task

    async def test_is_taken_over_at_once_when_it_is_certainly_dead(self, quick: Lane, dead_process: str) -> None:
        task = await self._leave_open(quick, dead_process)
        await start(quick, ONE + timedelta(seconds=5))
        await quick.house.background.drain()
        [event] = quick.events
        [occurrence] = await quick.house.store.occurrences.list(task.user_id, "schedule", str(task.id))
        assert (event.turn.id, event.turn.resumed, event.turn.moment) == (occurrence.run_id, True, ONE)
        assert occurrence.status == "ran"
        assert len(await said(quick.house)) == 1

    async def test_is_left_alone_until_its_lease_has_run_out(self, quick: Lane) -> None:
        await self._leave_open(quick, ELSEWHERE)
        await start(quick, ONE + timedelta(seconds=5))
        await quick.house.background.drain()
        assert quick.begun == []
        await start(quick, ONE + LEASE_TIME)
        await quick.house.background.drain()
        assert quick.begun == ["news"]

    async def test_what_broke_off_three_times_is_given_up_and_told(self, quick: Lane, dead_process: str) -> None:
        task = await self._leave_open(quick, dead_process, attempts=3)
        await start(quick, ONE + timedelta(minutes=5))
        await quick.house.background.drain()
        assert quick.begun == []
        [entry] = await said(quick.house)
        assert entry.body["text"].startswith("“news” broke off 3 times")
        assert await endings(quick.house, task) == [("skipped", "broke off 3 times")]
        await start(quick, ONE + timedelta(minutes=6))
        assert len(await said(quick.house)) == 1

    async def test_two_processes_do_it_once(self, quick: Lane) -> None:
        await schedule(quick.house, "news")
        house = quick.house
        async with open_house(
            house.settings.data_dir, settings=house.settings, clock=house.clock, jobs=quick.jobs
        ) as other:
            there = Background(other.resources, ELSEWHERE, quick.jobs)
            await start(quick)
            await asyncio.gather(there.run_due(), house.background.run_due())
            await asyncio.gather(there.drain(), house.background.drain())
        assert quick.begun == ["news"]
        assert len(await said(house)) == 1

    async def test_one_that_lost_its_lease_half_way_leaves_the_end_to_the_other(self, gated: Lane) -> None:
        await schedule(gated.house, "news")
        await start(gated)
        await gated.has_begun(1)
        await gated.house.database.execute("DELETE FROM leases")
        other = Background(gated.house.resources, ELSEWHERE, {"task": _says("From the other.")})
        await other.run_due()
        await other.drain()
        gated.let("all")
        await gated.house.background.drain()
        assert [entry.body["text"] for entry in await said(gated.house)] == ["From the other."]


def _says(text: str) -> Callable[[Event], Awaitable[Said]]:
    async def job(_: Event) -> Said:
        return Said(text)

    return job


async def test_one_that_was_cancelled_while_it_waited_is_not_done(gated: Lane) -> None:
    await schedule(gated.house, "first", at=ONE - timedelta(minutes=1))
    second = await schedule(gated.house, "second")
    await start(gated)
    await gated.has_begun(1)
    await gated.house.store.scheduled_tasks.set_status(second.user_id, second.id, "cancelled", ONE)
    gated.let("all")
    await gated.house.background.drain()
    assert gated.begun == ["first"]
    assert await endings(gated.house, second) == [("skipped", "cancelled meanwhile")]
    assert await gated.state_of(second) == "DISABLED"


async def test_what_is_cut_off_when_the_house_closes_is_done_at_the_next_start(
    tmp_path: Path, home: Settings, lane: Lane
) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, settings=home, clock=clock, jobs=lane.jobs) as house:
        lane.house = house
        task = await schedule(house, "news")
        await start(lane)
        await lane.has_begun(1)
    lane.let("all")
    async with open_house(tmp_path, settings=home, clock=clock, jobs=lane.jobs) as again:
        await pass_time(again, ONE + timedelta(seconds=30))
        assert await endings(again, task) == [("ran", "")]
        assert len(await said(again)) == 1
