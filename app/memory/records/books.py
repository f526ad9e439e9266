"""Rows of what the assistant may do, did and cost. Data only."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.memory.records.json import Json


@dataclass(frozen=True, slots=True)
class PendingAction:
    """A held call: exactly these arguments, once, by this user, until `expires_at`. `number` is what its user calls it by, given once;
    `decided_in` the turn whose words decided it, where words did, or the name of the tap that did; `own_words`: its user's own words ask for that very call, whatever was read
    beside them."""

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
    card: str = ""
    number: int = 0
    decided_in: str = ""
    own_words: bool = False


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
class CostLine(UsageTotals):
    """Sums over a time of one user, model or role; "" where it is of all of them."""

    user_id: str
    model: str
    role: str


@dataclass(frozen=True, slots=True)
class Controls:
    """The switches a person has over the assistant. Somebody who never touched one has no row: these defaults.

    `stopped_at` ends every turn that started before it. `editing` is the held action whose correction is awaited, in the
    place `editing_in` ("channel|address"), both "" where none is. `asked`: how many held calls they were shown, ever.
    """

    user_id: str
    paused_at: datetime | None = None
    stopped_at: datetime | None = None
    editing: str = ""
    editing_in: str = ""
    editing_since: datetime | None = None
    asked: int = 0


@dataclass(frozen=True, slots=True)
class PlanRecord:
    """A plan of several steps, made within one turn. `steps` are JSON; what a status means is the planner's concern."""

    id: str
    user_id: str
    turn_id: str
    goal: str
    steps: list[Json]
    taint: list[str]
    status: str
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Score:
    """What a person's decision says about the turn behind `trace_id`. `sent_at` is None until a tracer has taken it."""

    id: int
    user_id: str
    trace_id: str
    name: str
    value: float
    note: str
    created_at: datetime
    sent_at: datetime | None
