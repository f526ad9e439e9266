"""When something may be said unasked, on both engines."""

from datetime import datetime, timedelta

import pytest

from app.config import Settings
from app.memory.records import User
from app.memory.repositories import Repositories
from app.timetable.manners import Leave, may_speak
from tests.memory.databases import NOON

SETTINGS = Settings(quiet_hours="22:00-07:00", unasked_per_day=2)
NIGHT = NOON.replace(hour=23)


async def _ana(house: Repositories, **settings: object) -> User:
    for name, value in settings.items():
        await house.users.set_setting("ana", name, value)  # type: ignore[arg-type]
    user = await house.users.get("ana")
    assert user is not None
    return user


async def _leave(house: Repositories, now: datetime, **settings: object) -> Leave:
    return await may_speak(house, SETTINGS, await _ana(house, **settings), now)


async def test_by_day_one_may(house: Repositories) -> None:
    assert await _leave(house, NOON) == Leave(ok=True)


async def test_not_at_night_and_it_is_said_when_the_night_ends(house: Repositories) -> None:
    leave = await _leave(house, NIGHT)
    assert (leave.ok, leave.reason) == (False, "quiet hours")
    assert leave.again_at is not None
    assert leave.again_at.strftime("%H:%M") == "07:00"


@pytest.mark.parametrize(("own", "may"), [("", True), ("11:00-13:00", True), ("22:30-23:30", False)])
async def test_a_user_s_own_quiet_hours_stand_above_the_house_s(house: Repositories, own: str, may: bool) -> None:
    assert (await _leave(house, NIGHT, quiet_hours=own)).ok is may


async def test_quiet_hours_are_on_the_user_s_own_clock(house: Repositories) -> None:
    await house.users.set_zone("ana", "Asia/Tokyo", "user")
    assert (await _leave(house, NOON.replace(hour=13))).reason == "quiet hours"  # 22:00 there


async def test_after_so_many_a_day_it_is_enough_until_the_next(house: Repositories) -> None:
    for number in range(2):
        await house.occurrences.record(
            "ana", owner_kind="alert", owner_id=str(number), due_at=NOON, status="ran", reason="x", at=NOON
        )
    leave = await _leave(house, NOON + timedelta(hours=1))
    assert (leave.ok, leave.reason) == (False, "enough for today")
    assert (await _leave(house, NOON + timedelta(hours=1), unasked_per_day=3)).ok
    assert (await _leave(house, NOON + timedelta(days=1), unasked_per_day=None)).ok


async def test_never_where_the_user_wants_none(house: Repositories) -> None:
    assert not (await _leave(house, NOON, unasked_per_day=0)).ok


async def test_not_while_paused(house: Repositories) -> None:
    await house.controls.pause("ana", NOON)
    assert await _leave(house, NOON) == Leave(ok=False, reason="paused")


async def test_not_in_the_middle_of_a_conversation(house: Repositories) -> None:
    await house.inbox.receive(
        "ana", id="i1", channel="web", external_id="1", address="", text="hm", attachments=[], at=NOON
    )
    leave = await _leave(house, NOON)
    assert (leave.ok, leave.reason) == (False, "in conversation")
