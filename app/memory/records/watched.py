"""Rows of what the assistant does or watches by itself because a person asked for it: schedules, alerts, news. Data only."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from app.memory.records.json import Json

_STATES: dict[str, Literal["ACTIVE", "PROCESSING"]] = {"active": "ACTIVE", "processing": "PROCESSING"}


@dataclass(frozen=True, slots=True)
class ScheduledTask:
    """A schedule: at `due_at` (UTC, the next occurrence) `instruction` is carried out.

    `kind`: "task" is done by the main agent, "worker" wakes the worker `target`, "routine" is the house's own routine `target`.
    `rule` is an RFC 5545 RRULE value, "CRON:" with five fields, or "" for once; it is computed from the wall-clock `local_start` (naive
    ISO text) in `time_zone`, without the `exceptions` (local days or moments, ISO). `freshness` (seconds): a missed occurrence
    is still done within it. `origin`: who set it. `status` "processing": an occurrence of it is open.
    """

    id: int
    user_id: str
    name: str
    instruction: str
    rule: str
    local_start: str
    time_zone: str
    due_at: datetime
    status: Literal["active", "processing", "paused", "done", "cancelled"]
    turn_id: str | None
    taint: list[str]
    created_at: datetime
    updated_at: datetime
    kind: Literal["task", "worker", "routine"] = "task"
    target: str = ""
    exceptions: list[str] = field(default_factory=list)
    freshness: int = 21_600
    origin: Literal["user", "settings", "worker"] = "user"

    @property
    def state(self) -> Literal["ACTIVE", "PROCESSING", "DISABLED"]:
        """How it stands, as people are shown it."""
        return _STATES.get(self.status, "DISABLED")


@dataclass(frozen=True, slots=True)
class AlertRule:
    """What the user wants to be told of when it happens, at most once in `cooldown` seconds.

    `seen` are the findings that were told already (by key, newest last); `fired_because` is what it said last.
    """

    id: int
    user_id: str
    name: str
    source: str
    condition: Json
    cooldown: int
    status: Literal["active", "paused", "done", "cancelled"]
    fired_at: datetime | None
    expires_at: datetime | None
    turn_id: str | None
    taint: list[str]
    created_at: datetime
    updated_at: datetime
    seen: list[str] = field(default_factory=list)
    fired_because: str = ""


@dataclass(frozen=True, slots=True)
class NewsTopic:
    """Something the user wants news of, in their words; of the kind "feed" it is the feed at `url`. `taint`: whose words those are beside theirs."""

    id: int
    user_id: str
    topic: str
    created_at: datetime
    kind: Literal["topic", "feed"] = "topic"
    url: str = ""
    taint: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class NewsLook:
    """When a topic was last looked at, and what its feed gave then for the next time."""

    user_id: str
    topic: str
    looked_at: datetime
    etag: str
    last_modified: str


@dataclass(frozen=True, slots=True)
class FoundStory:
    """A report that was found for a topic. `digest` names its page, `story` what it tells: the digest of the first report of it; `signature` are
    hashes of runs of its words; `taint`: whose words it is."""

    topic: str
    digest: str
    story: str
    title: str
    summary: str
    url: str
    publisher: str
    signature: list[int]
    published_at: datetime | None
    taint: list[str]


@dataclass(frozen=True, slots=True)
class SeenStory(FoundStory):
    """One that is kept; `told_at`: when its user was told, None where they weren't."""

    id: int
    user_id: str
    seen_at: datetime
    told_at: datetime | None
