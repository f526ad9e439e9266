"""The tools for Jira that read: tickets by what they are about, one with all that belongs to it, boards and their sprints. All of it was written
by others, and taints the turn with the projects it stands in."""

from collections.abc import Sequence
from typing import Literal

from pydantic_ai import RunContext

from app.cards.quoting import block, within
from app.deps import AgentDeps
from app.errors import AccountError, NotFound, ToolProblem
from app.excerpt import excerpt
from app.gate.risk import Risk
from app.integrations.tracker.port import Board, InSprint, IssueTracker, Sprint, Ticket, TicketQuery, Whole, Whose
from app.language.time.wording import full_date
from app.memory.records import Account
from app.tools import when
from app.tools.elsewhere import accounts_of
from app.tools.jira_changes import CHANGES
from app.tools.toolset import Tool
from app.tools.trackers import has_read_projects, line, on_tracker, person_of, project_of, status_of, ticket_of

_READS = Risk(reads_private=True, reads_untrusted=True)
_SHOWN, _ON_BOARD, _MOST_TEXT, _MOST_REMARK = 20, 60, 8_000, 2_000
_MOST_JQL = 2_000
_ANY = ("", "any", "all")
_NOTHING = "No ticket fits that."
_ASKED = "JQL: {jql}"
_MORE = "There are more. Name a project, a status or a word."
_NO_BOARD = "I find no board “{said}”. There are: {names}."
_NO_BOARDS = "There is no board that I can see."
_WHICH_BOARD = "Which board? There are: {names}."
_LONG_JQL = "Jira takes JQL of 2,000 characters at most from here."
_ALONE = "Beside JQL nothing else counts. Write it into the JQL."
_NO_SPRINT = "No sprint runs on it."


async def jira_search(
    ctx: RunContext[AgentDeps],
    text: str = "",
    *,
    whose: Literal["", "mine", "reported", "watching"] = "",
    project: str = "",
    status: str = "open",
    kind: str = "",
    sprint: Literal["", "current", "next", "backlog"] = "",
    label: str = "",
    since: str = "",
    assignee: str = "",
    priority: str = "",
    jql: str = "",
    account: str = "",
) -> str:
    """Tickets, the last changed first. `whose`: mine is assigned to the user. `status`: open, to do, in progress, done, any, or a status's name. `kind`:
    Bug, Story … `since`: changed since then. `text`: words in them. `assignee`: a name, @me or nobody. `jql`: the user's own, alone."""
    deps, problems, lines = ctx.deps, list[str](), list[str]()
    accounts = accounts_of(deps)
    began = when.stretch(since, "", deps.local_now)[0]
    own = _own(jql, text, whose, project, kind, sprint, label, since, assignee, priority, _kept(status))
    for one in await accounts.chosen(deps.user.id, account, "issues"):
        try:
            async with accounts.issue_tracker(one) as tracker:
                query = TicketQuery(
                    words=text.strip(),
                    project=await project_of(tracker, project) if project.strip() else "",
                    whose=_whose(whose),
                    status="" if status.strip().casefold() in _ANY else status_of(status),
                    kind=kind,
                    sprint=_sprint(sprint),
                    label=label,
                    since=began,
                    assignee=(await person_of(tracker, assignee)).id if assignee.strip() else "",
                    priority=priority.strip(),
                    own=own,
                )
                found = await tracker.tickets(query, _SHOWN + 1)
                asked = _ASKED.format(jql=within(tracker.asked(query)))
        except (AccountError, NotFound) as problem:
            problems.append(f"{one.label}: {problem.sentence}")
            continue
        await has_read_projects(deps, one, *(ticket.project for ticket in found))
        lines += [line(ticket, deps) for ticket in found[:_SHOWN]] or [_NOTHING]
        lines += [_MORE] if len(found) > _SHOWN else []
        lines.append(asked)
    if not lines and problems:
        raise ToolProblem("\n".join(problems))
    return "\n".join((*lines, *problems))


async def jira_get(ctx: RunContext[AgentDeps], ticket: str, account: str = "") -> str:
    """A ticket with its comments, subtasks and links. `ticket`: "PROJ-12", its address, or words of its title."""
    deps = ctx.deps

    async def read(found: Account, tracker: IssueTracker) -> Whole:
        whole = await ticket_of(tracker, ticket)
        await has_read_projects(deps, found, whole.ticket.project)
        return whole

    return "\n".join(_told(await on_tracker(deps, account, read), deps))


async def jira_board(ctx: RunContext[AgentDeps], board: str = "", project: str = "", account: str = "") -> str:
    """A board: its sprints with their goals, and what is in the current one by status. `board`: its name; without one the only board of the project, or a
    list of all."""
    deps = ctx.deps

    async def read(found: Account, tracker: IssueTracker) -> str:
        boards = await tracker.boards(await project_of(tracker, project) if project.strip() else "", 50)
        await has_read_projects(deps, found, *(one.project for one in boards))
        chosen = _board(boards, board)
        if chosen is None:
            return "\n".join(_listed(one) for one in boards)
        sprints = await tracker.sprints(chosen)
        running = next((one for one in sprints if one.state == "active"), None)
        query = _on_board(chosen, running)
        tickets = await tracker.tickets(query, _ON_BOARD) if query else []
        await has_read_projects(deps, found, *(one.project for one in tickets))
        lines = [within(chosen.name), *(_said(one, deps) for one in sprints)]
        lines += [_NO_SPRINT] if chosen.kind == "scrum" and running is None else []
        return "\n".join((*lines, *_by_status(tickets, deps)))

    return await on_tracker(deps, account, read)


def _kept(status: str) -> str:
    """A status that was asked for; "" for what is asked where nothing is said, and for any."""
    return "" if status.strip().casefold() in ("open", *_ANY) else status


def _own(jql: str, *others: str) -> str:
    """The JQL that its user wrote. Raises ToolProblem for more than can be asked, and where other arguments would not count beside it."""
    own = jql.strip()
    if len(own) > _MOST_JQL:
        raise ToolProblem(_LONG_JQL)
    if own and any(one.strip() for one in others):
        raise ToolProblem(_ALONE)
    return own


def _whose(said: str) -> Whose | None:
    found: dict[str, Whose] = {"mine": "mine", "reported": "reported", "watching": "watching"}
    return found.get(said)


def _sprint(said: str) -> InSprint | None:
    found: dict[str, InSprint] = {"current": "current", "next": "next", "backlog": "backlog"}
    return found.get(said)


def _told(whole: Whole, deps: AgentDeps) -> list[str]:
    head = whole.ticket
    people = [
        f"for {within(head.assignee) or 'nobody'}",
        *([f"reported by {within(head.reporter)}"] if head.reporter else []),
    ]
    about = [
        *map(within, (head.kind, head.status, head.priority)),
        *people,
        f"updated {when.say(head.updated_at, deps.local_now)}",
    ]
    lines = [f"{head.key}: {within(head.title)}", f"{', '.join(filter(None, about))}."]
    more = (
        ("Sprint", whole.sprint),
        ("Due", full_date(head.due, deps.local_now) if head.due else ""),
        ("Labels", ", ".join(head.labels)),
        *whole.fields,
    )
    lines += [f"{within(name)}: {within(value)}" for name, value in more if value]
    lines += [
        f"- {within(one.how)} {one.key} {within(one.title)}{f' ({within(one.status)})' if one.status else ''}"
        for one in whole.related
    ]
    lines += ["", block(excerpt(whole.text, _MOST_TEXT)) if whole.text.strip() else "(no description)"]
    for one in whole.remarks:
        lines += [
            "",
            f"{within(one.author)}, {when.say(one.at, deps.local_now)}:",
            block(excerpt(one.text, _MOST_REMARK)),
        ]
    return [*lines, head.url]


def _board(boards: Sequence[Board], said: str) -> Board | None:
    """The one that is meant; None where all are to be listed. Raises NotFound, ToolProblem with those there are."""
    if not boards:
        raise NotFound(_NO_BOARDS)
    wanted, names = said.strip().casefold(), ", ".join(one.name for one in boards[:_SHOWN])
    if not wanted:
        return boards[0] if len(boards) == 1 else None
    exact = [one for one in boards if one.name.casefold() == wanted]
    meant = exact or [one for one in boards if wanted in one.name.casefold()]
    if not meant:
        raise NotFound(_NO_BOARD.format(said=said.strip()[:60], names=names))
    if len(meant) > 1:
        raise ToolProblem(_WHICH_BOARD.format(names=", ".join(one.name for one in meant)))
    return meant[0]


def _on_board(board: Board, running: Sprint | None) -> TicketQuery | None:
    if running is not None:
        return TicketQuery(sprint_id=running.id)
    return TicketQuery(project=board.project, status="open") if board.kind != "scrum" and board.project else None


def _listed(board: Board) -> str:
    return f"- {within(board.name)} ({', '.join(filter(None, (board.kind, board.project)))})"


def _said(sprint: Sprint, deps: AgentDeps) -> str:
    """ "Sprint 4 (active, ends on Friday): ship the export"."""
    about = ["current" if sprint.state == "active" else sprint.state]
    about += [f"starts {when.say(sprint.starts, deps.local_now)}"] if sprint.starts and sprint.state == "future" else []
    about += [f"ends {when.say(sprint.ends, deps.local_now)}"] if sprint.ends else []
    return f"{within(sprint.name)} ({', '.join(about)}){f': {within(sprint.goal)}' if sprint.goal else ''}"


def _by_status(tickets: Sequence[Ticket], deps: AgentDeps) -> list[str]:
    lines = list[str]()
    for status in dict.fromkeys(one.status for one in tickets):
        there = [one for one in tickets if one.status == status]
        lines += ["", f"{within(status)} ({len(there)}):", *(line(one, deps) for one in there)]
    return lines


READS: tuple[Tool, ...] = tuple(Tool(function, _READS) for function in (jira_search, jira_get, jira_board))
TOOLS: tuple[Tool, ...] = (*READS, *CHANGES)
