"""The tools for schedules: what is to be done at a time, once or again and again, and the house's own routines among them.

Invariant: what is stored is due ahead, on the user's own clock, and every change can be taken back. An instruction is kept as it was
said and never acted on here; it carries what its turn had read. Doing it when it is due is not this room's.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pydantic_ai import RunContext

from app.cards.literal import one_line
from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import READS, SCHEDULES, WRITES
from app.language.time import wording
from app.language.time.half_days import in_its_half
from app.memory.records import ScheduledTask
from app.tools import readback, routines, standing
from app.tools import when as times
from app.tools.pick import Shelf, of_shelf, pick
from app.tools.pinning import days_in
from app.tools.provenance import carry, with_sources
from app.tools.toolset import Prepare, Tool

MAX_INSTRUCTION = 2_000
_NAME = 80
# "To Sunday at five" of what comes once a week is another day for good.
_WEEKDAY = re.compile(r"\A\s*(?:to |on )?(?=(?:mon|tues|wednes|thurs|fri|satur|sun)day)", re.IGNORECASE)


async def schedule_task(ctx: RunContext[AgentDeps], instruction: str, when: str) -> Done:
    """Do something later or repeatedly.

    Args:
        instruction: what you will be told then.
        when: as said, RRULE or cron.
    """
    deps = ctx.deps
    said = _instruction(instruction)
    if not when.strip():
        raise ToolProblem(f"When should I do that: {said[:_NAME]}?")
    if deps.by_clock:
        raise ToolProblem("What runs by itself sets up nothing else that does. Tell me in our chat and I'll do it.")
    plan = times.plan(when, "", deps.local_now)
    schedule = await deps.store.scheduled_tasks.add(
        deps.user.id,
        name=said[:_NAME],
        instruction=said,
        rule=plan.rule or "",
        local_start=plan.start.isoformat(),
        time_zone=deps.user.time_zone,
        due_at=plan.utc,
        turn_id=deps.turn_id,
        taint=deps.taint.all,
        at=deps.now,
        exceptions=plan.without,
        freshness=int(deps.schedule_freshness.total_seconds()),
    )
    hour = "" if plan.has_time else f" You named no hour, so I took {plan.due:%H:%M}."
    return Done(readback.confirmed(schedule, deps) + hour, undo={"action": "delete_schedule", "id": schedule.id})


async def list_schedules(ctx: RunContext[AgentDeps]) -> str:
    """All that runs by itself, and how it last went."""
    deps = ctx.deps
    rows = await deps.store.scheduled_tasks.list(deps.user.id)
    if not rows:
        return 'Nothing is scheduled. "Every weekday at 8 tell me what\'s on my list" sets something up.'
    carry(deps, rows)
    ended = await deps.store.occurrences.latest(deps.user.id, "schedule")
    going_first = sorted(rows, key=lambda row: row.status == "paused")
    lines = [f"- {readback.line(row, ended.get(str(row.id)), deps)}" for row in going_first]
    return "\n".join((f"Scheduled ({times.zone_label(deps.user.time_zone)}):", *lines))


async def change_schedule(
    ctx: RunContext[AgentDeps], schedule: str, *, when: str = "", instruction: str = "", state: str = ""
) -> Done:
    """Change one, or a routine like the daily briefing.

    Args:
        state: pause, resume, "skip next" or "skip <day>".
    """
    deps = ctx.deps
    old = await _picked(deps, schedule)
    if not (when.strip() or instruction.strip() or state.strip()):
        raise ToolProblem(f"What should change about {readback.title(old)}?")
    new = _reworded(old, instruction) if instruction.strip() else old
    once = False
    if when.strip():
        new = standing.on_users_clock(new, deps)
        plan = _replanned(new, when, deps)
        new, once = _with(new, plan, deps), plan.once
    if state.strip():
        new = standing.in_state(new, state, deps)
    stored = await _store(old, new, deps)
    only = " Only this next time has moved." if once else ""
    return Done(readback.changed(old, stored, deps) + only, undo=standing.snapshot(old, deps))


async def delete_schedule(ctx: RunContext[AgentDeps], schedule: str) -> Done:
    """End one for good, or a routine."""
    deps = ctx.deps
    gone = await _picked(deps, schedule)
    await _store(gone, replace(gone, status="cancelled"), deps)
    return Done(f"{readback.deleted(gone, deps)} Say “undo” to have it back.", undo=standing.snapshot(gone, deps))


def shelf(deps: AgentDeps) -> Shelf[ScheduledTask]:
    """How one of the user's schedules is looked up."""

    async def all_of_them() -> Sequence[ScheduledTask]:
        return await deps.store.scheduled_tasks.list(deps.user.id)

    async def get(number: int) -> ScheduledTask | None:
        row = await deps.store.scheduled_tasks.get(deps.user.id, number)
        return row if row is not None and row.status in standing.LIVE else None

    async def find(words: str) -> Sequence[ScheduledTask]:
        wanted = words.casefold().split()
        rows = [
            (row, f"{readback.words(row)} {readback.how_often(row, deps).casefold()}") for row in await all_of_them()
        ]
        return [row for row, words in rows if all(word in words for word in wanted)]

    return Shelf(noun="schedule", deps=deps, get=get, find=find, all=all_of_them, name=readback.title)


async def _picked(deps: AgentDeps, reference: str) -> ScheduledTask:
    """One of the user's schedules; a routine of the house is known by its name even where it was ended or never begun."""
    routine = routines.named(reference)
    if routine is None:
        return await pick(shelf(deps), reference)
    row = await deps.store.scheduled_tasks.routine(deps.user.id, routine.name)
    return row or await routines.begin(deps, routine)


async def _store(old: ScheduledTask, new: ScheduledTask, deps: AgentDeps) -> ScheduledTask:
    """Write it; a routine that was changed in chat is its user's from then on. It carries what this turn has read too."""
    written = await deps.store.scheduled_tasks.update(
        deps.user.id,
        old.id,
        name=new.name,
        instruction=new.instruction,
        rule=new.rule,
        local_start=new.local_start,
        time_zone=new.time_zone,
        due_at=new.due_at,
        status=new.status,
        exceptions=new.exceptions,
        freshness=new.freshness,
        origin="user" if old.kind == "routine" else old.origin,
        at=deps.now,
        taint=with_sources(old, deps),
    )
    return written or new


def _reworded(old: ScheduledTask, instruction: str) -> ScheduledTask:
    """With other words to be told then."""
    if old.kind == "routine":
        raise ToolProblem(f"What the {old.name} says is fixed; its time isn't, and it can be paused.")
    said = _instruction(instruction)
    return replace(old, instruction=said, name=said[:_NAME])


def _replanned(old: ScheduledTask, when: str, deps: AgentDeps) -> times.Plan:
    due, start = old.due_at.astimezone(deps.zone), datetime.fromisoformat(old.local_start)
    said = in_its_half(when, due)
    if old.kind == "routine" and "WEEKLY" in old.rule and _WEEKDAY.match(said):
        said = f"every {_WEEKDAY.sub('', said, count=1)}"
    return times.replan(said, times.Plan(due, start, old.rule or None, has_time=True), deps.local_now)


def _with(schedule: ScheduledTask, plan: times.Plan, deps: AgentDeps) -> ScheduledTask:
    """At its new time, on its user's clock; what was paused or over goes on."""
    return replace(
        schedule,
        rule=plan.rule or "",
        local_start=plan.start.isoformat(),
        time_zone=deps.user.time_zone,
        due_at=plan.utc,
        status="active" if schedule.status in ("paused", "cancelled", "done") else schedule.status,
        exceptions=schedule.exceptions if plan.rule == schedule.rule else [*plan.without],
    )


def _instruction(said: str) -> str:
    """The words to be told then, whole: half an instruction is another one."""
    text = " ".join(said.split())
    if not text:
        raise ToolProblem("What should I do then?")
    if len(text) > MAX_INSTRUCTION:
        raise ToolProblem(f"That is too long for a schedule: {MAX_INSTRUCTION:,} characters are the most I keep.")
    return text


async def _prepare_scheduling(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The card names the moment, and what runs after Confirm is that moment's."""
    said, when = _instruction(str(arguments.get("instruction", ""))), str(arguments.get("when", ""))
    plan = times.plan(when, "", deps.local_now)
    often = f", {wording.say_rule(plan.rule, plan.start)}" if plan.rule else ""
    return {
        "instruction": said,
        "when": times.pinned(when, plan),
    }, f"do {times.say(plan.due, deps.local_now)}{often}: {one_line(said)}"


async def _pinned(deps: AgentDeps, arguments: dict[str, Any]) -> dict[str, Any]:
    """A time of once, and a day that is left out, as they are meant now."""
    when, state = (str(arguments.get(name) or "").strip() for name in ("when", "state"))
    held: dict[str, Any] = {}
    if when:
        plan = _replanned(standing.on_users_clock(await _picked(deps, str(arguments["schedule"])), deps), when, deps)
        held |= {"when": plan.due.replace(tzinfo=None).isoformat()} if plan.rule is None or plan.once else {}
    if state.casefold().startswith("skip "):
        day = state[len("skip ") :]
        held |= {"state": f"skip {days_in(deps, day, lambda said: times.read_day(said, deps.local_now))}"}
    return held


def _of_schedule(said: str) -> Prepare:
    """A routine of the house goes by its name: it may never have been begun."""
    by_number = of_shelf("schedule", shelf, said)

    async def prepare(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
        routine = routines.named(str(arguments.get("schedule", "")))
        held, told = (arguments, f"{said}: {routine.name}") if routine else await by_number(deps, arguments)
        return {**held, **await _pinned(deps, held)}, told

    return prepare


TOOLS: tuple[Tool, ...] = (
    Tool(schedule_task, SCHEDULES, prepare=_prepare_scheduling),
    Tool(list_schedules, READS),
    Tool(change_schedule, SCHEDULES, _of_schedule("change the schedule")),
    Tool(delete_schedule, WRITES, _of_schedule("end the schedule")),
)
