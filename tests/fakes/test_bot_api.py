"""The Bot API server as python-telegram-bot meets it: updates, what people do, the bot itself, forms of a call."""

import asyncio

import httpx
import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeChat,
    MessageEntity,
    Update,
)
from telegram.error import BadRequest, Conflict, EndPointNotFound, InvalidToken, NetworkError

from tests.fakes.bot_api import Person, Tester, bot_api

GROUP = -1_001_234_567_890


class TestUpdates:
    """Long polling."""

    async def test_an_update_comes_again_until_a_later_one_is_asked_for(self, bot: Bot, sam: Person) -> None:
        await sam.says("one")
        await sam.says("two")
        first = await bot.get_updates()
        assert [update.message.text for update in first if update.message] == ["one", "two"]
        assert first[1].update_id == first[0].update_id + 1
        assert await bot.get_updates() == first
        assert [update.update_id for update in await bot.get_updates(offset=first[1].update_id)] == [first[1].update_id]
        assert await bot.get_updates(offset=first[1].update_id + 1) == ()
        assert await bot.get_updates() == ()

    async def test_an_offset_may_count_from_the_end_and_not_from_the_future(self, bot: Bot, sam: Person) -> None:
        for text in "abc":
            await sam.says(text)
        assert len(await bot.get_updates(limit=2)) == 2
        future = (await bot.get_updates())[-1].update_id + 100
        assert len(await bot.get_updates(offset=future)) == 3
        assert [update.message.text for update in await bot.get_updates(offset=-1) if update.message] == ["c"]
        assert len(await bot.get_updates()) == 1

    async def test_a_poll_waits_for_the_first_update(self, api: Tester, bot: Bot, sam: Person) -> None:
        poll = asyncio.create_task(bot.get_updates(timeout=30))
        await api.until_polled()
        assert not poll.done()
        await sam.says("here")
        assert len(await poll) == 1

    async def test_a_poll_ends_empty_when_nothing_comes(self, bot: Bot) -> None:
        assert await bot.get_updates(timeout=1) == ()

    async def test_a_second_poll_ends_the_first(self, api: Tester, bot: Bot, sam: Person) -> None:
        first = asyncio.create_task(bot.get_updates(timeout=30))
        await api.until_polled()
        async with Bot(api.token, base_url=api.base_url) as other:
            second = asyncio.create_task(other.get_updates(timeout=30))
            with pytest.raises(Conflict, match="terminated by other getUpdates request; make sure that only one"):
                await first
            await sam.says("for the second")
            assert len(await second) == 1

    async def test_a_poll_of_a_bot_that_was_killed_holds_nothing_up(self, api: Tester, bot: Bot, sam: Person) -> None:
        async with httpx.AsyncClient() as killed:
            with pytest.raises(httpx.ReadTimeout):
                await killed.get(f"{api.base_url}{api.token}/getUpdates?timeout=30", timeout=0.1)
        poll = asyncio.create_task(bot.get_updates(timeout=30))
        await sam.says("after the restart")
        assert len(await poll) == 1

    async def test_only_the_wanted_kinds_are_told(self, bot: Bot, sam: Person) -> None:
        await bot.get_updates(allowed_updates=["callback_query"])
        await sam.says("unheard")
        assert await bot.get_updates() == ()
        await bot.get_updates(allowed_updates=[])
        await sam.says("heard")
        assert len(await bot.get_updates()) == 1


class TestPeople:
    """What a person does arrives as what it is."""

    async def last(self, bot: Bot) -> Update:
        return (await bot.get_updates(offset=-1))[0]

    async def test_a_command_is_marked(self, bot: Bot, sam: Person) -> None:
        await sam.says("/start now")
        message = (await self.last(bot)).message
        assert message is not None
        assert message.parse_entities([MessageEntity.BOT_COMMAND]) == {message.entities[0]: "/start"}
        assert (message.chat.type, message.chat_id, message.from_user and message.from_user.first_name) == (
            "private",
            7,
            "Sam",
        )

    async def test_a_group_is_heard_only_when_the_bot_is_addressed(self, api: Tester, bot: Bot, sam: Person) -> None:
        assert await sam.says("among us", chat_id=GROUP) is None
        assert await sam.says("@kwasi_test_bot listen", chat_id=GROUP) is not None
        assert await sam.says("/tasks", chat_id=GROUP) is not None
        assert await sam.says("/tasks@another_bot", chat_id=GROUP) is None
        sent = await bot.send_message(GROUP, "hello")
        assert await sam.says("hello to you", chat_id=GROUP, reply_to=sent.message_id) is not None
        assert await sam.says("overheard", chat_id=GROUP, heard=True) is not None
        assert len(await api.chat(GROUP)) == 7

    async def test_message_ids_rise(self, api: Tester, bot: Bot, sam: Person) -> None:
        await sam.says("a")
        await sam.says("b", chat_id=GROUP)
        sent = await bot.send_message(7, "c")
        assert [shown.id for shown in await api.chat(7)] == [101, 102] == [101, sent.message_id]
        assert [shown.id for shown in await api.chat(GROUP)] == [1]

    async def test_an_album_is_several_messages_of_one_group(self, bot: Bot, sam: Person) -> None:
        await sam.sends_album(b"one", b"two", caption="both")
        first, second = [update.message for update in await bot.get_updates()]
        assert first is not None
        assert second is not None
        assert first.media_group_id == second.media_group_id is not None
        assert (first.caption, second.caption) == ("both", None)
        assert first.photo[-1].width > first.photo[0].width

    async def test_an_edit_tells_the_new_text(self, api: Tester, bot: Bot, sam: Person) -> None:
        said = await sam.says("buy milk")
        await sam.edits(said["message"]["message_id"], "buy oat milk")
        message = (await self.last(bot)).edited_message
        assert message is not None
        assert (message.text, message.edit_date is not None) == ("buy oat milk", True)
        assert (await api.chat(7))[0].texts == ["buy milk", "buy oat milk"]

    async def test_a_forward_says_where_it_comes_from(self, bot: Bot, sam: Person) -> None:
        await sam.says("passed on", forwarded_from={"type": "hidden_user", "sender_user_name": "Somebody"})
        message = (await self.last(bot)).message
        assert message is not None
        assert message.forward_origin is not None
        assert message.forward_origin.type == "hidden_user"

    async def test_a_message_may_be_old(self, bot: Bot, sam: Person) -> None:
        await sam.sends("photo", b"jpeg", where={"ago": 3600})
        await sam.says("now")
        old, new = [update.message for update in await bot.get_updates()]
        assert old
        assert new
        assert 3590 < (new.date - old.date).total_seconds() < 3610

    async def test_a_deleted_message_is_told_to_nobody(self, api: Tester, bot: Bot, sam: Person) -> None:
        said = await sam.says("never mind")
        await sam.deletes(said["message"]["message_id"])
        assert await api.chat(7) == []
        assert len(await api.chat(7, deleted=True)) == 1
        assert len(await bot.get_updates()) == 1


class TestTheBotItself:
    """Who it is and what it offers."""

    async def test_commands_are_kept_by_scope(self, bot: Bot) -> None:
        await bot.set_my_commands([BotCommand("start", "Say hello")])
        await bot.set_my_commands([BotCommand("help", "Help")], scope=BotCommandScopeChat(7))
        assert [command.command for command in await bot.get_my_commands()] == ["start"]
        assert [command.command for command in await bot.get_my_commands(scope=BotCommandScopeChat(7))] == ["help"]
        with pytest.raises(BadRequest, match="Bot_command_invalid"):
            await bot.set_my_commands([BotCommand("Not-Allowed", "x")])

    async def test_a_wrong_token_is_refused(self, api: Tester) -> None:
        for token in ("1:wrong", "nonsense"):
            with pytest.raises(InvalidToken):
                async with Bot(token, base_url=api.base_url):
                    raise AssertionError("it was let in")

    async def test_an_unknown_method_is_not_found_and_fails_the_test(self) -> None:
        with pytest.raises(AssertionError, match="no method makeCoffee"):
            async with bot_api() as api, Bot(api.token, base_url=api.base_url) as bot:
                with pytest.raises(EndPointNotFound):
                    await bot.do_api_request("makeCoffee")

    async def test_what_is_not_imitated_fails_the_test(self) -> None:
        """A test that rests on something this server passes over would prove nothing."""
        with pytest.raises(AssertionError, match=r"sendMessage with \['message_effect_id'\]"):
            async with bot_api() as api, Bot(api.token, base_url=api.base_url) as bot:
                await api.person(7).meets()
                with pytest.raises(NetworkError, match="Not imitated"):
                    await bot.send_message(7, "a", message_effect_id="5")


async def test_parameters_may_come_in_any_form(api: Tester, sam: Person) -> None:
    """As JSON, as a form, in the query, with any case of the method."""
    url = f"{api.base_url}{api.token}"
    markup = {"inline_keyboard": [[{"text": "A", "callback_data": "a"}]]}
    async with httpx.AsyncClient() as client:
        for answer in (
            await client.post(f"{url}/sendMessage", json={"chat_id": 7, "text": "1", "reply_markup": markup}),
            await client.post(f"{url}/SENDMESSAGE", data={"chat_id": "7", "text": "2"}),
            await client.get(f"{url}/sendmessage", params={"chat_id": "7", "text": "3"}),
        ):
            assert answer.json()["ok"]
        for wrong in (b"{", b"[1]"):
            headers = {"content-type": "application/json"}
            assert (await client.post(f"{url}/sendMessage", content=wrong, headers=headers)).status_code == 400
        assert (await client.get(f"{api.url}/elsewhere")).json()["error_code"] == 404
    assert [shown.text for shown in await api.said(7)] == ["1", "2", "3"]
    assert (await api.said(7))[0].buttons == ["A"]
