"""What all tools for issue trackers stand on: the account and the project, ticket or person that is meant, and whose words were read."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from app.cards import sources
from app.cards.quoting import bracketed, within
from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.integrations.fetching.addresses import host_of
from app.integrations.tracker.naming import is_project_key, named_ticket
from app.integrations.tracker.port import (
    ME,
    NOBODY,
    STAGES,
    IssueTracker,
    Person,
    Ticket,
    TicketChange,
    TicketQuery,
    Transition,
    Whole,
)
from app.language.cues import says
from app.language.time.wording import full_date
from app.memory.records import Account
from app.tools import when
from app.tools.elsewhere import accounts_of, at_account
from app.tools.provenance import has_read

T = TypeVar("T")
_CHOICES = 12
_SELF = ("@me", "me", "myself", "i")
_NONE = ("nobody", "no one", "none", "unassigned")
NO_PROJECT = "I find no project “{said}”. There are: {names}."
WHICH_PROJECT = "Which project? There are: {names}."
NO_TICKET = "There is no {name} that I can see."
WHICH_TICKET = "Which one? {names}"
NOTHING_FITS = "I find no ticket about “{said}”."
NO_PERSON = "I find nobody called “{said}” there."
_IS_SO = "{key} is {status} already."
_NO_STEP = "{key} can't go to “{said}” from {status}. It can go to: {steps}."
_NO_STEPS = "{key} can't go anywhere from {status}: Jira offers you no transition."
_WHICH_STEP = "Which step of {key}? {steps}."
WHICH_PERSON = "“{said}” could be {names}. Which one?"


async def on_tracker(deps: AgentDeps, account: str, work: Callable[[Account, IssueTracker], Awaitable[T]]) -> T:
    """Do it at the account that is meant (`elsewhere.at_account`)."""
    return await at_account(deps, account, "issues", accounts_of(deps).issue_tracker, work)


async def project_of(tracker: IssueTracker, said: str) -> str:
    """The key of what somebody calls a project; the only one for "". Raises NotFound, ToolProblem with those there are."""
    wanted = said.strip()
    found = await tracker.projects(wanted, 100)
    exact = [one.key for one in found if wanted.casefold() in (one.key.casefold(), one.name.casefold())]
    keys = exact or [one.key for one in found]
    if len(keys) == 1:
        return keys[0]
    if not keys and is_project_key(wanted):
        found = await tracker.projects("", _CHOICES)
    named = ", ".join(f"{one.key} ({one.name})" for one in found[:_CHOICES])
    if keys:
        raise ToolProblem(WHICH_PROJECT.format(names=named))
    raise NotFound(NO_PROJECT.format(said=wanted[:60], names=named or "none"))


async def ticket_of(tracker: IssueTracker, said: str) -> Whole:
    """The ticket that is meant: by its key or address, or by words of its title. Raises NotFound, ToolProblem with those that fit."""
    if key := named_ticket(said):
        try:
            return await tracker.ticket(key)
        except NotFound as problem:
            raise NotFound(NO_TICKET.format(name=key)) from problem
    words = said.strip().strip("“”\"'")
    found = list(await tracker.tickets(TicketQuery(title=words), 6)) if words else []
    found = [one for one in found if words.casefold() in one.title.casefold()] or found
    if not found:
        raise NotFound(NOTHING_FITS.format(said=words[:60]))
    if len(found) > 1:
        raise ToolProblem(WHICH_TICKET.format(names="; ".join(f"{one.key} {within(one.title)}" for one in found)))
    return await tracker.ticket(found[0].key)


async def person_of(tracker: IssueTracker, said: str) -> Person:
    """Who is meant by a name or an address; ME and NOBODY stand for themselves. Raises NotFound, ToolProblem with those that fit."""
    wanted = said.strip().removeprefix("@").strip()
    if said.strip().casefold() in _SELF:
        return Person(ME, "me")
    if wanted.casefold() in _NONE:
        return Person(NOBODY, NOBODY)
    found = list(await tracker.people(wanted, 20)) if wanted else []
    exact = [
        one for one in found if wanted.casefold() in (one.name.casefold(), one.address.casefold(), one.id.casefold())
    ]
    meant = exact or found
    if not meant:
        raise NotFound(NO_PERSON.format(said=wanted[:60]))
    if len(meant) > 1:
        names = ", ".join(f"{one.name} ({one.address})" if one.address else one.name for one in meant[:_CHOICES])
        raise ToolProblem(WHICH_PERSON.format(said=wanted[:60], names=names))
    return meant[0]


def status_of(said: str) -> str:
    """What somebody says of how tickets stand, as `TicketQuery` has it: a stage however it is written ("not done" is open), else the name of a status."""
    together = said.replace("-", "").replace(" ", "").casefold()
    stage = next((one for one in STAGES if one.replace(" ", "") == together), "")
    return stage or ("open" if says("stays_open", said) else said)


async def step_of(tracker: IssueTracker, ticket: Ticket, said: str) -> Transition:
    """The one that leads there, or is called so. Raises ToolProblem with those that are possible."""
    wanted = " ".join(said.split()).casefold()
    steps = await tracker.transitions(ticket.key)
    named = [one for one in steps if wanted == one.name.casefold()]
    exact = named or [one for one in steps if wanted == one.to.casefold()]
    found = exact or [one for one in steps if wanted and wanted in f"{one.name} {one.to}".casefold()]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(f"{one.to or one.name} (“{one.name}”)" for one in found or steps)
    if found:
        raise ToolProblem(_WHICH_STEP.format(key=ticket.key, steps=listed))
    if wanted == ticket.status.casefold():
        raise ToolProblem(_IS_SO.format(key=ticket.key, status=ticket.status))
    told = _NO_STEP if steps else _NO_STEPS
    raise ToolProblem(told.format(key=ticket.key, said=said.strip()[:60], status=ticket.status, steps=listed))


def reversal(before: Whole, wanted: TicketChange) -> dict[str, Any]:
    """What takes such a change back, by the names of `TicketChange`; {} where not all of it can be: a text would come back without what we
    don't read of it, and a field that was empty can't be emptied."""
    ticket = before.ticket
    is_lost = wanted.text is not None or wanted.fields
    was_empty = (wanted.due and not ticket.due) or (wanted.priority and not ticket.priority)
    if is_lost or was_empty:
        return {}
    back = {
        "title": ticket.title if wanted.title else None,
        "priority": ticket.priority if wanted.priority else None,
        "assignee": (ticket.assignee_id or NOBODY) if wanted.assignee else None,
        "due": ticket.due.isoformat() if wanted.due and ticket.due else None,
        "add_labels": [one for one in wanted.remove_labels if one in ticket.labels],
        "remove_labels": [one for one in wanted.add_labels if one not in ticket.labels],
    }
    return {name: value for name, value in back.items() if value}


def place(account: Account, project: str) -> str:
    """The source that a project of an account is; its site where it is of none."""
    host = host_of(str(account.settings.get("api", ""))) or "nowhere"
    return sources.project(project, host) if project else sources.site(host)


async def has_read_projects(deps: AgentDeps, account: Account, *projects: str) -> None:
    """The turn shows what people wrote in these projects."""
    await has_read(deps, *dict.fromkeys(place(account, one) for one in projects))


def line(ticket: Ticket, deps: AgentDeps) -> str:
    """A ticket in a list."""
    about = [
        bracketed(ticket.kind),
        bracketed(ticket.status),
        f"for {bracketed(ticket.assignee)}" if ticket.assignee else "for nobody",
    ]
    about += [bracketed(ticket.priority)] if ticket.priority else []
    about += [f"due {full_date(ticket.due, deps.local_now)}"] if ticket.due else []
    return f"- {ticket.key} {within(ticket.title)} ({', '.join((*filter(None, about), when.say(ticket.updated_at, deps.local_now)))})"
