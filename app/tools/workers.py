"""The tools for workers, the assistants behind the assistant: setting one to work by name, seeing who there are, letting one go.

Invariant: a worker calls no workers, and letting one go takes its conversation and its wake-ups with it, so it always asks.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from pydantic_ai import RunContext

from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import DELEGATES, DESTROYS, READS
from app.memory.records import ScheduledTask, Worker
from app.tools import readback
from app.tools import when as times
from app.tools.pick import Shelf, pick
from app.tools.provenance import carry
from app.tools.toolset import Tool
from app.tools.waking import wake_ups

NO_WORKERS = "You have no workers. Tell me what one is to look after, and I'll take it on."
MAX_MESSAGE = 8_000
_SUMMARY = 300
_BROKEN_OFF = timedelta(minutes=30)  # nobody works for so long without a word: it was interrupted


async def invoke_worker_agent(ctx: RunContext[AgentDeps], name: str, message: str, purpose: str = "") -> str:
    """Let a worker do a lasting or background job, or pass on an answer it waits for. A new name takes one on.

    Args:
        message: all it needs to know.
    """
    deps = ctx.deps
    if deps.workers is None:
        raise ToolProblem("A worker can't set other workers to work. Ask the user instead.")
    if not message.strip():
        raise ToolProblem(f"What is {name.strip()[:40] or 'the worker'} to do?")
    return await deps.workers.invoke(deps, name, message.strip()[:MAX_MESSAGE], purpose)


async def list_workers(ctx: RunContext[AgentDeps]) -> str:
    """Your workers and how they stand."""
    deps = ctx.deps
    workers = await deps.store.workers.list(deps.user.id)
    if not workers:
        return NO_WORKERS
    carry(deps, workers)
    return "\n".join([await _line(worker, deps) for worker in workers])


async def dismiss_worker(ctx: RunContext[AgentDeps], worker: str) -> Done:
    """Let one go for good."""
    deps = ctx.deps
    gone = await pick(shelf(deps), worker)
    rows = await wake_ups(deps, gone.name)
    for row in rows:
        await deps.store.scheduled_tasks.set_status(deps.user.id, row.id, "cancelled", deps.now)
    await deps.store.workers.delete(deps.user.id, gone.id)
    more = f", and its {_count(len(rows), 'wake-up')} cancelled" if rows else ""
    return Done(f"{gone.name} is dismissed{more}.")


async def _prepare_dismissing(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The card says what goes with it, and what runs is that very worker."""
    gone = await pick(shelf(deps), str(arguments.get("worker", "")))
    rows = await wake_ups(deps, gone.name)
    runs = await deps.store.worker_messages.runs(deps.user.id, gone.id)
    lost = ", ".join(
        f"{_count(number, noun)}" for number, noun in ((runs, "conversation"), (len(rows), "wake-up")) if number
    )
    return {"worker": f"#{gone.id}"}, f"dismiss {one_line(gone.name)} for good{f' ({lost})' if lost else ''}"


def shelf(deps: AgentDeps) -> Shelf[Worker]:
    """How one of the user's workers is looked up: by name first."""

    async def find(words: str) -> Sequence[Worker]:
        named = await deps.store.workers.named(deps.user.id, words)
        rows = await deps.store.workers.list(deps.user.id)
        return [named] if named else [row for row in rows if words.casefold() in row.name.casefold()]

    return Shelf(
        noun="worker",
        deps=deps,
        get=lambda number: deps.store.workers.get(deps.user.id, number),
        find=find,
        all=lambda: deps.store.workers.list(deps.user.id),
        name=lambda worker: worker.name,
    )


async def _line(worker: Worker, deps: AgentDeps) -> str:
    """ "- Ama: watering the plants. Idle, wakes every Monday … . Last: …"."""
    rows = await wake_ups(deps, worker.name)
    wakes = f". Wakes: {'; '.join(_wakes(row, deps) for row in rows)}" if rows else ""
    last = worker.running_summary.strip().rpartition("\n")[2].strip("- ")[:_SUMMARY]
    done = f"\n  Last: {last}" if last else ""
    return f"- {worker.name}: {worker.purpose}. {_state(worker, deps)}{wakes}.{done}"


def _wakes(row: ScheduledTask, deps: AgentDeps) -> str:
    """ "every Monday at 09:00, next time tomorrow at 09:00 (#3)"."""
    often = readback.how_often(row, deps)
    said = f"{often}, next {times.say(row.due_at, deps.local_now)}" if often else times.say(row.due_at, deps.local_now)
    return f"{'paused, ' if row.status == 'paused' else ''}{said} (#{row.id})"


def _state(worker: Worker, deps: AgentDeps) -> str:
    if worker.status == "waiting":
        return f'Waits for your answer to "{worker.question.get("question", "")}"'
    broken_off = deps.now - worker.updated_at > _BROKEN_OFF
    return "At work" if worker.status == "working" and not broken_off else "Idle"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


TOOLS: tuple[Tool, ...] = (
    Tool(invoke_worker_agent, DELEGATES),  # what it does inside passes the gate call by call
    Tool(list_workers, READS),
    Tool(dismiss_worker, DESTROYS, prepare=_prepare_dismissing),
)
