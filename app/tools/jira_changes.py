"""The tools for Jira that change something: all of them wait for their user's OK, pinned to the ticket, project and people that were meant.

What became of one that broke off is looked up there: a new ticket by its title and reporter, a comment by its author and words, a step and a
change by how the ticket stands.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from pydantic_ai import RunContext

from app.cards.literal import quoted
from app.deps import AgentDeps
from app.errors import OutcomeUnknown, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import Risk
from app.integrations.tracker.port import ME, Draft, IssueTracker, TicketChange, TicketQuery, Whole
from app.memory.records import Account
from app.tools import when
from app.tools.toolset import Tool
from app.tools.trackers import has_read_projects, on_tracker, person_of, project_of, reversal, step_of, ticket_of

_WRITES = Risk(side_effect=True, egress=True, local=False)
_MOST = 30_000  # characters of a text, which Jira takes
_MOST_TITLE = 250
_CLOCKS = timedelta(minutes=2)  # that its clock may be behind ours
_NO_TITLE = "What should the ticket be called?"
_NO_TEXT = "What should it say?"
_NO_CHANGE = "What should change: summary, description, priority, assignee, labels, due date or another field?"
_NO_FIELD = "Say a field as “name: value”, not “{said}”."
_ALSO_WANTS = "{project} wants more of a {kind}: {wants}. Which should it be?"
_MADE = "Created {key}: {title}\n{url}"
_CHANGED = "Changed {key}: {title}\n{url}"
_MOVED = "{key} is {status} now.\n{url}"
_COMMENTED = "Commented on {key}.\n{url}"


async def jira_create(
    ctx: RunContext[AgentDeps],
    project: str,
    summary: str,
    description: str = "",
    *,
    kind: str = "",
    priority: str = "",
    assignee: str = "",
    labels: Sequence[str] = (),
    due: str = "",
    parent: str = "",
    fields: Sequence[str] = (),
    account: str = "",
    person: str = "",
) -> Done:
    """Create a ticket. `kind`: Bug, Task … `assignee`: a name, or @me. `parent`: the ticket it is a subtask of. `fields`: others ("name: value").
    `person`: leave it out."""
    given: dict[str, Any] = {
        "person": person,
        "project": project,
        "summary": summary,
        "description": description,
        "kind": kind,
    }
    given |= {
        "priority": priority,
        "assignee": assignee,
        "labels": labels,
        "due": due,
        "parent": parent,
        "fields": fields,
    }

    async def make(at: Account, tracker: IssueTracker) -> Done:
        draft = await _drafted(ctx.deps, tracker, given)
        key = await tracker.create(draft)
        undo = {"action": "delete_ticket", "account": at.id, "ticket": key}
        return Done(_MADE.format(key=key, title=draft.title, url=tracker.address(key)), undo)

    return await on_tracker(ctx.deps, account, make)


async def jira_update(
    ctx: RunContext[AgentDeps],
    ticket: str,
    *,
    summary: str = "",
    description: str = "",
    priority: str = "",
    assignee: str = "",
    add_labels: Sequence[str] = (),
    remove_labels: Sequence[str] = (),
    due: str = "",
    fields: Sequence[str] = (),
    account: str = "",
    person: str = "",
) -> Done:
    """Change a ticket. `assignee`: a name, @me or nobody. `fields`: others ("name: value"). `person`: leave it out."""
    given: dict[str, Any] = {
        "person": person,
        "summary": summary,
        "description": description,
        "priority": priority,
        "assignee": assignee,
    }
    given |= {"add_labels": add_labels, "remove_labels": remove_labels, "due": due, "fields": fields}
    _some_change(given)

    async def change(at: Account, tracker: IssueTracker) -> Done:
        whole = await ticket_of(tracker, ticket)
        found, wanted = whole.ticket, await _wanted(ctx.deps, tracker, given)
        await tracker.change(found.key, wanted)
        back = reversal(whole, wanted)
        undo = {"action": "put_ticket_back", "account": at.id, "ticket": found.key, **back} if back else None
        return Done(_CHANGED.format(key=found.key, title=summary.strip() or found.title, url=found.url), undo)

    return await on_tracker(ctx.deps, account, change)


async def jira_transition(
    ctx: RunContext[AgentDeps], ticket: str, to: str, *, fields: Sequence[str] = (), account: str = ""
) -> Done:
    """Move a ticket to another status. `to`: the status, or the transition's name. `fields`: what the step asks for ("Resolution: Done")."""

    async def move(at: Account, tracker: IssueTracker) -> Done:
        found = (await ticket_of(tracker, ticket)).ticket
        step = await step_of(tracker, found, to)
        await tracker.move(found.key, step, _fields({"fields": fields}))
        undo = {"action": "move_ticket_back", "account": at.id, "ticket": found.key}
        undo |= {"status": found.status, "after": step.to}
        return Done(_MOVED.format(key=found.key, status=step.to or step.name, url=found.url), undo)

    return await on_tracker(ctx.deps, account, move)


async def jira_comment(ctx: RunContext[AgentDeps], ticket: str, text: str, account: str = "") -> Done:
    """Write below a ticket."""

    async def write(at: Account, tracker: IssueTracker) -> Done:
        found = (await ticket_of(tracker, ticket)).ticket
        made = await tracker.comment(found.key, _some(text, _NO_TEXT))
        undo = {"action": "delete_ticket_comment", "account": at.id, "ticket": found.key, "comment": made.id}
        return Done(_COMMENTED.format(key=found.key, url=made.url), undo if made.id else None)

    return await on_tracker(ctx.deps, account, write)


async def _prepare_create(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """With what the project wants of such a ticket asked for before anybody is asked for an OK."""
    _some(str(arguments["summary"]), _NO_TITLE)

    async def pin(account: Account, tracker: IssueTracker) -> dict[str, Any]:
        project = await project_of(tracker, str(arguments["project"]))
        pinned = {**arguments, "project": project, "account": account.pinned}
        if arguments.get("parent"):
            pinned["parent"] = (await ticket_of(tracker, str(arguments["parent"]))).ticket.key
        pinned["kind"] = await tracker.kind(project, _said(arguments, "kind"), below=bool(pinned.get("parent")))
        pinned |= await _pinned_words(deps, tracker, arguments)
        wants = await tracker.missing(await _drafted(deps, tracker, pinned))
        if wants:
            told = _ALSO_WANTS.format(project=project, kind=pinned["kind"], wants="; ".join(wants))
            raise ToolProblem(told)
        await has_read_projects(deps, account, project)  # the names of its kinds and fields are its owners' words
        return pinned

    pinned = await on_tracker(deps, _said(arguments, "account"), pin)
    return pinned, f"create a {pinned['kind']} in {pinned['project']}"


async def _prepare_ticket(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    pinned, whole = await _pinned(deps, arguments)
    return pinned, _about(whole)


async def _prepare_update(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    _some_change(arguments)
    pinned, whole = await _pinned(deps, arguments)

    async def pin(_: Account, tracker: IssueTracker) -> dict[str, Any]:
        return await _pinned_words(deps, tracker, arguments)

    return {**pinned, **await on_tracker(deps, pinned["account"], pin)}, _about(whole)


async def _prepare_move(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    pinned, whole = await _pinned(deps, arguments)

    async def pin(_: Account, tracker: IssueTracker) -> str:
        step = await step_of(tracker, whole.ticket, str(arguments["to"]))
        steps = await tracker.transitions(whole.ticket.key)
        return step.to if step.to and sum(one.to == step.to for one in steps) == 1 else step.name

    to = await on_tracker(deps, pinned["account"], pin)
    return {**pinned, "to": to}, f"{_about(whole)}, from {quoted(whole.ticket.status)}"


async def _pinned(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], Whole]:
    async def pin(account: Account, tracker: IssueTracker) -> tuple[dict[str, Any], Whole]:
        whole = await ticket_of(tracker, str(arguments["ticket"]))
        await has_read_projects(deps, account, whole.ticket.project)  # its title stands on the card
        return {**arguments, "ticket": whole.ticket.key, "account": account.pinned}, whole

    return await on_tracker(deps, _said(arguments, "account"), pin)


async def _pinned_words(deps: AgentDeps, tracker: IssueTracker, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The person and the day that were said, as they are called; and who that is, as people choose their names."""
    pinned: dict[str, Any] = {"person": ""}  # never what a model says
    if who := _said(arguments, "assignee"):
        person = await person_of(tracker, who)
        pinned |= {"assignee": "me" if person.id == ME else person.name, "person": person.id}
    if due := _said(arguments, "due"):
        pinned["due"] = when.read_day(due, deps.local_now).isoformat()
    return pinned


async def _drafted(deps: AgentDeps, tracker: IssueTracker, given: Mapping[str, Any]) -> Draft:
    project, parent = str(given["project"]), _said(given, "parent")
    if not deps.approved:  # what was confirmed is the very project of its card
        project = await project_of(tracker, project)
    return Draft(
        project=project,
        title=" ".join(_some(str(given["summary"]), _NO_TITLE).split())[:_MOST_TITLE],
        kind=await tracker.kind(project, _said(given, "kind"), below=bool(parent)),
        text=_said(given, "description")[:_MOST],
        priority=_said(given, "priority"),
        assignee=await _assignee(deps, tracker, given),
        labels=tuple(given.get("labels") or ()),
        due=when.read_day(_said(given, "due"), deps.local_now) if _said(given, "due") else None,
        parent=parent,
        fields=_fields(given),
    )


async def _assignee(deps: AgentDeps, tracker: IssueTracker, given: Mapping[str, Any]) -> str:
    """Whom it is to be assigned to, "" for no word of it: of a call that was confirmed the one of its card, whoever is called so by now."""
    if deps.approved and (pinned := _said(given, "person")):
        return pinned
    return (await person_of(tracker, _said(given, "assignee"))).id if _said(given, "assignee") else ""


async def _wanted(deps: AgentDeps, tracker: IssueTracker, given: Mapping[str, Any]) -> TicketChange:
    due, title = _said(given, "due"), " ".join(_said(given, "summary").split())
    return TicketChange(
        title=title[:_MOST_TITLE] or None,
        text=_said(given, "description")[:_MOST] or None,
        priority=_said(given, "priority") or None,
        assignee=await _assignee(deps, tracker, given) or None,
        add_labels=tuple(given.get("add_labels") or ()),
        remove_labels=tuple(given.get("remove_labels") or ()),
        due=when.read_day(due, deps.local_now) if due else None,
        fields=_fields(given),
    )


async def _look_for_ticket(deps: AgentDeps, arguments: dict[str, Any], since: datetime) -> Done | None:
    """By its title, among what its user reported there since."""
    title = " ".join(str(arguments["summary"]).split())[:_MOST_TITLE]

    async def look(_: Account, tracker: IssueTracker) -> Done | None:
        query = TicketQuery(project=str(arguments["project"]), whose="reported", title=title, since=since - _CLOCKS)
        found = [one for one in await tracker.tickets(query, 50) if one.created_at >= since - _CLOCKS]
        made = next((one for one in found if one.title == title), None)
        return Done(_MADE.format(key=made.key, title=made.title, url=made.url)) if made else None

    return await on_tracker(deps, _said(arguments, "account"), look)


async def _look_for_remark(deps: AgentDeps, arguments: dict[str, Any], since: datetime) -> Done | None:
    """By its words, below the ticket, since."""

    async def look(_: Account, tracker: IssueTracker) -> Done | None:
        own, whole = (await tracker.me()).handle, await ticket_of(tracker, str(arguments["ticket"]))
        text = tracker.read_back(_said(arguments, "text")[:_MOST])
        found = [one for one in whole.remarks if one.author_id == own and one.at >= since - _CLOCKS]
        is_there = any(one.text == text for one in found)
        return Done(_COMMENTED.format(key=whole.ticket.key, url=whole.ticket.url)) if is_there else None

    return await on_tracker(deps, _said(arguments, "account"), look)


async def _look_for_step(deps: AgentDeps, arguments: dict[str, Any], _: datetime) -> Done | None:
    """By where the ticket stands. Raises OutcomeUnknown where that doesn't tell: a ticket that stands elsewhere and from which no such step leads
    may have been moved (by a step that was pinned by its own name, as several lead to its status) or moved on since."""

    async def look(_: Account, tracker: IssueTracker) -> Done | None:
        found, to = (await ticket_of(tracker, str(arguments["ticket"]))).ticket, _said(arguments, "to").casefold()
        if found.status.casefold() == to:
            return Done(_MOVED.format(key=found.key, status=found.status, url=found.url))
        if any(to in (one.to.casefold(), one.name.casefold()) for one in await tracker.transitions(found.key)):
            return None  # it can still be made
        raise OutcomeUnknown

    return await on_tracker(deps, _said(arguments, "account"), look)


async def _look_for_change(deps: AgentDeps, arguments: dict[str, Any], _: datetime) -> Done | None:
    """By whether the ticket is as it was wanted. Raises OutcomeUnknown where that can't be seen."""

    async def look(_: Account, tracker: IssueTracker) -> Done | None:
        whole = await ticket_of(tracker, str(arguments["ticket"]))
        wanted = await _wanted(deps, tracker, arguments)
        if wanted.fields:
            raise OutcomeUnknown
        found = whole.ticket
        own = (await tracker.me()).handle if wanted.assignee == ME else wanted.assignee
        text = tracker.read_back(wanted.text) if wanted.text is not None else whole.text
        is_so = (
            wanted.title in (None, found.title)
            and text == whole.text
            and wanted.priority in (None, found.priority)
            and own in (None, found.assignee_id or "nobody")
            and wanted.due in (None, found.due)
            and set(wanted.add_labels) <= set(found.labels)
            and not set(wanted.remove_labels) & set(found.labels)
        )
        return Done(_CHANGED.format(key=found.key, title=found.title, url=found.url)) if is_so else None

    return await on_tracker(deps, _said(arguments, "account"), look)


def _some_change(given: Mapping[str, Any]) -> None:
    """Raises ToolProblem for none."""
    parts = ("summary", "description", "priority", "assignee", "add_labels", "remove_labels", "due", "fields")
    if not any(given.get(name) for name in parts):
        raise ToolProblem(_NO_CHANGE)


def _fields(given: Mapping[str, Any]) -> dict[str, str]:
    """Fields by name, of "name: value". Raises ToolProblem for one without both."""
    found: dict[str, str] = {}
    for one in given.get("fields") or ():
        name, colon, value = str(one).partition(":")
        if not (colon and name.strip() and value.strip()):
            raise ToolProblem(_NO_FIELD.format(said=str(one)[:60]))
        found[name.strip()] = value.strip()
    return found


def _said(given: Mapping[str, Any], name: str) -> str:
    return str(given.get(name) or "").strip()


def _some(text: str, problem: str) -> str:
    """Raises ToolProblem for nothing."""
    if not text.strip():
        raise ToolProblem(problem)
    return text.strip()[:_MOST]


def _about(whole: Whole) -> str:
    return f"{whole.ticket.key} {quoted(whole.ticket.title)}"


CHANGES: tuple[Tool, ...] = (
    Tool(jira_create, _WRITES, _prepare_create, look=_look_for_ticket),
    Tool(jira_update, _WRITES, _prepare_update, look=_look_for_change),
    Tool(jira_transition, _WRITES, _prepare_move, look=_look_for_step),
    Tool(jira_comment, _WRITES, _prepare_ticket, look=_look_for_remark),
)
