"""What is due becomes an occurrence: once, whoever looks, and whatever the clock did meanwhile."""

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from app.clock import ManualClock
from app.memory.ports import Database
from app.memory.repositories import Repositories, repositories
from app.timetable.opening import Opened, Skipped, open_due, run_id
from tests.memory.databases import Opener, later
from tests.timetable.schedules_of_ana import ONE, endings, open_one, scheduled, standing


async def _open_at(house: Repositories, database: Database, moment: datetime) -> Opened:
    return await open_due(house, database, ManualClock(moment))


async def test_a_schedule_is_opened_at_its_moment_and_not_before(house: Repositories, database: Database) -> None:
    one = await scheduled(house)
    assert await _open_at(house, database, ONE - timedelta(seconds=1)) == Opened()
    assert await _open_at(house, database, ONE) == Opened(["ana"], [])
    waiting = await open_one(house)
    assert (waiting.status, waiting.due_at, waiting.run_id) == ("waiting", ONE, run_id(one.id, ONE))
    assert await standing(house, one) == ("processing", "01 13:00")
    assert await _open_at(house, database, ONE + timedelta(minutes=1)) == Opened()


async def test_of_several_missed_the_last_is_done_and_the_others_say_why_not(
    house: Repositories, database: Database
) -> None:
    one = await scheduled(house)
    opened = await _open_at(house, database, ONE + timedelta(days=2, hours=1))
    assert opened == Opened(["ana"], [])
    assert await endings(house, one) == [("01 13:00", "skipped"), ("02 13:00", "skipped"), ("03 13:00", "waiting")]
    assert await standing(house, one) == ("processing", "03 13:00")


async def test_what_is_no_longer_fresh_is_skipped_told_and_waits_for_its_next_time(
    house: Repositories, database: Database
) -> None:
    one = await scheduled(house, freshness=3600)
    [skipped] = (await _open_at(house, database, ONE + timedelta(days=1, hours=2))).skipped
    assert (skipped.schedule.id, skipped.due_at, skipped.earlier) == (one.id, ONE + timedelta(days=1), 1)
    assert await endings(house, one) == [("01 13:00", "skipped"), ("02 13:00", "skipped")]
    assert await standing(house, one) == ("active", "03 13:00")


async def test_one_that_is_due_once_and_too_late_is_over(house: Repositories, database: Database) -> None:
    one = await scheduled(house, rule="")
    assert len((await _open_at(house, database, ONE + timedelta(days=1))).skipped) == 1
    assert await standing(house, one) == ("done", "01 13:00")


async def test_what_is_told_is_in_the_same_transaction(house: Repositories, database: Database) -> None:
    one = await scheduled(house)

    async def tell(skipped: Sequence[Skipped], now: datetime) -> None:
        raise ConnectionError(f"{len(skipped)} at {now}")

    with pytest.raises(ConnectionError):
        await open_due(house, database, ManualClock(ONE + timedelta(days=1, hours=-1)), tell=tell)
    assert await endings(house, one) == []
    assert await standing(house, one) == ("active", "01 13:00")


@pytest.mark.parametrize(("rule", "zone"), [("FREQ=DAILY", "Europe/Atlantis"), ("FREQ=SOMETIMES", "UTC"), ("x", "UTC")])
async def test_one_that_cannot_be_read_is_set_aside_and_holds_up_nobody(
    house: Repositories, database: Database, rule: str, zone: str
) -> None:
    broken, sound = await scheduled(house, rule=rule, time_zone=zone), await scheduled(house, user_id="ben")
    opened = await _open_at(house, database, ONE)
    assert opened.users == ["ben"]
    assert [(one.schedule.id, one.set_aside) for one in opened.skipped] == [(broken.id, True)]
    [ended] = await house.occurrences.list("ana", "schedule", str(broken.id))
    assert ended.status == "skipped"
    assert "can't be read" in ended.reason
    assert (await standing(house, broken))[0] == "paused"
    assert (await standing(house, sound))[0] == "processing"


async def test_nothing_is_opened_for_somebody_who_paused_until_they_resume(
    house: Repositories, database: Database
) -> None:
    await scheduled(house)
    await house.controls.pause("ana", ONE - timedelta(hours=1))
    assert await _open_at(house, database, ONE + timedelta(hours=1)) == Opened()
    await house.controls.resume("ana")
    assert (await _open_at(house, database, ONE + timedelta(hours=2))).users == ["ana"]


async def test_a_moment_that_was_written_down_is_not_opened_again(house: Repositories, database: Database) -> None:
    one = await scheduled(house)
    await _open_at(house, database, ONE)
    await house.scheduled_tasks.advance_many({one.id: ONE}, ONE)  # as by somebody who changed it to what it was
    assert await _open_at(house, database, ONE + timedelta(minutes=1)) == Opened()
    assert await endings(house, one) == [("01 13:00", "waiting")]
    assert await standing(house, one) == ("active", "02 13:00")


async def test_a_clock_that_was_set_back_opens_nothing_twice(house: Repositories, database: Database) -> None:
    one = await scheduled(house, freshness=60)
    assert len((await _open_at(house, database, ONE + timedelta(days=3))).skipped) == 0
    assert await _open_at(house, database, ONE) == Opened()
    assert [status for _, status in await endings(house, one)] == ["skipped", "skipped", "skipped", "waiting"]


async def test_days_that_are_left_out_are_not_due(house: Repositories, database: Database) -> None:
    one = await scheduled(house, exceptions=["2026-03-02"])
    await _open_at(house, database, ONE + timedelta(days=2))
    assert [due for due, _ in await endings(house, one)] == ["01 13:00", "03 13:00"]


async def test_many_are_opened_some_at_a_time(house: Repositories, database: Database) -> None:
    many = [await scheduled(house, user_id=user, name=str(number)) for number in range(4) for user in ("ana", "ben")]
    opened = await open_due(house, database, ManualClock(later(hours=1)), at_once=3)
    assert sorted(opened.users) == ["ana", "ben"]
    assert {(await standing(house, one))[0] for one in many} == {"processing"}


async def test_two_processes_open_each_moment_once(house: Repositories, database: Database, another: Opener) -> None:
    many = [await scheduled(house, name=str(number)) for number in range(20)]
    other = another()
    await other.open()
    looks = [(house, database), (repositories(other), other)]
    await asyncio.gather(
        *(open_due(store, unit, ManualClock(later(hours=1)), at_once=5) for store, unit in looks for _ in range(2))
    )
    assert [await endings(house, one) for one in many] == [[("01 13:00", "waiting")]] * 20
    await other.close()
