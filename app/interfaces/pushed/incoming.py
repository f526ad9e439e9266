"""What a channel can tell us, in our words: something was said, a command, a tap, something unreadable, or nothing for us. Frozen; no vendor's types."""

from dataclasses import dataclass
from datetime import datetime

from app.interfaces.pushed.choices import choice
from app.messages import Attachment


@dataclass(frozen=True, slots=True)
class Sender:
    """An account as it shows itself. `id` is what the channel tells accounts apart by; `numbers` are other names that an allowlist may
    know it under, such as a telephone number."""

    id: str
    name: str = ""
    numbers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Which message, by whom, where and when. `address` is where answers go; `message` its name in its chat, `original_id` in the
    whole channel, the same before and after a change; `revision` names the change of it that this is, "" for none."""

    sender: Sender
    address: str
    message: str
    original_id: str
    sent_at: datetime
    revision: str = ""
    in_group: bool = False

    @property
    def edited(self) -> bool:
        """Whether this is a change of an earlier message."""
        return bool(self.revision)

    @property
    def external_id(self) -> str:
        """The name of this very text: a repeated delivery has the same, a change has its own."""
        return f"{self.original_id}:{self.revision}" if self.revision else self.original_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Origin):
    """A message to answer. `untrusted` names whose words are in it that aren't the sender's; bytes are still at the channel."""

    text: str
    attachments: tuple[Attachment, ...] = ()
    untrusted: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread(Origin):
    """Something that somebody sent and the channel doesn't hand over, or that nobody here can read; `kind` for the log."""

    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Origin):
    """A slash command: its name without the slash, in lower case, and the rest of the message."""

    name: str
    arguments: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """A tap on a button. `id` names this tap, and is what it is answered by where a channel can; `data` is what it sent, which may be
    anything; `message`, the message with the button, may be long gone."""

    id: str
    sender: Sender
    address: str
    message: str
    data: str
    in_group: bool = False

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


Event = Said | Command | Tap | Unread | Ignored
