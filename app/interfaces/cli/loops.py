"""Each loop in a line for `doctor --loops`: what it does, when it last did something, when it is next due, what went wrong last.

A loop that found nothing to do leaves no trace. Of a routine, which everybody has on their own clock, the owner's is shown.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.loops.table import LOOPS, Loop
from app.memory.records import LoopRun, ScheduledTask

_WHEN_NEEDED = "when there is something to do"
_OFF = "off"


@dataclass(frozen=True, slots=True)
class LoopLine:
    """One loop, in words; `problem` is empty where its last run was well."""

    name: str
    about: str
    last: str
    next: str
    problem: str = ""


async def loop_lines(services: Any) -> list[LoopLine]:
    """All loops, as the table has them."""
    store, owner = services.store, services.owner
    runs = await store.loop_runs.latest()
    rows = {row.target: row for row in await store.scheduled_tasks.routines([owner.id], [one.routine for one in LOOPS])}
    lines: list[LoopLine] = []
    for loop in LOOPS:
        if not loop.condition(services.settings):
            lines.append(LoopLine(loop.name, loop.about, "", _OFF))
        elif loop.routine:
            lines.append(await _routine(services, loop, rows.get(loop.routine)))
        else:
            lines.append(_loop(services, loop, runs.get(loop.name)))
    return lines


def written(lines: list[LoopLine]) -> str:
    """As a table for a terminal."""
    width = max(len(line.name) for line in lines)
    return "".join(_written(line, width) for line in lines)


def _written(line: LoopLine, width: int) -> str:
    last = f"last {line.last}, " if line.last else ""
    due = line.next if line.next == _OFF else f"next {line.next}"
    problem = f"\n  {'':<{width}}  {line.problem}" if line.problem else ""
    return f"{'✗' if problem else '✓'} {line.name:<{width}}  {line.about}: {last}{due}{problem}\n"


def _loop(services: Any, loop: Loop, run: LoopRun | None) -> LoopLine:
    if run is None:
        return LoopLine(loop.name, loop.about, "", _WHEN_NEEDED)
    ahead = run.next_run_at is not None and run.next_run_at > services.clock.now()
    due = _moment(run.next_run_at, services) if ahead and run.next_run_at else _WHEN_NEEDED
    return LoopLine(loop.name, loop.about, _moment(run.started_at, services), due, run.error)


async def _routine(services: Any, loop: Loop, row: ScheduledTask | None) -> LoopLine:
    if row is None:
        return LoopLine(loop.name, loop.about, "", _OFF)
    ended = await services.store.occurrences.list(row.user_id, "schedule", str(row.id))
    last = f"{_moment(ended[-1].due_at, services)} ({ended[-1].status})" if ended else ""
    due = _OFF if row.state == "DISABLED" else _moment(row.due_at, services)
    return LoopLine(loop.name, loop.about, last, due)


def _moment(moment: datetime, services: Any) -> str:
    return f"{moment.astimezone(ZoneInfo(services.owner.time_zone)):%a %d %b %H:%M}"
