"""Which chats are shown which turns: bursts, turns that follow each other, several people, a restart."""

from pathlib import Path

from pydantic import SecretStr

from app.interfaces.pushed.screen import PLACEHOLDER
from app.interfaces.telegram.bot import build_bot
from tests.fakes.bot_api import TOKEN, Shown, Tester
from tests.house import says, scripted
from tests.interfaces.telegram.house import ANA, KOFI, bot_house
from tests.interfaces.telegram.models import Slow


async def only(api: Tester, chat_id: int = ANA) -> Shown:
    """The one message of the bot."""
    [shown] = await api.said(chat_id)
    return shown


async def test_a_burst_is_answered_beneath_its_last_message(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=scripted(lambda _: says("Both.")), telegram_joining_window=0.4) as house:
        await house.ana.says("first")
        await api.until_said(ANA, PLACEHOLDER)
        second = await house.ana.says("second")
        answer = await api.until_said(ANA, "Both.")
        assert answer.id > second["message"]["message_id"]
        assert (await only(api)).id == answer.id


async def test_a_message_during_a_turn_is_answered_beneath_itself(tmp_path: Path, api: Tester) -> None:
    slow = Slow("A fine day.")
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await house.ana.says("first")
        await api.until_said(ANA, PLACEHOLDER)
        await api.until(lambda: _requested(slow))
        second = await house.ana.says("second")
        slow.next()
        await api.until_said(ANA, "A fine day.")
        await api.until_said(ANA, PLACEHOLDER, after=second["message"]["message_id"])
        slow.next()
        await api.until_said(ANA, "A fine day.", after=second["message"]["message_id"])
        assert len(await api.said(ANA)) == 2


async def _requested(slow: Slow) -> bool:
    return slow.requests > 0


async def test_a_placeholder_left_by_a_crash_is_taken_away(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=scripted(lambda _: says("Hello."))) as house:
        await house.ana.meets()
        bot = build_bot(SecretStr(TOKEN), api.url)
        left = await bot.send_message(ANA, PLACEHOLDER)
        await bot.disconnect()
        store, now = house.services.store, house.services.clock.now()
        await store.placeholders.put("owner", "telegram", str(ANA), str(left.message_id), "", now)
        await house.ana.says("hello")
        answer = await api.until_said(ANA, "Hello.")
        assert (await only(api)).id == answer.id != left.message_id


async def test_a_turn_that_a_restart_cut_off_goes_on_in_its_placeholder(tmp_path: Path, api: Tester) -> None:
    slow = Slow("One ", "two.")
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await house.ana.says("count")
        slow.next()
        begun = await api.until_said(ANA, "One")
    async with bot_house(tmp_path, api, model=scripted(lambda _: says("One, two, three."))):
        answer = await api.until_said(ANA, "One, two, three.")
        assert answer.id == begun.id
        assert (await only(api)).id == begun.id


async def test_people_are_shown_their_own(tmp_path: Path, api: Tester) -> None:
    slow = Slow("One ", "two.")
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await house.ana.says("hello")
        await house.kofi.says("hello")
        slow.next(4)
        await api.until_said(ANA, "One two.")
        await api.until_said(KOFI, "One two.")
        assert (await only(api, ANA)).text == (await only(api, KOFI)).text
