"""What was thrown away and can still be brought back, and the tool that removes it for good."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import DESTROYS
from app.memory.repositories import Repositories
from app.tools.toolset import Tool

EMPTY = "There is nothing in the trash."


class Trash(Protocol):
    """What one kind of thing offers here: counting and removing what was thrown away."""

    async def count_deleted(self, user_id: str, before: datetime) -> int:
        """How many lie there."""
        ...

    async def purge(self, user_id: str, before: datetime) -> int:
        """Remove them for good; how many there were."""
        ...


async def empty_trash(ctx: RunContext[AgentDeps], before: str = "") -> Done:
    """Empty the trash."""
    deps = ctx.deps
    until = _until(before, deps)
    counts = [(await trash.purge(deps.user.id, until), noun) for noun, trash in _trash(deps.store)]
    gone = _counted(counts)
    return Done(f"Gone for good: {gone}." if gone else EMPTY)


async def _prepare_emptying(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """What lies in the trash now; what is thrown away while the question stands open stays."""
    until = _until(str(arguments.get("before", "")), deps)
    gone = _counted([(await trash.count_deleted(deps.user.id, until), noun) for noun, trash in _trash(deps.store)])
    if not gone:
        raise ToolProblem(EMPTY)
    return {"before": until.isoformat()}, f"delete for good what is in the trash: {gone}"


def _until(before: str, deps: AgentDeps) -> datetime:
    """A moment in ISO; this turn's where none is said."""
    if not before.strip():
        return deps.now
    try:
        moment = datetime.fromisoformat(before.strip())
    except ValueError as problem:
        raise ToolProblem(
            "Tell me to empty the trash without a time, and I'll take all that is in it now."
        ) from problem
    return moment if moment.tzinfo else moment.replace(tzinfo=deps.zone)


def _trash(store: Repositories) -> tuple[tuple[str, Trash], ...]:
    return (
        ("note", store.notes),
        ("task", store.tasks),
        ("journal entry", store.journal),
        ("read-later item", store.read_later),
    )


def _counted(counts: Sequence[tuple[int, str]]) -> str:
    """ "2 notes and 1 task"; nothing for nothing."""
    parts = [f"{count} {noun if count == 1 else _plural(noun)}" for count, noun in counts if count]
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def _plural(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


TOOLS: tuple[Tool, ...] = (Tool(empty_trash, DESTROYS, prepare=_prepare_emptying),)
