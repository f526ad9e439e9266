"""An occurrence ends once, and its schedule waits for what follows, is done, or stays as it was changed."""

from datetime import timedelta

from app.clock import ManualClock
from app.memory.ports import Database
from app.memory.records import Occurrence, ScheduledTask
from app.memory.repositories import Repositories
from app.timetable.closing import STILL_RUNNING, close
from app.timetable.opening import open_due
from app.timetable.reckoning import LISTED
from tests.timetable.schedules_of_ana import ONE, endings, open_one, scheduled, standing


async def _opened(house: Repositories, database: Database, schedule: ScheduledTask) -> Occurrence:
    await open_due(house, database, ManualClock(schedule.due_at))
    return await open_one(house, schedule.user_id)


async def test_a_repeating_one_waits_for_its_next_moment(house: Repositories, database: Database) -> None:
    one = await scheduled(house)
    await close(house, await _opened(house, database, one), one, status="ran", reason="", now=ONE)
    assert await endings(house, one) == [("01 13:00", "ran")]
    assert await standing(house, one) == ("active", "02 13:00")


async def test_one_whose_rule_has_ended_is_done(house: Repositories, database: Database) -> None:
    for rule in ("", "FREQ=DAILY;COUNT=1", "FREQ=DAILY;UNTIL=20260301T140000Z"):
        one = await scheduled(house, rule=rule)
        await close(house, await _opened(house, database, one), one, status="late", reason="", now=ONE)
        assert await standing(house, one) == ("done", "01 13:00")


async def test_moments_that_passed_while_it_ran_are_skipped(house: Repositories, database: Database) -> None:
    one = await scheduled(house)
    begun = await _opened(house, database, one)
    await close(house, begun, one, status="ran", reason="", now=ONE + timedelta(days=2))
    assert await endings(house, one) == [("01 13:00", "ran"), ("02 13:00", "skipped"), ("03 13:00", "skipped")]
    passed = (await house.occurrences.list("ana", "schedule", str(one.id)))[1]
    assert passed.reason == STILL_RUNNING
    assert await standing(house, one) == ("active", "04 13:00")


async def test_what_passed_while_nothing_ran_is_still_looked_at(house: Repositories, database: Database) -> None:
    one = await scheduled(house)
    left = await _opened(house, database, one)
    now = ONE + timedelta(days=2, hours=1)
    await close(house, left, one, status="skipped", reason="too old by then", now=now)
    assert await standing(house, one) == ("active", "02 13:00")
    await open_due(house, database, ManualClock(now))
    assert await endings(house, one) == [("01 13:00", "skipped"), ("02 13:00", "skipped"), ("03 13:00", "waiting")]


async def test_of_very_many_that_passed_while_it_ran_one_stands_for_the_oldest(
    house: Repositories, database: Database
) -> None:
    one = await scheduled(house, rule="FREQ=MINUTELY;INTERVAL=5")
    await close(house, await _opened(house, database, one), one, status="ran", reason="", now=ONE + timedelta(days=30))
    ended = await house.occurrences.list("ana", "schedule", str(one.id))
    assert [row.status for row in ended] == ["ran"] + ["skipped"] * LISTED
    assert "too many" in ended[1].reason
    assert await standing(house, one) == ("active", "31 13:05")


async def test_it_ends_once(house: Repositories, database: Database) -> None:
    one = await scheduled(house)
    begun = await _opened(house, database, one)
    await close(house, begun, one, status="ran", reason="silent", now=ONE)
    await close(house, begun, one, status="late", reason="", now=ONE + timedelta(days=5))
    assert await endings(house, one) == [("01 13:00", "ran")]
    assert await standing(house, one) == ("active", "02 13:00")


async def test_one_that_was_paused_or_cancelled_meanwhile_stays_so(house: Repositories, database: Database) -> None:
    for status in ("paused", "cancelled"):
        one = await scheduled(house)
        begun = await _opened(house, database, one)
        await house.scheduled_tasks.set_status("ana", one.id, status, ONE)
        await close(house, begun, one, status="ran", reason="", now=ONE)
        assert await standing(house, one) == (status, "01 13:00")


async def test_one_that_was_moved_meanwhile_is_due_when_it_was_moved_to(
    house: Repositories, database: Database
) -> None:
    one = await scheduled(house)
    begun = await _opened(house, database, one)
    await house.scheduled_tasks.advance_many({one.id: ONE + timedelta(hours=3)}, ONE, status="processing")
    await close(house, begun, one, status="ran", reason="", now=ONE + timedelta(hours=1))
    assert await standing(house, one) == ("active", "01 16:00")


async def test_one_that_was_opened_again_meanwhile_stays_open(house: Repositories, database: Database) -> None:
    one = await scheduled(house)
    first = await _opened(house, database, one)
    await house.scheduled_tasks.advance_many({one.id: ONE + timedelta(hours=3)}, ONE)
    await open_due(house, database, ManualClock(ONE + timedelta(hours=3)))
    await close(house, first, one, status="ran", reason="", now=ONE + timedelta(hours=3))
    assert await standing(house, one) == ("processing", "01 16:00")
    assert await endings(house, one) == [("01 13:00", "ran"), ("01 16:00", "waiting")]


async def test_one_that_is_gone_leaves_its_occurrence_ended(house: Repositories, database: Database) -> None:
    one = await scheduled(house)
    begun = await _opened(house, database, one)
    await house.scheduled_tasks.delete("ana", one.id)
    await close(house, begun, one, status="ran", reason="", now=ONE)
    assert await endings(house, one) == [("01 13:00", "ran")]
    other = await scheduled(house)
    await close(house, await _opened(house, database, other), None, status="ran", reason="", now=ONE)
    assert await endings(house, other) == [("01 13:00", "ran")]


async def test_a_clock_that_was_set_back_meanwhile_does_not_bring_the_moment_back(
    house: Repositories, database: Database
) -> None:
    one = await scheduled(house)
    begun = await _opened(house, database, one)
    await close(house, begun, one, status="ran", reason="", now=ONE - timedelta(days=3))
    assert await standing(house, one) == ("active", "02 13:00")


async def test_one_that_can_no_longer_be_read_is_set_aside(house: Repositories, database: Database) -> None:
    one = await scheduled(house)
    begun = await _opened(house, database, one)
    await house.scheduled_tasks.update(
        "ana",
        one.id,
        name=one.name,
        instruction=one.instruction,
        rule=one.rule,
        local_start=one.local_start,
        time_zone="Europe/Atlantis",
        due_at=one.due_at,
        status="processing",
        exceptions=[],
        freshness=60,
        origin="user",
        at=ONE,
    )
    await close(house, begun, one, status="ran", reason="", now=ONE)
    assert await standing(house, one) == ("paused", "01 13:00")
