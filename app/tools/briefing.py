"""The tool for a briefing now: the same words as the routine's own, worked out from what is stored."""

from pydantic_ai import RunContext

from app.briefings.composing import compose
from app.briefings.news import told
from app.briefings.occasion import Occasion
from app.briefings.sources import gather
from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.risk import READS
from app.memory.words import fold
from app.timetable.routines import BY_NAME, ROUTINES
from app.tools.toolset import Tool

_EVENING_BEGINS = 17  # who asks from then on wants to know what came of the day
# What a routine is called by, in any of its words; the first that fits.
_CALLED: tuple[tuple[frozenset[str], str], ...] = (
    (frozenset(("mail", "mails", "email", "emails", "inbox", "intelligence")), "email intelligence"),
    (frozenset(("reading", "read", "later", "articles", "bookmarks")), "read-later digest"),
    (frozenset(("journal", "diary", "moods")), "journal digest"),
    (frozenset(("prep", "ahead", "plan", "next", "coming", "upcoming", "prepare")), "weekly prep"),
    (frozenset(("evening", "tonight", "night")), "evening recap"),
    (frozenset(("week", "weekly")), "weekly recap"),
    (frozenset(("recap", "end")), "evening recap"),
    (frozenset(("morning", "daily", "day", "today", "briefing", "brief", "now")), "daily briefing"),
)


async def give_briefing(ctx: RunContext[AgentDeps], which: str = "") -> str:
    """Brief the user: morning, evening, week (recap), week ahead, reading list, journal, mail."""
    deps = ctx.deps
    routine = BY_NAME[_named(which, deps.local_now.hour)]
    if routine.needs and not (deps.accounts and await deps.accounts.every(deps.user.id, routine.needs)):
        return deps.connections.status(routine.needs)
    material = await gather(
        Occasion(routine.name, deps.user, deps.store, deps.now, deps.feeds, deps.database, deps.web)
    )
    for source in material.taint:
        deps.taint.add(source)
    await told(deps.store, deps.user.id, material, deps.now)
    return compose(routine.name, material)


def _named(which: str, hour: int) -> str:
    """The routine that is meant; with nothing said the one of this part of the day."""
    words = fold(which).split()
    if not words:
        return "daily briefing" if hour < _EVENING_BEGINS else "evening recap"
    found = next((name for called, name in _CALLED if called & set(words)), None)
    if found is None:
        names = ", ".join(routine.name for routine in ROUTINES)
        raise ToolProblem(f"Which one: {names}?")
    return found


TOOLS: tuple[Tool, ...] = (Tool(give_briefing, READS),)
