"""Whose words a message carries besides its sender's: forwarded ones, ones written by another bot, and what it replies to."""

from typing import Any, NamedTuple

from telegram import (
    Message,
    MessageEntity,
    MessageOrigin,
    MessageOriginChannel,
    MessageOriginChat,
    MessageOriginHiddenUser,
    MessageOriginUser,
)

from app.interfaces.pushed.quoting import quoted
from app.interfaces.telegram.content import content_of, kind_of
from app.interfaces.telegram.wording import written

_SOMEBODY = "somebody"
_PASSAGES = frozenset((MessageEntity.BLOCKQUOTE, MessageEntity.EXPANDABLE_BLOCKQUOTE))
_OLD_FORWARD = frozenset(("forward_date", "forward_from", "forward_from_chat", "forward_sender_name"))


class Quote(NamedTuple):
    """What a message replies to, as words in front of it; `stranger` is who said them where that is neither sender nor bot."""

    words: str = ""
    stranger: str = ""


def is_relayed(message: Message) -> bool:
    """Whether the sender passed on what was not typed here: it can't be a command."""
    return bool(message.forward_origin or message.via_bot or message.is_automatic_forward or _old_forward(message))


def source_of(message: Message) -> str:
    """Where passed-on words come from: "forwarded from …"; empty for the sender's own."""
    if message.forward_origin:
        return f"forwarded from {_author(message.forward_origin)[1]}"
    if old := _old_forward(message):
        return f"forwarded from {old}"
    return f"written by @{message.via_bot.username}" if message.via_bot else ""


def passage_of(message: Message) -> str:
    """ "a quoted passage" where the text itself holds one."""
    kinds = {entity.type for entity in (*message.entities, *message.caption_entities)}
    return "a quoted passage" if kinds & _PASSAGES else ""


def quote_of(message: Message, bot_id: int) -> Quote:
    """What the message replies to. The message that opened a topic is not replied to, only written under."""
    known = {message.from_user.id if message.from_user else 0, bot_id}
    replied: Any = message.reply_to_message or message.external_reply
    if replied is None and message.quote:
        return Quote(quoted(message.quote.text), f"quoted from {_SOMEBODY}")
    if replied is None or getattr(replied, "forum_topic_created", None):
        return Quote("(replying to a story)\n" if message.reply_to_story else "")
    author, name = _author(replied.origin) if message.external_reply is replied else _writer(replied)
    words = message.quote.text if message.quote else _words(replied)
    line = quoted(words) or (f"(replying to: {kind})\n" if (kind := kind_of(replied)) else "")
    return Quote(line, "" if author in known else f"quoted from {name}")


def is_reply_to(message: Message, user_id: int) -> bool:
    """Whether it replies to something that this user wrote; opening a topic isn't writing."""
    replied = message.reply_to_message
    if replied is None or replied.forum_topic_created or replied.from_user is None:
        return False
    return replied.from_user.id == user_id


def _words(replied: Any) -> str:
    if not isinstance(replied, Message):
        return ""  # of a message in another chat only what was picked out is told
    return written(replied) or content_of(replied).words


def _writer(message: Message) -> tuple[int, str]:
    """Who wrote a message of this chat: an id (0 for nobody known) and a name."""
    if message.forward_origin:
        return _author(message.forward_origin)
    if relayed := _old_forward(message):
        return 0, relayed
    if message.via_bot:
        return 0, f"@{message.via_bot.username}"
    if message.sender_chat:
        return 0, message.sender_chat.effective_name or _SOMEBODY
    return (
        (message.from_user.id, _line(message.from_user.full_name or "") or _SOMEBODY)
        if message.from_user
        else (0, _SOMEBODY)
    )


def _author(origin: MessageOrigin) -> tuple[int, str]:
    """Who wrote a forwarded message."""
    if isinstance(origin, MessageOriginUser):
        return origin.sender_user.id, _line(origin.sender_user.full_name or "") or _SOMEBODY
    if isinstance(origin, MessageOriginHiddenUser):
        return 0, _line(origin.sender_user_name) or _SOMEBODY
    if isinstance(origin, MessageOriginChat):
        return 0, _line(origin.sender_chat.effective_name or "") or _SOMEBODY
    if isinstance(origin, MessageOriginChannel):
        return 0, _line(origin.chat.effective_name or "") or _SOMEBODY
    return 0, _SOMEBODY


def _old_forward(message: Message) -> str:
    """Who a message was forwarded from as servers before Bot API 7.0 say it; empty where it wasn't."""
    said = message.api_kwargs
    if said.keys().isdisjoint(_OLD_FORWARD):
        return ""
    person = said.get("forward_from") or said.get("forward_from_chat") or {}
    names = (person.get("first_name"), person.get("last_name"), person.get("title"))
    return _line(" ".join(filter(None, names)) or str(said.get("forward_sender_name") or "")) or _SOMEBODY


def _line(text: str) -> str:
    return " ".join(text.split())
