"""What WhatsApp can tell us beside what every channel can: which message is replied to, when somebody was heard, what became of ours."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.interfaces.pushed import incoming
from app.interfaces.pushed.incoming import Command, Ignored, Sender, Unread

State = Literal["sent", "delivered", "read", "played", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(incoming.Said):
    """`replies_to` is the message that it answers, of whose words WhatsApp tells nothing; "" for none."""

    replies_to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap(incoming.Tap):
    """A tap, and when: it opens the 24 hours as a message does."""

    sent_at: datetime


@dataclass(frozen=True, slots=True)
class Heard(Ignored):
    """Nothing to answer, but somebody did something, such as a reaction: that opens the 24 hours too."""

    sender: Sender
    address: str
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class Moved:
    """An account goes by other ids from now on. Numbers are digits; ids that are not numbers look like "US.1349"."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Status:
    """What became of a message of ours. `recipient` is the address it went to; `code` and `title` say why it failed."""

    message_id: str
    state: State
    at: datetime
    recipient: str
    code: int = 0
    title: str = ""


Event = Said | Command | Tap | Unread | Heard | Ignored | Moved | Status
