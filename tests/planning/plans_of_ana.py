"""Plans for tests: a trip in three steps, as a record, and a runner that does what the test wrote."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from app.memory.records import PlanRecord
from app.planning.executor import StepOutcome
from app.planning.models import Plan, Step, StepState

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
STEPS = (
    Step("Find a hotel", "Find a hotel in Osu under 80 dollars for Friday.", "utility", "read"),
    Step("Put it in the calendar", "Put a stay at the result of step 1 into the calendar.", "calendar", "write"),
    Step("Tell Yaa", "Mail Yaa the address of the result of step 1.", "email", "send"),
)
TRIP = Plan("a weekend in Osu", STEPS)
Answer = StepOutcome | Exception


def recorded(states: Sequence[StepState] | None = None, *, taint: Sequence[str] = ()) -> PlanRecord:
    """The trip as it is stored."""
    steps = [state.as_dict() for state in states or [StepState(step) for step in STEPS]]
    return PlanRecord("p1", "ana", "t1", TRIP.goal, steps, list(taint), "proposed", NOW, NOW)


@dataclass
class Runner:
    """Answers each step as the test wrote; keeps what it was asked and what was saved and shown, in order."""

    answers: list[Answer] = field(default_factory=list)
    asked: list[tuple[str, str, str, list[str]]] = field(default_factory=list)
    saved: list[tuple[list[str], list[str], str]] = field(default_factory=list)
    states: list[StepState] = field(default_factory=list)
    shown: list[list[str]] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    while_running: Callable[[], Awaitable[None]] | None = None

    async def run_step(self, step_id: str, prompt: str, *, domain: str, taint: Sequence[str]) -> StepOutcome:
        """The next answer."""
        self.order.append("run")
        self.asked.append((step_id, prompt, domain, list(taint)))
        if self.while_running:
            await self.while_running()
        await asyncio.sleep(0)
        answer = self.answers.pop(0) if self.answers else StepOutcome("done", ok=True)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def progress(self, states: list[StepState]) -> None:
        """Keep what is shown."""
        self.order.append("show")
        self.shown.append([state.status for state in states])

    async def save(self, states: list[StepState], taint: list[str], status: str) -> None:
        """Keep what is saved."""
        self.order.append("save")
        self.states = list(states)
        self.saved.append(([state.status for state in states], list(taint), status))
