"""A Jira server of one's own (version 2 of the API): read and changed at `jira820`, which others wrote. What it doesn't do says its docstring."""

from collections.abc import AsyncIterator, Iterator
from datetime import date

import pytest

from app.errors import NotFound
from app.integrations.tracker.jira import Jira
from app.integrations.tracker.port import Draft, TicketChange, TicketQuery
from tests.integrations.tracker.account import tracker_at
from tests.servers.jira820 import PROJECT, jira820


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with jira820() as served:
        yield served


@pytest.fixture
async def tracker(url: str) -> AsyncIterator[Jira]:
    async with tracker_at(url, token="any") as opened:
        yield opened


async def test_a_ticket_is_made_changed_moved_and_written_below(tracker: Jira) -> None:
    assert (await tracker.me()).handle == "admin"
    kind = await tracker.kind(PROJECT, "", below=False)
    draft = Draft(
        PROJECT, "Export is slow", kind, "It takes *a minute*.", "High", labels=("ui",), due=date(2026, 12, 4)
    )
    draft = Draft(**{name: getattr(draft, name) for name in draft.__slots__} | {"fields": {"Story Points": "3"}})
    assert (kind, await tracker.missing(draft)) == ("Task", [])
    key = await tracker.create(draft)
    made = await tracker.ticket(key)
    assert made.text == "It takes _a minute_."  # as wiki markup has it
    assert (made.ticket.title, made.ticket.stage, made.ticket.priority) == ("Export is slow", "to do", "High")
    assert (made.ticket.labels, made.ticket.due, made.ticket.url) == (("ui",), date(2026, 12, 4), tracker.address(key))
    [somebody] = (await tracker.people("", 1))[:1]
    await tracker.change(key, TicketChange(title="Exports are slow", assignee=somebody.id, text="New"))
    step = next(one for one in await tracker.transitions(key) if one.to == "In Progress")
    await tracker.move(key, step, {})
    assert key in (await tracker.comment(key, "Hello **there**")).url
    whole = await tracker.ticket(key)
    assert (whole.ticket.title, whole.text, whole.ticket.status) == ("Exports are slow", "New", "In Progress")
    assert (whole.ticket.assignee, whole.ticket.assignee_id) == (somebody.name, somebody.id)
    [remark] = whole.remarks
    assert (remark.text, remark.author_id) == (tracker.read_back("Hello **there**"), "admin")


async def test_a_step_that_asks_for_something_gets_it(tracker: Jira) -> None:
    key = await tracker.create(Draft(PROJECT, "To be closed", "Bug"))
    done = next(one for one in await tracker.transitions(key) if one.to == "Done")
    assert "Resolution (Done, Won't Do, Duplicate, Cannot Reproduce)" in done.wants
    await tracker.move(key, done, {"resolution": "Duplicate"})
    assert (await tracker.ticket(key)).ticket.stage == "done"


async def test_tickets_are_found_by_what_they_are_about(tracker: Jira) -> None:
    bugs = await tracker.tickets(TicketQuery(project=PROJECT, kind="Bug", status="open"), 20)
    assert bugs
    assert {(one.kind, one.project) for one in bugs} == {("Bug", PROJECT)}
    assert "done" not in {one.stage for one in bugs}
    working = await tracker.tickets(TicketQuery(project=PROJECT, status="In Progress"), 20)
    assert {one.stage for one in working} == {"in progress"}
    word = max(bugs[0].title.split(), key=len)
    assert bugs[0].key in [one.key for one in await tracker.tickets(TicketQuery(title=word, kind="Bug"), 100)]
    with pytest.raises(NotFound):
        await tracker.ticket(f"{PROJECT}-99999")


async def test_tickets_are_found_by_whom_they_are_assigned_to(tracker: Jira) -> None:
    everybody = await tracker.tickets(TicketQuery(project=PROJECT), 100)
    busy = next(one for one in everybody if one.assignee_id)
    found = await tracker.tickets(TicketQuery(project=PROJECT, assignee=busy.assignee_id), 100)
    assert busy.key in [one.key for one in found]
    assert {one.assignee for one in found} == {busy.assignee}
    assert len(found) < len(everybody)
    own = f"project = {PROJECT} AND assignee = {busy.assignee_id}"
    assert {one.key for one in await tracker.tickets(TicketQuery(own=own), 100)} == {one.key for one in found}


async def test_boards_have_sprints_and_sprints_have_tickets(tracker: Jira) -> None:
    boards = await tracker.boards(PROJECT, 10)
    scrum = next(one for one in boards if one.kind == "scrum")
    sprints = await tracker.sprints(scrum)
    assert {one.state for one in sprints} == {"active", "future"}
    running = next(one for one in sprints if one.state == "active")
    assert running.ends is not None
    within = {one.key for one in await tracker.tickets(TicketQuery(sprint_id=running.id), 100)}
    assert within
    assert within <= {one.key for one in await tracker.tickets(TicketQuery(project=PROJECT, sprint="current"), 100)}
    backlog = {one.key for one in await tracker.tickets(TicketQuery(project=PROJECT, sprint="backlog"), 100)}
    assert backlog
    assert not within & backlog
    assert (await tracker.ticket(min(within))).sprint
