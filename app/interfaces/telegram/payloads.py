"""Updates as they come over the wire, read as far as they can be: an unreadable one becomes Ignored and never an exception.

Telegram's own servers send what the library expects. Others send less (older servers, replayed webhooks): what is missing and has
one sensible value is put in, and reading is tried again.
"""

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from telegram import Bot, Update, User

from app.interfaces.pushed.incoming import Event, Ignored, Said
from app.interfaces.telegram.translate import translate

log = logging.getLogger(__name__)
UNREADABLE = "unreadable"

# The library warns of some fields while it reads them; where warnings are errors, that is one more.
_BROKEN = (TypeError, ValueError, AttributeError, KeyError, OverflowError, OSError, RecursionError, Warning)
# What an object needs to be read, by the name it stands under.
_NEEDED: dict[str, dict[str, Any]] = {
    "sticker": {"type": "regular", "is_animated": False, "is_video": False, "width": 0, "height": 0},
    "voice": {"duration": 0},
    "audio": {"duration": 0},
    "video": {"duration": 0, "width": 0, "height": 0},
    "video_note": {"duration": 0, "length": 0},
    "animation": {"duration": 0, "width": 0, "height": 0},
    "options": {"persistent_id": "", "voter_count": 0},
    "callback_query": {"chat_instance": ""},
    "dice": {"emoji": "🎲"},
    "poll": {
        "type": "regular",
        "allows_multiple_answers": False,
        "is_anonymous": True,
        "is_closed": False,
        "total_voter_count": 0,
        "allows_revoting": False,
        "members_only": False,
    },
}


_MESSAGES = ("message", "edited_message")
_PEOPLE = ("from", "user", "sender_user")
_MOST_FIELDS = 100
_CORE = ("message_id", "date", "edit_date", "chat", "from", "text")
# Without one of these, others' words would pass for the sender's own.
_TELLS_WHOSE = frozenset(
    ("forward_origin", "forward_date", "via_bot", "sender_chat", "is_automatic_forward", "external_reply")
)
# What a message answers: where that can't be read, nobody knows what its own words mean.
_ANSWERED = frozenset(("reply_to_message", "quote", "external_reply"))
_UNREAD_REPLY = "a reply to what couldn't be read"


def event_of(raw: Mapping[str, Any], me: User, bot: Bot | None = None, at: datetime | None = None) -> Event:
    """What an update means. `bot` is what the library ties its objects to; without one they can only be read. `at`: when it came, for
    what doesn't tell its time."""
    event = _read(dict(raw), me, bot)
    if event is None:
        whole = _timed(_completed({"update_id": 0, **raw}), at)
        event = _read(whole, me, bot) or _read_in_part(whole, me, bot)
    if event is None:
        log.warning("update not understood", extra={"event": "telegram.unreadable", "update": raw.get("update_id")})
    return event or Ignored(UNREADABLE)


def _read(raw: dict[str, Any], me: User, bot: Bot | None) -> Event | None:
    """The event, or None where something is missing or isn't what it should be: the library checks hardly any of it."""
    try:
        return translate(Update.de_json(raw, bot), me)
    except _BROKEN as broken:
        log.debug("update incomplete", extra={"event": "telegram.incomplete", "reason": type(broken).__name__})
        return None


def _read_in_part(raw: dict[str, Any], me: User, bot: Bot | None) -> Event | None:
    """The event of a message without those of its parts that can't be read; None where one of them says whose words it holds."""
    name = next((each for each in _MESSAGES if isinstance(raw.get(each), dict)), "")
    if not name:
        return None
    message: dict[str, Any] = raw[name]
    core = {field: message[field] for field in _CORE if field in message}
    others = [(field, value) for field, value in message.items() if field not in core][:_MOST_FIELDS]
    read = {field: value for field, value in others if _read({**raw, name: {**core, field: value}}, me, bot)}
    kept = {**core, **read}
    left_out = message.keys() - kept.keys()
    event = None if left_out & (_TELLS_WHOSE - _ANSWERED) else _read({**raw, name: kept}, me, bot)
    if isinstance(event, Said) and left_out & _ANSWERED:
        return replace(event, untrusted=", ".join(filter(None, (event.untrusted, _UNREAD_REPLY))))
    return None if left_out & _TELLS_WHOSE else event


def _timed(raw: dict[str, Any], at: datetime | None) -> dict[str, Any]:
    """The same update with the time at which it came, where it tells none."""
    if at is None:
        return raw
    timeless = {name: raw[name] for name in _MESSAGES if isinstance(raw.get(name), dict)}
    timeless = {name: each for name, each in timeless.items() if not isinstance(each.get("date"), int)}
    return {**raw, **{name: {**message, "date": int(at.timestamp())} for name, message in timeless.items()}}


def _completed(value: Any, name: str = "") -> Any:
    """The same with what is missing put in, all the way down."""
    if isinstance(value, list):
        return [_completed(each, name) for each in value]
    if not isinstance(value, dict):
        return value
    inner = {key: _completed(each, key) for key, each in value.items() if each is not None}
    return {**_NEEDED.get(name, {}), **_identity(inner, name), **inner}


def _identity(value: dict[str, Any], name: str) -> dict[str, Any]:
    """What files and people were told by before they got more fields, and what a chat is by its id."""
    if name == "chat" and isinstance(value.get("id"), int):
        return {"type": "private" if value["id"] > 0 else "supergroup"}
    if name in _PEOPLE and "id" in value:
        return {"is_bot": False, "first_name": ""}
    if "file_id" in value:
        return {"file_unique_id": value["file_id"]}
    is_person = "first_name" in value and "id" in value and "type" not in value
    return {"is_bot": False} if is_person else {}
