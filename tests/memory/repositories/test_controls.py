"""The switches a person has, on both engines."""

import asyncio

from app.memory.records import Controls
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later

PLACE = "telegram|a"


async def test_somebody_who_touched_no_switch_is_neither_paused_nor_stopped(house: Repositories) -> None:
    assert await house.controls.get("ana") == Controls("ana", None, None, "", "", None)
    assert await house.controls.stopped_at("ana") is None
    assert not await house.controls.resume("ana")
    assert await house.controls.take_edit("ana", PLACE) == ""


async def test_a_pause_holds_since_it_began_until_it_is_ended(house: Repositories) -> None:
    assert await house.controls.pause("ana", NOON)
    assert not await house.controls.pause("ana", later(hours=1))
    assert (await house.controls.get("ana")).paused_at == NOON
    assert await house.controls.resume("ana")
    assert not await house.controls.resume("ana")
    assert await house.controls.pause("ana", later(hours=2))
    assert (await house.controls.get("ana")).paused_at == later(hours=2)


async def test_the_last_stop_counts_and_the_switches_do_not_touch_each_other(house: Repositories) -> None:
    await house.controls.stop("ana", NOON)
    await house.controls.pause("ana", later(minutes=1))
    await house.controls.edit("ana", "p1", PLACE, later(minutes=2))
    await house.controls.stop("ana", later(minutes=3))
    assert await house.controls.stopped_at("ana") == later(minutes=3)
    assert await house.controls.stopped_at("ben") is None
    assert await house.controls.get("ana") == Controls(
        "ana", later(minutes=1), later(minutes=3), "p1", PLACE, later(minutes=2)
    )
    await house.controls.resume("ana")
    assert await house.controls.take_edit("ana", PLACE) == "p1"
    assert await house.controls.get("ana") == Controls("ana", None, later(minutes=3), "", "", None)


async def test_a_correction_is_awaited_in_one_place_and_the_last_one_asked_for(house: Repositories) -> None:
    await house.controls.edit("ana", "p1", "web|", NOON)
    await house.controls.edit("ana", "p2", PLACE, NOON)
    assert await house.controls.take_edit("ana", "web|") == ""
    assert await house.controls.take_edit("ana", PLACE) == "p2"
    assert await house.controls.take_edit("ana", PLACE) == ""
    await house.controls.edit("ana", "p1", PLACE, NOON)
    await house.controls.edit("ana", "", "", NOON)
    assert await house.controls.take_edit("ana", PLACE) == ""
    assert (await house.controls.get("ana")).editing_since is None


async def test_of_two_messages_at_once_one_is_the_correction(house: Repositories) -> None:
    await house.controls.edit("ana", "p1", PLACE, NOON)
    taken = await asyncio.gather(*(house.controls.take_edit("ana", PLACE) for _ in range(8)))
    assert sorted(taken) == [""] * 7 + ["p1"]
