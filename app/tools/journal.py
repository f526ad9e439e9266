"""The tools for the journal: one or more entries a day, kept under the user's own calendar day."""

from datetime import date
from typing import Any

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import ADDS, READS
from app.language.time import wording
from app.memory.caps import check_length
from app.memory.records import JournalEntry
from app.tools import when
from app.tools.pinning import pinning
from app.tools.provenance import carry
from app.tools.toolset import Tool


async def save_journal_entry(ctx: RunContext[AgentDeps], content: str, *, mood: str = "", day: str = "") -> Done:
    """Write in the journal."""
    deps = ctx.deps
    if not content.strip():
        raise ToolProblem("What should I write in your journal?")
    check_length(content)
    on = when.read_day(day, deps.local_now)
    entry = await deps.store.journal.add(
        deps.user.id,
        entry_date=on.isoformat(),
        content=content.strip(),
        mood=mood.strip(),
        turn_id=deps.turn_id,
        taint=deps.taint.all,
        at=deps.now,
    )
    text = f"Written in your journal for {wording.say_date(on, deps.local_now)}."
    return Done(text, undo={"action": "delete_journal", "id": entry.id})


async def read_journal(ctx: RunContext[AgentDeps], since: str = "", until: str = "") -> str:
    """Newest first."""
    deps = ctx.deps
    first, last = when.days(since, until, deps.local_now)
    entries = await deps.store.journal.list(deps.user.id, since=first, until=last)
    if not entries:
        return "Your journal has nothing for that time." if first or last else "Your journal is empty so far."
    carry(deps, entries)
    lines = [f"- {_day(entry, deps)}{f', {entry.mood}' if entry.mood else ''}: {entry.content}" for entry in entries]
    return "\n".join(("From your journal:", *lines))


def _day(entry: JournalEntry, deps: AgentDeps) -> str:
    return wording.say_date(date.fromisoformat(entry.entry_date), deps.local_now)


def _pin_day(deps: AgentDeps, arguments: dict[str, Any]) -> dict[str, Any]:
    """The day of the message, where no other is named."""
    return {"day": when.read_day(str(arguments.get("day") or ""), deps.local_now).isoformat()}


TOOLS: tuple[Tool, ...] = (Tool(save_journal_entry, ADDS, pinning(_pin_day)), Tool(read_journal, READS))
