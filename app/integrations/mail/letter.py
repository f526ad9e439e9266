"""A message as it is read: plain values, fit to be shown, no vendor types and no bytes.

Every text here is free of control characters and of marks that turn writing around; what is one line in a mail program is one line here.
"""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Address:
    """Somebody's name as the message has it ("" for none) and their address; both are claims of whoever wrote the message."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """What a message carries besides its text. `size` is in bytes, decoded; `part` is the path by which `attachment` finds it again."""

    name: str
    media_type: str
    size: int
    part: str


@dataclass(frozen=True, slots=True)
class Heading:
    """What the headers alone say. Ids are in angle brackets; `date` is aware, None where there is none that can be."""

    message_id: str
    in_reply_to: str
    references: tuple[str, ...]
    subject: str
    sender: Address
    reply_to: tuple[Address, ...]
    to: tuple[Address, ...]
    cc: tuple[Address, ...]
    date: datetime | None
    list_unsubscribe: tuple[str, ...]
    automatic: bool


@dataclass(frozen=True, slots=True)
class Letter:
    """A whole message. `text` is what its sender wrote now, `quoted` the history below it ("" for none).

    `notes` are sentences about what could not be read, or should not be believed. `list_unsubscribe` are the addresses by which a list
    is left (https: or mailto:); `automatic` says that a program sent it, so that no program answers it.
    """

    message_id: str
    in_reply_to: str
    references: tuple[str, ...]
    subject: str
    sender: Address
    reply_to: tuple[Address, ...]
    to: tuple[Address, ...]
    cc: tuple[Address, ...]
    date: datetime | None
    text: str
    quoted: str
    attachments: tuple[Attachment, ...]
    notes: tuple[str, ...]
    list_unsubscribe: tuple[str, ...] = ()
    automatic: bool = False
