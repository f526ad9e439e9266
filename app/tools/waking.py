"""What a worker alone can call: asking its user a question, and waking itself later.

Invariant: a worker has at most MOST_WAKES wake-ups ahead, none rings more often than hourly, and of those it sets while nobody has
spoken to it there are at most MOST_A_DAY a day: the one that would be too many waits, paused, and that is told once. A wake-up is a schedule
like any other, so its user sees and changes it with theirs. Knows no models.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from pydantic_ai import RunContext

from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import PURE, READS, SCHEDULES, WRITES
from app.language.time import wording
from app.memory.records import ScheduledTask
from app.schedule.occurrences import occurrences
from app.tools import readback, standing
from app.tools import when as times
from app.tools.pick import Shelf, of_shelf, pick
from app.tools.provenance import carry
from app.tools.toolset import Tool

FOLLOW_UP = "follow_up_needed"
MOST_WAKES = 5
MOST_A_DAY = 20
SHORTEST = timedelta(hours=1)
MAX_INSTRUCTION = 2_000
PAUSED = "Paused:"  # how a result begins that its user hears of in any case
_LOOKED_AHEAD = 200  # occurrences
_DAY = timedelta(days=1)
_NAME = 80


async def follow_up_needed(
    ctx: RunContext[AgentDeps], question: str, *, reason: str = "", status: str = "", context: str = ""
) -> str:
    """Ask the user, and end here; the answer comes as your next message.

    Args:
        status: what is done so far.
        context: what the answer is needed for.
    """
    return "Asked. Say nothing more now."


async def wake_me(ctx: RunContext[AgentDeps], instruction: str, when: str, worker: str = "") -> Done:
    """Wake yourself later.

    Args:
        instruction: what you will be told then.
        when: as said, RRULE or cron.
        worker: leave empty.
    """
    deps = ctx.deps
    name = deps.worker or worker
    if not name:
        raise ToolProblem("Only a worker can wake itself. A reminder or a schedule does it for you.")
    if not instruction.strip() or not when.strip():
        raise ToolProblem("What is to be done, and when?")
    plan = times.plan(when, "", deps.local_now)
    _refuse_hurry(plan, deps)
    ahead = [row for row in await wake_ups(deps, name) if row.status != "paused"]
    if len(ahead) >= MOST_WAKES:
        raise ToolProblem(f"{MOST_WAKES} wake-ups ahead are the most a worker may have. Cancel one first.")
    spent = await _spent(deps, name) if deps.by_clock else 0
    if spent > MOST_A_DAY:
        raise ToolProblem("No further wake-ups today. The user was told, and decides.")
    schedule = await _add(deps, name, instruction, plan)
    undo = {"action": "delete_schedule", "id": schedule.id}
    if spent < MOST_A_DAY:
        return Done(readback.confirmed(schedule, deps), undo=undo)
    await deps.store.scheduled_tasks.set_status(deps.user.id, schedule.id, "paused", deps.now)
    return Done(
        f"{PAUSED} {name} has set itself {MOST_A_DAY} wake-ups within a day without a word from you, so its next one"
        f" (#{schedule.id}) waits. Say “resume schedule #{schedule.id}” to let it go on, or “dismiss {name}”.",
        undo=undo,
    )


async def list_wake_ups(ctx: RunContext[AgentDeps]) -> str:
    """When you wake, and what for."""
    deps = ctx.deps
    rows = await wake_ups(deps, deps.worker)
    carry(deps, rows)
    return "\n".join(f"- {readback.line(row, None, deps)}" for row in rows) or "You have no wake-ups."


async def cancel_wake_up(ctx: RunContext[AgentDeps], wake_up: str) -> Done:
    """Cancel one."""
    deps = ctx.deps
    gone = await pick(_shelf(deps), wake_up)
    await deps.store.scheduled_tasks.set_status(deps.user.id, gone.id, "cancelled", deps.now)
    return Done(readback.deleted(gone, deps), undo=standing.snapshot(gone, deps))


async def wake_ups(deps: AgentDeps, name: str) -> list[ScheduledTask]:
    """The schedules that wake the worker of that name and are not over, soonest first."""
    rows = await deps.store.scheduled_tasks.list(deps.user.id)
    return [row for row in rows if row.kind == "worker" and row.target.casefold() == name.casefold()]


async def _prepare_waking(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The card names the worker and the moment, and what runs after Confirm is that moment's."""
    name, when = deps.worker or str(arguments.get("worker", "")), str(arguments.get("when", ""))
    said = str(arguments.get("instruction", "")).strip()
    plan = times.plan(when, "", deps.local_now)
    often = f", {wording.say_rule(plan.rule, plan.start)}" if plan.rule else ""
    due = times.say(plan.due, deps.local_now)
    sentence = f"wake {one_line(name)} {due}{often}: {one_line(said)}"
    return {"instruction": said, "when": times.pinned(when, plan), "worker": name}, sentence


async def _spent(deps: AgentDeps, name: str) -> int:
    """How many it has set by itself within a day."""
    return await deps.store.scheduled_tasks.count_set(deps.user.id, name, "worker", deps.now - _DAY)


async def _add(deps: AgentDeps, name: str, instruction: str, plan: times.Plan) -> ScheduledTask:
    said = " ".join(instruction.split())[:MAX_INSTRUCTION]
    return await deps.store.scheduled_tasks.add(
        deps.user.id,
        name=f"{name}: {said}"[:_NAME],
        instruction=said,
        rule=plan.rule or "",
        local_start=plan.start.isoformat(),
        time_zone=deps.user.time_zone,
        due_at=plan.utc,
        turn_id=deps.turn_id,
        taint=deps.taint.all,
        at=deps.now,
        kind="worker",
        target=name,
        exceptions=plan.without,
        origin="worker" if deps.by_clock else "user",
    )


def _refuse_hurry(plan: times.Plan, deps: AgentDeps) -> None:
    """No repetition of which two occurrences stand closer than SHORTEST."""
    if plan.rule is None:
        return
    fires = occurrences(plan.rule, plan.start, ZoneInfo(deps.user.time_zone), deps.now, _LOOKED_AHEAD)
    if any(later - earlier < SHORTEST for earlier, later in pairwise(fires)):
        raise ToolProblem("Once an hour is the most often a worker may wake. Which hours?")


def _shelf(deps: AgentDeps) -> Shelf[ScheduledTask]:
    async def mine() -> Sequence[ScheduledTask]:
        return await wake_ups(deps, deps.worker)

    async def get(number: int) -> ScheduledTask | None:
        return next((row for row in await mine() if row.id == number), None)

    async def find(words: str) -> Sequence[ScheduledTask]:
        return [row for row in await mine() if all(word in readback.words(row) for word in words.casefold().split())]

    return Shelf(noun="wake-up", deps=deps, get=get, find=find, all=mine, name=readback.title)


TOOLS: tuple[Tool, ...] = (
    Tool(follow_up_needed, PURE),
    Tool(wake_me, SCHEDULES, prepare=_prepare_waking),
    Tool(list_wake_ups, READS),
    Tool(cancel_wake_up, WRITES, of_shelf("wake_up", _shelf, "cancel the wake-up")),
)
