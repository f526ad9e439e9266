"""What runs: every loop of the house, when it last did something, when it is next due, and what went wrong last.

Nothing is started from here: whoever looks after the installation pauses loops and has them run on the dashboard. What a person pauses is
their own schedules (Reminders), and all of it with `/pause`.
"""

from collections.abc import Mapping
from typing import Any

from app.interfaces.web.views.viewer import Viewer
from app.loops.table import LOOPS, Loop
from app.memory.records import LoopRun, Occurrence, ScheduledTask

_NEEDED = "runs when there is something to do"


async def view(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """The table."""
    store, user_id = seen.store, seen.user.id
    runs, paused = await store.loop_runs.latest(), (await store.controls.get(user_id)).paused_at
    targets = [loop.routine for loop in LOOPS if loop.routine]
    routines = {row.target: row for row in await store.scheduled_tasks.routines([user_id], targets)}
    ended = await store.occurrences.latest(user_id, "schedule")
    switches = await store.loop_switches.every()
    off = {name for name, switch in switches.items() if switch.paused_at is not None}
    shown = [
        _loop(loop, runs.get(loop.name), seen) | ({"next": "paused"} if loop.name in off else {})
        for loop in LOOPS
        if not loop.routine
    ]
    shown += [_routine(loop, routines.get(loop.routine), ended, seen) for loop in LOOPS if loop.routine]
    return {"loops": shown, "paused": seen.said(paused) if paused else ""}


def _loop(loop: Loop, run: LoopRun | None, seen: Viewer) -> dict[str, str]:
    row = {"name": loop.name, "about": loop.about, "last": "", "next": _NEEDED, "error": ""}
    if not loop.condition(seen.settings):
        return row | {"next": "off"}
    if run is None:
        return row
    ahead = run.next_run_at if run.next_run_at and run.next_run_at > seen.now else None
    return row | {
        "last": seen.said(run.started_at),
        "next": f"next {seen.said(ahead)}" if ahead else _NEEDED,
        "error": run.error,
    }


def _routine(loop: Loop, row: ScheduledTask | None, ended: Mapping[str, Occurrence], seen: Viewer) -> dict[str, str]:
    """Everybody's own, so its user's row says when."""
    shown = {"name": loop.name, "about": loop.about, "last": "", "next": "off", "error": ""}
    if row is None or not loop.condition(seen.settings):
        return shown
    last = ended.get(str(row.id))
    is_off = row.state == "DISABLED" or row.status != "active"
    return shown | {
        "last": f"{seen.said(last.due_at)} ({last.status})" if last else "",
        "next": "off" if is_off else f"next {seen.said(row.due_at)}",
    }
