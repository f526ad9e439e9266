"""Everything the Bot API server can say, said once: each thing a person can do, each method, through a real client.

The tests that compare its answers with what others wrote take this as their sample. What is not toured is not compared;
a test holds the tour complete.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from telegram import Bot, BotCommand, InlineKeyboardButton, InlineKeyboardMarkup, ReplyParameters, Update

from tests.fakes.bot_api import Person, Tester

GROUP = -1_001_234_567_890
ORIGINS: tuple[dict[str, Any], ...] = (
    {"type": "user", "sender_user": {"id": 99, "is_bot": False, "first_name": "Esi"}},
    {"type": "hidden_user", "sender_user_name": "Somebody"},
    {
        "type": "chat",
        "sender_chat": {"id": -1_009, "type": "supergroup", "title": "Board"},
        "author_signature": "Chair",
    },
    {"type": "channel", "chat": {"id": -1_008, "type": "channel", "title": "News"}, "message_id": 4},
)
KEYBOARD = InlineKeyboardMarkup(
    [
        [InlineKeyboardButton("Confirm", callback_data="c:1"), InlineKeyboardButton("Cancel", callback_data="x:1")],
        [InlineKeyboardButton("Site", url="https://example.org/")],
    ]
)
HTML = (
    '<b>Bold</b> <i>italic</i> <u>under</u> <s>gone</s> <tg-spoiler>spoiler</tg-spoiler> <a href="https://a.example/x">link</a> '
    '<code>code</code> <pre><code class="language-python">x = 1</code></pre> <pre>plain</pre> '
    "<blockquote>quote</blockquote> <blockquote expandable>long quote</blockquote> "
    "/start @somebody #tag https://b.example ama@example.org"
)


@dataclass(slots=True)
class Tour:
    """What was said: the updates, and per method the parameters it came with and the results it gave."""

    updates: list[dict[str, Any]] = field(default_factory=list)
    parsed: list[Update] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)


async def tour(api: Tester, bot: Bot) -> Tour:
    """Go round once."""
    polling = asyncio.create_task(bot.get_updates(timeout=5, allowed_updates=Update.ALL_TYPES))
    sam = api.person(7, first_name="Sam", last_name="Mensah", username="sam", language_code="en")
    await sam.says("/start hello")
    await polling
    await people_act(sam)
    await bot_acts(bot)
    await taps(api, bot, sam)
    await files(bot)
    parsed = list(await bot.get_updates(offset=0, allowed_updates=Update.ALL_TYPES))
    await bot.set_webhook("https://bot.example/hook", secret_token="s-1", max_connections=1)
    await bot.get_webhook_info()
    await bot.delete_webhook(drop_pending_updates=True)
    await bot.get_webhook_info()
    await sam.blocks()
    calls = await api.calls()
    told = [update for call in calls if call["method"] == "getUpdates" for update in call["result"]]
    return Tour(told, parsed, calls)


async def people_act(sam: Person) -> None:
    """Every kind of thing a person sends."""
    first = await sam.says("Look: https://a.example, @someone, #tag, a@b.example and 🎉 /help")
    await sam.says("and this", reply_to=first["message"]["message_id"])
    for origin in ORIGINS:
        await sam.says("passed on", forwarded_from=origin)
    for kind in ("voice", "audio", "video", "video_note"):
        await sam.sends(kind, b"bytes")
    await sam.sends("photo", b"jpeg", caption="at https://a.example")
    await sam.sends("document", b"%PDF", file_name="bill.pdf", mime_type="application/pdf", caption="")
    await sam.sends("document", b"?")
    for kind in ("sticker", "location", "contact", "dice"):
        await sam.sends(kind)
    await sam.sends_album(b"one", b"two", caption="both")
    await sam.edits(first["message"]["message_id"], "Look again")
    await sam.says("@kwasi_test_bot hello", chat_id=GROUP, thread=3)
    await sam.blocks()
    await sam.unblocks()


async def bot_acts(bot: Bot) -> None:
    """Every method but those about files."""
    await bot.get_me()
    await bot.get_chat(7)
    await bot.get_chat(GROUP)
    await bot.set_my_commands([BotCommand("start", "Say hello")])
    await bot.get_my_commands()
    await bot.delete_my_commands()
    await bot.send_chat_action(7, "typing")
    sent = await bot.send_message(7, HTML, parse_mode="HTML", reply_markup=KEYBOARD, disable_notification=True)
    await bot.send_message(7, "there", reply_parameters=ReplyParameters(sent.message_id))
    await bot.edit_message_text("changed <b>bold</b>", 7, sent.message_id, parse_mode="HTML", reply_markup=KEYBOARD)
    await bot.edit_message_reply_markup(7, sent.message_id)
    await bot.send_message(GROUP, "in the topic", message_thread_id=3)
    await bot.delete_message(7, sent.message_id)


async def taps(api: Tester, bot: Bot, sam: Person) -> None:
    """A tap on a message that is there, and on one that is gone."""
    sent = await bot.send_message(7, "Shall I?", reply_markup=KEYBOARD)
    tapped = await sam.taps(sent.message_id, "Confirm")
    await bot.answer_callback_query(tapped["callback_query"]["id"], "Done")
    await bot.delete_message(7, sent.message_id)
    await sam.taps(sent.message_id, data="c:1")


async def files(bot: Bot) -> None:
    """Every way to send a file, and the way back."""
    voice = await bot.send_voice(7, b"OggS", duration=2, caption="<b>said</b>", parse_mode="HTML")
    await bot.send_audio(7, b"ID3", duration=2, title="Song", performer="Ama")
    await bot.send_document(7, b"text", filename="a.txt", caption="a file")
    await bot.send_photo(7, b"jpeg", caption="a picture", reply_markup=KEYBOARD)
    await bot.edit_message_caption(7, voice.message_id, caption="said again")
    if voice.voice:
        await bot.get_file(voice.voice.file_id)
