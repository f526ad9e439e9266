"""The message that stands in a chat until the answer is written into it."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.errors import DeliveryUnknown
from app.interfaces.pushed.chats import Chats
from app.interfaces.pushed.placeholder import Placeholder
from app.interfaces.pushed.screen import PLACEHOLDER, Stage
from app.interfaces.telegram.bot import TelegramBot, build_bot
from app.interfaces.telegram.screen import TelegramScreen
from tests.fakes.bot_api import TOKEN, Tester
from tests.house import open_house
from tests.interfaces.telegram.house import ANA, NOON, until

HERE = str(ANA)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path) as services:
        yield services


@pytest.fixture
async def stage(api: Tester, house: Services) -> AsyncIterator[Stage]:
    await api.person(ANA).meets()
    bot = build_bot(SecretStr(TOKEN), api.url)
    yield Stage(TelegramScreen(bot, house.store), house.database, house.store, house.clock, Chats())
    await bot.disconnect()


def another(stage: Stage) -> Placeholder:
    return Placeholder(stage, "owner", HERE)


async def booked(house: Services) -> tuple[str, str] | None:
    """What the books say: the message and its turn."""
    row = await house.store.placeholders.get("owner", "telegram", HERE)
    return (row.external_id, row.turn_id) if row else None


async def answer(house: Services, turn_id: str, status: str) -> None:
    """Let a turn's answer be in the outbox."""
    await house.store.outbox.put(
        "owner",
        channel="telegram",
        address=HERE,
        key=f"reply:{turn_id}",
        body={"text": "Hello"},
        turn_id=turn_id,
        at=NOON,
        status=status,
    )


async def test_it_is_in_the_books_as_soon_as_it_is_there(api: Tester, stage: Stage, house: Services) -> None:
    placeholder = another(stage)
    assert await placeholder.stand("")
    [shown] = await api.said(ANA)
    assert shown.text == PLACEHOLDER
    assert await booked(house) == (str(shown.id), "")
    await placeholder.book("t1")
    assert await booked(house) == (str(shown.id), "t1")


async def test_an_unfinished_answer_keeps_its_place(api: Tester, stage: Stage, house: Services) -> None:
    first, second = another(stage), another(stage)
    assert await first.stand("t1")
    assert not await second.stand("t2")
    for status in ("pending", "sending"):
        await answer(house, "t1", "pending")
        await house.database.execute("UPDATE outbox SET status = $1", status)
        assert not await second.stand("t2")
    assert len(await api.said(ANA)) == 1


@pytest.mark.parametrize(("minutes", "makes_way"), [(4, False), (6, True)])
async def test_one_whose_turn_will_never_answer_makes_way_after_a_while(
    api: Tester, stage: Stage, house: Services, minutes: int, makes_way: bool
) -> None:
    left = await put_up(stage, house, minutes)
    fresh = another(stage)
    assert await fresh.stand("t2") is makes_way
    assert [str(shown.id) for shown in await api.said(ANA)] == [fresh.message if makes_way else left]


async def test_one_whose_turn_runs_for_long_keeps_its_place(stage: Stage, house: Services) -> None:
    now = house.clock.now()
    await house.store.inbox.receive(
        "owner", id="i1", channel="telegram", external_id="1001:1", address=HERE, text="think", attachments=[], at=now
    )
    await house.store.inbox.assign("owner", ["i1"], "t1")
    await put_up(stage, house, 60)
    assert not await another(stage).stand("t2")


async def put_up(stage: Stage, house: Services, minutes: int) -> str:
    """A placeholder of the turn t1 that another process put up so long ago."""
    left = await stage.screen.put("owner", HERE, after=0)
    at = house.clock.now() - timedelta(minutes=minutes)
    await house.store.placeholders.put("owner", "telegram", HERE, left, "t1", at)
    return left


async def test_one_that_another_view_just_put_up_keeps_its_place(api: Tester, stage: Stage) -> None:
    first, second = another(stage), another(stage)
    await first.stand("")
    assert not await second.stand("t2")
    assert len(await api.said(ANA)) == 1


async def test_what_became_the_answer_is_never_taken_away(api: Tester, stage: Stage, house: Services) -> None:
    placeholder = another(stage)
    await placeholder.stand("t1")
    await house.store.placeholders.take("owner", "telegram", HERE, "t1")
    await answer(house, "t1", "sent")
    await placeholder.book("t1")
    await placeholder.withdraw()
    assert await booked(house) is None
    fresh = another(stage)
    await fresh.stand("t2")
    assert [str(shown.id) for shown in await api.said(ANA)] == [placeholder.message, fresh.message]


async def test_a_late_one_makes_way(api: Tester, stage: Stage, house: Services) -> None:
    await api.order("delay_after", "sendMessage", seconds=0.3)
    late, quick = another(stage), another(stage)
    coming = asyncio.create_task(late.stand(""))
    await until(lambda: api.said(ANA))
    assert await quick.stand("t2")
    assert not await coming
    assert [str(shown.id) for shown in await api.said(ANA)] == [quick.message]
    assert await booked(house) == (quick.message, "t2")


async def test_its_own_from_before_a_restart_is_taken_up_again(api: Tester, stage: Stage) -> None:
    first, second = another(stage), another(stage)
    await first.stand("t1")
    assert await second.stand("t1")
    assert second.message == first.message
    assert len(await api.said(ANA)) == 1


@pytest.mark.parametrize("turn_id", ["", "t1"])
async def test_what_was_left_behind_is_taken_away(api: Tester, stage: Stage, house: Services, turn_id: str) -> None:
    left, fresh = another(stage), another(stage)
    await left.stand(turn_id)
    left.let_go()
    await answer(house, "t1", "sent")
    assert await fresh.stand("t2")
    [shown] = await api.said(ANA)
    assert (str(shown.id), left.message != fresh.message) == (fresh.message, True)
    assert await booked(house) == (fresh.message, "t2")


async def test_it_moves_beneath_the_newest_message_of_its_turn(api: Tester, stage: Stage, house: Services) -> None:
    placeholder = another(stage)
    await placeholder.stand("")
    said = await api.person(ANA).says("and one more thing")
    number = said["message"]["message_id"]
    entry, _ = await house.store.inbox.receive(
        "owner",
        id="i1",
        channel="telegram",
        external_id=f"{ANA}:{number}",
        address=HERE,
        text="and one more thing",
        attachments=(),
        at=NOON,
    )
    await house.store.inbox.assign("owner", [entry.id], "t1")
    await placeholder.book("t1")
    [shown] = await api.said(ANA)
    assert shown.id > number
    assert await booked(house) == (str(shown.id), "t1")


async def hear(api: Tester, house: Services, text: str) -> int:
    """Let the person write, and the message wait for an answer; its number."""
    number: int = (await api.person(ANA).says(text))["message"]["message_id"]
    await house.store.inbox.receive(
        "owner",
        id=f"i{number}",
        channel="telegram",
        external_id=f"{ANA}:{number}",
        address=HERE,
        text=text,
        attachments=(),
        at=NOON,
    )
    return number


async def test_a_lost_one_is_found_also_where_more_was_written_meanwhile(
    api: Tester, stage: Stage, house: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, sends = await hear(api, house, "first"), TelegramBot.send_message

    async def while_they_write(bot: TelegramBot, *args: Any, **named: Any) -> Any:
        try:
            return await sends(bot, *args, **named)
        finally:
            await hear(api, house, "second")

    await api.order("drop_after", "sendMessage")
    with monkeypatch.context() as patched, pytest.raises(DeliveryUnknown):
        patched.setattr(TelegramBot, "send_message", while_they_write)
        await another(stage).stand("")
    [lost] = await api.said(ANA)
    assert lost.id == before + 1
    found = another(stage)
    await found.stand("")
    assert [shown.id for shown in await api.said(ANA)] == [int(found.message)]


async def test_it_is_withdrawn_unless_it_became_the_answer(api: Tester, stage: Stage, house: Services) -> None:
    placeholder = another(stage)
    await placeholder.stand("t1")
    await house.store.placeholders.take("owner", "telegram", HERE, "t1")
    await placeholder.withdraw()
    assert len(await api.said(ANA)) == 1
    again = another(stage)
    await again.stand("t2")
    await again.withdraw()
    assert [shown.id for shown in await api.said(ANA)] == [int(placeholder.message)]


async def test_who_has_answered_is_asked_of_the_outbox(stage: Stage, house: Services) -> None:
    placeholder = another(stage)
    assert not await placeholder.is_answered("t1")
    await answer(house, "t1", "pending")
    assert not await placeholder.is_answered("t1")
    await answer(house, "t2", "sent")
    assert await placeholder.is_answered("t2")
    assert not await placeholder.is_passed_over("t2")
    await placeholder.stand("t2")
    assert await placeholder.is_passed_over("t2")
