"""Rows of a person's accounts elsewhere and of their mails. Data only; who reaches them is `integrations/`."""

from dataclasses import dataclass, field
from datetime import datetime

from app.memory.records.json import Json


@dataclass(frozen=True, slots=True)
class Account:
    """A mailbox or a calendar that somebody connected. `identity` is what the vendor knows them by, `label` what they call it;
    `state` is ok, expired, revoked or attention, and `problem` says why it is not ok; `watermark` how far its inbox was heard of."""

    id: int
    user_id: str
    provider: str
    label: str
    identity: str
    settings: Json
    scopes: list[str]
    state: str
    problem: str
    told_at: datetime | None
    checked_at: datetime | None
    used_at: datetime | None
    created_at: datetime
    updated_at: datetime
    watermark: str = ""

    @property
    def vault_name(self) -> str:
        """What its secrets are kept under."""
        return f"{self.provider}:{self.identity}"

    @property
    def pinned(self) -> str:
        """How a call that waits names just this one: labels are given anew, and two may have the same."""
        return f"{self.label} #{self.id}"


@dataclass(frozen=True, slots=True)
class AccountHoldings:
    """How much of an account is kept here: mails and events that were seen, and mails that wait to go out."""

    mails: int
    events: int
    waiting: int


@dataclass(frozen=True, slots=True)
class MailHeading:
    """A mail that was seen, by its number; `folder` and `uid` say where it lies, `taint` whose words these are;
    `came_at` is when it came, where somebody was waiting for it."""

    id: int
    user_id: str
    account_id: int
    folder: str
    uid: str
    message_id: str
    sender_name: str
    sender: str
    subject: str
    received_at: datetime
    is_unread: bool
    size: int
    taint: list[str]
    listed_at: datetime
    deleted_at: datetime | None
    came_at: datetime | None = None

    @property
    def created_at(self) -> datetime:
        """When it came."""
        return self.received_at


@dataclass(frozen=True, slots=True)
class EventHeading:
    """One time of an event that was seen, by its number; `calendar`, `href` and `key` say where it lies, `taint` whose words these are.
    An all-day one starts and ends at the user's midnights."""

    id: int
    user_id: str
    account_id: int
    calendar: str
    href: str
    key: str
    title: str
    starts_at: datetime
    ends_at: datetime
    all_day: bool
    taint: list[str]
    listed_at: datetime
    deleted_at: datetime | None

    @property
    def created_at(self) -> datetime:
        """When it is."""
        return self.starts_at


@dataclass(frozen=True, slots=True)
class SyncedList:
    """A list of ours (`list_name`) that is kept the same as one elsewhere: `list_id` is its server's name for it, `title` the shown one.
    `key` begins the ids of what we add there; `stood` is how the list here stood when it was last synced ("" before)."""

    id: int
    user_id: str
    account_id: int
    list_name: str
    list_id: str
    title: str
    key: str
    stood: str
    failures: int
    synced_at: datetime | None
    next_at: datetime
    created_at: datetime


@dataclass(frozen=True, slots=True)
class SyncedTask:
    """Which task here is which elsewhere (`uid`), and the marks of what both held when they were last the same."""

    id: int
    user_id: str
    synced_list_id: int
    task_id: int
    uid: str
    here: str
    there: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class OutgoingMail:
    """A mail on its way out: waiting, sending, sent, failed, unknown or taken_back. `answers`: the number of the mail it answers
    ("#12"), the UID of the event that it tells of ("event:…"), or ""."""

    id: int
    user_id: str
    account_id: int
    message_id: str
    recipients: list[str]
    subject: str
    mime: bytes = field(repr=False)
    answers: str
    state: str
    problem: str
    attempts: int
    send_at: datetime
    done_at: datetime | None
    turn_id: str | None
    taint: list[str]
    created_at: datetime
