"""What one chat sees of one turn while it is being answered."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.interfaces.pushed.chats import Chats
from app.interfaces.pushed.screen import PLACEHOLDER, Stage
from app.interfaces.pushed.showing import Showing
from app.interfaces.telegram.bot import build_bot
from app.interfaces.telegram.screen import TelegramScreen
from tests.fakes.bot_api import TOKEN, Shown, Tester
from tests.house import calls, done_calls, open_house, says, scripted
from tests.interfaces.telegram.house import ANA, BotHouse, bot_house
from tests.interfaces.telegram.models import Slow

EDIT_PAUSE = 1.5


async def only(api: Tester, chat_id: int = ANA) -> Shown:
    """The one message of the bot."""
    [shown] = await api.said(chat_id)
    return shown


async def test_a_placeholder_is_there_at_once_and_becomes_the_answer(tmp_path: Path, api: Tester) -> None:
    slow = Slow("Good ", "morning.")
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await house.ana.says("hello")
        await api.until_said(ANA, PLACEHOLDER)
        slow.next()
        await api.until_said(ANA, "Good")
        slow.next()
        await api.until_said(ANA, "Good morning.")
        await api.quiet()
        assert (await only(api)).texts == [PLACEHOLDER, "Good", "Good morning."]


async def test_drafts_come_no_faster_than_telegram_likes_and_the_newest_wins(tmp_path: Path, api: Tester) -> None:
    pieces = [f"{number} " for number in range(60)]
    slow = Slow(*pieces)
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await house.ana.says("count")
        slow.next()
        await api.until_said(ANA, "0")
        slow.next(20)
        await api.until_said(ANA, "20")
        slow.next(20)
        await api.until_said(ANA, "40")
        slow.next(20)
        await api.until_said(ANA, "59")
    edits = [call for call in await api.calls("editMessageText") if call["outcome"] == 200]
    assert 3 <= len(edits) <= 5
    gaps = [later["at"] - earlier["at"] for earlier, later in pairwise(edits[:-1])]
    assert all(gap > EDIT_PAUSE - 0.1 for gap in gaps)


async def test_what_is_being_done_is_said_in_words(tmp_path: Path, api: Tester) -> None:
    slow = Slow("Nothing there.")

    async def script(messages: list) -> object:
        if not done_calls(messages):
            return calls("list_tasks")
        await slow.allowed.acquire()
        return says("Nothing there.")

    async with bot_house(tmp_path, api, model=scripted(script)) as house:
        await house.ana.says("what is on my list?")
        await api.until_said(ANA, PLACEHOLDER)

        async def doing() -> bool:
            [shown] = await api.said(ANA)
            return shown.text != PLACEHOLDER and any(entity["type"] == "italic" for entity in shown.entities)

        await api.until(doing)
        slow.next()
        await api.until_said(ANA, "Nothing there.")


async def test_nothing_is_written_after_the_final_text(tmp_path: Path, api: Tester) -> None:
    slow = Slow("one ", "two ", "three")
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await api.order("delay", "editMessageText", seconds=0.5)
        await house.ana.says("count")
        await api.until_said(ANA, PLACEHOLDER)
        slow.next(3)
        await api.until_said(ANA, "one two three")
        await api.quiet(seconds=EDIT_PAUSE + 0.2)
        assert (await only(api)).text == "one two three"


async def test_a_flood_slows_the_view_and_not_the_answer(tmp_path: Path, api: Tester) -> None:
    slow = Slow("one ", "two")
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await house.ana.says("count")
        await api.until_said(ANA, PLACEHOLDER)
        await api.order("refuse", "editMessageText", code=429, retry_after=30)
        slow.next()

        async def refused() -> bool:
            return any(call["outcome"] == 429 for call in await api.calls("editMessageText"))

        await api.until(refused)
        slow.next()
        await api.until_said(ANA, "one two")
        assert (await only(api)).texts == [PLACEHOLDER, "one two"]


async def test_where_the_placeholder_is_refused_the_answer_comes_by_itself(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=scripted(lambda _: says("Here."))) as house:
        await api.order("refuse", "sendMessage", code=400, description="Bad Request: not today")
        await house.ana.says("hello")
        await api.until_said(ANA, "Here.")
        assert (await only(api)).texts == ["Here."]
        assert len(await api.calls("sendMessage")) == 2


async def test_a_chat_that_refuses_is_left_alone(tmp_path: Path, api: Tester) -> None:
    slow = Slow(*"a b c d e f".split())
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await api.order(
            "refuse", "sendMessage", code=403, description="Forbidden: bot was blocked by the user", times=99
        )
        await house.ana.says("hello")
        slow.next(6)
        await until_answered(house)
        assert len(await api.calls("sendMessage")) <= 2


async def until_answered(house: BotHouse) -> None:
    """Until nothing of the outbox is to be sent."""

    async def delivered() -> bool:
        rows = await house.services.database.fetch("SELECT status FROM outbox")
        return bool(rows) and all(row["status"] in ("sent", "failed") for row in rows)

    await house.api.until(delivered)


async def test_typing_is_shown(tmp_path: Path, api: Tester) -> None:
    slow = Slow("A fine day.")
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await house.ana.says("first")

        async def typing() -> bool:
            return bool(await api.do("actions", chat_id=ANA))

        await api.until(typing)
        slow.next()
        await api.until_said(ANA, "A fine day.")


async def test_when_it_has_ended_nothing_of_it_is_still_going_on(tmp_path: Path, api: Tester) -> None:
    async with open_house(tmp_path) as house:
        await api.person(ANA).meets()
        bot = build_bot(SecretStr(TOKEN), api.url)
        await api.order("delay", "sendChatAction", seconds=5)
        before = asyncio.all_tasks()
        showing = Showing(
            Stage(TelegramScreen(bot, house.store), house.database, house.store, house.clock, Chats()),
            "owner",
            str(ANA),
        )
        running = asyncio.create_task(showing.run())
        await asyncio.sleep(0.3)  # the typing sign is being asked for
        showing.begin("t1")
        showing.end()
        await running
        left = asyncio.all_tasks() - before
        assert [task for task in left if "_look_around" in str(task.get_coro())] == []
        await bot.disconnect()


@pytest.mark.parametrize("kind", ["drop_after", "refuse_after"])
async def test_a_placeholder_whose_number_was_lost_goes_when_the_answer_is_there(
    tmp_path: Path, api: Tester, kind: str
) -> None:
    slow = Slow("Good morning.")
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await api.order(kind, "sendMessage", **({"code": 502} if kind == "refuse_after" else {}))
        await house.ana.says("hello")
        await api.until_said(ANA, PLACEHOLDER)
        slow.next()
        await api.until(lambda: _ended(api, 1))
        slow.next()
        await house.ana.says("and again")
        await api.until(lambda: _ended(api, 2))
        assert not [call for call in await api.calls("deleteMessage") if call["outcome"] != 200]


async def test_what_the_user_wrote_meanwhile_stays_while_a_lost_placeholder_is_looked_for(
    tmp_path: Path, api: Tester
) -> None:
    slow = Slow("Good morning.")
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await api.order("drop_after", "sendMessage")
        await house.ana.says("hello")
        await api.until_said(ANA, PLACEHOLDER)
        await house.ana.says("are you there?")
        slow.next(2)
        await api.until(lambda: _ended(api, 2))
        texts = [shown.text for shown in await api.chat(ANA)]
        assert sorted(texts) == ["Good morning.", "Good morning.", "are you there?", "hello"]


async def _ended(api: Tester, count: int) -> bool:
    """Whether so many answers stand there and nothing else of ours."""
    return [shown.text for shown in await api.said(ANA)] == ["Good morning."] * count
