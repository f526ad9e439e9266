"""Where a stranger's words stand in Jira."""

from typing import Any

from tests.gate.work.office import Office
from tests.gate.work.planting import Place, Planted
from tests.house import calls

_STATUS = {"statusCategory": {"key": "new"}}


def doc(*content: dict[str, Any]) -> dict[str, Any]:
    """A document of Atlassian's."""
    return {"type": "doc", "version": 1, "content": list(content)}


def text(words: str, **more: Any) -> dict[str, Any]:
    """A paragraph of one."""
    return {"type": "paragraph", "content": [{"type": "text", "text": words, **more}]}


def _ticket(office: Office, summary: str = "Slow export", **fields: Any) -> Planted:
    return Planted(calls("jira_get", ticket=office.servers.jira.world.add(summary, **fields)))


def _link(words: str) -> dict[str, Any]:
    return text(words, marks=[{"type": "link", "attrs": {"href": "https://evil.example/x"}}])


def _mention(words: str) -> dict[str, Any]:
    return {"type": "paragraph", "content": [{"type": "mention", "attrs": {"id": "1", "text": f"@{words}"}}]}


def _remarked(office: Office, words: str) -> Planted:
    world = office.servers.jira.world
    planted = _ticket(office)
    key = list(world.tickets)[-1]
    world.comments[key].append(
        {"id": "9", "author": world.people["712020:lena"], "body": doc(text(words)), "created": world.tick()}
    )
    return planted


def _named_person(words: str) -> dict[str, Any]:
    return {
        "accountId": "x1",
        "accountType": "atlassian",
        "displayName": words,
        "active": True,
        "emailAddress": "x@example.org",
    }


def _linked_issue(words: str) -> dict[str, Any]:
    fields = {"summary": words, "status": {"name": "To Do"}, "issuetype": {"name": "Task"}}
    kind = {"name": "Blocks", "inward": "is blocked by", "outward": "blocks"}
    return {"id": "1", "type": kind, "outwardIssue": {"id": "77", "key": "OPS-77", "fields": fields}}


def _listed(office: Office, words: str) -> Planted:
    office.servers.jira.world.add(words)
    return Planted(calls("jira_search", project="PROJ"))


PLACES = (
    Place("ticket in a list", _listed, "project", line=True),
    Place("ticket title", lambda o, w: _ticket(o, w), "project", line=True),
    Place("description", lambda o, w: _ticket(o, description=doc(text(w))), "project"),
    Place("link text", lambda o, w: _ticket(o, description=doc(_link(w))), "project"),
    Place("mention", lambda o, w: _ticket(o, description=doc(_mention(w))), "project", line=True),
    Place("panel", lambda o, w: _ticket(o, description=doc({"type": "panel", "attrs": {"panelType": "info"}, "content": [text(w)]})), "project"),
    Place("code block", lambda o, w: _ticket(o, description=doc({"type": "codeBlock", "content": [{"type": "text", "text": w}]})), "project"),
    Place("ticket comment", _remarked, "project"),
    Place("custom field", lambda o, w: _ticket(o, customfield_10051=doc(text(w))), "project"),
    Place("status", lambda o, w: _ticket(o, status={"name": w, **_STATUS}), "project", line=True),
    Place("ticket label", lambda o, w: _ticket(o, labels=[w]), "project", line=True),
    Place("priority", lambda o, w: _ticket(o, priority={"name": w}), "project", line=True),
    Place("reporter", lambda o, w: _ticket(o, reporter=_named_person(w)), "project", line=True),
    Place("linked ticket", lambda o, w: _ticket(o, issuelinks=[_linked_issue(w)]), "project", line=True),
)  # fmt: skip
