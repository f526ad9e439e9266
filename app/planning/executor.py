"""Carries a plan out, one step after the other.

Invariant: where the plan stands is saved before a step begins and after it ended, so a crash goes on at the step that was running,
under the same step id: what the ledger holds under it is not done twice. A step that fails, waits for leave or is stopped ends
the run with the rest pending. What a step read that others wrote taints all steps after it. Knows no model, no storage and no channel.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from app.errors import AssistantError, DeliveryError, StorageError
from app.memory.records import PlanRecord
from app.memory.runs import step_of
from app.planning.models import StepState
from app.planning.scratchpad import step_prompt

log = logging.getLogger(__name__)

EndStatus = Literal["done", "failed", "waiting", "stopped"]
Progress = Callable[[list[StepState]], Awaitable[None]]
Save = Callable[[list[StepState], list[str], str], Awaitable[None]]  # the steps, the plan's taint, its status

RUNNING = "running"
BROKE = "Something broke on my side; it has been written to the log."


@dataclass(frozen=True, slots=True)
class StepOutcome:
    """How a step went: what it said, whether it worked, the actions it asked leave for, what it read, whether it was stopped."""

    text: str
    ok: bool
    held: list[str] = field(default_factory=list)
    taint: list[str] = field(default_factory=list)
    stopped: bool = False


class StepRunner(Protocol):
    """Who carries out a single step."""

    async def run_step(self, step_id: str, prompt: str, *, domain: str, taint: Sequence[str]) -> StepOutcome:
        """Run one step. `step_id` is the same each time this step runs; `prompt` comes apart with `split_step`; `domain` may be "".

        An AssistantError is a failed step, a StorageError ends the run as it stands.
        """
        ...


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended, and every step as it stands."""

    status: EndStatus
    steps: list[StepState]


def step_id(plan_id: str, number: int) -> str:
    """The name of a step (from 0), the same at each attempt."""
    return step_of(plan_id, number)


def _never() -> bool:
    return False


class PlanExecutor:
    """Runs plans; holds nothing of them."""

    def __init__(self, stopping: Callable[[], bool] = _never) -> None:
        """`stopping` is asked before each step: whether its user wants it to stop."""
        self._stopping = stopping

    async def run(self, record: PlanRecord, *, runner: StepRunner, progress: Progress, save: Save) -> Ended:
        """Carry out what is left of a plan. Storage errors and cancellation go up, the step that ran still marked as running."""
        work = _Work(record, runner, progress, save)
        for number, state in enumerate(work.states):
            if state.is_over:
                continue
            if state.status == "waiting":
                return await work.end("waiting")
            if self._stopping():
                return await work.stop(number)
            ended = await work.step(number)
            if ended is not None:
                return await work.end(ended)
        return await work.end("done")


class _Work:
    """One run of one plan."""

    def __init__(self, record: PlanRecord, runner: StepRunner, progress: Progress, save: Save) -> None:
        self.states = [StepState.from_dict(step) for step in record.steps]
        self._record = record
        self._runner = runner
        self._progress = progress
        self._save = save

    async def step(self, number: int) -> EndStatus | None:
        """Run one step; why the run ends with it, or None where it goes on."""
        await self._put(number, self.states[number].running())
        outcome = await self._outcome(number)
        state, ends = _after(self.states[number], outcome)
        await self._put(number, state)
        return ends

    async def stop(self, number: int) -> Ended:
        """End before this step, which is begun anew when the plan goes on."""
        self.states[number] = self.states[number].pending()
        return await self.end("stopped")

    async def end(self, status: EndStatus) -> Ended:
        """Write down that the run is over."""
        await self._save(self.states, self._taint(), status)
        log.info("plan ended", extra={"event": "plan.ended", "plan": self._record.id, "status": status})
        return Ended(status, self.states)

    async def _outcome(self, number: int) -> StepOutcome:
        state, record = self.states[number], self._record
        prompt = step_prompt(record.goal, self.states, number)
        try:
            return await self._runner.run_step(
                step_id(record.id, number), prompt, domain=state.step.domain, taint=self._taint()
            )
        except StorageError:
            raise
        except AssistantError as problem:
            return StepOutcome(problem.sentence, ok=False)
        except Exception:  # a bug in one step must leave a plan that can go on
            log.exception("step broke", extra={"event": "plan.step_broke", "plan": record.id, "step": number})
            return StepOutcome(BROKE, ok=False)

    async def _put(self, number: int, state: StepState) -> None:
        """The step's new state: on disk first, then shown."""
        self.states[number] = state
        await self._save(self.states, self._taint(), RUNNING)
        try:
            await self._progress(list(self.states))
        except DeliveryError as problem:
            log.info("checklist not shown", extra={"event": "plan.not_shown", "problem": type(problem).__name__})

    def _taint(self) -> list[str]:
        """All that was read so far, by the plan's request and by its steps."""
        read = (source for state in self.states for source in state.taint)
        return list(dict.fromkeys((*self._record.taint, *read)))


def _after(state: StepState, outcome: StepOutcome) -> tuple[StepState, EndStatus | None]:
    """The step's next state and why the run ends with it. What waits for leave counts before what went wrong beside it."""
    if outcome.held:
        return state.waiting(outcome.text, outcome.taint), "waiting"
    if outcome.stopped:
        return state.failed("", outcome.taint).pending(), "stopped"
    if not outcome.ok:
        return state.failed(outcome.text, outcome.taint), "failed"
    return state.done(outcome.text, outcome.taint), None
