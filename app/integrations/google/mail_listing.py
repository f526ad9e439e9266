"""Gmail's messages as they are listed: their headers, labels and sizes, without their texts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from pydantic import BaseModel, Field

from app.errors import AccountAway
from app.integrations.calls import Calls
from app.integrations.google.paging import Params, segment, side_by_side
from app.integrations.mail.mime import heading
from app.integrations.ports import ListedMail, MailKey

OWN_ID = "X-Kwasi-Id"
"""The header in which a mail that we hand over keeps the Message-ID we gave it, for where Gmail gives it another."""

_IDS = ("message-id", OWN_ID.lower(), "x-google-original-message-id")
_HEADERS = ["From", "To", "Cc", "Bcc", "Subject", "Date", "Message-ID", "X-Google-Original-Message-ID", OWN_ID]
_ASKED = frozenset(map(str.casefold, _HEADERS))
_LONGEST_VALUE = 20_000
_TIMES = range(-62_135_596_800_000, 253_402_214_400_000)  # milliseconds that a calendar has
_BAD_TIME = "Gmail's answer names a time that can't be. Try again in a moment."


class HeaderShape(BaseModel):
    """One line of a message's head."""

    name: str = ""
    value: str = ""


class PayloadShape(BaseModel):
    """A message's head."""

    headers: list[HeaderShape] = []


class MessageShape(BaseModel):
    """A message, as far as it was asked for."""

    id: str
    thread: str = Field("", alias="threadId")
    labels: list[str] = Field([], alias="labelIds")
    history: str = Field("", alias="historyId")
    received: int = Field(0, alias="internalDate")
    size: int = Field(0, alias="sizeEstimate")
    raw: str = ""
    payload: PayloadShape = PayloadShape()


@dataclass(frozen=True, slots=True)
class Found:
    """A listed mail, with what a search compares besides. `ids` are all Message-IDs it goes by, without brackets."""

    mail: ListedMail
    labels: frozenset[str]
    recipients: str
    ids: frozenset[str]


async def listed(calls: Calls, ids: Iterable[str]) -> list[Found]:
    """Those of these messages that are there still, in their order."""

    async def get(id_: str) -> Found | None:
        params: Params = {"format": "metadata", "metadataHeaders": _HEADERS}
        reply = await calls.call("GET", f"messages/{segment(id_)}", params=params, may=(404,))
        return as_found(reply.read(MessageShape)) if reply.status != 404 else None

    return [one for one in await side_by_side(ids, get) if one is not None]


def key(id_: str) -> MailKey:
    """A message's name. It has one in the whole mailbox, wherever it lies, so that no folder is named."""
    return MailKey("", id_)


def as_found(message: MessageShape) -> Found:
    """A message as it is listed. Raises AccountAway for a time that no calendar has."""
    if message.received not in _TIMES:
        raise AccountAway(_BAD_TIME)
    head = heading(_head(message.payload.headers))
    mail = ListedMail(
        key=key(message.id),
        message_id=head.message_id,
        sender_name=head.sender.name,
        sender=head.sender.address,
        subject=head.subject,
        received_at=datetime.fromtimestamp(message.received / 1000, UTC),
        is_unread="UNREAD" in message.labels,
        size=max(0, message.size),
    )
    to = " ".join(one.value for one in message.payload.headers if one.name.casefold() in ("to", "cc", "bcc"))
    ids = (one.value.strip().strip("<>") for one in message.payload.headers if one.name.casefold() in _IDS)
    return Found(mail, frozenset(message.labels), to, frozenset(ids))


def newest_first(found: Iterable[Found]) -> Sequence[Found]:
    """In the order in which mails are listed."""
    return sorted(found, key=lambda one: one.mail.received_at, reverse=True)


def _head(headers: Sequence[HeaderShape]) -> bytes:
    """As it would stand in a message; a value is one line, so that none begins a header of its own."""
    asked = (one for one in headers if one.name.casefold() in _ASKED)
    lines = (f"{one.name}: {' '.join(one.value[:_LONGEST_VALUE].split())}\r\n" for one in asked)
    return "".join(lines).encode("utf-8", "replace") + b"\r\n"
