"""A loopback HTTP server of ours that speaks Jira Cloud's version 3, with one project in memory.

What it checks, writing down in `faults` what doesn't hold (a test that leaves one fails): every query parameter and JSON body is one that
Atlassian's own description has, and so is every answer it gives itself; every text is a document by Atlassian's own schema; the login is a mail
address and its token. It knows the questions we ask and refuses all others; no permissions, no boards (404), no screens but one, no search index
that lags. A change can be carried out with its answer lost (`loses`), or broken off before (`breaks`).
"""

import base64
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.vendors.jira import description as held
from tests.fakes.vendors.jira import world as kept
from tests.fakes.vendors.jira.world import ANA, KINDS, OWN, RESOLUTIONS, SEVERITY, STEPS, Json, World, status
from tests.servers.json_server import JsonServer, Question, Status, json_server

EMAIL, TOKEN = "ana@example.org", "jira-token-of-the-tests"
_LOGIN = "Basic " + base64.b64encode(f"{EMAIL}:{TOKEN}".encode()).decode()
_API = "/rest/api/3"
_NAMED = {"PROJ"}


@dataclass
class JiraCloud:
    """Where it listens, what it holds, what it was asked and what was wrong with that. `loses`: the answer to the next change of that method and
    path's end is a broken one, after it was carried out."""

    world: World
    http: JsonServer
    faults: list[str] = field(default_factory=list)
    loses: tuple[str, str] | None = None
    breaks: bool = False

    @property
    def url(self) -> str:
        """Its address."""
        return self.http.url

    def changes(self) -> list[Question]:
        """What it was asked to change."""
        return [one for one in self.http.asked if one.method != "GET"]


def _me(cloud: JiraCloud, _: Question) -> object:
    return cloud.world.people[ANA]


def _search(cloud: JiraCloud, asked: Question) -> object:
    try:
        keys = cloud.world.found(asked.query.get("jql", ""))
    except kept.NotUnderstoodError as problem:
        return Status(400, {"errorMessages": [str(problem)], "errors": {}})
    wanted = asked.query.get("fields", "").split(",")
    found = [_issue(cloud, key, wanted) for key in keys[: int(asked.query.get("maxResults", "50"))]]
    return {"issues": found, "isLast": True}


def _issue(cloud: JiraCloud, key: str, wanted: list[str] | None = None) -> Json:
    fields = cloud.world.tickets[key]
    shown = fields if wanted is None else {name: value for name, value in fields.items() if name in wanted}
    return {"id": key.removeprefix("PROJ-"), "key": key, "self": f"{cloud.url}{_API}/issue/{key}", "fields": shown}


def _projects(_: JiraCloud, asked: Question) -> object:
    found = [{"id": "1", "key": "PROJ", "name": "Project X"}, {"id": "2", "key": "OPS", "name": "Operations"}]
    words = asked.query.get("query", "").casefold()
    return {"values": [one for one in found if words in f"{one['key']} {one['name']}".casefold()], "isLast": True}


def _people(cloud: JiraCloud, asked: Question) -> object:
    words = asked.query.get("query", "").casefold()
    found = [
        one for one in cloud.world.people.values() if words in f"{one['displayName']} {one['emailAddress']}".casefold()
    ]
    robot = {"accountId": "app-1", "accountType": "app", "displayName": "Lena's robot", "active": True}
    return [*found, *([robot] if words in "lena's robot" else [])]


def _kinds(_: JiraCloud, __: Question) -> object:
    return {"issueTypes": list(KINDS), "total": len(KINDS)}


def _fields(cloud: JiraCloud, _: Question) -> object:
    found = [{"fieldId": name, **field_} for name, field_ in _screen().items()]
    for one in found:
        cloud.faults += [f"field: {fault}" for fault in held.field_faults(one)]
    return {"fields": found, "total": len(found)}


def _screen() -> dict[str, Json]:
    return {
        id_: {
            "name": name,
            "required": is_required,
            "schema": schema,
            "operations": ["set"],
            "hasDefaultValue": False,
            "key": id_,
            **({"allowedValues": allowed} if allowed else {}),
        }
        for id_, (name, is_required, schema, allowed) in OWN.items()
    }


def _create(cloud: JiraCloud, asked: Question) -> object:
    fields: Json = dict(asked.body["fields"])  # type: ignore[index,call-overload]
    errors = {
        **({"summary": "You must specify a summary of the issue."} if not fields.get("summary") else {}),
        **({SEVERITY: "Severity is required."} if SEVERITY not in fields else {}),
        **({"priority": "Priority name is not valid"} if fields.get("priority", {}).get("name") == "Huge" else {}),
    }
    if errors:
        return Status(400, {"errorMessages": [], "errors": errors})
    fields["project"] = {"key": fields["project"]["key"], "name": "Project X"}
    if "assignee" in fields:
        fields["assignee"] = cloud.world.people[fields["assignee"]["accountId"]]
    key = cloud.world.add(**fields)
    return Status(201, {"id": "1", "key": key, "self": f"{cloud.url}{_API}/issue/{key}"})


def _read(cloud: JiraCloud, asked: Question) -> object:
    names = {id_: name for id_, (name, *_) in OWN.items()}
    return {**_issue(cloud, _key(asked)), "names": {**names, "customfield_10007": "Sprint"}}


def _change(cloud: JiraCloud, asked: Question) -> object:
    ticket, body = cloud.world.tickets[_key(asked)], asked.body
    assert isinstance(body, dict)
    for name, value in body.get("fields", {}).items():
        is_person = name == "assignee" and value["accountId"]
        ticket[name] = cloud.world.people[value["accountId"]] if is_person else None if name == "assignee" else value
    for step in body.get("update", {}).get("labels", []):
        gone, new = step.get("remove"), step.get("add")
        ticket["labels"] = [one for one in ticket["labels"] if one not in (gone, new)] + ([new] if new else [])
    ticket["updated"] = cloud.world.tick()
    return Status(204, b"")


def _edit_fields(_: JiraCloud, __: Question) -> object:
    return {"fields": _screen()}


def _comments(cloud: JiraCloud, asked: Question) -> object:
    found = list(reversed(cloud.world.comments[_key(asked)]))
    return {"comments": found, "startAt": 0, "maxResults": 50, "total": len(found)}


def _comment(cloud: JiraCloud, asked: Question) -> object:
    now, author = cloud.world.tick(), cloud.world.people[ANA]
    made = {"id": str(len(now)), "author": author, "body": asked.body["body"], "created": now}  # type: ignore[index,call-overload]
    cloud.world.comments[_key(asked)].append(made)
    return Status(201, made)


def _delete(cloud: JiraCloud, asked: Question) -> object:
    del cloud.world.tickets[_key(asked)]
    return Status(204, b"")


def _uncomment(cloud: JiraCloud, asked: Question) -> object:
    comments, id_ = cloud.world.comments[_key(asked)], asked.path.rpartition("/")[2]
    if id_ not in [one["id"] for one in comments]:
        return Status(404, {"errorMessages": [f"Can not find a comment for the id: {id_}."], "errors": {}})
    comments[:] = [one for one in comments if one["id"] != id_]
    return Status(204, b"")


def _steps(cloud: JiraCloud, asked: Question) -> object:
    there = cloud.world.tickets[_key(asked)]["status"]["name"]
    resolution: Json = {
        "required": True,
        "name": "Resolution",
        "key": "resolution",
        "schema": {"type": "resolution", "system": "resolution"},
        "operations": ["set"],
        "allowedValues": RESOLUTIONS,
    }
    return {
        "transitions": [
            {"id": id_, "name": name, "to": status(to), "fields": {"resolution": resolution} if to == "Done" else {}}
            for id_, name, to in STEPS[there]
        ]
    }


def _move(cloud: JiraCloud, asked: Question) -> object:
    ticket, body = cloud.world.tickets[_key(asked)], asked.body
    assert isinstance(body, dict)
    to = next((to for id_, _, to in STEPS[ticket["status"]["name"]] if id_ == body["transition"]["id"]), "")
    if not to:
        return Status(400, {"errorMessages": ["It is not on the appropriate workflow step."], "errors": {}})
    if to == "Done" and body.get("fields", {}).get("resolution", {}).get("id") not in ("1", "2"):
        return Status(400, {"errorMessages": [], "errors": {"resolution": "Resolution is required."}})
    ticket["status"], ticket["updated"] = status(to), cloud.world.tick()
    return Status(204, b"")


def _key(asked: Question) -> str:
    return asked.path.removeprefix(f"{_API}/issue/").partition("/")[0]


_ISSUE = r"/issue/PROJ-\d+"
_ROUTES: tuple[tuple[str, str, Callable[[JiraCloud, Question], object], str], ...] = (
    ("GET", "/myself", _me, "/myself"),
    ("GET", "/search/jql", _search, "/search"),
    ("GET", "/project/search", _projects, "/project/search"),
    ("GET", "/user/search", _people, "/user/search"),
    ("GET", "/issue/createmeta/PROJ/issuetypes", _kinds, ""),
    ("GET", r"/issue/createmeta/PROJ/issuetypes/\d+", _fields, ""),
    ("POST", "/issue", _create, "/issue"),
    ("GET", _ISSUE, _read, "/issue/{issueIdOrKey}"),
    ("PUT", _ISSUE, _change, "/issue/{issueIdOrKey}"),
    ("DELETE", _ISSUE, _delete, "/issue/{issueIdOrKey}"),
    ("DELETE", rf"{_ISSUE}/comment/\d+", _uncomment, "/issue/{issueIdOrKey}/comment/{id}"),
    ("GET", f"{_ISSUE}/editmeta", _edit_fields, "/issue/{issueIdOrKey}/editmeta"),
    ("GET", f"{_ISSUE}/comment", _comments, "/issue/{issueIdOrKey}/comment"),
    ("POST", f"{_ISSUE}/comment", _comment, "/issue/{issueIdOrKey}/comment"),
    ("GET", f"{_ISSUE}/transitions", _steps, "/issue/{issueIdOrKey}/transitions"),
    ("POST", f"{_ISSUE}/transitions", _move, "/issue/{issueIdOrKey}/transitions"),
)


def _answer(cloud: JiraCloud, asked: Question) -> object:
    if asked.headers.get("authorization") != _LOGIN:
        return Status(401, {"message": "Client must be authenticated to access this resource."})
    for method, path, answer, template in _ROUTES:
        if asked.method == method and re.fullmatch(_API + path, asked.path):
            return _held(cloud, asked, answer, template)
    return Status(404, {"errorMessages": ["Not found"], "errors": {}})


def _held(cloud: JiraCloud, asked: Question, answer: Callable[[JiraCloud, Question], object], template: str) -> object:
    name, method = f"{asked.method} {template}", asked.method.lower()
    if "PROJ-" in asked.path and _key(asked) not in cloud.world.tickets:
        return Status(
            404, {"errorMessages": ["Issue does not exist or you do not have permission to see it."], "errors": {}}
        )
    if template:
        cloud.faults += [f"{name}: {one}" for one in held.query_faults(_API + template, method, asked.query)]
        cloud.faults += [f"{name}: {one}" for one in held.body_faults(_API + template, method, asked.body)]
    for text in _texts(asked.body):
        cloud.faults += [f"{name}: {one}" for one in held.document_faults(text)]
    if cloud.breaks and asked.method != "GET":
        return Status(504, {"message": "The gateway lost it."})
    said = answer(cloud, asked)
    told = said if isinstance(said, Status) else Status(200, said)
    if template and template != "/search" and told.code < 400:
        body = None if isinstance(told.body, bytes) else told.body
        cloud.faults += [
            f"answer to {name}: {one}" for one in held.answer_faults(_API + template, method, told.code, body)
        ]
    if cloud.loses == (asked.method, asked.path.rpartition("/")[2]):
        cloud.loses = None
        return Status(504, {"message": "The gateway lost it."})
    return told


def _texts(body: object) -> Iterator[Mapping[str, Any]]:
    """The documents in a change, wherever they stand."""
    if isinstance(body, Mapping):
        if body.get("type") == "doc":
            yield body
        else:
            for one in body.values():
                yield from _texts(one)


@contextmanager
def jira_cloud(world: World | None = None) -> Iterator[JiraCloud]:
    """One that runs. Fails at the end when it was asked what Atlassian doesn't describe, or answered so itself."""
    holder = list[JiraCloud]()
    with json_server({"/*": lambda asked: _answer(holder[0], asked)}) as http:
        holder.append(JiraCloud(world or World(), http))
        yield holder[0]
    assert holder[0].faults == [], "\n".join(dict.fromkeys(holder[0].faults))
