"""The tool that makes tickets of what people said they would do in a meeting: one card with all of them, then one ticket after the other.

What became of it where it broke off is looked up by their titles: all there is done, none is not done, and a part is told as uncertain.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from pydantic_ai import RunContext

from app.cards.literal import one_line, quoted
from app.deps import AgentDeps
from app.errors import AssistantError, OutcomeUnknown, ToolProblem
from app.gate.outcome import Done
from app.gate.risk import Risk
from app.integrations.tracker.port import ME, Draft, IssueTracker, TicketQuery
from app.language.meetings import Insight
from app.memory.records import Account
from app.tools.meetings import actions_of, is_own, title_of, told_of
from app.tools.toolset import Tool
from app.tools.trackers import has_read_projects, on_tracker, project_of

_WRITES = Risk(side_effect=True, egress=True, local=False, reads_private=True)
_MOST, _MOST_TITLE, _ON_CARD = 20, 250, 2_000
_CLOCKS = timedelta(minutes=2)  # that its clock may be behind ours
_BETWEEN = "\n"
_TOO_MANY = "There are {count} action items in it; I make {most} tickets at once at most. Make them one by one."
_ALSO_WANTS = "{project} wants more of a {kind} than a meeting says: {wants}. Make the tickets one by one."
_MADE, _MADE_ONE = "Created {count} tickets: {keys}.", "Created 1 ticket: {keys}."
_BROKE_OFF = "Created {keys}. The others were not created: {why}"


async def add_meeting_tickets(
    ctx: RunContext[AgentDeps],
    meeting: str = "",
    project: str = "",
    *,
    everyone: bool = True,
    account: str = "",
    items: Sequence[str] = (),
) -> Done:
    """Make tickets in the issue tracker of a meeting's action items. `everyone`: of all, not the user's own alone. `items`: leave it out."""
    deps = ctx.deps
    wanted = [_item(one) for one in items] if deps.approved else []
    if not wanted:
        pinned, _ = await _prepare(
            deps, {"meeting": meeting, "project": project, "everyone": everyone, "account": account}
        )
        project, wanted = pinned["project"], [_item(one) for one in pinned["items"]]

    async def make(at: Account, tracker: IssueTracker) -> Done:
        kind = await tracker.kind(project, "", below=False)
        made, why = list[str](), ""
        for title, due, assignee in wanted:
            try:
                made.append(await tracker.create(Draft(project, title, kind, due=due, assignee=assignee)))
            except OutcomeUnknown:
                raise
            except AssistantError as problem:
                if not made:
                    raise
                why = problem.sentence
                break
        undo = {"action": "delete_tickets", "account": at.id, "tickets": made}
        keys = ", ".join(made)
        told = _BROKE_OFF.format(keys=keys, why=why) if why else _made(made)
        return Done(told, undo)

    return await on_tracker(deps, account, make)


async def _prepare(deps: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """To the very titles and days, which the card names; what the project wants besides is said before anybody is asked."""
    told = await told_of(deps, str(arguments.get("meeting", "")), "")
    actions = actions_of(told, deps, everyone=bool(arguments.get("everyone", True)))
    if len(actions) > _MOST:
        raise ToolProblem(_TOO_MANY.format(count=len(actions), most=_MOST))

    async def pin(account: Account, tracker: IssueTracker) -> dict[str, Any]:
        project = await project_of(tracker, str(arguments.get("project", "")))
        kind = await tracker.kind(project, "", below=False)
        if wants := await tracker.missing(Draft(project, "Ticket", kind)):
            raise ToolProblem(_ALSO_WANTS.format(project=project, kind=kind, wants="; ".join(wants)))
        await has_read_projects(deps, account, project)
        return {"project": project, "account": account.pinned}

    pinned = await on_tracker(deps, str(arguments.get("account", "")), pin)
    items = [_as_item(one, deps) for one in actions]
    titles = ", ".join(quoted(_item(one)[0], _MOST_TITLE) for one in items)
    said = f"create in {pinned['project']} from {quoted(told.meeting.title)}: {one_line(titles, _ON_CARD)}"
    return {**arguments, **pinned, "meeting": told.meeting.title, "items": items}, said


def _as_item(one: Insight, deps: AgentDeps) -> str:
    """An action item as a call keeps it: title, day and whose it is, a line each."""
    title = " ".join(title_of(one, deps).split())[:_MOST_TITLE]
    return _BETWEEN.join((title, one.due.isoformat() if one.due else "", ME if is_own(one, deps) else ""))


def _item(kept: str) -> tuple[str, date | None, str]:
    title, due, assignee = (*str(kept).split(_BETWEEN), "", "")[:3]
    return title, date.fromisoformat(due) if due else None, assignee


def _made(keys: Sequence[str]) -> str:
    return (_MADE_ONE if len(keys) == 1 else _MADE).format(count=len(keys), keys=", ".join(keys))


async def _look(deps: AgentDeps, arguments: dict[str, Any], since: datetime) -> Done | None:
    """By their titles, among what its user reported there since. Raises OutcomeUnknown where only some are there."""
    titles = [_item(one)[0] for one in arguments.get("items") or ()]

    async def look(_: Account, tracker: IssueTracker) -> Done | None:
        found = dict[str, str]()
        for title in titles:
            query = TicketQuery(project=str(arguments["project"]), whose="reported", title=title, since=since - _CLOCKS)
            for one in await tracker.tickets(query, 50):
                if one.created_at >= since - _CLOCKS and one.title == title:
                    found[title] = one.key
        if found and len(found) < len(set(titles)):
            raise OutcomeUnknown
        keys = [found[title] for title in titles if title in found]
        return Done(_made(keys)) if keys else None

    return await on_tracker(deps, str(arguments.get("account", "")), look)


TOOLS: tuple[Tool, ...] = (Tool(add_meeting_tickets, _WRITES, _prepare, look=_look),)
