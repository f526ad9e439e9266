"""Toolset name -> rows: THE table of what the agents of this house can call. Knows nothing of domains or agents."""

from collections.abc import Mapping

from pydantic_ai import FunctionToolset

from app.deps import AgentDeps
from app.tools import (
    connections,
    facts,
    forgetting,
    journal,
    notes,
    read_later,
    recall,
    reminders,
    tasks,
    undo,
    utility,
)
from app.tools.toolset import Tool, build_toolset

TOOLSETS: Mapping[str, tuple[Tool, ...]] = {
    "memory": (
        *notes.TOOLS,
        *tasks.TOOLS,
        *reminders.TOOLS,
        *facts.TOOLS,
        *forgetting.TOOLS,
        *recall.TOOLS,
        *journal.TOOLS,
        *read_later.TOOLS,
        *undo.TOOLS,
    ),
    "utility": utility.TOOLS,
    "connections": connections.TOOLS,
}


def toolset(name: str) -> FunctionToolset[AgentDeps]:
    """The toolset of that name, newly built. Raises KeyError for a name that is not in the table."""
    return build_toolset(name, TOOLSETS[name])


def activity(tool_name: str) -> str:
    """What the assistant is doing while it calls a tool, in words a user may watch."""
    return _DOING.get(tool_name, "working on it…")


_ROOMS: tuple[tuple[tuple[Tool, ...], str], ...] = (
    (notes.TOOLS, "looking at your notes…"),
    (tasks.TOOLS, "looking at your lists…"),
    (reminders.TOOLS, "looking at your reminders…"),
    (facts.TOOLS, "thinking of what I know about you…"),
    (forgetting.TOOLS, "looking for what is to be forgotten…"),
    (recall.TOOLS, "searching what you keep…"),
    (journal.TOOLS, "opening your journal…"),
    (read_later.TOOLS, "looking at your reading list…"),
    (undo.TOOLS, "taking that back…"),
    (utility.TOOLS, "working it out…"),
    (connections.TOOLS, "checking what is connected…"),
)
_DOING: Mapping[str, str] = {row.name: words for rows, words in _ROOMS for row in rows}
