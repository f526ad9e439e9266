"""Rows of what was made of the talk, and how far each reader of it has come. Data only."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.memory.records.json import Json


@dataclass(frozen=True, slots=True)
class Source:
    """Whose words were read under `name`; `mark` tells its contents from others of that name, "" where the name is certain."""

    user_id: str
    name: str
    mark: str
    trusted_at: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a background reader of the conversation has come: the number of the last turn it has read."""

    user_id: str
    name: str
    turn_number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Behind:
    """A user with turns after the mark of a reader: it stands at `mark`, the last turn is `newest` and ended at `newest_at`."""

    user_id: str
    mark: int
    newest: int
    newest_at: datetime


@dataclass(frozen=True, slots=True)
class Summary:
    """The running summary of a conversation, up to the turn of the number `covers`.

    `sections` are lines by section; a line is {"text": str, "turns": [ids of the turns it was made from]}.
    """

    user_id: str
    sections: dict[str, list[Json]]
    covers: int
    taint: list[str]
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Session:
    """A stretch of talk without a long pause, once it is over: `turns` turns, the first and the last by their number.

    `note_id` is the note that sums it up, None where there was nothing to sum up.
    """

    id: int
    user_id: str
    first_turn: int
    last_turn: int
    turns: int
    topic: str
    note_id: int | None
    started_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Learning:
    """How the assistant should behave towards its user. It counts while "active"; one from a tainted turn is only "proposed"."""

    id: int
    user_id: str
    kind: Literal["learning", "correction"]
    content: str
    status: Literal["proposed", "active", "retired"]
    source: str
    turn_id: str | None
    taint: list[str]
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Intention:
    """What to ask or say later, once: not before `due_at`, and no longer at all from `expires_at` on."""

    id: int
    user_id: str
    text: str
    due_at: datetime
    expires_at: datetime
    status: Literal["pending", "delivered", "dropped", "expired"]
    source: str
    turn_id: str | None
    taint: list[str]
    created_at: datetime
    updated_at: datetime
