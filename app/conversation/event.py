"""One event: an open occurrence of a schedule as the turn that does it, and what its job says of it.

A job does one kind of schedule. It is told nothing but the event and says what there is to say; it neither writes the turn down nor puts a
message out: that is the lane's. Knows no job.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from textwrap import shorten
from typing import Literal
from zoneinfo import ZoneInfo

from app.conversation.turn import Resources, Turn
from app.memory.records import Occurrence, ScheduledTask

_NAME = 60  # characters


@dataclass(frozen=True, slots=True)
class Event:
    """`turn.text` is the schedule's instruction, `turn.moment` when it was first begun, and `turn.taint` what its words had been read in.

    What a job's run fills in of the turn (messages, model, usage, route, books) is written down with it.
    """

    turn: Turn
    resources: Resources
    occurrence: Occurrence
    schedule: ScheduledTask

    @property
    def name(self) -> str:
        """What its user knows it by."""
        return self.schedule.name or shorten(self.schedule.instruction, _NAME, placeholder="…") or "a scheduled task"

    @property
    def asked(self) -> str:
        """What was asked, with a mark that the clock did."""
        more = "" if self.schedule.instruction == self.name else f" {self.schedule.instruction}"
        return f"(scheduled: {self.name}){more}".rstrip()

    def local(self, moment: datetime) -> datetime:
        """A moment on its user's wall clock."""
        return moment.astimezone(ZoneInfo(self.turn.user.time_zone))


@dataclass(frozen=True, slots=True)
class Said:
    """What came of an event. `silent`, or a `text` that is empty or the silence token: nothing is said.

    `failed`: `text` is a sentence that says why it could not be done; what comes next is added to it. `reason` is what stands in the books
    of the occurrence, in a word or two.
    """

    text: str
    silent: bool = False
    kind: Literal["unasked", "notice"] = "unasked"
    failed: bool = False
    reason: str = ""


Job = Callable[[Event], Awaitable[Said]]
Jobs = Mapping[str, Job]  # by the schedule's kind
