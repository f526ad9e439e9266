"""Jira Cloud's reading at `backlot`, which others wrote and measured at the real one: a search, a ticket with its document, comments, subtasks."""

from collections.abc import Iterator

import pytest

from app.errors import AccountClosed, NotFound, ToolProblem
from app.integrations.tracker.port import TicketQuery
from tests.integrations.tracker.account import tracker_at
from tests.servers.backlot import ANA, Backlot, backlot

_ALL = {
    "source_type": "jira",
    "project": "Platform",
    "author_email": ANA,
    "readers": [f"user:{ANA}"],
    "created": "2026-11-20T09:00:00Z",
}
_SAID = {"author_email": "lena@example.org", "created_ts": "2026-11-21T09:00:00Z", "content": "It is the index."}
RECORDS = (
    {
        **_ALL,
        "doc_id": "export",
        "key": "PLAT-1",
        "title": "Export is slow",
        "content": "It takes a minute.\n\nSometimes two.",
        "status": "In Progress",
        "issuetype": "Bug",
        "priority": "High",
        "labels": ["ui"],
        "assignee": ANA,
        "duedate": "2026-12-04",
        "comments": [_SAID],
    },
    {
        **_ALL,
        "doc_id": "measure",
        "key": "PLAT-2",
        "parent": "export",
        "title": "Measure it",
        "content": "With a clock.",
        "status": "Done",
        "issuetype": "Sub-task",
    },
)


@pytest.fixture(scope="module")
def served() -> Iterator[Backlot]:
    with backlot(RECORDS) as made:
        yield made


async def test_a_search_and_a_ticket_are_read_as_cloud_answers_them(served: Backlot) -> None:
    async with tracker_at(f"{served.url}/atlassian", token=served.tokens[ANA], user=ANA) as tracker:
        assert [one.key for one in await tracker.tickets(TicketQuery(words="minute"), 10)] == ["PLAT-1"]
        assert {one.key for one in await tracker.tickets(TicketQuery(project="PLAT"), 10)} == {"PLAT-1", "PLAT-2"}
        assert await tracker.tickets(TicketQuery(project="NOPE"), 10) == []
        whole = await tracker.ticket("PLAT-1")
        assert (whole.ticket.status, whole.ticket.stage, whole.ticket.kind) == ("In Progress", "in progress", "Bug")
        assert (whole.ticket.assignee, whole.ticket.labels, str(whole.ticket.due)) == ("Ana", ("ui",), "2026-12-04")
        assert whole.text == "It takes a minute.\n\nSometimes two."
        assert [(one.author, one.text) for one in whole.remarks] == [("Lena", "It is the index.")]
        assert [(one.how, one.key) for one in whole.related] == [("subtask", "PLAT-2")]
        assert [(one.how, one.key) for one in (await tracker.ticket("PLAT-2")).related] == [("parent", "PLAT-1")]
        with pytest.raises(NotFound):
            await tracker.ticket("PLAT-99")


async def test_nobody_without_the_token_is_let_in(served: Backlot) -> None:
    async with tracker_at(f"{served.url}/atlassian", token="another", user=ANA) as tracker:
        with pytest.raises((AccountClosed, NotFound, ToolProblem)):
            await tracker.ticket("PLAT-1")
