"""What is said first, and what is said while a vendor is away: each once, in order, at the place heard last and in no group."""

import asyncio
from datetime import timedelta
from functools import partial
from zoneinfo import ZoneInfo

from pydantic_ai.messages import ModelMessage, ModelResponse

from app.conversation.outbox import CHANNELS, LOCAL
from tests.house import says, scripted
from tests.interfaces.contract.house import House
from tests.interfaces.contract.places import POSTGRES, SQLITE, Place, on
from tests.interfaces.contract.side import Side
from tests.interfaces.contract.test_words import ANSWER, YES, settled
from tests.interfaces.telegram.house import until

REMINDER = "water the ferns"
SOON = timedelta(minutes=5)
GROUPS = {row.is_group for row in CHANNELS.values()} - {CHANNELS[LOCAL].is_group}  # where several may read


async def remind(house: House) -> None:
    """A reminder that falls due soon."""
    now = house.services.clock.now()
    local = (now + SOON).astimezone(ZoneInfo("Europe/Paris")).replace(tzinfo=None).isoformat(timespec="seconds")
    await house.services.store.reminders.add(
        house.owner, text=REMINDER, due_at=now + SOON, local_start=local, time_zone="Europe/Paris", rule=None, turn_id=None, taint=[],
        at=now,
    )  # fmt: skip


@on(lambda row: row.pushed, SQLITE, POSTGRES)
async def test_what_falls_due_and_what_is_ready_while_the_vendor_is_away_arrive_once_and_in_order(place: Place) -> None:
    running, may_end = asyncio.Event(), asyncio.Event()

    async def slow(_: list[ModelMessage]) -> ModelResponse:
        running.set()
        await may_end.wait()
        return says(ANSWER)

    async with place.open(scripted(slow)) as house:
        await remind(house)
        await place.side.says("hello there, is there tea?")
        await running.wait()
        await place.side.goes_away()
        may_end.set()
        await house.services.conversation.drain()
        await place.later(house, SOON + timedelta(seconds=1))
        await until(lambda: _is_said(house))
        assert await place.side.count(ANSWER) == await place.side.count(REMINDER) == 0
        await place.side.comes_back()
        await until(lambda: _arrived(place, house), seconds=30)
        await settled(place, house)
        words = await place.side.words()
        assert (words.count(ANSWER), words.count(REMINDER)) == (1, 1)
        assert words.index(ANSWER) < words.index(REMINDER)


async def _is_said(house: House) -> bool:
    rows = await house.services.database.fetch(
        "SELECT id FROM outbox WHERE CAST(body AS TEXT) LIKE '%' || $1 || '%'", REMINDER
    )
    return len(rows) == 2


async def _arrived(place: Place, house: House) -> bool:
    await place.later(house, timedelta(seconds=20))
    await asyncio.sleep(0.1)
    return bool(await place.side.count(REMINDER) and await place.side.count(ANSWER))


@on(lambda row: row.pushed)
async def test_a_reminder_goes_to_the_place_heard_last_once_and_to_no_group(place: Place) -> None:
    elsewhere, _ = await place.enter("whatsapp" if place.side.channel == "telegram" else "telegram")
    async with place.open(YES) as house:
        await remind(house)
        for number, side in enumerate((place.side, elsewhere, place.side)):
            await side.says("hello there, is there tea?")
            await until(partial(_has, side, 1 + number // 2))
        if place.side.can.is_group in GROUPS:
            await place.side.says_in_group("hello there, is there tea?")
            await until(partial(_in_group, place))
        await settled(place, house)
        await place.later(house, SOON + timedelta(seconds=1))
        await until(lambda: place.side.count(REMINDER))
        await settled(place, house)
        assert [await side.count(REMINDER) for side in (place.side, elsewhere)] == [1, 0]
        if place.side.can.is_group in GROUPS:
            assert not any(REMINDER in words for words in await place.side.group_shows())


async def _has(side: Side, times: int) -> bool:
    return await side.count(ANSWER) == times


async def _in_group(place: Place) -> bool:
    return any(ANSWER in words for words in await place.side.group_shows())
