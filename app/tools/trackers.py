"""What all tools for issue trackers stand on: the account and the project, ticket or person that is meant, and whose words were read."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.cards import sources
from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.integrations.fetching.addresses import host_of
from app.integrations.tracker.naming import is_project_key, named_ticket
from app.integrations.tracker.port import ME, NOBODY, IssueTracker, Person, Ticket, TicketQuery, Whole
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
        raise ToolProblem(WHICH_TICKET.format(names="; ".join(f"{one.key} {one.title}" for one in found)))
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


def place(account: Account, project: str) -> str:
    """The source that a project of an account is; its site where it is of none."""
    host = host_of(str(account.settings.get("api", ""))) or "nowhere"
    return sources.project(project, host) if project else sources.site(host)


async def has_read_projects(deps: AgentDeps, account: Account, *projects: str) -> None:
    """The turn shows what people wrote in these projects."""
    await has_read(deps, *dict.fromkeys(place(account, one) for one in projects))


def line(ticket: Ticket, deps: AgentDeps) -> str:
    """A ticket in a list."""
    about = [ticket.kind, ticket.status, f"for {ticket.assignee}" if ticket.assignee else "for nobody"]
    about += [ticket.priority] if ticket.priority else []
    about += [f"due {full_date(ticket.due, deps.local_now)}"] if ticket.due else []
    return f"- {ticket.key} {ticket.title} ({', '.join((*filter(None, about), when.say(ticket.updated_at, deps.local_now)))})"
