"""Rows of what is said: people, what they sent, turns, and what they are told. Data only."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from app.memory.records.json import Json

CLOCK = "clock"  # the channel of turns that nobody asked for just now: the clock did, by a schedule


@dataclass(frozen=True, slots=True)
class User:
    """Somebody the assistant works for. `time_zone` is an IANA name; `zone_source` says how we know it."""

    id: str
    name: str
    time_zone: str
    zone_source: Literal["setting", "browser", "system", "user"]
    locale: str
    settings: Json
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Identity:
    """How a channel knows a user: (channel, external_id) is unique."""

    channel: str
    external_id: str
    user_id: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class HeardPlace:
    """Where a user was heard, and when last."""

    user_id: str
    channel: str
    address: str
    at: datetime


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """A received message waiting for, running in, or finished by a turn.

    `corrects` is the held action it is a correction of, if it is one; `untrusted` names the source of a text that other
    people wrote (a forwarded one). `deliver`: its answer also goes to where its user is told things first.
    """

    id: str
    user_id: str
    channel: str
    external_id: str
    address: str
    text: str
    status: Literal["received", "running", "done"]
    turn_id: str | None
    received_at: datetime
    corrects: str = ""
    untrusted: str = ""
    deliver: bool = False


@dataclass(frozen=True, slots=True)
class StoredAttachment:
    """Bytes that came with an inbox entry.

    Where they are still at the channel, `data` is empty and `reference` says "<channel>:<how it names the file>".
    """

    id: int
    user_id: str
    inbox_id: str
    name: str
    media_type: str
    data: bytes
    reference: str = ""


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One finished turn. `number` rises by one with each turn stored, over all users; `route`, `taint`, `usage` are JSON.

    `taint`: the untrusted sources whose words it may hold. `carried`: those of them that it had not read itself: its model was still
    shown their words, so its answer may repeat them, and its user's words don't.
    """

    id: str
    number: int
    user_id: str
    channel: str
    text: str
    reply: str
    status: Literal["done", "failed", "stopped"]
    route: Json
    taint: list[str]
    usage: Json
    model: str
    trace_id: str
    started_at: datetime
    finished_at: datetime
    carried: list[str] = field(default_factory=list)

    @property
    def read(self) -> list[str]:
        """Whose words it had read itself, so that its text may hold them."""
        return [source for source in self.taint if source not in self.carried]

    @property
    def by_clock(self) -> bool:
        """Whether a schedule asked for it: its text is then nothing that its user has just said."""
        return self.channel == CLOCK


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """A message to deliver once. `id` rises: a reader that saw `id` asks for what is after it.

    `revision` rises with each change of the body, so that a delivery of the older one is not taken for one of the newer.
    """

    id: int
    user_id: str
    channel: str
    address: str
    key: str
    body: Json
    turn_id: str | None
    status: Literal["pending", "sending", "sent", "unknown", "failed"]
    attempts: int
    next_attempt_at: datetime
    created_at: datetime
    sent_at: datetime | None
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message that a channel shows for an outbox entry; its parts count from 0.

    "sending" was begun and has no answer yet; "unknown" may or may not have been taken. `external_id` is the channel's own
    name of the message, "" while nobody knows it.
    """

    outbox_id: int
    part: int
    user_id: str
    status: Literal["sending", "sent", "unknown"]
    external_id: str


@dataclass(frozen=True, slots=True)
class Placeholder:
    """The message that stands in a chat for an answer that is still being written; one a chat."""

    user_id: str
    channel: str
    address: str
    external_id: str
    turn_id: str
    created_at: datetime
