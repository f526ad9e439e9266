"""Rows that serve processes, and who is signed in. Data only."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.memory.records.json import Json


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
class LoopSwitch:
    """What its operator wants of a loop: since when it is paused (None: it isn't), and when a run was last asked for."""

    name: str
    paused_at: datetime | None
    run_at: datetime | None


@dataclass(frozen=True, slots=True)
class ModelState:
    """When a model answered last, when it last didn't, and the name of its trouble then ("" where it never failed)."""

    model: str
    answered_at: datetime | None
    failed_at: datetime | None
    trouble: str

    @property
    def is_failing(self) -> bool:
        """Whether it failed and has not answered since."""
        return self.failed_at is not None and (self.answered_at is None or self.failed_at > self.answered_at)


@dataclass(frozen=True, slots=True)
class PageSession:
    """A browser that is signed in to the page. `browser` is what it says it is, in words; `used_at` is right to some minutes."""

    id: int
    user_id: str
    browser: str
    created_at: datetime
    used_at: datetime
    expires_at: datetime
