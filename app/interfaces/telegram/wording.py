"""A message's text as a person would read it out: the address behind a label is told, and what is meant for Telegram is left out.

Telegram counts places in UTF-16 code units, so texts are cut as UTF-16 here.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from telegram import Message, MessageEntity

_BYTES = 2  # of a code unit
_NAME = "\x00"  # stands where a mention was; no message holds one
_AROUND_NAME = re.compile(r"^\s*\x00[\s,:;–-]*|[ \t]*\x00(?=[\s,.;:!?]|$)|\x00")


class Change(NamedTuple):
    """Put `text` in the place of the code units from `start` to `end`."""

    start: int
    end: int
    text: str = ""


def written(message: Message) -> str:
    """The text or caption, with the addresses that its links hide."""
    return changed(_raw(message), _addresses(message))


def unaddressed(message: Message, name: str) -> str:
    """The same without the mentions of the bot called `name`."""
    named = (Change(each.offset, each.offset + each.length, _NAME) for each in mentions(message, name))
    return _AROUND_NAME.sub("", changed(_raw(message), [*_addresses(message), *named])).strip()


def mentions(message: Message, name: str) -> list[MessageEntity]:
    """Where the bot called `name` is mentioned."""
    wanted = f"@{name}".casefold()
    return [entity for entity in _entities(message, MessageEntity.MENTION) if _under(message, entity) == wanted]


def changed(text: str, changes: Iterable[Change]) -> str:
    """`text` with the changes made; those that don't lie in it are left out."""
    raw = text.encode("utf-16-le", "surrogatepass")
    for change in sorted(changes, reverse=True):
        if 0 <= change.start <= change.end <= len(raw) // _BYTES:
            middle = change.text.encode("utf-16-le", "surrogatepass")
            raw = raw[: change.start * _BYTES] + middle + raw[change.end * _BYTES :]
    return raw.decode("utf-16-le", "replace")


def _raw(message: Message) -> str:
    return message.text or message.caption or ""


def _entities(message: Message, kind: str) -> list[MessageEntity]:
    entities = message.entities if message.text else message.caption_entities
    return [entity for entity in entities if entity.type == kind]


def _under(message: Message, entity: MessageEntity) -> str:
    raw = _raw(message).encode("utf-16-le", "surrogatepass")
    begin, end = entity.offset * _BYTES, (entity.offset + entity.length) * _BYTES
    return raw[begin:end].decode("utf-16-le", "replace").casefold()


def _addresses(message: Message) -> list[Change]:
    """The address behind each link whose label doesn't show it."""
    links = _entities(message, MessageEntity.TEXT_LINK)
    hidden = [link for link in links if link.url and link.url.casefold().rstrip("/") not in _under(message, link)]
    return [Change(end := link.offset + link.length, end, f" ({link.url})") for link in hidden]
