"""Updates as Telegram sends them, as small as they can be."""

from typing import Any

from telegram import User

from app.interfaces.pushed.incoming import Command, Event, Said
from app.interfaces.telegram.payloads import event_of

ME = User(7, "Kwasi", is_bot=True, username="OurBot")
ADA = {"id": 42, "is_bot": False, "first_name": "Ada", "last_name": "Lovelace"}
BOB = {"id": 43, "is_bot": False, "first_name": "Bob"}
BOT = {"id": 7, "is_bot": True, "first_name": "Kwasi", "username": "OurBot"}
PRIVATE = {"id": 42, "type": "private", "first_name": "Ada"}
GROUP = {"id": -100, "type": "supergroup", "title": "Home"}
SENT = 1_800_000_000


def message(**fields: Any) -> dict[str, Any]:
    """A message by Ada in her own chat, unless told otherwise."""
    return {"message_id": 5, "date": SENT, "chat": PRIVATE, "from": ADA, **fields}


def event(**fields: Any) -> Event:
    """What a new message means."""
    return event_of({"update_id": 1, "message": message(**fields)}, ME)


def said(**fields: Any) -> Said:
    """What a new message says; fails where it says nothing."""
    heard = event(**fields)
    assert isinstance(heard, Said), heard
    return heard


def command(**fields: Any) -> Command:
    """The command that a new message is."""
    heard = event(**fields)
    assert isinstance(heard, Command), heard
    return heard


def entity(kind: str, text: str, part: str, **fields: Any) -> dict[str, Any]:
    """An entity over `part` of `text`, its place counted in UTF-16 code units."""
    before = text[: text.index(part)]
    offset, length = (len(each.encode("utf-16-le")) // 2 for each in (before, part))
    return {"type": kind, "offset": offset, "length": length, **fields}


def file(**fields: Any) -> dict[str, Any]:
    """Any file."""
    return {"file_id": "F1", "file_unique_id": "U1", **fields}
