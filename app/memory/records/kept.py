"""Rows of what people keep, and how it is found again. Data only."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal


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
    """Something to do, or an item of a list (`list_name`, "todo" by default). `due_has_time` False: due that day. `due_said`: the due
    moment that was said."""

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
    due_said: datetime | None = None
    place: int | None = None  # in a list that its user put in order


@dataclass(frozen=True, slots=True)
class Reminder:
    """A promise to say `text` at `due_at` (UTC, the next occurrence).

    A repeating one has `rule` (RFC 5545 RRULE value), computed from the wall-clock `local_start` (naive ISO text) in
    `time_zone`, without the `exceptions` (local days or moments, ISO). `channel` is where it is said, "" for wherever its user is told things first.
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
    exceptions: list[str] = field(default_factory=list)
    channel: str = ""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One due moment of a schedule and how it ended.

    What takes longer than a transaction is "waiting", then "running" as the turn `run_id`, before it ends; `ended_at` is then when that
    was written.
    """

    id: int
    user_id: str
    owner_kind: str
    owner_id: str
    due_at: datetime
    status: Literal["waiting", "running", "ran", "late", "skipped"]
    reason: str
    ended_at: datetime
    run_id: str = ""
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement about the user, with its provenance.

    `key` names what it is about ("home", "sister's name"); a correction sets `superseded_by` on the old row and nothing is
    overwritten. `confirmed` is False for a fact from a tainted turn until the user says yes. `kind` is its sort; `quote` the
    words of the user it was drawn from, "" where there are none.
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
    kind: str = "other"
    quote: str = ""


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
class KeptPage:
    """The text of a page on the reading list: `item_id` is its item's number. `text` is "" until it was read; `note` says what is wrong with it,
    or why there is none; `look_at` is when to look next, None for never again."""

    id: int
    user_id: str
    item_id: int
    title: str
    site: str
    text: str
    note: str
    taint: list[str]
    attempts: int
    look_at: datetime | None
    turn_id: str | None
    created_at: datetime


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
    """Hits with how they were found. `compared`: meanings were compared, whether or not anything was near."""

    hits: list[Hit] = field(default_factory=list)
    by_words: bool = False
    by_meaning: bool = False
    compared: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A turn among its user's turns: its number and those of the turns before and after it, where they were asked for.

    `document` is the id of what is searched.
    """

    number: int
    id: str
    document: int
    started_at: datetime
    before: int | None
    after: int | None
