"""The words of a message that as a whole can't be read: Telegram adds kinds of content faster than any library learns them.

Takes nothing for granted, and takes only what a person wrote in a private chat. What it can't be sure of is marked as untrusted.
"""

from datetime import datetime
from typing import Any

from app.interfaces.pushed.incoming import Said, Sender

_OTHERS_WORDS = ("forward_origin", "external_reply", "quote", "reply_to_message", "via_bot", "story")
_UNREADABLE = "a message that couldn't be read as a whole"


def salvaged(raw: dict[str, Any], at: datetime) -> Said | None:
    """What was said in an update that could not be translated, if anything was."""
    message = _table(raw.get("message"))
    sender, chat = _table(message.get("from")), _table(message.get("chat"))
    number, account, words = message.get("message_id"), sender.get("id"), message.get("text") or message.get("caption")
    if chat.get("type") != "private" or not isinstance(number, int) or not isinstance(account, int):
        return None
    if chat.get("id") != account or not isinstance(words, str) or not words.strip():
        return None
    untrusted = _UNREADABLE if any(field in message for field in _OTHERS_WORDS) else ""
    name = sender.get("first_name")
    return Said(
        sender=Sender(str(account), name if isinstance(name, str) else ""),
        address=str(account),
        message=str(number),
        original_id=f"{account}:{number}",
        sent_at=at,
        text=words,
        untrusted=untrusted,
    )


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
