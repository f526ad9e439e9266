"""Jira by its REST API: Cloud (https://developer.atlassian.com/cloud/jira/platform/rest/v3) with a mail address and an API token, a server of
one's own (Data Center, version 2 of the API) with a personal access token.

The two differ in where they list, in how people are named (account ids, logins) and in what texts are (documents, wiki markup): `_Flavour`
says how. Boards and sprints come by Jira Software's API, which a site may not have.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from app.clock import Clock
from app.errors import NotFound, OutcomeUnknown, ToolProblem
from app.integrations.access import Access
from app.integrations.answered import Row, row, rows, table, text
from app.integrations.calls import Calls, segment
from app.integrations.ports import Me, Remark, Written
from app.integrations.tracker import adf, jql, marking
from app.integrations.tracker import jira_fields as fields_of
from app.integrations.tracker import jira_reading as reading
from app.integrations.tracker.jira_fields import Field
from app.integrations.tracker.port import (
    ME,
    NOBODY,
    Board,
    Draft,
    Person,
    Project,
    Sprint,
    Ticket,
    TicketChange,
    TicketQuery,
    Transition,
    Whole,
)

_AGILE = "rest/agile/1.0"
_LISTED = "summary,status,issuetype,priority,assignee,reporter,labels,created,updated,duedate"
_MOST_REMARKS, _MOST_FOUND, _MOST_BYTES = 50, 100, 8_000_000
_NOT_TAKEN = "Jira didn't take that: {why}."
_WANTS = " It asks for: {wants}."
_NO_JIRA = "There is no {what} at {base}. {hint}"
_KINDS = "{project} has no kind of ticket called “{said}”. There are: {names}."
_NO_KINDS = "Jira shows no kind of ticket that can be made in {project}."
_USUAL = ("task", "story", "bug")
_GIVEN = ("project", "issuetype", "summary", "reporter", "parent", "attachment")  # said already, or set by Jira itself


@dataclass(frozen=True, slots=True)
class _Flavour:
    """How one of the two speaks. `hint` is what else an address that isn't one may be."""

    api: str
    what: str
    search: str
    projects: str
    person: str
    asks_people: str
    document: Callable[[str], object]
    hint: str


_CLOUD = _Flavour(
    api="rest/api/3",
    what="Jira Cloud",
    search="search/jql",
    projects="project/search",
    person="accountId",
    asks_people="query",
    document=marking.document,
    hint="For a Jira server of your own leave the mail address out.",
)
_SERVER = _Flavour(
    api="rest/api/2",
    what="Jira server",
    search="search",
    projects="project",
    person="name",
    asks_people="username",
    document=marking.wiki,
    hint="For Jira Cloud give your mail address too.",
)


@asynccontextmanager
async def opened(access: Access) -> AsyncIterator["Jira"]:
    """One account, over connections that end with it."""
    settings = access.account.settings
    base, user = str(settings.get("api", "")), str(settings.get("user", ""))
    async with Calls(access, base, sign="basic" if user else "bearer", user=user) as calls:
        yield Jira(calls, base, access.clock, handle=str(settings.get("handle", "")), is_cloud=bool(user))


class Jira:
    """As `port.IssueTracker` says."""

    def __init__(self, calls: Calls, base: str, clock: Clock, *, handle: str, is_cloud: bool) -> None:
        """`base` is the site's address; `handle` how its user is named there, once that was asked."""
        self._calls = calls
        self._base = base.rstrip("/")
        self._clock = clock
        self._handle = handle
        self._as = _CLOUD if is_cloud else _SERVER

    async def me(self) -> Me:
        """As the port says. Raises ToolProblem where no such Jira is."""
        try:
            found = await self._read(f"{self._as.api}/myself")
        except NotFound as problem:
            told = _NO_JIRA.format(what=self._as.what, base=self._base, hint=self._as.hint)
            raise ToolProblem(told) from problem
        if not reading.named(found):
            raise ToolProblem(_NO_JIRA.format(what=self._as.what, base=self._base, hint=self._as.hint))
        return Me(reading.named(found), reading.called(found))

    def asked(self, query: TicketQuery) -> str:
        """As the port says."""
        return jql.written(query, self._clock.now())

    def address(self, key: str) -> str:
        """As the port says."""
        return f"{self._base}/browse/{key}"

    def read_back(self, text: str) -> str:
        """As the port says."""
        return adf.read(self._as.document(text))

    async def tickets(self, query: TicketQuery, limit: int) -> Sequence[Ticket]:
        """As the port says."""
        asked: dict[str, str | int] = {"jql": self.asked(query), "fields": _LISTED, "maxResults": min(limit, 100)}
        reply = await self._calls.call("GET", f"{self._as.api}/{self._as.search}", params=asked, may=(400,))
        if reply.status == 400:
            raise ToolProblem(_NOT_TAKEN.format(why=reading.reason(reply.json(), {}).rstrip(".")))
        found = [reading.ticket(one, self._base) for one in rows(reply.json(), "issues")]
        return [one for one in found if one.key and (query.since is None or one.updated_at >= query.since)][:limit]

    async def ticket(self, key: str) -> Whole:
        """As the port says."""
        path = self._issue(key)
        asked = {"fields": "*all,-comment,-worklog", "expand": "names"}
        found, remarks = await asyncio.gather(self._read(path, asked), self._remarks(path))
        return reading.whole(found, remarks, self._base)

    async def projects(self, words: str, limit: int) -> Sequence[Project]:
        """As the port says."""
        asked = {"maxResults": _MOST_FOUND, "query": words} if words else {"maxResults": _MOST_FOUND}
        is_asked = self._as is _CLOUD
        reply = await self._calls.call("GET", f"{self._as.api}/{self._as.projects}", params=asked if is_asked else None)
        wanted = words.casefold().split()
        found = [reading.project(one) for one in rows(reply.json(), "values" if is_asked else "")]
        named = [one for one in found if all(word in f"{one.key} {one.name}".casefold() for word in wanted)]
        return [one for one in named if one.key][:limit]

    async def people(self, words: str, limit: int) -> Sequence[Person]:
        """As the port says."""
        asked = {self._as.asks_people: words, "maxResults": _MOST_FOUND}
        reply = await self._calls.call("GET", f"{self._as.api}/user/search", params=asked)
        return [reading.person(one) for one in rows(reply.json()) if reading.is_person(one)][:limit]

    async def boards(self, project: str, limit: int) -> Sequence[Board]:
        """As the port says."""
        asked = {"maxResults": min(limit, 50), **({"projectKeyOrId": project} if project else {})}
        reply = await self._calls.call("GET", f"{_AGILE}/board", params=asked, may=(400, 403, 404))
        found = [reading.board(one) for one in rows(reply.json(), "values")] if reply.status == 200 else []
        return [one for one in found if project in ("", one.project) or not one.project][:limit]

    async def sprints(self, board: Board) -> Sequence[Sprint]:
        """As the port says."""
        asked = {"state": "active,future", "maxResults": 50}
        path = f"{_AGILE}/board/{segment(board.id)}/sprint"
        reply = await self._calls.call("GET", path, params=asked, may=(400, 404))
        return [reading.sprint(one) for one in rows(reply.json(), "values")] if reply.status == 200 else []

    async def transitions(self, key: str) -> Sequence[Transition]:
        """As the port says."""
        return [_transition(one) for one in await self._steps(key) if text(one, "id")]

    async def kind(self, project: str, said: str, *, below: bool) -> str:
        """As the port says."""
        return reading.line(text(await self._kind(project, said, below=below), "name"))

    async def missing(self, draft: Draft) -> Sequence[str]:
        """As the port says."""
        known = await self._wanted(draft.project, draft.kind, below=bool(draft.parent))
        body = await self._drafted(draft, known)
        return [one.wanted for one in known if one.is_required and one.id not in body and one.id not in _GIVEN]

    async def create(self, draft: Draft) -> str:
        """As the port says."""
        known = await self._wanted(draft.project, draft.kind, below=bool(draft.parent)) if draft.fields else []
        body = {"fields": await self._drafted(draft, known)}
        names = {one.id: one.name for one in known}
        made = await self._send("POST", f"{self._as.api}/issue", body, names=names)
        if not text(made, "key"):
            raise OutcomeUnknown
        return reading.line(text(made, "key"))

    async def change(self, key: str, wanted: TicketChange) -> None:
        """As the port says."""
        known = list[Field]()
        if wanted.fields:
            known = fields_of.read((await self._read(f"{self._issue(key)}/editmeta")).get("fields"))
        fields: dict[str, Any] = {}
        if wanted.title is not None:
            fields["summary"] = wanted.title
        if wanted.text is not None:
            fields["description"] = self._as.document(wanted.text)
        if wanted.priority is not None:
            fields["priority"] = {"name": wanted.priority}
        if wanted.assignee is not None:
            fields["assignee"] = await self._person(wanted.assignee)
        if wanted.due is not None:
            fields["duedate"] = wanted.due.isoformat()
        fields |= await self._own(wanted.fields, known)
        labels = [{"add": one} for one in wanted.add_labels] + [{"remove": one} for one in wanted.remove_labels]
        body = {**({"fields": fields} if fields else {}), **({"update": {"labels": labels}} if labels else {})}
        names = {one.id: one.name for one in known}
        await self._send("PUT", self._issue(key), body, names=names, repeatable=True)

    async def move(self, key: str, transition: Transition, fields: Mapping[str, str]) -> None:
        """As the port says."""
        known = list[Field]()
        if fields:
            step = next((one for one in await self._steps(key) if text(one, "id") == transition.id), {})
            known = fields_of.read(table(step, "fields"))
        body = {"transition": {"id": transition.id}, **({"fields": await self._own(fields, known)} if fields else {})}
        await self._send("POST", f"{self._issue(key)}/transitions", body, wants=transition.wants)

    async def comment(self, key: str, text: str) -> Written:
        """As the port says."""
        made = await self._send("POST", f"{self._issue(key)}/comment", {"body": self._as.document(text)})
        number = str(made.get("id", ""))
        return Written(number, f"{self.address(key)}?focusedCommentId={number}" if number else self.address(key))

    async def delete_comment(self, key: str, comment: str) -> None:
        """As the port says."""
        await self._calls.call("DELETE", f"{self._issue(key)}/comment/{segment(comment)}")

    async def delete(self, key: str) -> None:
        """As the port says."""
        await self._send("DELETE", self._issue(key), None)

    async def _remarks(self, path: str) -> list[Remark]:
        """The last ones, in the order they were written."""
        asked = {"orderBy": "-created", "maxResults": _MOST_REMARKS}
        found = rows(await self._read(f"{path}/comment", asked), "comments")
        return sorted(map(reading.remark, found), key=lambda one: one.at)

    async def _steps(self, key: str) -> list[Row]:
        return rows(
            await self._read(f"{self._issue(key)}/transitions", {"expand": "transitions.fields"}), "transitions"
        )

    async def _kinds(self, project: str) -> list[Row]:
        """The kinds of ticket that can be made there. Older servers list them with all their fields at once."""
        path = f"{self._as.api}/issue/createmeta"
        key = segment(project)
        reply = await self._calls.call("GET", f"{path}/{key}/issuetypes", params={"maxResults": 100}, may=(404, 405))
        if reply.status == 200:
            return rows(reply.json(), "issueTypes") or rows(reply.json(), "values")
        asked = {"projectKeys": project, "expand": "projects.issuetypes.fields"}
        found = rows(await self._read(path, asked), "projects")
        return rows(next((one for one in found if text(one, "key") == project), {}), "issuetypes")

    async def _kind(self, project: str, said: str, *, below: bool) -> Row:
        """Raises ToolProblem for one that the project doesn't have."""
        kinds = [one for one in await self._kinds(project) if text(one, "name")]
        wanted = reading.line(said).casefold()
        if wanted:
            found = next((one for one in kinds if text(one, "name").casefold() == wanted), None)
        else:
            fitting = [one for one in kinds if (one.get("subtask") is True) == below]
            usual = [one for name in _USUAL for one in fitting if text(one, "name").casefold() == name]
            found = next(iter((*usual, *fitting)), None)
        if found is None and not kinds:
            raise ToolProblem(_NO_KINDS.format(project=project))
        if found is None:
            names = ", ".join(text(one, "name") for one in kinds)
            raise ToolProblem(_KINDS.format(project=project, said=said.strip()[:60], names=names))
        return found

    async def _wanted(self, project: str, kind: str, *, below: bool) -> list[Field]:
        """The fields of the screen on which such a ticket is made."""
        found = await self._kind(project, kind, below=below)
        if isinstance(found.get("fields"), Mapping):
            return fields_of.read(found["fields"])
        path = f"{self._as.api}/issue/createmeta/{segment(project)}/issuetypes/{segment(text(found, 'id'))}"
        answer = await self._read(path, {"maxResults": 200})
        return fields_of.read(answer.get("fields") or answer.get("values"))

    async def _drafted(self, draft: Draft, known: Sequence[Field]) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "project": {"key": draft.project},
            "issuetype": {"name": draft.kind},
            "summary": draft.title,
            "description": self._as.document(draft.text) if draft.text else None,
            "priority": {"name": draft.priority} if draft.priority else None,
            "assignee": await self._person(draft.assignee) if draft.assignee else None,
            "labels": list(draft.labels) or None,
            "duedate": draft.due.isoformat() if draft.due else None,
            "parent": {"key": draft.parent} if draft.parent else None,
        }
        return {name: value for name, value in fields.items() if value is not None} | await self._own(
            draft.fields, known
        )

    async def _own(self, said: Mapping[str, str], known: Sequence[Field]) -> dict[str, Any]:
        """Fields by name, as Jira wants them. Raises ToolProblem for one that isn't there, or a value that it doesn't take."""
        made: dict[str, Any] = {}
        for name, value in said.items():
            field = fields_of.by_name(known, name)
            is_person = field.kind == "user"
            made[field.id] = (
                await self._named(value) if is_person else fields_of.encoded(field, value, self._as.document)
            )
        return made

    async def _named(self, said: str) -> dict[str, str | None]:
        """Somebody by name. Raises ToolProblem for nobody, and for several."""
        found = [ME] if said.strip() == ME else [one.id for one in await self.people(said, 2)]
        if len(found) != 1:
            raise ToolProblem(_NOT_TAKEN.format(why=f"“{said.strip()[:60]}” names nobody, or several people"))
        return await self._person(found[0])

    async def _person(self, who: str) -> dict[str, str | None]:
        """Somebody as Jira wants them in a field."""
        if who == ME and not self._handle:
            self._handle = (await self.me()).handle
        id_ = self._handle if who == ME else who
        return {self._as.person: None if who == NOBODY else id_}

    def _issue(self, key: str) -> str:
        return f"{self._as.api}/issue/{segment(key)}"

    async def _read(self, path: str, params: Mapping[str, str | int] | None = None) -> Row:
        return row((await self._calls.call("GET", path, params=params, most_bytes=_MOST_BYTES)).json())

    async def _send(
        self,
        method: str,
        path: str,
        body: object,
        *,
        names: Mapping[str, str] | None = None,
        wants: Sequence[str] = (),
        repeatable: bool = False,
    ) -> Row:
        """A change. Raises ToolProblem with Jira's own reason where it refuses; `names` are those of fields, `wants` what it may ask for."""
        reply = await self._calls.call(method, path, body=body, may=(400,), repeatable=repeatable)
        if reply.status == 400:
            why = reading.reason(reply.json(), names or {}).rstrip(".")
            more = _WANTS.format(wants=", ".join(wants)) if wants else ""
            raise ToolProblem(_NOT_TAKEN.format(why=why) + more)
        return row(reply.json())


def _transition(of: Row) -> Transition:
    wanted = [one.wanted for one in fields_of.read(table(of, "fields")) if one.is_required]
    to = reading.line(text(table(of, "to"), "name"))
    return Transition(text(of, "id"), reading.line(text(of, "name")), to, tuple(wanted))
