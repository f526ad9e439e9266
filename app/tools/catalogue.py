"""Toolset name -> rows: THE table of what the agents of this house can call. Knows nothing of domains or agents."""

from collections.abc import Mapping
from dataclasses import replace

from pydantic_ai import FunctionToolset

from app.deps import AgentDeps
from app.tools import (
    alerts,
    background,
    briefing,
    browser,
    calendar,
    calendar_files,
    connections,
    contacts,
    diagnostics,
    email,
    facts,
    files,
    forgetting,
    github,
    health,
    jira,
    journal,
    list_order,
    logfire,
    maps,
    meeting_tickets,
    meetings,
    news,
    notes,
    quiet,
    read_later,
    recall,
    reminders,
    said_first,
    schedules,
    slack,
    slack_files,
    tasks,
    todo,
    trash,
    undo,
    utility,
    waking,
    weather,
    web,
    workers,
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
        *trash.TOOLS,
    ),
    "lists": list_order.TOOLS,
    "utility": utility.TOOLS,
    "clock": (*briefing.TOOLS, *schedules.TOOLS, *quiet.TOOLS, *said_first.TOOLS, *alerts.TOOLS, *workers.TOOLS),
    "health": health.TOOLS,
    "email": tuple(replace(row, needs="mail") for row in email.TOOLS),
    "calendar": tuple(replace(row, needs="calendar") for row in (*calendar.TOOLS, *calendar_files.TOOLS)),
    "invitations": tuple(replace(row, needs="calendar") for row in calendar.INVITATIONS),
    "todo": tuple(replace(row, needs="tasks") for row in todo.TOOLS),
    "contacts": tuple(replace(row, needs="contacts") for row in contacts.TOOLS),
    "github": tuple(replace(row, needs="code") for row in github.TOOLS),
    "slack": tuple(replace(row, needs="team chat") for row in (*slack.TOOLS, *slack_files.TOOLS)),
    "jira": tuple(replace(row, needs="issues") for row in jira.TOOLS),
    "drive": tuple(replace(row, needs="files") for row in files.TOOLS),
    "meetings": (*meetings.TOOLS, *(replace(row, needs="issues") for row in meeting_tickets.TOOLS)),
    "web": (*weather.TOOLS, *web.TOOLS, *read_later.PAGES),
    "maps": tuple(replace(row, needs="maps") for row in maps.TOOLS),
    "news": news.TOOLS,
    "connections": connections.TOOLS,
    "browser": tuple(replace(row, needs="browser") for row in browser.TOOLS),
    "diagnostics": (*diagnostics.TOOLS, *background.TOOLS, *logfire.TOOLS),
    "worker": waking.TOOLS,
}

# What a worker can do beside asking and waking itself: read what its user keeps, and add to it. It changes and removes nothing.
FOR_WORKERS = frozenset(
    (
        *("add_tasks", "list_tasks", "save_note", "find_notes", "set_reminder", "list_reminders", "recall_facts"),
        *(
            "search_history",
            "find_everything",
            "semantic_search",
            "read_journal",
            "save_to_read_later",
            "list_read_later",
        ),
        *("get_datetime", "answer_date_question", "calculate"),
    )
)
# Whole toolsets that workers have too, where they are there.
BESIDE_WORKERS = ("web", "maps", "calendar", "invitations")


def toolset(name: str) -> FunctionToolset[AgentDeps]:
    """The toolset of that name, newly built. Raises KeyError for a name that is not in the table."""
    return build_toolset(name, TOOLSETS[name])


def activity(tool_name: str) -> str:
    """What the assistant is doing while it calls a tool, in words a user may watch."""
    return _DOING.get(tool_name, "working on it…")


_ROOMS: tuple[tuple[tuple[Tool, ...], str], ...] = (
    (notes.TOOLS, "looking at your notes…"),
    (tasks.TOOLS + list_order.TOOLS, "looking at your lists…"),
    (reminders.TOOLS, "looking at your reminders…"),
    (schedules.TOOLS, "looking at what is scheduled…"),
    (quiet.TOOLS, "looking at when I may speak…"),
    (said_first.TOOLS, "looking at where I write to you…"),
    (alerts.TOOLS, "looking at what I watch for…"),
    (facts.TOOLS, "thinking of what I know about you…"),
    (forgetting.TOOLS, "looking for what is to be forgotten…"),
    (recall.TOOLS, "searching what you keep…"),
    (journal.TOOLS, "opening your journal…"),
    (read_later.TOOLS + read_later.PAGES, "looking at your reading list…"),
    (email.TOOLS, "looking at your mail…"),
    (diagnostics.TOOLS + background.TOOLS, "looking through my own books…"),
    (logfire.TOOLS, "asking Logfire…"),
    (calendar.TOOLS + calendar.INVITATIONS, "looking at your calendar…"),
    (calendar_files.TOOLS, "reading and writing calendar files…"),
    (todo.TOOLS, "looking at your lists elsewhere…"),
    (contacts.TOOLS, "looking in your contacts…"),
    (github.TOOLS, "looking on GitHub…"),
    (slack.TOOLS, "looking in Slack…"),
    (slack_files.TOOLS, "looking in Slack…"),
    (jira.TOOLS, "looking in Jira…"),
    (files.TOOLS, "looking at your files…"),
    (meetings.TOOLS, "looking at what was said…"),
    (meeting_tickets.TOOLS, "making tickets…"),
    (health.TOOLS, "reading your health data…"),
    (browser.TOOLS, "looking at the page…"),
    (undo.TOOLS, "taking that back…"),
    (trash.TOOLS, "emptying the trash…"),
    (briefing.TOOLS, "putting your briefing together…"),
    (weather.TOOLS, "looking at the sky…"),
    (web.TOOLS, "looking on the web…"),
    (maps.TOOLS, "looking at the map…"),
    (news.TOOLS, "reading the news…"),
    (utility.TOOLS, "working it out…"),
    (workers.TOOLS, "talking to one of your workers…"),
    (waking.TOOLS, "planning its next steps…"),
    (connections.TOOLS, "checking what is connected…"),
)
_DOING: Mapping[str, str] = {row.name: words for rows, words in _ROOMS for row in rows}
