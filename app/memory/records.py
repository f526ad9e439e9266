"""The rows, as frozen records. Times are aware UTC datetimes; every record that belongs to a person carries `user_id`.

Data only. How a row becomes a record is the repositories' concern; what a row means is the caller's.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Json = dict[str, Any]


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
class InboxEntry:
    """A received message waiting for, running in, or finished by a turn."""

    id: str
    user_id: str
    channel: str
    external_id: str
    address: str
    text: str
    status: Literal["received", "running", "done"]
    turn_id: str | None
    received_at: datetime


@dataclass(frozen=True, slots=True)
class StoredAttachment:
    """Bytes that came with an inbox entry."""

    id: int
    user_id: str
    inbox_id: str
    name: str
    media_type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One finished turn. `number` rises by one with each turn stored, over all users; `route`, `taint`, `usage` are JSON."""

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


@dataclass(frozen=True, slots=True)
class Note:
    """A note. `taint` lists the untrusted sources it was made from (empty: the user's own words)."""

    id: int
    user_id: str
    title: str
    content: str
    tags: list[str]
    source: str
    turn_id: str | None
    taint: list[str]
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do, or an item of a list (`list_name`, "todo" by default). `due_has_time` False: due that day."""

    id: int
    user_id: str
    list_name: str
    title: str
    due_at: datetime | None
    due_has_time: bool
    priority: int
    done_at: datetime | None
    turn_id: str | None
    taint: list[str]
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None


@dataclass(frozen=True, slots=True)
class Reminder:
    """A promise to say `text` at `due_at` (UTC, the next occurrence).

    A repeating one has `rule` (RFC 5545 RRULE value), computed from the wall-clock `local_start` (naive ISO text) in
    `time_zone`.
    """

    id: int
    user_id: str
    text: str
    due_at: datetime
    local_start: str
    time_zone: str
    rule: str | None
    status: Literal["active", "processing", "done", "cancelled"]
    turn_id: str | None
    taint: list[str]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One due moment of a schedule and how it ended."""

    id: int
    user_id: str
    owner_kind: str
    owner_id: str
    due_at: datetime
    status: Literal["ran", "late", "skipped"]
    reason: str
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement about the user, with its provenance.

    `key` names what it is about ("home", "sister's name"); a correction sets `superseded_by` on the old row and nothing is
    overwritten. `confirmed` is False for a fact from a tainted turn until the user says yes.
    """

    id: int
    user_id: str
    key: str
    statement: str
    confidence: float
    source: str
    turn_id: str | None
    taint: list[str]
    confirmed: bool
    superseded_by: int | None
    created_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class ContextEntry:
    """A named text about the user, such as the narrative profile."""

    user_id: str
    key: str
    content: str
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """What the user wrote down about a day. `entry_date` is the local calendar day (ISO text)."""

    id: int
    user_id: str
    entry_date: str
    content: str
    mood: str
    turn_id: str | None
    taint: list[str]
    created_at: datetime
    deleted_at: datetime | None


@dataclass(frozen=True, slots=True)
class ReadLaterItem:
    """Something to read later."""

    id: int
    user_id: str
    url: str
    title: str
    tags: list[str]
    read_at: datetime | None
    turn_id: str | None
    taint: list[str]
    created_at: datetime
    deleted_at: datetime | None


@dataclass(frozen=True, slots=True)
class PendingAction:
    """A held call: exactly these arguments, once, by this user, until `expires_at`."""

    id: str
    user_id: str
    turn_id: str
    trace_id: str
    channel: str
    tool: str
    arguments: Json
    digest: str
    summary: str
    taint: list[str]
    status: Literal["pending", "executing", "done", "failed", "cancelled", "editing", "edited", "expired", "unknown"]
    result: str
    created_at: datetime
    expires_at: datetime
    decided_at: datetime | None


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One call with a side effect. A row left at "started" by a crash becomes "unknown" and is told to the user.

    `call_key` is unique within the turn (tool, digest of the arguments, which time). `undo` says how it can be taken back.
    """

    id: int
    user_id: str
    turn_id: str
    call_key: str
    tool: str
    arguments: Json
    status: Literal["started", "done", "failed", "unknown"]
    result: str
    undo: Json | None
    undone_at: datetime | None
    started_at: datetime
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One tool call as it was decided, arguments sanitised."""

    id: int
    user_id: str
    turn_id: str
    tool: str
    arguments: Json
    decision: str
    outcome: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class UsageRecord:
    """What one model call cost. `cost` is in US dollars, 0 where no price is known."""

    id: int
    user_id: str
    turn_id: str | None
    role: str
    model: str
    requests: int
    input_tokens: int
    output_tokens: int
    cost: float
    created_at: datetime


@dataclass(frozen=True, slots=True)
class UsageTotals:
    """Sums over a time."""

    requests: int
    input_tokens: int
    output_tokens: int
    cost: float


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """A message to deliver once. `id` rises: a reader that saw `id` asks for what is after it."""

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


@dataclass(frozen=True, slots=True)
class Lease:
    """Who may do a thing until when. `info` is the holder's own (a server writes its address)."""

    name: str
    holder: str
    expires_at: datetime
    info: Json


@dataclass(frozen=True, slots=True)
class LoopRun:
    """One run of a background loop."""

    id: int
    name: str
    started_at: datetime
    finished_at: datetime | None
    status: Literal["running", "ok", "failed"]
    error: str
    next_run_at: datetime | None


@dataclass(frozen=True, slots=True)
class Document:
    """The searchable text of a row of another table, named by (kind, owner_id)."""

    user_id: str
    kind: str
    owner_id: str
    text: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Hit:
    """A document found by a search; a higher `score` is better, comparable only within one search."""

    kind: str
    owner_id: str
    text: str
    created_at: datetime
    score: float


@dataclass(frozen=True, slots=True)
class Found:
    """Hits with how they were found."""

    hits: list[Hit] = field(default_factory=list)
    by_words: bool = False
    by_meaning: bool = False
