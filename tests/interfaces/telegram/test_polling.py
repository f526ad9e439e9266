"""Fetching updates: kept first, acknowledged then. Over real HTTP, with a taker that does what a test says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from pydantic import SecretStr
from telegram.error import Conflict

from app.errors import StorageBusy
from app.interfaces.telegram.bot import build_bot
from app.interfaces.telegram.polling import Polling, sender_of
from app.interfaces.telegram.status import CONFLICT, OUTAGE, POLLING, REFUSED, State
from tests.fakes.bot_api import TOKEN, Tester
from tests.interfaces.telegram.house import ANA, KOFI, until


@dataclass
class Taker:
    """Ours: keeps what it is given, and fails as often as it is told."""

    taken: list[str] = field(default_factory=list)
    attempts: list[str] = field(default_factory=list)
    failures: dict[str, list[Exception]] = field(default_factory=dict)
    waits: dict[str, asyncio.Event] = field(default_factory=dict)
    states: list[State] = field(default_factory=list)

    async def take(self, raw: dict[str, Any]) -> None:
        text = raw["message"]["text"]
        self.attempts.append(text)
        if text in self.waits:
            await self.waits[text].wait()
        if self.failures.get(text):
            raise self.failures[text].pop()
        self.taken.append(text)

    async def tell(self, state: State) -> None:
        if self.states[-1:] != [state]:
            self.states.append(state)


@asynccontextmanager
async def polling(api: Tester, token: str = TOKEN) -> AsyncIterator[Taker]:
    """A loop that fetches for a taker."""
    taker = Taker()
    bot = build_bot(SecretStr(token), api.url)
    task = asyncio.create_task(Polling(bot, taker.take, taker.tell).run())
    try:
        yield taker
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await bot.disconnect()


async def waiting(api: Tester) -> int:
    """How many updates Telegram keeps for us."""
    return len((await api.state())["waiting"])


async def test_what_is_kept_is_acknowledged(api: Tester) -> None:
    async with polling(api) as taker:
        for text in ("one", "two", "three"):
            await api.person(ANA).says(text)
        await until(lambda: len(taker.taken) == 3)
        await until(lambda: _none_waiting(api))
        assert taker.taken == ["one", "two", "three"]
        assert taker.states == [POLLING]


async def _none_waiting(api: Tester) -> bool:
    return await waiting(api) == 0


async def test_what_storage_cannot_take_is_tried_again_and_not_acknowledged(api: Tester) -> None:
    async with polling(api) as taker:
        taker.failures["one"] = [StorageBusy()]
        taker.waits["two"] = asyncio.Event()
        await api.person(ANA).says("one")
        await until(lambda: taker.attempts == ["one"])
        assert await waiting(api) == 1
        await until(lambda: taker.taken == ["one"])
        await api.person(ANA).says("two")
        await until(lambda: "two" in taker.attempts)
        assert await waiting(api) == 1
        taker.waits["two"].set()
        await until(lambda: _none_waiting(api))


async def test_one_that_cannot_be_read_blocks_nobody(api: Tester) -> None:
    async with polling(api) as taker:
        taker.failures["bad"] = [RuntimeError("no such thing")]
        await api.do("hold")
        await api.person(ANA).says("bad")
        await api.person(ANA).says("good")
        await api.do("release")
        await until(lambda: taker.taken == ["good"])
        await until(lambda: _none_waiting(api))


async def test_senders_do_not_wait_for_each_other(api: Tester) -> None:
    async with polling(api) as taker:
        taker.waits["slow"] = asyncio.Event()
        await api.do("hold")
        await api.person(ANA).says("slow")
        await api.person(KOFI).says("quick")
        await api.person(ANA).says("after")
        await api.do("release")
        await until(lambda: taker.taken == ["quick"])
        taker.waits["slow"].set()
        await until(lambda: taker.taken == ["quick", "slow", "after"])


async def test_updates_out_of_order_are_put_right(api: Tester) -> None:
    async with polling(api) as taker:
        await api.do("hold")
        for text in ("one", "two", "three"):
            await api.person(ANA).says(text)
        await api.do("shuffle")
        await api.do("release")
        await until(lambda: len(taker.taken) == 3)
        assert taker.taken == ["one", "two", "three"]


async def test_an_outage_is_waited_out(api: Tester) -> None:
    async with polling(api) as taker:
        await api.do("outage", seconds=0.5)
        await until(lambda: OUTAGE in taker.states)
        await asyncio.sleep(0.6)
        await api.person(ANA).says("still there?")
        await until(lambda: taker.taken == ["still there?"])
        assert taker.states[-1] == POLLING


async def test_another_program_with_the_token_is_told_of(api: Tester) -> None:
    async with polling(api) as taker:
        await until(lambda: api.calls("getUpdates"))
        other = build_bot(SecretStr(TOKEN), api.url)
        while CONFLICT not in taker.states:
            with suppress(Conflict):  # each of the two ends the other's poll
                await other.get_updates(timeout=1)
        await other.disconnect()
        await api.person(ANA).says("hello")
        await until(lambda: taker.taken == ["hello"])
        assert taker.states[-1] == POLLING


async def test_a_webhook_that_was_left_is_taken_away(api: Tester) -> None:
    await set_webhook(api)
    async with polling(api) as taker:
        await api.person(ANA).says("hello")
        await until(lambda: taker.taken == ["hello"])
        assert taker.states == [POLLING]


async def test_a_webhook_that_comes_back_is_another_program(api: Tester) -> None:
    async with polling(api) as taker:
        while CONFLICT not in taker.states:
            await set_webhook(api)
            await asyncio.sleep(0.05)


async def set_webhook(api: Tester) -> None:
    """What another way of running the bot leaves behind."""
    bot = build_bot(SecretStr(TOKEN), api.url)
    await bot.set_webhook("https://bot.example/webhooks/telegram")
    await bot.disconnect()


async def test_a_revoked_token_is_told_of(api: Tester) -> None:
    async with polling(api) as taker:
        await until(lambda: api.calls("getUpdates"))
        await api.do("revoke")
        await until(lambda: taker.states[-1:] == [REFUSED])


async def test_it_stops_at_once_in_the_middle_of_a_long_poll(api: Tester) -> None:
    async with asyncio.timeout(5):
        async with polling(api):
            await until(lambda: api.calls("getUpdates"))


def test_the_sender_of_anything_is_found_or_nobody() -> None:
    assert sender_of({"update_id": 1, "message": {"from": {"id": 7}}}) == 7
    for odd in ({}, {"message": None}, {"message": {"from": []}}, {"message": {"from": {"id": "7"}}}):
        assert sender_of({"update_id": 1, **odd}) == 0
