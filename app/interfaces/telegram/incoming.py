"""What Telegram can tell us, in our words: something was said, a command, a tap, or nothing for us. Frozen; no vendor's types."""

from dataclasses import dataclass
from datetime import datetime

from app.interfaces.telegram.keyboard import choice
from app.interfaces.telegram.members import Sender
from app.interfaces.telegram.place import Place
from app.messages import Attachment


def address_of(place: Place) -> str:
    """Where answers go: "chat" or "chat/thread"."""
    return str(place.chat) if place.thread is None else f"{place.chat}/{place.thread}"


@dataclass(frozen=True, slots=True)
class Origin:
    """Which message, by whom, where and when. `edited_at` is the moment of its change, if this is one (Unix seconds)."""

    sender: Sender
    place: Place
    message_id: int
    sent_at: datetime
    edited_at: int | None = None

    @property
    def chat_id(self) -> int:
        """The chat's id."""
        return self.place.chat

    @property
    def user_id(self) -> int:
        """The sender's Telegram id."""
        return self.sender.id

    @property
    def address(self) -> str:
        """Where answers go: "chat" or "chat/thread"."""
        return address_of(self.place)

    @property
    def edited(self) -> bool:
        """Whether this is a change of an earlier message."""
        return self.edited_at is not None

    @property
    def original_id(self) -> str:
        """The message's name, the same before and after changes."""
        return f"{self.place.chat}:{self.message_id}"

    @property
    def external_id(self) -> str:
        """The name of this very text: a repeated delivery has the same, a change has its own."""
        return self.original_id if self.edited_at is None else f"{self.original_id}:e{self.edited_at}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Origin):
    """A message to answer. `untrusted` names whose words are in it that aren't the sender's; bytes are still at Telegram."""

    text: str
    attachments: tuple[Attachment, ...] = ()
    untrusted: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Origin):
    """A slash command: its name without the slash, in lower case, and the rest of the message."""

    name: str
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap on a button. `data` is what it sent, which may be anything; the message may be long gone."""

    query_id: str
    sender: Sender
    place: Place
    message_id: int
    data: str

    @property
    def address(self) -> str:
        """Where the button was."""
        return address_of(self.place)

    @property
    def verb(self) -> str:
        """What was chosen; empty where the data isn't ours."""
        chosen = choice(self.data)
        return chosen.verb if chosen else ""

    @property
    def target(self) -> str:
        """What it was chosen for; empty where the data isn't ours."""
        chosen = choice(self.data)
        return chosen.target if chosen else ""


@dataclass(frozen=True, slots=True)
class Ignored:
    """Nothing for us; `reason` for the log."""

    reason: str


Event = Said | Command | Tap | Ignored
