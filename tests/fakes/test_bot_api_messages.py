"""Messages of the bot on the Bot API server: sent, edited, tapped, with files, and refused."""

import httpx
import pytest
from telegram import (
    Bot,
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    ReplyParameters,
)
from telegram.error import BadRequest, Forbidden

from tests.fakes.bot_api import Person, Tester

GROUP = -1_001_234_567_890


def keyboard(*data: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton(f"Button {item}", callback_data=item) for item in data]])


class TestSending:
    """Messages of the bot, and why they are refused."""

    async def test_a_message_shows_its_text_and_buttons(self, api: Tester, bot: Bot, sam: Person) -> None:
        sent = await bot.send_message(7, " <b>hi</b> ", parse_mode="HTML", reply_markup=keyboard("yes", "no"))
        (shown,) = await api.said(7)
        assert (shown.id, shown.text, shown.buttons) == (sent.message_id, "hi", ["Button yes", "Button no"])
        assert shown.entities == [{"type": "bold", "offset": 0, "length": 2}]

    async def test_a_chat_must_have_been_begun(self, bot: Bot) -> None:
        with pytest.raises(BadRequest, match="Chat not found"):
            await bot.send_message(8, "hello?")

    async def test_a_reply_needs_its_message(self, bot: Bot, sam: Person) -> None:
        said = await sam.says("question")
        sent = await bot.send_message(7, "answer", reply_parameters=ReplyParameters(said["message"]["message_id"]))
        assert sent.reply_to_message
        assert sent.reply_to_message.text == "question"
        with pytest.raises(BadRequest, match="Message to be replied not found"):
            await bot.send_message(7, "answer", reply_parameters=ReplyParameters(99))
        await bot.send_message(7, "answer", reply_parameters=ReplyParameters(99, allow_sending_without_reply=True))

    @pytest.mark.parametrize(
        ("text", "words"),
        [("", "Message text is empty"), ("a" * 4097, "Message is too long"), ("<x>", "unsupported start tag")],
    )
    async def test_a_text_may_be_refused(self, bot: Bot, sam: Person, text: str, words: str) -> None:
        with pytest.raises(BadRequest, match=words):
            await bot.send_message(7, text, parse_mode="HTML")

    @pytest.mark.parametrize("data", ["", "x" * 65, "é" * 33])
    async def test_a_button_holds_1_to_64_bytes(self, bot: Bot, sam: Person, data: str) -> None:
        with pytest.raises(BadRequest, match=r"^Button_data_invalid$"):
            await bot.send_message(7, "a", reply_markup=keyboard(data))
        await bot.send_message(7, "a", reply_markup=keyboard("é" * 32))

    async def test_a_blocked_bot_is_told(self, bot: Bot, sam: Person) -> None:
        await sam.blocks()
        (update,) = await bot.get_updates()
        assert update.my_chat_member
        assert update.my_chat_member.new_chat_member.status == "kicked"
        with pytest.raises(Forbidden, match="bot was blocked by the user"):
            await bot.send_message(7, "hello?")
        await sam.unblocks()
        await bot.send_message(7, "hello again")

    async def test_typing_is_shown(self, api: Tester, bot: Bot, sam: Person) -> None:
        await bot.send_chat_action(7, "typing")
        assert await api.actions(7) == ["typing"]
        with pytest.raises(BadRequest):
            await bot.send_chat_action(7, "humming")

    async def test_a_keyboard_to_type_on_is_no_part_of_the_message(self, api: Tester, bot: Bot, sam: Person) -> None:
        await bot.send_message(7, "what instead?", reply_markup=ForceReply())
        assert (await api.said(7))[0].rows == []


class TestEditing:
    """Messages of the bot, afterwards."""

    async def test_an_edit_replaces_text_and_buttons(self, api: Tester, bot: Bot, sam: Person) -> None:
        sent = await bot.send_message(7, "…", reply_markup=keyboard("stop"))
        await bot.edit_message_text("half", 7, sent.message_id, reply_markup=keyboard("stop"))
        edited = await bot.edit_message_text("whole", 7, sent.message_id)
        assert not isinstance(edited, bool)
        assert edited.edit_date
        (shown,) = await api.said(7)
        assert (shown.texts, shown.buttons, len(shown.times)) == (["…", "half", "whole"], [], 3)

    async def test_an_edit_must_change_something(self, bot: Bot, sam: Person) -> None:
        sent = await bot.send_message(7, "a", reply_markup=keyboard("x"))
        for change in (
            bot.edit_message_text("a ", 7, sent.message_id, reply_markup=keyboard("x")),
            bot.edit_message_reply_markup(7, sent.message_id, reply_markup=keyboard("x")),
        ):
            with pytest.raises(BadRequest, match=r"^Message is not modified: specified new message content and reply"):
                await change
        await bot.edit_message_text("<b>a</b>", 7, sent.message_id, parse_mode="HTML", reply_markup=keyboard("x"))
        await bot.edit_message_reply_markup(7, sent.message_id)
        with pytest.raises(BadRequest, match="Message is not modified"):
            await bot.edit_message_reply_markup(7, sent.message_id)

    async def test_only_an_own_text_that_is_there_can_be_edited(self, bot: Bot, sam: Person) -> None:
        said = await sam.says("mine")
        with pytest.raises(BadRequest, match="Message can't be edited"):
            await bot.edit_message_text("yours", 7, said["message"]["message_id"])
        sent = await bot.send_message(7, "a")
        assert await bot.delete_message(7, sent.message_id)
        with pytest.raises(BadRequest, match="Message to edit not found"):
            await bot.edit_message_text("b", 7, sent.message_id)
        with pytest.raises(BadRequest, match="Message to delete not found"):
            await bot.delete_message(7, sent.message_id)
        voice = await bot.send_voice(7, b"OggS")
        with pytest.raises(BadRequest, match="There is no text in the message to edit"):
            await bot.edit_message_text("b", 7, voice.message_id)


class TestTaps:
    """Buttons."""

    async def test_a_tap_brings_the_data_and_the_message(self, api: Tester, bot: Bot, sam: Person) -> None:
        sent = await bot.send_message(7, "Shall I?", reply_markup=keyboard("yes", "no"))
        await sam.taps(sent.message_id, "Button no")
        (update,) = await bot.get_updates()
        query = update.callback_query
        assert query
        assert (query.data, query.from_user.id, query.message and query.message.message_id) == (
            "no",
            7,
            sent.message_id,
        )
        assert await query.answer("Cancelled", show_alert=True)
        assert await api.answers() == {query.id: {"text": "Cancelled", "show_alert": True}}
        with pytest.raises(BadRequest, match=r"^Query is too old and response timeout expired or query id is invalid$"):
            await query.answer()

    async def test_a_tap_that_waited_too_long_cannot_be_answered(self, api: Tester, bot: Bot, sam: Person) -> None:
        sent = await bot.send_message(7, "?", reply_markup=keyboard("yes"))
        for expired in (True, False):
            tapped = await sam.taps(sent.message_id, "Button yes", expired=expired)
            await api.do("expire_queries")
            with pytest.raises(BadRequest, match="too old"):
                await bot.answer_callback_query(tapped["callback_query"]["id"])
        with pytest.raises(BadRequest, match="too old"):
            await bot.answer_callback_query("12345")

    async def test_a_tap_may_be_altered_late_or_on_nothing(self, bot: Bot, sam: Person) -> None:
        sent = await bot.send_message(7, "?", reply_markup=keyboard("yes"))
        await sam.taps(sent.message_id, data="hand-made")
        await bot.delete_message(7, sent.message_id)
        await sam.taps(sent.message_id, data="yes")
        altered, late = [update.callback_query for update in await bot.get_updates()]
        assert altered
        assert altered.data == "hand-made"
        assert late
        assert late.message
        assert not late.message.is_accessible

    async def test_a_button_that_is_not_there_cannot_be_pressed(self, bot: Bot, sam: Person) -> None:
        sent = await bot.send_message(7, "?", reply_markup=keyboard("yes"))
        with pytest.raises(LookupError, match="no button 'Perhaps'"):
            await sam.taps(sent.message_id, "Perhaps")


class TestFiles:
    """Bytes in both directions."""

    async def test_a_voice_note_is_downloaded(self, bot: Bot, sam: Person) -> None:
        await sam.sends("voice", b"OggS and more", duration=5)
        (update,) = await bot.get_updates()
        assert update.message
        assert update.message.voice
        file = await update.message.voice.get_file()
        assert bytes(await file.download_as_bytearray()) == b"OggS and more"

    async def test_20_megabytes_are_the_most(self, bot: Bot, sam: Person) -> None:
        await sam.sends("document", b"pretends", size=20 * 1024 * 1024 + 1, file_name="film.mp4")
        (update,) = await bot.get_updates()
        assert update.message
        assert update.message.document
        with pytest.raises(BadRequest, match=r"^File is too big$"):
            await update.message.document.get_file()

    async def test_a_wrong_file_is_refused(self, api: Tester, bot: Bot) -> None:
        with pytest.raises(BadRequest, match=r"^Invalid file_id$"):
            await bot.get_file("nonsense")
        async with httpx.AsyncClient() as client:
            assert (await client.get(f"{api.base_file_url}{api.token}/voice/none.oga")).status_code == 404
            assert (await client.get(f"{api.base_file_url}1:wrong/voice/none.oga")).status_code == 401

    async def test_the_bot_sends_files_and_sends_them_again(self, api: Tester, bot: Bot, sam: Person) -> None:
        first = await bot.send_voice(7, b"OggS", duration=3, caption="<i>spoken</i>", parse_mode="HTML")
        assert first.voice
        again = await bot.send_voice(7, first.voice.file_id)
        assert again.voice
        assert again.voice.file_unique_id == first.voice.file_unique_id
        document = await bot.send_document(7, b"a,b", filename="table.csv")
        assert document.document
        assert document.document.file_name == "table.csv"
        await bot.edit_message_caption(7, first.message_id, caption="again")
        assert [shown.text for shown in await api.said(7)] == ["again", "", ""]
        with pytest.raises(BadRequest, match="Wrong file identifier"):
            await bot.send_photo(7, "nonsense")
        with pytest.raises(BadRequest, match="File must be non-empty"):
            await bot.send_voice(7, b"")
