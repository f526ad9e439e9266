"""An update from Telegram into what it means for us: something said, a command, a tap, or nothing.

Pure: asks nobody, keeps nothing, and says the same of a repeated delivery. Who may write is asked elsewhere.
"""

import re
from datetime import UTC
from typing import Any, NamedTuple
from zlib import crc32

from telegram import CallbackQuery, Message, Update, User
from telegram.constants import ChatType

from app.interfaces.pushed.incoming import Command, Event, Ignored, Said, Sender, Tap
from app.interfaces.telegram.content import content_of
from app.interfaces.telegram.place import Place, address_of
from app.interfaces.telegram.quoting import is_relayed, is_reply_to, passage_of, quote_of, source_of
from app.interfaces.telegram.wording import mentions, unaddressed, written

__all__ = ["Command", "Event", "Ignored", "Said", "Tap", "translate"]

_COMMAND = re.compile(
    r"/(?P<name>[A-Za-z0-9_]{1,64})(?:@(?P<bot>[A-Za-z0-9_]{3,32}))?(?![\w/@<>])\s*(?P<rest>.*)", re.DOTALL
)
_GROUPS = {ChatType.GROUP, ChatType.SUPERGROUP}
_WORDLESS = "(mentioned you without a word)"
_HEADER = {
    "message_id",
    "date",
    "chat",
    "from_user",
    "message_thread_id",
    "is_topic_message",
    "reply_to_message",
    "edit_date",
}


class Called(NamedTuple):
    """A command as it was written: for whom, if it says."""

    name: str
    bot: str
    rest: str


def translate(update: Update, me: User) -> Event:
    """What `update` means. `me` is the bot as Telegram knows it."""
    if update.callback_query:
        return _tap(update.callback_query)
    if update.message:
        return _message(update.message, me, None)
    if update.edited_message:
        changed = update.edited_message
        return _message(changed, me, int((changed.edit_date or changed.date).timestamp()))
    return Ignored(next((str(kind) for kind in Update.ALL_TYPES if getattr(update, kind)), "unknown"))


def _tap(query: CallbackQuery) -> Event:
    if query.message is None or query.data is None:
        return Ignored("tap without a message of ours")
    message = query.message
    place = _place(message) if isinstance(message, Message) else Place(message.chat.id)
    return Tap(
        id=query.id,
        sender=_sender(query.from_user),
        address=address_of(place),
        message=str(message.message_id),
        data=query.data,
        in_group=place.is_group,
    )


def _message(message: Message, me: User, edited_at: int | None) -> Event:
    """A message or a change of one."""
    author, called = message.from_user or _opposite(message), _called(message)
    if message.chat.type == ChatType.CHANNEL or message.is_automatic_forward:
        return Ignored("channel")
    if author is None or message.sender_chat:
        return Ignored("no sender")
    if reason := _passed_over(message, me, called, edited_at):
        return Ignored(reason)
    origin = _origin(message, author, edited_at)
    if called:
        return Command(**origin, name=called.name.lower(), arguments=called.rest.strip())
    return _said(message, me, origin)


def _opposite(message: Message) -> User | None:
    """Who writes in a private chat: the chat is them, and goes by their id."""
    chat = message.chat
    if chat.type != ChatType.PRIVATE:
        return None
    return User(chat.id, chat.first_name or "", False, last_name=chat.last_name, username=chat.username)


def _origin(message: Message, author: User, edited_at: int | None) -> dict[str, Any]:
    """Which message, by whom, where and when."""
    place = _place(message)
    return {
        "sender": _sender(author),
        "address": address_of(place),
        "message": str(message.message_id),
        "original_id": f"{place.chat}:{message.message_id}",
        "sent_at": message.date.astimezone(UTC),
        "revision": "" if edited_at is None else _revision(message, edited_at),
        "in_group": place.is_group,
    }


def _revision(message: Message, edited_at: int) -> str:
    """The name of a change: Telegram tells its second, in which there may be two."""
    return f"e{edited_at}.{crc32(written(message).encode('utf-8', 'surrogatepass')):08x}"


def _passed_over(message: Message, me: User, called: Called | None, edited_at: int | None) -> str:
    """Why a message that somebody sent is not for us; empty if it is."""
    if message.from_user and message.from_user.is_bot is True:
        return "bot"
    if edited_at is not None and message.location:
        return "live location"  # it changes all the time; only its first message is something said
    if called:
        ours = not called.bot or called.bot.casefold() == (me.username or "").casefold()
        return "" if ours else "a command for another bot"
    return "group" if message.chat.type in _GROUPS and not _is_addressed(message, me) else ""


def _called(message: Message) -> Called | None:
    """The command that a message is. Nothing passed on is one: others' words command nothing."""
    found = _COMMAND.fullmatch(written(message)) if message.text and not is_relayed(message) else None
    return Called(found["name"], found["bot"] or "", found["rest"]) if found else None


def _is_addressed(message: Message, me: User) -> bool:
    named = any(each.user and each.user.id == me.id for each in (*message.entities, *message.caption_entities))
    return named or is_reply_to(message, me.id) or bool(mentions(message, me.username or ""))


def _said(message: Message, me: User, origin: dict[str, Any]) -> Event:
    """Everything that is in a message, as words and files."""
    content = content_of(message)
    in_group = message.chat.type in _GROUPS
    text = unaddressed(message, me.username or "") if in_group else written(message)
    if not (text or content.words or content.attachments):
        if not written(message):
            return Ignored(_service(message))
        text = _WORDLESS
    quote = quote_of(message, me.id)
    words = "\n".join(filter(None, (text, content.words)))
    sources = dict.fromkeys(filter(None, (source_of(message), passage_of(message), content.strangers, quote.stranger)))
    return Said(
        **origin,
        text=f"{quote.words}{words}".rstrip("\n"),
        attachments=content.attachments,
        untrusted=", ".join(sources),
    )


def _service(message: Message) -> str:
    """The name of what happened, for the log: a field that the library knows, or one that it doesn't yet."""
    known = (field for field in Message.__slots__ if field not in _HEADER and getattr(message, field, None))
    return next((f"service: {field}" for field in (*known, *message.api_kwargs)), "empty")


def _sender(user: User) -> Sender:
    """An account; one that was deleted has no name."""
    return Sender(str(user.id), " ".join((user.full_name or "").split()))


def _place(message: Message) -> Place:
    """Replies in ordinary groups have thread ids too; only a topic's can be written to."""
    return Place(message.chat.id, message.message_thread_id if message.is_topic_message else None)
