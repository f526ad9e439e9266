"""Whom anything can be said to unasked."""

from app.memory.repositories import Repositories
from app.timetable.reach import whom_we_reach
from tests.memory.databases import NOON


async def test_the_owner_always_and_others_where_a_channel_that_is_on_knows_them(house: Repositories) -> None:
    await house.users.link("ben", "telegram", "7", NOON)
    ana, ben = await house.users.everyone("", 9)
    nobody_else, with_telegram = await whom_we_reach(house, "ana", ()), await whom_we_reach(house, "ana", ("telegram",))
    with_slack = await whom_we_reach(house, "ana", ("slack",))
    assert [reach(ana) for reach in (nobody_else, with_telegram, with_slack)] == [True, True, True]
    assert [reach(ben) for reach in (nobody_else, with_telegram, with_slack)] == [False, True, False]
