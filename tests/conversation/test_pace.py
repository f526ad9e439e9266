"""Who writes faster than they are answered loses nothing, holds up nobody else, and is told once. No test waits for a real minute."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.conversation.pace import TOO_FAST, Pace
from app.messages import InboundMessage
from tests.conversation.conftest import NOON
from tests.house import open_house, says, scripted

PACE = 6  # messages a minute: two at once, then one each ten seconds
CHAT = "77"


@pytest.fixture
async def paced(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    """A house that answers two messages at once on a chat channel, and one on the page."""
    changes = {"messages_per_minute": PACE, "local_messages_per_minute": 3, "joining_window": timedelta(0)}
    settings = home.model_copy(update={**changes, "telegram_joining_window": timedelta(0)})
    clock = ManualClock(NOON)
    async with open_house(tmp_path, settings=settings, model=scripted(lambda _: says("Yes.")), clock=clock) as house:
        yield house


async def _say(house: Services, text: str, *, channel: str = "telegram", user: str = "") -> None:
    _pass(house, 0.001)  # so that the order of what was said is the order in which it came
    address = CHAT if channel == "telegram" else ""
    mark, now = uuid.uuid4().hex, house.clock.now()
    message = InboundMessage(user or house.owner.id, channel, mark, text, now, address=address)
    await house.conversation.receive(message)


async def _until(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(10):
        while not await holds():
            await asyncio.sleep(0.02)


async def _answered(house: Services, *texts: str, user: str = "") -> None:
    """Until exactly these turns have been answered."""
    await _until(lambda: _is_answered(house, texts, user or house.owner.id))


async def _is_answered(house: Services, texts: tuple[str, ...], user: str) -> bool:
    return [turn.text for turn in await house.store.turns.recent(user, 50)] == list(texts)


async def _told(house: Services) -> list[tuple[str, str]]:
    said = await house.store.outbox.after(house.owner.id, ("telegram", "local"), 0, 100)
    return [(entry.channel, TOO_FAST) for entry in said if entry.body["text"] == TOO_FAST]


async def _flood(house: Services, *texts: str, channel: str = "telegram") -> None:
    """One after the other, each once the one before has been answered, as far as the pace lets them."""
    await _say(house, texts[0], channel=channel)
    await _answered(house, texts[0])
    for text in texts[1:]:
        await _say(house, text, channel=channel)


def _pass(house: Services, seconds: float) -> None:
    house.clock.advance(timedelta(seconds=seconds))  # type: ignore[attr-defined]


async def _two(house: Services) -> None:
    for count, text in enumerate(("one", "two"), 1):
        await _say(house, text)
        await _answered(house, *("one", "two")[:count])


async def test_above_the_pace_messages_wait_and_are_answered_together(paced: Services) -> None:
    await _two(paced)
    for text in ("three", "four", "five"):
        await _say(paced, text)
    await _until(lambda: _has_told(paced))
    await _answered(paced, "one", "two")
    _pass(paced, 10)
    await _answered(paced, "one", "two", "three\nfour\nfive")


async def test_the_pace_goes_on_as_time_does(paced: Services) -> None:
    await _two(paced)
    _pass(paced, 60)
    for count, text in enumerate(("three", "four"), 3):
        await _say(paced, text)
        await _answered(paced, *("one", "two", "three", "four")[:count])
    assert await _told(paced) == []


async def _has_told(house: Services) -> bool:
    return bool(await _told(house))


async def test_it_is_told_once_a_minute(paced: Services) -> None:
    await _two(paced)
    await _say(paced, "three")
    await _until(lambda: _has_told(paced))
    _pass(paced, 10)
    await _answered(paced, "one", "two", "three")
    await _say(paced, "four")
    _pass(paced, 10)
    await _answered(paced, "one", "two", "three", "four")
    assert await _told(paced) == [("telegram", TOO_FAST)]
    _pass(paced, 60)
    for text in ("a", "b", "c", "d"):
        await _say(paced, text)
    await _until(lambda: _has_told_twice(paced))


async def _has_told_twice(house: Services) -> bool:
    return len(await _told(house)) == 2


async def test_another_channel_of_the_same_person_does_not_wait(paced: Services) -> None:
    await _two(paced)
    await _say(paced, "three")
    await _until(lambda: _has_told(paced))
    await _say(paced, "on the page", channel="web")
    await _answered(paced, "one", "two", "on the page")
    _pass(paced, 10)
    await _answered(paced, "one", "two", "on the page", "three")


async def test_another_person_does_not_wait(paced: Services) -> None:
    await paced.store.users.add("kofi", name="Kofi", time_zone="UTC", zone_source="setting", locale="en-GB", at=NOON)
    await _two(paced)
    await _say(paced, "three")
    await _until(lambda: _has_told(paced))
    await _say(paced, "hello", user="kofi")
    await _answered(paced, "hello", user="kofi")
    await _answered(paced, "one", "two")


@pytest.mark.parametrize(
    ("channel", "told"), [("web", [("local", TOO_FAST)]), ("cli", [("local", TOO_FAST)]), ("http", [])]
)
async def test_it_is_told_where_a_person_writes(paced: Services, channel: str, told: list[tuple[str, str]]) -> None:
    await _flood(paced, "one", "two", channel=channel)
    await _say(paced, "three", channel=channel)
    await _answered(paced, "one")
    _pass(paced, 60)
    await paced.conversation.drain()
    await _answered(paced, "one", "two\nthree")
    assert await _told(paced) == told


async def test_what_comes_right_after_the_look_at_the_pace_waits_too(
    paced: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _two(paced)
    monkeypatch.setattr(Pace, "wait", _sees_nothing_waiting)
    await _say(paced, "three")
    await asyncio.sleep(0.2)
    await _answered(paced, "one", "two")
    _pass(paced, 10)
    await _answered(paced, "one", "two", "three")


async def _sees_nothing_waiting(_: Pace, __: str) -> None:
    await asyncio.sleep(0.02)


async def test_what_waits_is_answered_after_a_restart(paced: Services, tmp_path: Path) -> None:
    await _two(paced)
    await _say(paced, "three")
    await _until(lambda: _has_told(paced))
    await paced.conversation.close()
    model = scripted(lambda _: says("Yes."))
    async with open_house(tmp_path, settings=paced.settings, model=model, clock=paced.clock) as again:
        await again.conversation.sweep()
        await _answered(again, "one", "two", "three")


async def test_a_stop_ends_what_waits_for_the_pace(paced: Services) -> None:
    await _two(paced)
    await _say(paced, "three")
    await _until(lambda: _has_told(paced))
    await paced.conversation.stop(paced.owner.id)
    _pass(paced, 10)
    await _answered(paced, "one", "two", "three")
    turns = await paced.store.turns.recent(paced.owner.id, 3)
    assert [turn.status for turn in turns] == ["done", "done", "stopped"]
