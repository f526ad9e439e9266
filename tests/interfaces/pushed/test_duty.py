"""One process at a time runs the bot, and others can read how it goes."""

from datetime import timedelta
from pathlib import Path

from app.clock import ManualClock
from app.conversation.leasing import LEASE_TIME
from app.interfaces.pushed.duty import Duty, Told, lease_of, status_told
from tests.house import open_house
from tests.interfaces.telegram.house import NOON

HERE, ELSEWHERE = "a-host|1|1|1", "another-host|1|1|1"


async def test_the_first_has_it_and_the_second_gets_it_when_it_is_given_up(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, clock=clock) as house:
        first, second = (Duty("telegram", house.store, house.database, clock, holder) for holder in (HERE, ELSEWHERE))
        assert (await first.take(), await second.take(), await first.take()) == (True, False, True)
        await first.leave()
        assert await second.take()
        assert not await first.take()


async def test_who_does_not_renew_it_loses_it(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, clock=clock) as house:
        first, second = (Duty("telegram", house.store, house.database, clock, holder) for holder in (HERE, ELSEWHERE))
        assert await first.take()
        clock.advance(LEASE_TIME + timedelta(seconds=1))
        assert await second.take()
        assert not await first.take()


async def test_while_storage_is_away_it_is_held_until_shortly_before_it_runs_out(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, clock=clock) as house:
        duty = Duty("telegram", house.store, house.database, clock, HERE)
        assert await duty.take()
        await house.database.execute("ALTER TABLE leases RENAME TO leases_away")
        clock.advance(LEASE_TIME / 2)
        assert await duty.take()
        clock.advance(LEASE_TIME / 2)
        assert not await duty.take()
        await house.database.execute("ALTER TABLE leases_away RENAME TO leases")


async def test_what_is_told_can_be_read_for_as_long_as_it_is_held(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, clock=clock) as house:
        duty = Duty("telegram", house.store, house.database, clock, HERE)
        await duty.tell("not on duty yet")
        assert await status_told(house.store, clock, "telegram") == Told("", wrong=False)
        await duty.take()
        await duty.tell("running")
        assert await duty.take()
        assert await status_told(house.store, clock, "telegram") == Told("running", wrong=False)
        await duty.leave()
        assert await status_told(house.store, clock, "telegram") == Told("", wrong=False)
        assert await house.store.leases.get(lease_of("telegram")) is None
