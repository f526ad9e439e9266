"""The house's routines by what people call them, and the row of one that somebody changes before it ever ran.

Invariant: a name means one routine or none; "my weekly review" is the user's own until it is called by one of these names. Does not
know what a routine says.
"""

import re
from collections.abc import Mapping
from datetime import datetime, time

from app.config import Settings
from app.deps import AgentDeps
from app.errors import ToolProblem
from app.memory.records import ScheduledTask
from app.schedule.occurrences import next_occurrence
from app.timetable.routines import BY_NAME, Routine

_DETERMINERS = re.compile(
    r"\A(?:(?:the|my|our|your|this|that|any|all|tomorrow's|today's|tonight's|next|house|usual)\s+)+|\s+(?:routine|message|anymore|any more)\Z"
)
_BRIEF = r"(?:brief(?:ing)?s?|summary|summaries|overview)"
_CALLED: Mapping[str, str] = {
    "daily briefing": rf"(?:(?:(?:daily|morning|day|every morning)\W+)*{_BRIEF.replace('|summary|summaries|overview', '')}|(?:daily|morning) {_BRIEF})",
    "evening recap": rf"(?:(?:(?:daily|evening|nightly|night|end of day|day)\W+)(?:recaps?|wrap.?up)|(?:evening|nightly) {_BRIEF}|recaps?)",
    "weekly recap": rf"(?:(?:weekly|week|end of week|friday)\W+(?:recaps?|wrap.?up|{_BRIEF}))",
    "weekly prep": r"(?:(?:weekly|week|sunday)\W+(?:prep(?:aration)?s?|preview|outlook|plan(?:ning)?)|(?:look at the )?week ahead|look ahead(?: at the week)?)",
    "read-later digest": r"(?:(?:weekly )?(?:read.?(?:it.)?later|reading(?:.list)?)\W+(?:digests?|list digests?))",
    "journal digest": r"(?:(?:weekly )?(?:journal|diary)\W+(?:digests?|recaps?|summary))",
    "email intelligence": r"(?:(?:daily )?(?:e-?mail|mail|inbox)\W+(?:intelligence|digests?|briefings?|summary|summaries))",
}


def named(reference: str) -> Routine | None:
    """The routine somebody calls so, or None."""
    said = " ".join(reference.casefold().replace("’", "'").split()).strip(" .!?\"'“”")
    bare = _DETERMINERS.sub("", _DETERMINERS.sub("", said))
    return next((BY_NAME[name] for name, called in _CALLED.items() if re.fullmatch(called, bare)), None)


async def begin(deps: AgentDeps, routine: Routine) -> ScheduledTask:
    """The row of a routine this user has none of yet, at the time it has where nothing is set."""
    at, day = _usual(routine)
    rule = f"FREQ=WEEKLY;BYDAY={day}" if day else "FREQ=DAILY"
    start = datetime.combine(deps.local_now.date(), at)
    due_at = next_occurrence(rule, start, deps.zone, deps.now)
    if due_at is None:
        raise ToolProblem(f"The {routine.name} has no day ahead. When should it come?")
    return await deps.store.scheduled_tasks.add(
        deps.user.id,
        name=routine.name,
        instruction=routine.about,
        rule=rule,
        local_start=start.isoformat(),
        time_zone=deps.user.time_zone,
        due_at=due_at,
        turn_id=deps.turn_id,
        taint=deps.taint.all,
        at=deps.now,
        kind="routine",
        target=routine.name,
        freshness=routine.freshness,
        origin="settings",
    )


def _usual(routine: Routine) -> tuple[time, str]:
    """Its hour, and its weekday as RRULE says it ("" for daily), where the settings say nothing else."""
    fields = Settings.model_fields
    day = str(fields[routine.day].default)[:2].upper() if routine.day else ""
    return time.fromisoformat(str(fields[routine.time].default).split()[0]), day
