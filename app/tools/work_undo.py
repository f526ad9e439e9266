"""Taking back what was done at services of work: what was written is deleted there, what was changed is changed back.

What somebody has built on since stays: a ticket that was answered isn't deleted, one that moved on isn't moved back.
"""

from collections.abc import Awaitable, Callable, Mapping
from datetime import date, datetime
from typing import Any, TypeVar

from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.integrations.code.meant import item_of
from app.integrations.code.port import CodeHost, ItemChange
from app.integrations.team.port import TeamChat
from app.integrations.tracker.port import IssueTracker, TicketChange
from app.memory.records import Account
from app.tools.code_hosts import said_of
from app.tools.elsewhere import accounts_of
from app.tools.trackers import step_of

P = TypeVar("P")
_NOT_CONNECTED = "The account where that was done is no longer connected."
_GONE = "It is no longer there, so there is nothing to take back."
_ANSWERED = "{key} has comments or related tickets by now, so it stays. It can still be removed in Jira itself."
_MOVED_ON = "{key} is {status} by now, so I left it."
_UNSAID = "Deleted what I wrote below {name}."
_MADE_SO = "{name} is {said} again."
_CLOSED = "Closed {name}. Issues can't be deleted from here."
_DELETED = "Deleted {key}."
_PUT_BACK = "{key} is as it was before."
_MOVED_BACK = "{key} is {status} again."
_POST_GONE = "Deleted what I wrote in {place}."
_REACTION_GONE = "Took :{emoji}: away again in {place}."


async def delete_item_comment(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Undo of writing below an issue or a pull request."""
    del at
    name = str(given["item"])

    async def work(host: CodeHost) -> str:
        await host.delete_comment(name.partition("#")[0], str(given["comment"]))
        return _UNSAID.format(name=name)

    return await _there(deps, given, accounts_of(deps).code_host, work)


async def put_item_back(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Undo of opening an issue (it is closed) and of changing an item."""
    del at
    name = str(given["item"])
    lists = ("add_labels", "remove_labels", "assign", "unassign")
    wanted = ItemChange(given.get("is_open"), **{one: tuple(given.get(one) or ()) for one in lists})

    async def work(host: CodeHost) -> str:
        found = (await item_of(host, name)).item
        changed = await host.change(found.repo, found.number, wanted)
        return _CLOSED.format(name=name) if given.get("is_new") else _MADE_SO.format(name=name, said=said_of(changed))

    return await _there(deps, given, accounts_of(deps).code_host, work)


async def delete_ticket(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Undo of creating a ticket, as long as nobody has written below it or hung something on it."""
    return await delete_tickets(deps, {**given, "tickets": [given["ticket"]]}, at)


async def delete_tickets(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """The same of several: all are looked at before the first goes, and one that is gone already is left out."""
    del at

    async def work(tracker: IssueTracker) -> str:
        there = [key for key in map(str, given["tickets"]) if await _may_go(tracker, key)]
        if not there:
            raise NotFound
        for key in there:
            await tracker.delete(key)
        return _DELETED.format(key=", ".join(there))

    return await _there(deps, given, accounts_of(deps).issue_tracker, work)


async def _may_go(tracker: IssueTracker, key: str) -> bool:
    """Whether a ticket is still there. Raises ToolProblem for one that somebody has built on."""
    try:
        whole = await tracker.ticket(key)
    except NotFound:
        return False
    if whole.remarks or any(one.how != "parent" for one in whole.related):
        raise ToolProblem(_ANSWERED.format(key=key))
    return True


async def delete_ticket_comment(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Undo of writing below a ticket."""
    del at

    async def work(tracker: IssueTracker) -> str:
        await tracker.delete_comment(str(given["ticket"]), str(given["comment"]))
        return _UNSAID.format(name=given["ticket"])

    return await _there(deps, given, accounts_of(deps).issue_tracker, work)


async def put_ticket_back(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Undo of changing a ticket."""
    del at
    wanted = TicketChange(
        title=given.get("title"),
        priority=given.get("priority"),
        assignee=given.get("assignee"),
        add_labels=tuple(given.get("add_labels") or ()),
        remove_labels=tuple(given.get("remove_labels") or ()),
        due=date.fromisoformat(given["due"]) if given.get("due") else None,
    )

    async def work(tracker: IssueTracker) -> str:
        await tracker.change(str(given["ticket"]), wanted)
        return _PUT_BACK.format(key=given["ticket"])

    return await _there(deps, given, accounts_of(deps).issue_tracker, work)


async def move_ticket_back(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Undo of a step of a ticket, where a step leads back."""
    del at
    key, before, after = str(given["ticket"]), str(given["status"]), str(given["after"])

    async def work(tracker: IssueTracker) -> str:
        ticket = (await tracker.ticket(key)).ticket
        if after and ticket.status.casefold() != after.casefold():
            raise ToolProblem(_MOVED_ON.format(key=key, status=ticket.status))
        await tracker.move(key, await step_of(tracker, ticket, before), {})
        return _MOVED_BACK.format(key=key, status=before)

    return await _there(deps, given, accounts_of(deps).issue_tracker, work)


async def delete_post(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Undo of writing in a team's chat."""
    del at

    async def work(team: TeamChat) -> str:
        await team.delete(str(given["channel"]), str(given["message"]))
        return _POST_GONE.format(place=given["place"])

    return await _there(deps, given, accounts_of(deps).team_chat, work)


async def take_reaction_away(deps: AgentDeps, given: Mapping[str, Any], at: datetime) -> str:
    """Undo of a reaction."""
    del at
    emoji = str(given["emoji"])

    async def work(team: TeamChat) -> str:
        await team.unreact(str(given["channel"]), str(given["message"]), emoji)
        return _REACTION_GONE.format(emoji=emoji, place=given["place"])

    return await _there(deps, given, accounts_of(deps).team_chat, work)


async def _there(
    deps: AgentDeps,
    given: Mapping[str, Any],
    reach: Callable[[Account], Any],
    work: Callable[[Any], Awaitable[str]],
) -> str:
    """At the account where it was done. Raises NotFound, ToolProblem."""
    account = await accounts_of(deps).get(deps.user.id, int(given["account"]))
    if account is None:
        raise NotFound(_NOT_CONNECTED)
    async with reach(account) as port:
        try:
            return await work(port)
        except NotFound as problem:
            raise NotFound(_GONE) from problem


AT_WORK: Mapping[str, Callable[[AgentDeps, Mapping[str, Any], datetime], Awaitable[str]]] = {
    function.__name__: function
    for function in (
        delete_item_comment,
        put_item_back,
        delete_ticket,
        delete_tickets,
        delete_ticket_comment,
        put_ticket_back,
        move_ticket_back,
        delete_post,
        take_reaction_away,
    )
}
