"""The tool for the assistant's own background work: whether loops and its user's routines run, from the books of both."""

from collections.abc import Sequence

from pydantic_ai import RunContext

from app.cards.literal import one_line
from app.deps import AgentDeps
from app.gate.risk import READS
from app.language.vocabulary import words_of
from app.memory.records import LoopRun
from app.timetable.routines import ROUTINES
from app.tools import when as times
from app.tools.toolset import Tool

_SHOWN, _TEXT = 20, 80


async def check_loops(ctx: RunContext[AgentDeps], name: str = "") -> str:
    """Whether your background work and routines run: when each last did something, when it is next due, what failed.

    Args:
        name: briefing, reminders, mail…; "" for all.
    """
    deps = ctx.deps
    rows = {
        **await _routines(deps),
        **{run.name: _loop(run, deps) for run in (await deps.store.loop_runs.latest()).values()},
        **{name: (_PAUSED, True) for name, one in (await deps.store.loop_switches.every()).items() if one.paused_at},
    }
    wanted = _named(name, list(rows))
    if name.strip() and not wanted:
        return f"I know no background work called “{one_line(name, 60)}”. There are: {', '.join(sorted(rows)) or 'none that has run yet'}."
    shown = wanted or [one for one, (how, _) in rows.items() if how != _NOT_YOURS]
    failed = [one for one in shown if rows[one][1]]
    head = (
        ""
        if wanted
        else f"{len(failed)} of {len(shown)} failed when last run, or are paused:"
        if failed
        else "All of my background work is well."
    )
    order = sorted(shown, key=lambda one: one not in failed)
    listed = order if wanted or failed else order[:_SHOWN]
    return (
        "\n".join(filter(None, (head, *(f"- {one}: {rows[one][0]}" for one in listed))))
        or "Nothing has run in the background yet."
    )


async def _routines(deps: AgentDeps) -> dict[str, tuple[str, bool]]:
    """The user's own routines: how each is, and whether it failed."""
    targets = [routine.name for routine in ROUTINES]
    ended = await deps.store.occurrences.latest(deps.user.id, "schedule")
    found: dict[str, tuple[str, bool]] = {}
    for row in await deps.store.scheduled_tasks.routines([deps.user.id], targets):
        last = ended.get(str(row.id))
        how = (
            {"ran": "on time", "late": "late", "skipped": "but was left out"}.get(last.status, "and is under way")
            if last
            else ""
        )
        reason = f" ({one_line(last.reason, _TEXT)})" if last and last.reason else ""
        said = (
            f"last due {times.say(last.due_at.astimezone(deps.zone), deps.local_now)}, {how}{reason}"
            if last
            else "not due yet"
        )
        is_off = row.state == "DISABLED" or row.status != "active"
        ahead = "switched off" if is_off else f"next {times.say(row.due_at.astimezone(deps.zone), deps.local_now)}"
        found[row.target] = (f"{said}; {ahead}", last is not None and last.status == "skipped")
    return {**dict.fromkeys(targets, (_NOT_YOURS, False)), **found}


def _loop(run: LoopRun, deps: AgentDeps) -> tuple[str, bool]:
    at = times.say(run.started_at.astimezone(deps.zone), deps.local_now)
    if run.status == "failed":
        return f"failed {at}{again(run, deps)}", True
    return f"well, last did something {at}", False


def again(run: LoopRun, deps: AgentDeps) -> str:
    """ "; I try it again today at 15:04"; "" where no try lies ahead."""
    if run.next_run_at is None or run.next_run_at <= deps.now:
        return ""
    return f"; I try it again {times.say(run.next_run_at.astimezone(deps.zone), deps.local_now)}"


def _named(name: str, known: Sequence[str]) -> list[str]:
    """Those that share a word with what is asked for."""
    words = _telling(name)
    return [one for one in known if words & _telling(one)] if words else []


def _telling(name: str) -> set[str]:
    return {word.folded.removesuffix("s") for word in words_of(name)} - _NOT_NAMES


_PAUSED = "paused by whoever looks after me"
_NOT_YOURS = "off for you: it isn't set, or there is nowhere to say it"
_NOT_NAMES = frozenset(
    "the my your loop job task routine background work daily weekly morning evening all of and".split()
)


TOOLS: tuple[Tool, ...] = (Tool(check_loops, READS),)
