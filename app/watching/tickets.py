"""Tickets: one that moves, is done, or is written about, and one that becomes its user's. What was so before the rule is not told, and each thing once."""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from app.cards import sources
from app.cards.literal import quoted
from app.errors import AccountError, NotFound, ToolProblem, VaultError
from app.integrations.accounts import offers
from app.integrations.fetching.addresses import host_of
from app.integrations.tracker.naming import named_ticket
from app.integrations.tracker.port import IssueTracker, Ticket, TicketQuery, Whole
from app.language.orders.alerts import work_condition
from app.memory.repositories import Repositories
from app.watching.watch import Condition, Finding, Look

log = logging.getLogger(__name__)

SOURCE = "tickets"
_MOST = 20
_NOTHING = (
    "What of which ticket? “PROJ-12 moves”, “PROJ-12 is done” or “a ticket is assigned to me” is what I can watch for."
)
_SAID: Mapping[str, str] = {"closed": "is done", "commented": "gets a comment", "moves": "moves"}


def read(words: str, _: datetime) -> Condition:
    """Which ticket, and what of it."""
    kind, fields = work_condition(words)
    if kind == "assigned":
        return {"what": kind}
    key = named_ticket(fields.get("item", ""))
    if kind != "item" or not key:
        raise ToolProblem(_NOTHING)
    on = fields.get("on", "moves")
    return {"what": kind, "item": key, "on": on if on in _SAID else "moves"}


def say(condition: Condition) -> str:
    """ "PROJ-12 moves"."""
    if condition["what"] == "assigned":
        return "a ticket is assigned to you"
    return f"{condition['item']} {_SAID.get(str(condition['on']), 'moves')}"


async def has(store: Repositories, user_id: str) -> bool:
    """Whether an issue tracker is connected."""
    return any("issues" in offers(one) for one in await store.accounts.every(user_id))


async def find(look: Look) -> Sequence[Finding]:
    """What came true since the rule stands; nothing of a tracker that doesn't answer."""
    found: list[Finding] = []
    if look.accounts is None:
        return ()
    for account in await look.accounts.every(look.user.id, "issues"):
        try:
            async with look.accounts.issue_tracker(account) as tracker:
                found += await (_assigned if look.rule.condition["what"] == "assigned" else _item)(look, tracker)
        except (AccountError, VaultError, NotFound, ToolProblem) as problem:
            told = {"event": "alert.not_looked", "source": SOURCE, "problem": type(problem).__name__}
            log.info("a rule could not be looked at", extra=told)
    return found


async def _item(look: Look, tracker: IssueTracker) -> list[Finding]:
    since, on = look.rule.updated_at, str(look.rule.condition["on"])
    whole = await tracker.ticket(str(look.rule.condition["item"]))
    moved = _MOVED[on](whole, since) if whole.ticket.updated_at > since else ""
    return [_finding(whole.ticket, moved, on)] if moved else []


async def _assigned(look: Look, tracker: IssueTracker) -> list[Finding]:
    query = TicketQuery(whose="mine", status="open", since=look.rule.updated_at)
    return [_finding(one, "is yours", "assigned", once=True) for one in await tracker.tickets(query, _MOST)]


def _finding(ticket: Ticket, moved: str, on: str, *, once: bool = False) -> Finding:
    when = "" if once else f":{ticket.updated_at.isoformat()}"
    told = f"ticket {ticket.key} {quoted(ticket.title)} {moved}, {ticket.url}"
    host = host_of(ticket.url) or "nowhere"  # another site has tickets of the same keys
    source = sources.project(ticket.project, host)
    return Finding(f"ticket:{host}/{ticket.key}:{on}{when}", told, (source,))


def _commented(whole: Whole, since: datetime) -> str:
    new = [one for one in whole.remarks if one.at > since]
    return f"has a comment by {quoted(new[-1].author)}" if new else ""


_MOVED: Mapping[str, Callable[[Whole, datetime], str]] = {
    "closed": lambda whole, _: f"is {quoted(whole.ticket.status)}" if whole.ticket.stage == "done" else "",
    "commented": _commented,
    "moves": lambda whole, since: _commented(whole, since) or f"is {quoted(whole.ticket.status)} now",
}
