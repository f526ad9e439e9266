"""The runs that a turn asked for and that have ended: told again after a crash, or to the model that goes on, instead of run again.

Invariant: of one worker the same message is run once in a turn, whoever asks how often. Reads, and writes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic_ai.messages import ModelMessage, ToolCallPart, ToolReturnPart, UserPromptPart

from app.memory.records import Json, PendingAction, Worker
from app.memory.repositories import Repositories
from app.prompts.turn import split
from app.tools.workers import invoke_worker_agent
from app.workers.conversation import read
from app.workers.outcome import Outcome, read_outcome, with_waiting


@dataclass(frozen=True, slots=True)
class Ended:
    """One run, by the worker whose it is."""

    run_id: str
    worker_id: int
    messages: list[ModelMessage]

    @property
    def asked(self) -> str:
        """The words it was asked with."""
        parts = self.messages[0].parts if self.messages else []
        return next((split(str(part.content)).text for part in parts if isinstance(part, UserPromptPart)), "")

    def of(self, worker: Worker) -> bool:
        """Whether it is that worker's."""
        return self.worker_id == worker.id

    def outcome(self, name: str) -> Outcome:
        """What it came to."""
        return read_outcome(name, self.messages)


@dataclass(frozen=True, slots=True)
class Retold:
    """Calls with their results for the main agent, what is behind them, and the held calls among what they did."""

    calls: list[tuple[ToolCallPart, ToolReturnPart]] = field(default_factory=list)
    taint: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)


async def ended_runs(store: Repositories, user_id: str, turn_id: str) -> list[Ended]:
    """All of one turn, in their order."""
    found: dict[str, tuple[int, list[Json]]] = {}
    for worker_id, run_id, message in await store.worker_messages.within(user_id, turn_id):
        found.setdefault(run_id, (worker_id, []))[1].append(message)
    return [Ended(run_id, worker_id, read(messages)) for run_id, (worker_id, messages) in found.items()]


async def told_again(store: Repositories, user_id: str, turn_id: str) -> Retold:
    """The same as calls of the main agent's."""
    runs = await ended_runs(store, user_id, turn_id)
    if not runs:
        return Retold()
    workers = {worker.id: worker for worker in await store.workers.many(user_id, [run.worker_id for run in runs])}
    asked = [action for action in await store.pending.within(user_id, turn_id) if action.turn_id != turn_id]
    known = [(run, workers[run.worker_id]) for run in runs if run.worker_id in workers]
    return Retold(
        calls=[_call(run, worker, asked) for run, worker in known],
        taint=list(dict.fromkeys(source for _, worker in known for source in worker.taint)),
        waiting=[action.id for action in asked if action.status == "pending"],
    )


def _call(run: Ended, worker: Worker, asked: Sequence[PendingAction]) -> tuple[ToolCallPart, ToolReturnPart]:
    tool, call_id = invoke_worker_agent.__name__, f"ended_{run.run_id}"
    held = [action for action in asked if action.turn_id == run.run_id]
    result = with_waiting(run.outcome(worker.name), held).for_the_main_agent()
    return (
        ToolCallPart(tool, {"name": worker.name, "message": run.asked}, call_id),
        ToolReturnPart(tool, result, call_id),
    )
