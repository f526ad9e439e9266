"""What people do: write, speak, send things, tap, edit, block. Each is put into the chat and told to the bot.

Invariant: the bot hears only what Telegram would tell it; in a group that is commands, mentions and replies to it
(privacy mode). Knows nothing of what the bot makes of it.
"""

import secrets
import time
from dataclasses import dataclass
from typing import Any

from tests.fakes.bot_api.contents import CONTENTS
from tests.fakes.bot_api.entities import with_found
from tests.fakes.bot_api.updates import Update
from tests.fakes.bot_api.world import BOT, Chat, Message, Query, World

INSTANCE = "-4611686018427387904"
Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Where:
    """The circumstances of a message: the chat (0 is the private one), the message it replies to, a forum's topic, the
    MessageOrigin of a forward, whether the bot hears it (None: as in privacy mode), how many seconds ago it was sent."""

    chat_id: int = 0
    reply_to: int = 0
    thread: int = 0
    forwarded_from: Fields | None = None
    heard: bool | None = None
    ago: int = 0

    def fields(self) -> Fields:
        """As fields of the message."""
        topic = {"message_thread_id": self.thread, "is_topic_message": True} if self.thread else {}
        age = {"date": int(time.time()) - self.ago} if self.ago else {}
        return topic | age | forward(self.forwarded_from)


class People:
    """The hands of everybody who talks with the bot. Bytes come as base64; every verb returns what was told to the bot."""

    def __init__(self, world: World) -> None:
        self.world = world

    def meet(self, user_id: int, *, chat_id: int = 0, title: str = "", **about: Any) -> Fields:
        """Make a person known and begin the chat, without a word."""
        person = self.world.person(user_id, **about)
        self.chat_of(user_id, chat_id, title)
        return person

    def chat_of(self, user_id: int, chat_id: int = 0, title: str = "") -> Chat:
        """The private chat, or the group when one is named."""
        if not chat_id or chat_id == user_id:
            return self.world.private_chat(user_id)
        return self.world.group(chat_id, title or "A group")

    def say(self, user_id: int, text: str, **where: Any) -> Update | None:
        """Write a text; commands, mentions and links get their entities."""
        return self.post(user_id, {"text": text} | entities_field("entities", text), **where)

    def post(self, user_id: int, content: Fields, **where: Any) -> Update | None:
        """Put any content into a chat as a person's message; `where` as in `Where`."""
        place = Where(**where)
        chat = self.chat_of(user_id, place.chat_id)
        around = self.reply(chat, place.reply_to) | place.fields()
        message = self.world.place(chat, self.world.person(user_id), **around, **content).message
        heard = addressed(message) if place.heard is None else place.heard
        return self.tell("message", message) if heard else None

    def reply(self, chat: Chat, message_id: int) -> Fields:
        """The message that is replied to."""
        if not message_id:
            return {}
        replied = chat.messages[message_id].message
        return {"reply_to_message": {key: value for key, value in replied.items() if key != "reply_to_message"}}

    def tell(self, kind: str, content: Fields) -> Update | None:
        """Queue an update."""
        update = self.world.updates.add(kind, content)
        self.world.touch()
        return update

    def send(
        self, user_id: int, kind: str, *, caption: str = "", group: str = "", where: Fields | None = None, **about: Any
    ) -> Update | None:
        """Send a voice note, photo, document, sticker, location, contact, video note and so on (see CONTENTS)."""
        content = CONTENTS[kind](self.world, **about)
        content |= ({"caption": caption} | entities_field("caption_entities", caption)) if caption else {}
        content |= {"media_group_id": group} if group else {}
        return self.post(user_id, content, **(where or {}))

    def album(
        self, user_id: int, items: list[Fields], *, caption: str = "", where: Fields | None = None
    ) -> list[Update | None]:
        """Several photos or documents sent as one: messages of one `media_group_id`, the caption under the first."""
        group = str(13_000_000_000_000_000 + secrets.randbelow(10**15))
        captions = [caption] + [""] * (len(items) - 1)
        return [
            self.send(user_id, caption=said, group=group, where=where, **item)
            for item, said in zip(items, captions, strict=True)
        ]

    def edit(self, user_id: int, message_id: int, text: str, *, chat_id: int = 0) -> Update | None:
        """Change an own message."""
        stored = self.chat_of(user_id, chat_id).messages[message_id]
        names = ("text", "entities") if "text" in stored.message else ("caption", "caption_entities")
        kept = {name: value for name, value in stored.message.items() if name not in names}
        changed = kept | {names[0]: text, "edit_date": int(time.time())} | entities_field(names[1], text)
        self.world.change(stored, changed)
        return self.tell("edited_message", changed) if addressed(changed) else None

    def remove(self, user_id: int, message_id: int, *, chat_id: int = 0) -> None:
        """Delete a message; Telegram says nothing of it to a bot."""
        self.chat_of(user_id, chat_id).messages[message_id].deleted = True
        self.world.touch()

    def tap(
        self,
        user_id: int,
        message_id: int,
        button: str = "",
        *,
        chat_id: int = 0,
        data: str | None = None,
        expired: bool = False,
    ) -> Update | None:
        """Press a button by its words, or send data as no client of Telegram's would; `expired`: the answer comes too late.

        A message that is gone is told as Telegram tells it: its id and nothing else.
        """
        chat = self.chat_of(user_id, chat_id)
        stored = chat.messages.get(message_id)
        query_id = str(secrets.randbelow(9 * 10**17) + 10**17)
        query = {
            "id": query_id,
            "from": dict(self.world.person(user_id)),
            "chat_instance": INSTANCE,
            "data": pressed(stored.message if stored else {}, button) if data is None else data,
        }
        if stored is None or stored.deleted:
            query["message"] = {"chat": dict(chat.about), "message_id": message_id, "date": 0}
        else:
            query["message"] = stored.message
        self.world.queries[query_id] = Query(time.monotonic(), expired=expired)
        return self.tell("callback_query", query)

    def block(self, user_id: int) -> Update | None:
        """Block the bot, which is told."""
        return self.membership(user_id, blocked=True)

    def unblock(self, user_id: int) -> Update | None:
        """Let it back."""
        return self.membership(user_id, blocked=False)

    def membership(self, user_id: int, *, blocked: bool) -> Update | None:
        chat = self.world.private_chat(user_id)
        chat.blocked = blocked
        member = {"user": dict(BOT), "status": "member"}
        kicked = {"user": dict(BOT), "status": "kicked", "until_date": 0}
        old, new = (member, kicked) if blocked else (kicked, member)
        change = {"chat": dict(chat.about), "from": dict(self.world.person(user_id)), "date": int(time.time())}
        return self.tell("my_chat_member", change | {"old_chat_member": old, "new_chat_member": new})


def entities_field(name: str, text: str) -> Fields:
    """The entities that Telegram finds in what a person wrote."""
    found = with_found(text, [])
    return {name: found} if found else {}


def forward(origin: Fields | None) -> Fields:
    """Where a forwarded message comes from: a MessageOrigin, its date filled in."""
    return {"forward_origin": {"date": int(time.time()) - 60} | origin} if origin else {}


def addressed(message: Message) -> bool:
    """Whether a bot in privacy mode hears a message."""
    if message["chat"]["type"] == "private":
        return True
    if message.get("reply_to_message", {}).get("from", {}).get("id") == BOT["id"]:
        return True
    text = message.get("text") or message.get("caption") or ""
    entities = message.get("entities") or message.get("caption_entities") or []
    return any(names_bot(text, entity) for entity in entities)


def names_bot(text: str, entity: Fields) -> bool:
    """A mention of the bot, or a command for it or for whoever listens."""
    raw = text.encode("utf-16-le")
    said = raw[2 * entity["offset"] : 2 * (entity["offset"] + entity["length"])].decode("utf-16-le")
    name = f"@{BOT['username']}"
    if entity["type"] == "mention":
        return said.lower() == name
    return entity["type"] == "bot_command" and ("@" not in said or said.lower().endswith(name))


def pressed(message: Message, words: str) -> str:
    """The data of a button, found by its words."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    found = [button for row in rows for button in row if button["text"] == words and "callback_data" in button]
    if not found:
        raise LookupError(f"no button {words!r} under the message: {rows}")
    return found[0]["callback_data"]
