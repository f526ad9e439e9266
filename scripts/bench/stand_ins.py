"""Stand-ins for the tools that are still to come over the twelve domains: only their names, words and parameters count.

They are described as the house describes its own, so that a request with all of them is as large as it will be. Nothing calls them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.gate.risk import READS
from app.tools.catalogue import TOOLSETS
from app.tools.toolset import Tool

Ctx = RunContext[AgentDeps]


async def list_mail(ctx: Ctx, account: str = "", folder: str = "", unread: bool = False, limit: int = 10) -> str:
    """Newest messages, with sender, subject and number."""


async def search_mail(ctx: Ctx, query: str, sender: str = "", since: str = "", account: str = "") -> str:
    """Messages by words, sender or date."""


async def read_mail(ctx: Ctx, message: str) -> str:
    """A message whole, with its attachments' names."""


async def save_draft(
    ctx: Ctx, to: Sequence[str], subject: str, body: str, cc: Sequence[str] = (), account: str = ""
) -> str:
    """Keep a draft without sending it."""


async def send_mail(
    ctx: Ctx, to: Sequence[str], subject: str, body: str, cc: Sequence[str] = (), account: str = ""
) -> str:
    """Send a message."""


async def reply_to_mail(ctx: Ctx, message: str, body: str, everyone: bool = False) -> str:
    """Answer a message."""


async def list_events(ctx: Ctx, since: str = "", until: str = "", calendar: str = "") -> str:
    """Events of a day or a range, over all calendars."""


async def find_free_time(ctx: Ctx, minutes: int, since: str = "", until: str = "", guests: Sequence[str] = ()) -> str:
    """Gaps that are long enough."""


async def create_event(
    ctx: Ctx, title: str, start: str, end: str = "", place: str = "", guests: Sequence[str] = (), calendar: str = ""
) -> str:
    """Put something in the calendar; guests are invited."""


async def change_event(ctx: Ctx, event: str, title: str = "", start: str = "", end: str = "", place: str = "") -> str:
    """Move, rename or relocate an event."""


async def cancel_event(ctx: Ctx, event: str, note: str = "") -> str:
    """Cancel it and tell its guests."""


async def list_pull_requests(ctx: Ctx, repository: str = "", state: str = "open") -> str:
    """Pull requests, those waiting for the user first."""


async def read_pull_request(ctx: Ctx, repository: str, number: int) -> str:
    """What it changes, its checks and comments."""


async def list_issues(ctx: Ctx, repository: str = "", state: str = "open", label: str = "") -> str:
    """Issues of a repository, or the user's own."""


async def create_issue(ctx: Ctx, repository: str, title: str, body: str = "", labels: Sequence[str] = ()) -> str:
    """Open an issue."""


async def comment_on_issue(ctx: Ctx, repository: str, number: int, body: str) -> str:
    """Comment on an issue or pull request."""


async def get_news(ctx: Ctx, topic: str = "", limit: int = 5) -> str:
    """Stories not shown before, by topic."""


async def follow_topic(ctx: Ctx, topic: str) -> str:
    """Follow a topic."""


async def unfollow_topic(ctx: Ctx, topic: str) -> str:
    """No longer follow it."""


async def list_channels(ctx: Ctx, words: str = "") -> str:
    """Channels and people, unread first."""


async def read_channel(ctx: Ctx, channel: str, since: str = "", limit: int = 30) -> str:
    """Messages of a channel or thread."""


async def search_slack(ctx: Ctx, query: str, channel: str = "", author: str = "") -> str:
    """Messages by words, place or author."""


async def send_slack_message(ctx: Ctx, channel: str, text: str, thread: str = "") -> str:
    """Post in a channel or thread."""


async def search_tickets(ctx: Ctx, query: str = "", project: str = "", status: str = "", assignee: str = "") -> str:
    """Tickets by words, project, status or person."""


async def read_ticket(ctx: Ctx, key: str) -> str:
    """A ticket with its comments."""


async def create_ticket(
    ctx: Ctx, project: str, title: str, body: str = "", kind: str = "Task", assignee: str = ""
) -> str:
    """Open a ticket."""


async def update_ticket(ctx: Ctx, key: str, title: str = "", body: str = "", assignee: str = "", due: str = "") -> str:
    """Change a ticket's fields."""


async def comment_on_ticket(ctx: Ctx, key: str, body: str) -> str:
    """Comment on a ticket."""


async def move_ticket(ctx: Ctx, key: str, status: str) -> str:
    """Move it to another status."""


async def find_files(ctx: Ctx, query: str, account: str = "", kind: str = "") -> str:
    """Documents, sheets and files by words."""


async def read_file(ctx: Ctx, file: str, question: str = "") -> str:
    """A file's text, or an answer out of it."""


async def list_recent_files(ctx: Ctx, account: str = "", limit: int = 10) -> str:
    """What was opened or changed last."""


async def find_meetings(ctx: Ctx, about: str = "", since: str = "", until: str = "") -> str:
    """Past meetings by words or date."""


async def read_meeting(ctx: Ctx, meeting: str, question: str = "") -> str:
    """What was said and decided."""


async def check_loops(ctx: Ctx) -> str:
    """Background work: last run, next run, errors."""


async def list_errors(ctx: Ctx, since: str = "") -> str:
    """What went wrong lately, with its trace."""


_COMING: Mapping[str, tuple[Callable[..., Any], ...]] = {
    "email": (list_mail, search_mail, read_mail, save_draft, send_mail, reply_to_mail),
    "calendar": (list_events, find_free_time, create_event, change_event, cancel_event),
    "github": (list_pull_requests, read_pull_request, list_issues, create_issue, comment_on_issue),
    "news": (get_news, follow_topic, unfollow_topic),
    "slack": (list_channels, read_channel, search_slack, send_slack_message),
    "jira": (search_tickets, read_ticket, create_ticket, update_ticket, comment_on_ticket, move_ticket),
    "drive": (find_files, read_file, list_recent_files),
    "meetings": (find_meetings, read_meeting),
    "diagnostics": (check_loops, list_errors),
}


def with_stand_ins() -> dict[str, tuple[Tool, ...]]:
    """The toolsets as they will be: what is there, then what is to come."""
    toolsets = dict(TOOLSETS)
    for name, functions in _COMING.items():
        there = {row.name for row in toolsets.get(name, ())}
        rows = [Tool(function, READS) for function in functions if function.__name__ not in there]
        toolsets[name] = (*toolsets.get(name, ()), *rows)
    return toolsets
