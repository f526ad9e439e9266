"""The methods about texts: send, edit, delete, "typing", and the answer to a tap.

What a message shows is decided here, with Telegram's refusals in Telegram's order.
"""

import time
from typing import Any

from tests.fakes.bot_api.entities import checked_caption, checked_text, fields
from tests.fakes.bot_api.keyboard import keyboard_of
from tests.fakes.bot_api.markup import Entity, parsed, units
from tests.fakes.bot_api.parameters import Parameters
from tests.fakes.bot_api.refusals import NotImitated, bad_request
from tests.fakes.bot_api.world import BOT, Chat, Message, Stored, World

QUERY_SECONDS = 900.0
DELETABLE_SECONDS = 48 * 3600
LONGEST_ANSWER = 200
ACTIONS = set(
    "typing upload_photo record_video upload_video record_voice upload_voice upload_document choose_sticker "
    "find_location record_video_note upload_video_note".split()
)
SAME = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current content "
    "and reply markup of the message"
)
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
TEXT = ("text", "entities")
CAPTION = ("caption", "caption_entities")
COPIED = ("message_id", "date", "chat", "from", "reply_to_message", "message_thread_id", "is_topic_message")


def formatted(asked: Parameters, name: str, entities: str) -> tuple[str, list[Entity]]:
    """A text parameter and its entities, by parse mode or given one by one."""
    given = asked.json(entities)
    if given is not None:
        return asked.text(name), given
    return parsed(asked.text(name), asked.text("parse_mode"))


def reply_fields(chat: Chat, asked: Parameters) -> dict[str, Any]:
    """The message that this one replies to, as a field."""
    reply = asked.json("reply_parameters")
    if not reply:
        return {}
    if str(reply.get("chat_id", chat.about["id"])) != str(chat.about["id"]):
        raise NotImitated("a reply to another chat")
    found = chat.find(int(reply.get("message_id", 0)))
    if found is None and not reply.get("allow_sending_without_reply"):
        raise bad_request("message to be replied not found")
    if found is None:
        return {}
    return {"reply_to_message": {key: value for key, value in found.message.items() if key != "reply_to_message"}}


def thread_fields(asked: Parameters) -> dict[str, Any]:
    """The topic of a forum."""
    thread = asked.integer("message_thread_id")
    return {"message_thread_id": thread, "is_topic_message": True} if thread else {}


def markup_fields(asked: Parameters) -> dict[str, Any]:
    """The inline keyboard, as a field."""
    keyboard = keyboard_of(asked.json("reply_markup"))
    return {"reply_markup": keyboard} if keyboard else {}


def post(world: World, chat: Chat, asked: Parameters, content: dict[str, Any]) -> Message:
    """Let the bot say something."""
    around = thread_fields(asked) | reply_fields(chat, asked)
    return world.place(chat, BOT, **around, **content, **markup_fields(asked)).message


def written(asked: Parameters) -> tuple[str, list[Entity]]:
    """The text of a message, checked."""
    if not asked.text("text"):
        raise bad_request("message text is empty")
    return checked_text(*formatted(asked, "text", "entities"))


async def send_message(world: World, asked: Parameters) -> Message:
    text, entities = written(asked)
    chat = world.chat(asked.text("chat_id"), to_send=True)
    return post(world, chat, asked, fields(TEXT, text, entities))


def own_message(world: World, asked: Parameters) -> Stored:
    """The bot's message that is to be edited."""
    if not asked.text("message_id"):
        raise bad_request("message identifier is not specified")
    chat = world.chat(asked.text("chat_id"), to_send=True)
    stored = chat.find(asked.integer("message_id"))
    if stored is None:
        raise bad_request("message to edit not found")
    if stored.message["from"]["id"] != BOT["id"]:
        raise bad_request("message can't be edited")
    return stored


def edit(world: World, stored: Stored, content: dict[str, Any]) -> Message:
    """Let a message show other content; its keyboard stays only if it is among the content."""
    before = stored.message
    after = {name: before[name] for name in before if name in COPIED} | content
    if after == {name: value for name, value in before.items() if name != "edit_date"}:
        raise bad_request(SAME)
    world.change(stored, after | {"edit_date": int(time.time())})
    return stored.message


async def edit_message_text(world: World, asked: Parameters) -> Message:
    text, entities = written(asked)
    stored = own_message(world, asked)
    if "text" not in stored.message:
        raise bad_request("there is no text in the message to edit")
    return edit(world, stored, fields(TEXT, text, entities) | markup_fields(asked))


async def edit_message_caption(world: World, asked: Parameters) -> Message:
    stored = own_message(world, asked)
    caption, entities = checked_caption(*formatted(asked, "caption", "caption_entities"))
    if "text" in stored.message:
        raise bad_request("there is no caption in the message to edit")
    kept = content_of(stored.message, without={*CAPTION, "reply_markup"})
    return edit(world, stored, kept | fields(CAPTION, caption, entities) | markup_fields(asked))


async def edit_message_reply_markup(world: World, asked: Parameters) -> Message:
    stored = own_message(world, asked)
    return edit(world, stored, content_of(stored.message, without={"reply_markup"}) | markup_fields(asked))


def content_of(message: Message, *, without: set[str]) -> dict[str, Any]:
    """What a message shows, but for some fields."""
    return {name: value for name, value in message.items() if name not in {*COPIED, "edit_date", *without}}


async def delete_message(world: World, asked: Parameters) -> bool:
    chat = world.chat(asked.text("chat_id"))
    stored = chat.find(asked.integer("message_id"))
    if stored is None:
        raise bad_request("message to delete not found")
    foreign = stored.message["from"]["id"] != BOT["id"] and chat.about["type"] != "private"
    if foreign or time.time() - stored.message["date"] > DELETABLE_SECONDS:
        raise bad_request("message can't be deleted")
    stored.deleted = True
    stored.times.append(time.monotonic())
    world.touch()
    return True


async def send_chat_action(world: World, asked: Parameters) -> bool:
    chat = world.chat(asked.text("chat_id"), to_send=True)
    if asked.text("action") not in ACTIONS:
        raise bad_request("wrong parameter action in request")
    chat.actions.append((time.monotonic(), asked.text("action")))
    world.touch()
    return True


async def answer_callback_query(world: World, asked: Parameters) -> bool:
    query = world.queries.get(asked.text("callback_query_id"))
    old = query is None or query.expired or time.monotonic() - query.asked > QUERY_SECONDS
    if old or query is None or query.answer is not None:
        raise bad_request(TOO_OLD)
    if units(asked.text("text")) > LONGEST_ANSWER:
        raise bad_request("MESSAGE_TOO_LONG")
    query.answer = {"text": asked.text("text"), "show_alert": asked.flag("show_alert")}
    world.touch()
    return True
