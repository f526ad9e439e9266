"""Rows of the assistants behind the assistant. Data only."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.memory.records.json import Json


@dataclass(frozen=True, slots=True)
class Worker:
    """An assistant behind the assistant, known to its user by `name`.

    `purpose` is what it is for, `running_summary` what it knows of its work so far. While it is "waiting", `question` is what it needs from
    the user: {"reason", "question", "status", "context"}; else it is {}.
    """

    id: int
    user_id: str
    name: str
    purpose: str
    running_summary: str
    status: Literal["idle", "working", "waiting"]
    question: Json
    turn_id: str | None
    taint: list[str]
    created_at: datetime
    updated_at: datetime
