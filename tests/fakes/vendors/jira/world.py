"""What a Jira Cloud of the tests holds: people, one project with its kinds, fields and steps, tickets, and the questions it understands."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

Json = dict[str, Any]
NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
ANA, LENA = "5b10ac8d82e05b22cc7d4ef5", "712020:lena"
SEVERITY = "customfield_10050"
STATUSES = {"To Do": "new", "In Progress": "indeterminate", "In Review": "indeterminate", "Done": "done"}
STEPS = {
    "To Do": (("11", "Start work", "In Progress"),),
    "In Progress": (("21", "To review", "In Review"), ("31", "Stop work", "To Do")),
    "In Review": (("41", "Close", "Done"), ("31", "Stop work", "To Do")),
    "Done": (),
}
RESOLUTIONS = [{"id": "1", "name": "Done"}, {"id": "2", "name": "Won't Do"}]
KINDS = (
    {"id": "10001", "name": "Bug"},
    {"id": "10002", "name": "Task"},
    {"id": "10003", "name": "Sub-task", "subtask": True},
)
SEVERITIES = [{"id": "1", "value": "Low"}, {"id": "2", "value": "High"}]
OWN = {
    "summary": ("Summary", True, {"type": "string", "system": "summary"}, None),
    "issuetype": ("Issue Type", True, {"type": "issuetype", "system": "issuetype"}, None),
    "project": ("Project", True, {"type": "project", "system": "project"}, None),
    "labels": ("Labels", False, {"type": "array", "items": "string", "system": "labels"}, None),
    SEVERITY: ("Severity", True, {"type": "option", "custom": "x:select", "customId": 10050}, SEVERITIES),
    "customfield_10051": ("Steps", False, {"type": "string", "custom": "x:textarea", "customId": 10051}, None),
    "customfield_10052": ("Points", False, {"type": "number", "custom": "x:float", "customId": 10052}, None),
    "customfield_10053": ("Tester", False, {"type": "user", "custom": "x:userpicker", "customId": 10053}, None),
}
_CLAUSE = re.compile(
    r'\s*(?P<field>[A-Za-z]+)\s*(?P<op>=|!=|~|>=|is)\s*(?P<value>"(?:[^"\\]|\\.)*"|-?[\w]+(?:\(\))?)\s*(?P<next>AND\b|\Z)'
)
_AGO = re.compile(r"-(\d+)([dhm])")
PRIORITIES = ("Highest", "High", "Medium", "Low", "Lowest")
_UNITS = {"d": "days", "h": "hours", "m": "minutes"}


class NotUnderstoodError(Exception):
    """The question isn't one."""


@dataclass
class World:
    """`now` is a second later with each change."""

    now: datetime = NOON
    tickets: dict[str, Json] = field(default_factory=dict)
    comments: dict[str, list[Json]] = field(default_factory=dict)
    people: dict[str, Json] = field(default_factory=dict)
    made: int = 0

    def __post_init__(self) -> None:
        """With two people."""
        for id_, name in ((ANA, "Ana Mensah"), (LENA, "Lena Berg")):
            address = f"{name.split()[0].lower()}@example.org"
            self.people[id_] = {"accountId": id_, "accountType": "atlassian", "displayName": name, "active": True}
            self.people[id_]["emailAddress"] = address

    def tick(self) -> str:
        """The time, as Jira writes it."""
        self.now += timedelta(seconds=1)
        return self.now.strftime("%Y-%m-%dT%H:%M:%S.000+0000")

    def add(self, summary: str, **more: Any) -> str:
        """A ticket, whatever Jira would say; its key."""
        self.made += 1
        key, now = f"PROJ-{self.made}", self.tick()
        fields: Json = {
            "summary": summary,
            "project": {"key": "PROJ", "name": "Project X"},
            "issuetype": {"name": "Task"},
            "status": status("To Do"),
            "priority": {"name": "Medium"},
            "reporter": self.people[ANA],
            "assignee": None,
            "labels": [],
            "created": now,
            "updated": now,
            "duedate": None,
            "description": None,
            **more,
        }
        self.tickets[key], self.comments[key] = fields, []
        return key

    def remark(self, key: str, author: str, text: str) -> None:
        """Somebody writes below a ticket."""
        body = {
            "type": "doc",
            "version": 1,
            "content": [{"type": "paragraph", "content": [{"type": "text", "text": text}]}],
        }
        made = {
            "id": str(len(self.comments[key]) + 900),
            "author": self.people[author],
            "body": body,
            "created": self.tick(),
        }
        self.comments[key].append(made)

    def found(self, jql: str) -> list[str]:
        """The keys of those that a question means, the last changed first. Raises NotUnderstoodError."""
        asked, order, rest = jql.partition("ORDER BY updated DESC")
        if not order or rest.strip():
            raise NotUnderstoodError("another order")
        checks, at = list[Callable[[Json], bool]](), 0
        asked = asked.replace("(sprint is EMPTY OR sprint not in openSprints()) AND", "").strip()
        while at < len(asked):
            clause = _CLAUSE.match(asked, at)
            if clause is None:
                raise NotUnderstoodError(f"Error in the JQL Query at {at}: {asked[at : at + 20]}")
            checks.append(self._check(clause["field"], clause["op"], clause["value"]))
            at = clause.end()
        if not checks:
            raise NotUnderstoodError("Unbounded JQL queries are not allowed here.")
        keys = [key for key, one in self.tickets.items() if all(check(one) for check in checks)]
        return sorted(keys, key=lambda key: str(self.tickets[key]["updated"]), reverse=True)

    def _check(self, name: str, op: str, value: str) -> Callable[[Json], bool]:
        said = re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value
        if name in ("assignee", "reporter") and value == "currentUser()":
            return lambda one: (one[name] or {}).get("accountId") == ANA
        if name == "assignee" and (op, value) == ("is", "EMPTY"):
            return lambda one: one["assignee"] is None
        if name == "assignee" and op == "=":
            if said not in self.people:
                raise NotUnderstoodError(f"The value '{said}' does not exist for the field 'assignee'.")
            return lambda one: (one["assignee"] or {}).get("accountId") == said
        if name == "updated" and op == ">=" and (ago := _AGO.fullmatch(value)):
            since = self.now - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
            return lambda one: datetime.fromisoformat(one["updated"]) >= since
        if name in ("text", "summary") and op == "~":
            return lambda one: all(word in f"{one['summary']} {one['description']}".casefold() for word in said.split())
        if name == "statusCategory":
            wanted = {"To Do": "new", "In Progress": "indeterminate", "Done": "done"}[said]
            return lambda one: (one["status"]["statusCategory"]["key"] == wanted) == (op == "=")
        known = {name: (name, "name") for name in ("status", "issuetype", "priority")} | {"project": ("project", "key")}
        if name in known and op == "=":
            group, key = known[name]
            self._exists(name, said)
            return lambda one: one[group][key].casefold() == said.casefold()
        if name == "labels" and op == "=":
            return lambda one: said in one["labels"]
        raise NotUnderstoodError(f"Field '{name}' does not exist or you do not have permission to view it.")

    def _exists(self, name: str, said: str) -> None:
        there = {
            "project": ["PROJ"],
            "status": list(STATUSES),
            "issuetype": [str(one["name"]) for one in KINDS],
            "priority": list(PRIORITIES),
        }[name]
        if said.casefold() not in (one.casefold() for one in there):
            raise NotUnderstoodError(f"The value '{said}' does not exist for the field '{name}'.")


def status(name: str) -> Json:
    """A status."""
    return {"name": name, "statusCategory": {"key": STATUSES[name]}}
