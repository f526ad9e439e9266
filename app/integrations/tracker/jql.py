"""What is asked of Jira as JQL. Invariant: whatever somebody typed stands in quotes and can't end them, so words are never taken for JQL; only what
its user wrote as JQL is asked as it is. Pure.

Times are said as so long ago, since JQL reads a time of day in a time zone that its user chose at Jira.
"""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

from app.integrations.tracker.port import ME, NOBODY, InSprint, Stage, TicketQuery, Whose

_MOST_WORDS, _MOST_NAME = 12, 120
_WHOSE: Mapping[Whose, str] = {
    "mine": "assignee = currentUser()",
    "reported": "reporter = currentUser()",
    "watching": "watcher = currentUser()",
}
_STAGES: Mapping[Stage, str] = {
    "open": "statusCategory != Done",
    "to do": 'statusCategory = "To Do"',
    "in progress": 'statusCategory = "In Progress"',
    "done": "statusCategory = Done",
}
_SPRINTS: Mapping[InSprint, str] = {
    "current": "sprint in openSprints()",
    "next": "sprint in futureSprints()",
    "backlog": "(sprint is EMPTY OR sprint not in openSprints()) AND statusCategory != Done",
}
_ORDER = "ORDER BY updated DESC"
_BOUND = "updated >= -90d"  # Jira refuses a question that asks for everything


def written(query: TicketQuery, now: datetime) -> str:
    """The whole question."""
    if query.own:
        return query.own
    parts = [
        f"project = {quoted(query.project)}" if query.project else "",
        _WHOSE[query.whose] if query.whose else "",
        _assignee(query.assignee),
        f"priority = {quoted(query.priority)}" if query.priority.strip() else "",
        _status(query.status),
        f"issuetype = {quoted(query.kind)}" if query.kind.strip() else "",
        _SPRINTS[query.sprint] if query.sprint else "",
        f"sprint = {query.sprint_id}" if query.sprint_id.isdecimal() else "",
        f"labels = {quoted(query.label)}" if query.label.strip() else "",
        _words("text", query.words),
        _words("summary", query.title),
        f"updated >= {_ago(query.since, now)}" if query.since else "",
    ]
    kept = [part for part in parts if part]
    return f"{' AND '.join(kept or [_BOUND])} {_ORDER}"


def quoted(text: str) -> str:
    """Words as one name in JQL."""
    clean = "".join(mark if mark.isprintable() else " " for mark in text)
    name = " ".join(clean.split())[:_MOST_NAME]
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _words(field: str, text: str) -> str:
    """Words that all stand there; marks would mean something to Jira's search."""
    words = re.findall(r"\w+", text[:1_000].casefold())[:_MOST_WORDS]
    return f'{field} ~ "{" ".join(words)}"' if words else ""


def _assignee(who: str) -> str:
    """Whose a ticket is to be; "" for anybody's."""
    known = {"": "", ME: _WHOSE["mine"], NOBODY: "assignee is EMPTY"}
    return known[who] if who in known else f"assignee = {quoted(who)}"


def _status(said: str) -> str:
    wanted = " ".join(said.split())
    stage = next((clause for name, clause in _STAGES.items() if name == wanted.casefold()), "")
    return stage or (f"status = {quoted(wanted)}" if wanted else "")


def _ago(since: datetime, now: datetime) -> str:
    """ "-3d", rounded so that nothing is left out."""
    minutes = max(1, -((since - now) // timedelta(minutes=1)))
    days, rest = divmod(minutes, 24 * 60)
    return f"-{days + bool(rest)}d" if days else f"-{minutes}m"
