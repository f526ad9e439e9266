"""All that Telegram tells us, through the one door: over real HTTP, with real long polling, into the real house."""

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from pydantic_ai.messages import ModelMessage, ModelResponse

from app.conversation.pace import TOO_FAST
from app.interfaces.pushed.codes import issue_code, redeem
from app.interfaces.pushed.members import Members
from app.interfaces.pushed.reception import FAILED, LINKED, NO_CODE, TAKEN, Reception
from app.interfaces.pushed.screen import PLACEHOLDER
from app.interfaces.telegram.bot import build_bot
from app.interfaces.telegram.reception import TelegramFront, read
from app.memory.caps import CAPS
from app.messages import InboundMessage
from tests.fakes.bot_api import TOKEN, Shown, Tester
from tests.house import calls, done_calls, open_house, says, scripted
from tests.interfaces.telegram.house import ANA, EVE, KOFI, BotHouse, bot_house, bot_settings, until
from tests.interfaces.telegram.models import Slow

GROUP = -1005005
YES = scripted(lambda _: says("Yes."))


async def inbox(house: BotHouse) -> list[dict[str, Any]]:
    return await house.services.database.fetch("SELECT * FROM inbox ORDER BY received_at")


# --- who comes in ---------------------------------------------------------------------------------------------------


async def test_a_stranger_is_told_so_once_an_hour(
    tmp_path: Path, api: Tester, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "app")
    async with bot_house(tmp_path, api, model=YES) as house:
        await house.eve.says("hello?")
        told = await api.until_said(EVE, "doesn't know you yet")
        assert str(EVE) in told.text
        await house.eve.says("hello??")
        await house.eve.says("/tasks")
        await house.eve.sends("photo", b"\xff\xd8picture", caption="look")
        await house.ana.says("hello")
        await api.until_said(ANA, "Yes.")
        assert len(await api.said(EVE)) == 1
        assert [row["user_id"] for row in await inbox(house)] == ["owner"]
        refused = [record for record in caplog.records if getattr(record, "event", "") == "telegram.refused"]
        assert len(refused) == 4


async def test_with_no_ids_set_everybody_is_a_stranger(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES, briefing_chat_id="", allowed_telegram_user_ids="") as house:
        for person in (house.ana, house.kofi):
            await person.says("let me in")
            await api.until_said(person.id, "doesn't know you yet")
        assert await inbox(house) == []


async def test_the_list_is_asked_for_a_tap_and_a_changed_message_too(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        said = await house.eve.says("hello?")
        told = await api.until_said(EVE, "doesn't know you yet")
        await house.eve.edits(said["message"]["message_id"], "hello!")
        await house.eve.taps(told.id, data="c:whatever")
        await house.ana.says("hello")
        await api.until_said(ANA, "Yes.")
        assert len(await inbox(house)) == 1


async def test_two_people_have_two_memories(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await house.ana.says("hello")
        await house.kofi.says("hello")
        await api.until_said(ANA, "Yes.")
        await api.until_said(KOFI, "Yes.")
        assert {row["user_id"] for row in await inbox(house)} == {"owner", f"telegram:{KOFI}"}


# --- linking --------------------------------------------------------------------------------------------------------


async def test_a_code_lets_a_stranger_be_the_owner(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        code = await issue_code(house.services.store, "owner", "telegram", house.services.clock)
        await house.eve.says(f"/start {code}")
        await api.until_said(EVE, LINKED)
        await house.eve.says("hello")
        await api.until_said(EVE, "Yes.")
        assert [row["user_id"] for row in await inbox(house)] == ["owner"]


async def test_a_wrong_code_is_worth_nothing_and_is_not_looked_at_for_ever(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        code = await issue_code(house.services.store, "owner", "telegram", house.services.clock)
        for guess in range(5):
            await house.eve.says(f"/start guess{guess}")
        await house.eve.says(f"/start {code}")

        async def all_is_told() -> bool:
            return len(await api.said(EVE)) >= 6

        await api.until(all_is_told)
        await house.ana.says("hello")
        await api.until_said(ANA, "Yes.")
        told = [shown.text for shown in await api.said(EVE)]  # in any order: nobody waits for a stranger's answer
        assert told.count(NO_CODE.format(channel="telegram")) == 5
        assert len([text for text in told if "doesn't know you yet" in text]) == 1
        assert len(told) == 6
        assert await redeem(house.services.store, code, "telegram", house.services.clock) == "owner"


async def test_a_link_that_was_used_says_so(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        code = await issue_code(house.services.store, "owner", "telegram", house.services.clock)
        await house.eve.says(f"/start {code}")
        await api.until_said(EVE, LINKED)
        await house.kofi.says(f"/start {code}")
        await api.until_said(KOFI, NO_CODE.format(channel="telegram"))


async def test_a_code_in_a_group_is_not_taken(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        code = await issue_code(house.services.store, "owner", "telegram", house.services.clock)
        await house.eve.says(f"/start@kwasi_test_bot {code}", chat_id=GROUP)
        await house.ana.says("hello")
        await api.until_said(ANA, "Yes.")
        assert await redeem(house.services.store, code, "telegram", house.services.clock) == "owner"


async def test_an_account_with_a_memory_of_its_own_is_told_why_nothing_changes(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await house.kofi.says("hello")
        await api.until_said(KOFI, "Yes.")
        code = await issue_code(house.services.store, "owner", "telegram", house.services.clock)
        await house.kofi.says(f"/start {code}")
        await api.until_said(KOFI, TAKEN.format(title="Telegram"))


# --- what is said ---------------------------------------------------------------------------------------------------


async def test_an_update_that_comes_twice_is_one_message(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        update = await house.ana.says("hello")
        await api.until_said(ANA, "Yes.")
        await api.do("redeliver", update_id=update["update_id"])
        await house.ana.says("again")
        await api.until(lambda: _said(api, 2))
        assert [row["text"] for row in await inbox(house)] == ["hello", "again"]


async def _said(api: Tester, count: int) -> bool:
    said = await api.said(ANA)
    return len(said) == count and all(shown.text == "Yes." for shown in said)


async def test_a_change_before_the_answer_begins_changes_the_message(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES, telegram_joining_window=0.5) as house:
        said = await house.ana.says("wrong")
        await api.until_said(ANA, PLACEHOLDER)
        await house.ana.edits(said["message"]["message_id"], "right")
        await api.until_said(ANA, "Yes.")
        assert [row["text"] for row in await inbox(house)] == ["right"]


async def test_a_change_after_the_answer_is_a_message_that_says_so(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        said = await house.ana.says("wrong")
        await api.until_said(ANA, "Yes.")
        await house.ana.edits(said["message"]["message_id"], "right")
        await api.until(lambda: _said(api, 2))
        assert [row["text"] for row in await inbox(house)] == [
            "wrong",
            "(I changed my earlier message to:)\nright",
        ]


async def test_a_change_that_changes_no_words_is_nothing(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        said = await house.ana.says("same")
        await api.until_said(ANA, "Yes.")
        await house.ana.edits(said["message"]["message_id"], "same")
        await house.ana.says("next")
        await api.until(lambda: _said(api, 2))
        assert [row["text"] for row in await inbox(house)] == ["same", "next"]


async def test_a_file_stays_at_telegram_until_it_is_wanted(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await house.ana.sends("document", b"%PDF-1.7", file_name="plan.pdf", mime_type="application/pdf")
        await until(lambda: inbox(house))
        [row] = await house.services.database.fetch("SELECT * FROM attachments")
        assert (row["name"], row["reference"][:9]) == ("plan.pdf", "telegram:")


async def test_what_cannot_be_taken_is_said(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES, max_message_characters=1000) as house:
        await house.ana.says("x" * 1001)
        told = await api.until_said(ANA, "longer than")
        assert told.texts[0] != PLACEHOLDER
        assert await inbox(house) == []


async def test_who_writes_too_fast_is_told_once_and_loses_nothing(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES, messages_per_minute=3, telegram_joining_window=0.3) as house:
        for number in range(6):
            await house.ana.says(f"{number}")
        await api.until_said(ANA, TOO_FAST)
        await until(lambda: _all_done(house, 6))
        await api.quiet()
        assert len([shown for shown in await api.said(ANA) if shown.text == TOO_FAST]) == 1


async def _all_done(house: BotHouse, count: int) -> bool:
    rows = await inbox(house)
    return len(rows) == count and all(row["status"] == "done" for row in rows)


async def test_a_message_of_a_kind_nobody_knows_keeps_its_words(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await api.do("post", user_id=ANA, content={"text": "milk", "sticker": {"novel": True}})
        await api.until_said(ANA, "Yes.")
        assert [row["text"] for row in await inbox(house)] == ["milk"]


async def test_what_older_servers_leave_out_of_a_message_is_put_in(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await api.do("post", user_id=ANA, content={"sticker": {"file_id": "F", "emoji": "🛠"}})
        await api.until_said(ANA, "Yes.")
        assert [row["text"] for row in await inbox(house)] == ["(sticker 🛠 hammer and wrench)"]


async def test_what_nobody_can_read_and_holds_no_words_is_passed_over(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await api.do("post", user_id=ANA, content={"sticker": {"novel": True}})
        await house.ana.says("hello")
        await api.until_said(ANA, "Yes.")
        assert [row["text"] for row in await inbox(house)] == ["hello"]


class Broken:
    """Ours: a conversation with a bug in it."""

    async def receive(self, message: InboundMessage) -> Any:
        raise RuntimeError("a bug")


async def test_a_bug_is_admitted_and_blocks_nobody(tmp_path: Path, api: Tester) -> None:
    async with open_house(tmp_path, settings=bot_settings(tmp_path, api)) as services:
        bot = build_bot(SecretStr(TOKEN), api.url)
        await bot.connect()
        broken: Any = replace(services, conversation=Broken())
        members = Members("telegram", services.settings, services.store, services.owner, services.clock)
        reception = Reception(broken, TelegramFront(bot), members, lambda _, __: None)
        update = await api.person(ANA).says("hello")
        await reception.take(read(update, bot, services.clock.now()))
        await api.until_said(ANA, FAILED)
        await reception.close()
        await bot.disconnect()


# --- groups ---------------------------------------------------------------------------------------------------------


async def test_a_group_is_answered_in_the_group_when_it_asks(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await house.ana.says("nice weather", chat_id=GROUP, heard=True)
        await house.ana.says("@kwasi_test_bot are you there?", chat_id=GROUP)
        await api.until_said(GROUP, "Yes.")
        assert [row["address"] for row in await inbox(house)] == [str(GROUP)]
        assert await api.said(ANA) == []


async def test_a_stranger_in_a_group_gets_not_even_a_sentence(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await house.eve.says("@kwasi_test_bot who am I?", chat_id=GROUP)
        await house.ana.says("@kwasi_test_bot are you there?", chat_id=GROUP)
        await api.until_said(GROUP, "Yes.")
        assert len(await api.said(GROUP)) == 1


# --- commands -------------------------------------------------------------------------------------------------------


async def test_a_command_is_answered_while_a_turn_runs(tmp_path: Path, api: Tester) -> None:
    slow = Slow("A fine day.")
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await house.ana.says("think")
        await until(lambda: slow.requests)
        await house.ana.says("/help")
        await api.until_said(ANA, "/tasks")
        slow.next()
        await api.until_said(ANA, "A fine day.")


async def test_a_command_that_comes_twice_is_carried_out_once(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        update = await house.ana.says("/help")
        await api.until_said(ANA, "/tasks")
        await api.do("redeliver", update_id=update["update_id"])
        await house.ana.says("hello")
        await api.until_said(ANA, "Yes.")
        assert len([shown for shown in await api.said(ANA) if "/tasks" in shown.text]) == 1


async def test_stop_ends_a_turn(tmp_path: Path, api: Tester) -> None:
    slow = Slow("one", "two")
    async with bot_house(tmp_path, api, model=slow.model) as house:
        await house.ana.says("think for ever")
        await until(lambda: slow.requests)
        await house.ana.says("/stop")
        await until(lambda: _all_done(house, 1))
        turn = (await inbox(house))[0]["turn_id"]
        stored = await house.services.store.turns.get("owner", turn)
        assert stored is not None
        assert stored.status == "stopped"


# --- taps -----------------------------------------------------------------------------------------------------------


def _adds_milk(messages: list[Any]) -> Any:
    return says("Added.") if done_calls(messages) else calls("add_tasks", titles=["milk"])


async def test_undo_is_carried_out_by_a_tap_and_only_once(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=scripted(_adds_milk)) as house:
        await house.ana.says("add milk")
        card = await api.until(lambda: _card(api))
        await house.ana.taps(card.id, "Undo")
        first = await answers(api, 1)
        assert first[0]["show_alert"] == "false"
        assert "milk" in first[0]["text"]
        await house.ana.taps(card.id, data=f"u:{(await inbox(house))[0]['turn_id']}")
        second = await answers(api, 2)
        assert second[1]["show_alert"] == "true"
        assert second[1]["text"] == "There is nothing left to undo there."


async def test_a_copy_that_is_not_on_the_books_loses_its_buttons_to_the_tap(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=scripted(_adds_milk)) as house:
        await house.ana.says("add milk")
        card = await api.until(lambda: _card(api))

        user_id = (await inbox(house))[0]["user_id"]

        async def on_the_books() -> bool:
            return await house.services.store.deliveries.has_any(user_id, (str(card.id),))

        await api.until(on_the_books)
        await house.services.database.execute(
            "UPDATE deliveries SET external_id = '' WHERE external_id = $1", str(card.id)
        )
        await house.ana.taps(card.id, "Undo")

        async def bare() -> bool:
            return not any(shown.buttons for shown in await api.said(ANA))

        assert await api.until(bare)


async def _card(api: Tester) -> Shown | None:
    """The answer, once it stands with its buttons."""
    return next((shown for shown in await api.said(ANA) if shown.buttons), None)


async def answers(api: Tester, count: int) -> list[dict[str, Any]]:
    """The parameters of the answers to taps, once there are so many."""

    async def found() -> list[dict[str, Any]]:
        given = [call["parameters"] for call in await api.calls("answerCallbackQuery")]
        return given if len(given) >= count else []

    return await api.until(found)


@pytest.mark.parametrize("data", ["c:gone", "u:gone", "x:", "zzz", "c:" + "a" * 62, "💣"])
async def test_a_tap_on_something_long_gone_does_nothing_and_says_so(tmp_path: Path, api: Tester, data: str) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await house.ana.says("hello")
        shown = await api.until_said(ANA, "Yes.")
        await house.ana.taps(shown.id, data=data)
        [answer] = await answers(api, 1)
        assert answer["show_alert"] == "true"
        assert answer["text"].endswith(".")


async def test_a_tap_whose_answer_comes_too_late_is_no_error(
    tmp_path: Path, api: Tester, caplog: pytest.LogCaptureFixture
) -> None:
    async with bot_house(tmp_path, api, model=YES) as house:
        await house.ana.says("hello")
        shown = await api.until_said(ANA, "Yes.")
        await house.ana.taps(shown.id, data="c:gone", expired=True)
        await answers(api, 1)
        await house.ana.says("still there?")
        await api.until(lambda: _said(api, 2))
        assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_a_flood_beyond_what_can_wait_is_told_so_and_not_fetched_again(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api, model=Slow("never").model) as house:
        most = CAPS["inbox"].most
        await house.ana.says("first")
        await until(lambda: house.services.store.inbox.running_turns("owner"))
        async with house.services.database.transaction():
            for number in range(most):
                message = InboundMessage(
                    "owner", "telegram", f"{ANA}:x{number}", "more", house.services.clock.now(), str(ANA)
                )
                await house.services.conversation.keep(message)
        await house.ana.says("one too many")
        await house.ana.says("two too many")
        await api.until_said(ANA, "wait for an answer")
        assert "one too many" not in [row["text"] for row in await inbox(house)]
        assert len([shown for shown in await api.said(ANA) if "wait for an answer" in shown.text]) == 1


async def test_a_stop_is_said_once_however_much_it_ends(tmp_path: Path, api: Tester) -> None:
    begun = asyncio.Event()

    async def hangs(_: list[ModelMessage]) -> ModelResponse:
        begun.set()
        await asyncio.sleep(60)
        return says("Too late.")

    async with bot_house(tmp_path, api, model=scripted(hangs), telegram_joining_window=0) as house:
        await house.ana.says("think long")
        await asyncio.wait_for(begun.wait(), 10)
        await house.ana.says("and then this")
        await until(lambda: _has_waiting(house))
        await house.ana.says("/stop")
        await until(lambda: _all_done(house, 2))
        await api.until_said(ANA, "Stopped.")
        await api.quiet()
        assert [shown.text for shown in await api.said(ANA)] == ["Stopped."]


async def _has_waiting(house: BotHouse) -> bool:
    return [row["status"] for row in await inbox(house)] == ["running", "received"]


async def test_without_a_model_a_place_is_told_and_a_reply_to_it_is_about_it(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api) as house:
        shared = await api.do("post", user_id=ANA, content={"location": {"latitude": 5.6, "longitude": -0.2}})
        await api.until_said(ANA, "You sent me a place: 5.600000, -0.200000. I did nothing with it.")
        await house.ana.says("save this as a note", reply_to=shared["message"]["message_id"])
        await until(lambda: _notes(house, ["5.600000, -0.200000"]))
        assert await house.services.store.facts.current("owner") == []


async def _notes(house: BotHouse, wanted: list[str]) -> bool:
    return [note.content for note in await house.services.store.notes.list("owner", limit=5)] == wanted


async def test_a_change_of_what_was_acted_on_is_told_with_its_undo_and_not_acted_on(
    tmp_path: Path, api: Tester
) -> None:
    async with bot_house(tmp_path, api) as house:
        said = await house.ana.says("add milk to my list")
        await api.until_said(ANA, "Added milk")
        for number, words in enumerate(("add soy milk to my list", "add oat milk to my list")):
            await house.ana.edits(said["message"]["message_id"], words)
            await api.until(lambda number=number: _stands(api, number + 1))
        assert await _titles(house) == ["milk"]
        told = (await api.said(ANA))[-1]
        await house.ana.taps(told.id, "Undo")
        await until(lambda: _has(house, []))


async def test_a_change_of_what_came_to_nothing_or_was_taken_back_is_acted_on(tmp_path: Path, api: Tester) -> None:
    async with bot_house(tmp_path, api) as house:
        said = await house.ana.says("zxcvb")
        await until(lambda: _all_done(house, 1))
        await house.ana.edits(said["message"]["message_id"], "add milk to my list")
        await until(lambda: _has(house, ["milk"]))
        await house.ana.edits(said["message"]["message_id"], "add tea to my list")
        await api.until(lambda: _stands(api, 1))
        await house.ana.taps((await api.said(ANA))[-1].id, "Undo")
        await until(lambda: _has(house, []))
        await house.ana.edits(said["message"]["message_id"], "add bread to my list")
        await until(lambda: _has(house, ["bread"]))


async def _stands(api: Tester, count: int) -> bool:
    return len([one for one in await api.said(ANA) if "what I did stands: Added milk" in one.text]) == count


async def _titles(house: BotHouse) -> list[str]:
    return [task.title for task in await house.services.store.tasks.list("owner")]


async def _has(house: BotHouse, wanted: list[str]) -> bool:
    return await _titles(house) == wanted
