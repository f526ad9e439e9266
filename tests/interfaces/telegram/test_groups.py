"""A group on Telegram, end to end: what is shown there while an answer is made, and where that answer goes."""

from pathlib import Path

from app.conversation.outbox import ANSWERED_APART
from app.interfaces.pushed.screen import PLACEHOLDER
from tests.fakes.bot_api import Tester
from tests.house import calls, done_calls, says, scripted
from tests.interfaces.telegram.house import ANA, bot_house, until
from tests.interfaces.telegram.models import Slow

GROUP = -500
ME = "@kwasi_test_bot"
LISTS = scripted(lambda messages: says("You have to buy quinces.") if done_calls(messages) else calls("list_tasks"))


async def test_a_private_answer_comes_alone_and_its_place_in_the_group_says_so(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=LISTS) as house:
        await house.ana.says("hello", heard=True)
        await house.ana.says(f"{ME} what is on my list?", chat_id=GROUP)
        alone = await api.until_said(ANA, "quinces")
        shown = await api.until_said(GROUP, ANSWERED_APART)
        assert alone.texts[-1] == "You have to buy quinces."
        assert shown.texts == [PLACEHOLDER, ANSWERED_APART]
        assert len(await api.said(GROUP)) == 1
        await api.quiet()
        assert [one.texts for one in await api.said(GROUP)] == [[PLACEHOLDER, ANSWERED_APART]]


async def test_nothing_is_seen_in_a_group_while_an_answer_is_written(tmp_path: Path, api: Tester) -> None:
    slow = Slow("One word ", "after ", "the other.")
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await house.ana.says(f"{ME} say something", chat_id=GROUP)
        await until(lambda: slow.requests)
        await api.until_said(GROUP, PLACEHOLDER)
        slow.next(2)
        await api.quiet(seconds=0.5)
        assert [one.texts for one in await api.said(GROUP)] == [[PLACEHOLDER]]
        slow.next()
        shown = await api.until_said(GROUP, "the other.")
        assert shown.texts == [PLACEHOLDER, "One word after the other."]


async def test_a_card_of_a_group_is_tapped_where_its_user_is_alone(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api) as house:
        await house.ana.says("remember that my sister's name is Ama")
        await api.until_said(ANA, "Ama")
        await house.ana.says(f"{ME} forget my sister's name", chat_id=GROUP)
        card = await api.until_said(ANA, "Forget")
        await api.until_said(GROUP, ANSWERED_APART)
        await house.ana.taps(card.id, "Confirm")
        await api.until_said(ANA, "Forgotten", after=card.id)
        await api.quiet()
        assert not any("Ama" in text for one in await api.said(GROUP) for text in one.texts)
        assert not any("sister" in text for one in await api.said(GROUP) for text in one.texts)


async def test_a_command_in_a_group_is_answered_alone(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api) as house:
        await house.ana.says("add quinces to my list")
        await api.until_said(ANA, "quinces")
        await house.ana.says("/tasks", chat_id=GROUP)
        await api.until_said(GROUP, ANSWERED_APART)
        await api.quiet()
        assert len(await api.said(ANA)) == 2
        assert [one.texts for one in await api.said(GROUP)] == [[ANSWERED_APART]]


async def test_a_changed_message_and_a_quote_of_an_answer_are_no_way_round(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=LISTS) as house:
        asked = await house.ana.says(f"{ME} what is on my list?", chat_id=GROUP)
        shown = await api.until_said(GROUP, ANSWERED_APART)
        await house.ana.edits(asked["message"]["message_id"], f"{ME} what is on my list today?", chat_id=GROUP)
        await api.until_said(GROUP, ANSWERED_APART, after=shown.id)
        await house.ana.says("read that out", chat_id=GROUP, reply_to=shown.id)
        await until(lambda: _count(api, 3))
        assert not any("quinces" in text for one in await api.said(GROUP) for text in one.texts)


async def test_a_file_whose_answer_is_private_stays_out_of_the_group(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=LISTS) as house:
        where = {"chat_id": GROUP}
        await house.ana.sends("document", b"a list of fruit", caption=f"{ME} is any on my list?", where=where)
        await api.until_said(ANA, "quinces")
        await api.until_said(GROUP, ANSWERED_APART)


async def _count(api: Tester, count: int) -> bool:
    return [one.texts[-1] for one in await api.said(GROUP)] == [ANSWERED_APART] * count
