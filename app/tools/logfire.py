"""The tools over what was traced in Logfire, where LOGFIRE_READ_TOKEN is set, for the owner alone: exceptions, the slowest spans, any question in SQL.

Traces may hold other people's words, so what is shown of them taints the turn.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import OutsideError, ToolProblem
from app.gate.risk import READS
from app.tools.provenance import has_read
from app.tools.toolset import Tool

SOURCE = "logfire"
_HOURS, _MOST_HOURS = 24, 24 * 30
_ROWS, _CELL, _LONGEST = 20, 200, 2_000
_EXCEPTIONS = "SELECT start_timestamp, span_name, exception_type, exception_message FROM records WHERE is_exception ORDER BY start_timestamp DESC"
_SLOWEST = (
    "SELECT span_name, count(*) AS times, round(avg(duration)::numeric, 2) AS seconds_on_average, round(max(duration)::numeric, 2) AS slowest"
    " FROM records WHERE duration IS NOT NULL GROUP BY span_name ORDER BY seconds_on_average DESC"
)


async def logfire_exceptions(ctx: RunContext[AgentDeps], hours: int = _HOURS) -> str:
    """Exceptions of yours (the assistant's) that were traced in the last hours."""
    return await _asked(ctx.deps, _EXCEPTIONS, hours)


async def logfire_slowest(ctx: RunContext[AgentDeps], hours: int = _HOURS) -> str:
    """Which of your (the assistant's) spans took longest in the last hours: stages, model calls, tools, loops."""
    return await _asked(ctx.deps, _SLOWEST, hours)


async def logfire_query(ctx: RunContext[AgentDeps], sql: str, hours: int = _HOURS) -> str:
    """Rows of a SELECT over your (the assistant's) traces: table records (start_timestamp, duration in seconds, trace_id, span_name, level, attributes, is_exception, exception_type, exception_message)."""
    if not sql.strip().casefold().startswith(("select", "with")) or len(sql) > _LONGEST:
        raise ToolProblem("That has to be one SELECT.")
    return await _asked(ctx.deps, sql, hours)


async def _asked(deps: AgentDeps, sql: str, hours: int) -> str:
    if deps.traces is None:
        raise ToolProblem("I can't read traces: LOGFIRE_READ_TOKEN isn't set, or you aren't the owner.")
    since = deps.now - timedelta(hours=min(max(hours, 1), _MOST_HOURS))
    await has_read(deps, SOURCE)  # what it answers to a question it can't read may quote rows as well
    try:
        rows = await deps.traces.query(sql, since, most=_ROWS)
    except OutsideError as problem:
        raise ToolProblem(problem.sentence) from problem
    return _shown(rows) or "Logfire has no such row in that time."


def _shown(rows: Sequence[Mapping[str, object]]) -> str:
    return "\n".join(
        "- " + ", ".join(f"{name}: {_cell(value)}" for name, value in row.items() if value is not None)
        for row in rows[:_ROWS]
    )


def _cell(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    flat = " ".join(text.split())
    return flat if len(flat) <= _CELL else f"{flat[:_CELL]}…"


TOOLS: tuple[Tool, ...] = (
    Tool(logfire_exceptions, READS, needs="traces"),
    Tool(logfire_slowest, READS, needs="traces"),
    Tool(logfire_query, READS, needs="traces"),
)
