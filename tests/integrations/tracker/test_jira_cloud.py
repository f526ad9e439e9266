"""Jira Cloud: what is asked and changed there, at a server of ours that is held to Atlassian's own description of the API and of its documents."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest

from app.errors import AccountAway, AccountClosed, NotFound, OutcomeUnknown, ToolProblem
from app.integrations.tracker.jira import Jira
from app.integrations.tracker.port import ME, NOBODY, Board, Draft, Person, TicketChange, TicketQuery, Transition
from tests.fakes.vendors.jira import EMAIL, TOKEN, JiraCloud, jira_cloud
from tests.fakes.vendors.jira.world import ANA, LENA, SEVERITY, World, status
from tests.integrations.tracker.account import NOON, tracker_at
from tests.servers.json_server import Status

BUG = Draft("PROJ", "The export is slow", "Bug", "It takes **a minute**.", fields={"severity": "high"})


@pytest.fixture(scope="module")
def served() -> Iterator[JiraCloud]:
    with jira_cloud() as cloud:
        yield cloud


@pytest.fixture
def cloud(served: JiraCloud) -> JiraCloud:
    served.world = World()
    served.http.asked.clear()
    served.http.fault = None
    return served


@pytest.fixture
async def tracker(cloud: JiraCloud) -> AsyncIterator[Jira]:
    async with tracker_at(cloud.url, token=TOKEN, user=EMAIL) as opened:
        yield opened


async def test_it_says_whose_account_it_is(tracker: Jira) -> None:
    me = await tracker.me()
    assert (me.handle, me.name) == (ANA, "Ana Mensah")


async def test_a_wrong_token_closes_the_account(cloud: JiraCloud) -> None:
    async with tracker_at(cloud.url, token="another", user=EMAIL) as opened:
        with pytest.raises(AccountClosed):
            await opened.me()


async def test_a_cloud_asked_as_a_server_says_what_else_it_may_be(cloud: JiraCloud) -> None:
    async with tracker_at(cloud.url, token=TOKEN) as opened:
        with pytest.raises(AccountClosed):
            await opened.me()
        cloud.http.fault = Status(404, {})
        with pytest.raises(ToolProblem, match="For Jira Cloud give your mail address too"):
            await opened.me()


async def test_tickets_are_found_by_typed_fields(cloud: JiraCloud, tracker: Jira) -> None:
    cloud.world.add("Not mine")
    mine = cloud.world.add("Mine", assignee=cloud.world.people[ANA], labels=["ui"], duedate="2026-12-04")
    done = cloud.world.add("Mine and done", assignee=cloud.world.people[ANA], status=status("Done"))
    found = await tracker.tickets(TicketQuery(project="PROJ", whose="mine", status="open"), 10)
    assert [one.key for one in found] == [mine]
    [one] = found
    assert (one.title, one.stage, one.assignee, one.labels) == ("Mine", "to do", "Ana Mensah", ("ui",))
    assert (one.due, one.project, one.url) == (date(2026, 12, 4), "PROJ", f"{cloud.url}/browse/{mine}")
    every = await tracker.tickets(TicketQuery(whose="mine"), 10)
    assert [one.key for one in every] == [done, mine]
    assert [one.key for one in await tracker.tickets(TicketQuery(whose="mine"), 1)] == [done]


async def test_nothing_older_than_wanted_is_found_though_jira_counts_whole_minutes(
    cloud: JiraCloud, tracker: Jira
) -> None:
    cloud.world.add("Old")
    new = cloud.world.add("New")
    since = NOON + timedelta(seconds=2)
    assert [one.key for one in await tracker.tickets(TicketQuery(since=since), 10)] == [new]


@pytest.mark.parametrize(
    ("query", "why"),
    [
        (TicketQuery(status="Melting"), "The value 'Melting' does not exist for the field 'status'"),
        (TicketQuery(project="NOPE"), "The value 'NOPE' does not exist"),
        (TicketQuery(whose="watching"), "Field 'watcher' does not exist"),
    ],
)
async def test_a_question_that_jira_refuses_is_told_with_its_reason(
    tracker: Jira, query: TicketQuery, why: str
) -> None:
    with pytest.raises(ToolProblem, match=why):
        await tracker.tickets(query, 10)


async def test_a_ticket_comes_with_all_that_belongs_to_it(cloud: JiraCloud, tracker: Jira) -> None:
    other = {"key": "OPS-3", "fields": {"summary": "Disk", "status": {"name": "Open"}}}
    key = cloud.world.add(
        "Export",
        description={
            "type": "doc",
            "version": 1,
            "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Slow."}]}],
        },
        subtasks=[{"key": "PROJ-9", "fields": {"summary": "Measure", "status": {"name": "Done"}}}],
        issuelinks=[{"type": {"inward": "is blocked by", "outward": "blocks"}, "inwardIssue": other}],
        customfield_10007=[
            {"id": 1, "name": "Sprint 3", "state": "closed", "boardId": 1},
            {"id": 2, "name": "Sprint 4", "state": "active", "boardId": 1},
        ],
        **{SEVERITY: {"value": "High"}, "customfield_10052": 5.0, "customfield_10099": "no name"},
    )
    await tracker.comment(key, "On **it**")
    whole = await tracker.ticket(key)
    assert (whole.text, whole.sprint) == ("Slow.", "Sprint 4")
    assert [(one.how, one.key, one.status) for one in whole.related] == [
        ("subtask", "PROJ-9", "Done"),
        ("is blocked by", "OPS-3", "Open"),
    ]
    assert whole.fields == (("Severity", "High"), ("Points", "5"))
    [remark] = whole.remarks
    assert (remark.author, remark.author_id, remark.text) == ("Ana Mensah", ANA, "On **it**")
    assert tracker.read_back("On **it**") == remark.text
    with pytest.raises(NotFound):
        await tracker.ticket("PROJ-77")


async def test_a_new_ticket_has_what_was_said_of_it(cloud: JiraCloud, tracker: Jira) -> None:
    draft = replace(BUG, assignee=ME, labels=("ui",), due=date(2026, 12, 4), priority="High")
    draft = replace(draft, fields={**draft.fields, "Points": "2,5", "steps": "- click", "Tester": "Lena"})
    assert await tracker.missing(draft) == []
    key = await tracker.create(draft)
    made = cloud.world.tickets[key]
    assert (made["summary"], made["issuetype"], made["priority"]) == (BUG.title, {"name": "Bug"}, {"name": "High"})
    assert (made["assignee"]["accountId"], made["labels"], made["duedate"]) == (ANA, ["ui"], "2026-12-04")
    assert (made[SEVERITY], made["customfield_10052"], made["customfield_10053"]) == (
        {"id": "2"},
        2.5,
        {"accountId": LENA},
    )
    assert made["customfield_10051"]["content"][0]["type"] == "bulletList"


async def test_what_a_project_wants_is_told_with_its_values(tracker: Jira) -> None:
    assert await tracker.missing(replace(BUG, fields={})) == ["Severity (Low, High)"]
    with pytest.raises(ToolProblem, match=r"Severity: Severity is required"):
        await tracker.create(replace(BUG, fields={"Points": "3"}))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"severity": "Extreme"}, "“Extreme” is no value of Severity. There are: Low, High"),
        (
            {"colour": "red"},
            "There is no field “colour” there. There are: Summary, Issue Type, Project, Labels, Severity",
        ),
        ({"points": "many"}, "Points wants a number, not “many”"),
        ({"points": "nan"}, "Points wants a number"),
        ({"tester": "Zoe"}, "“Zoe” names nobody"),
    ],
)
async def test_a_field_or_value_that_isnt_there_is_told_before_anything_is_made(
    cloud: JiraCloud, tracker: Jira, fields: dict[str, str], why: str
) -> None:
    with pytest.raises(ToolProblem, match=why):
        await tracker.missing(replace(BUG, fields=fields))
    assert cloud.changes() == []


async def test_a_kind_is_one_that_the_project_has(tracker: Jira) -> None:
    assert await tracker.kind("PROJ", "bug", below=False) == "Bug"
    assert await tracker.kind("PROJ", "", below=False) == "Task"
    assert await tracker.kind("PROJ", "", below=True) == "Sub-task"
    with pytest.raises(ToolProblem, match=r"no kind of ticket called “Epic”.+Bug, Task, Sub-task"):
        await tracker.kind("PROJ", "Epic", below=False)


async def test_a_change_touches_only_what_was_said(cloud: JiraCloud, tracker: Jira) -> None:
    key = cloud.world.add("Export", labels=["old", "kept"], assignee=cloud.world.people[ANA])
    before = dict(cloud.world.tickets[key])
    wanted = TicketChange(
        title="Exports", assignee=LENA, add_labels=("new",), remove_labels=("old",), fields={"severity": "Low"}
    )
    for _ in range(2):  # made twice it is the same
        await tracker.change(key, wanted)
    ticket = cloud.world.tickets[key]
    assert (ticket["summary"], ticket["assignee"]["accountId"], ticket["labels"]) == ("Exports", LENA, ["kept", "new"])
    assert ticket[SEVERITY] == {"id": "1"}
    assert (ticket["description"], ticket["priority"]) == (before["description"], before["priority"])
    await tracker.change(key, TicketChange(assignee=NOBODY, text="New text"))
    assert ticket["assignee"] is None
    assert (await tracker.ticket(key)).text == "New text"


async def test_a_step_is_one_of_those_that_are_possible(cloud: JiraCloud, tracker: Jira) -> None:
    key = cloud.world.add("Export", status=status("In Review"))
    close, stop = await tracker.transitions(key)
    assert (close.name, close.to, close.wants) == ("Close", "Done", ("Resolution (Done, Won't Do)",))
    assert (stop.name, stop.to, stop.wants) == ("Stop work", "To Do", ())
    with pytest.raises(
        ToolProblem, match=r"resolution: Resolution is required\. It asks for: Resolution \(Done, Won't Do\)"
    ):
        await tracker.move(key, close, {})
    with pytest.raises(ToolProblem, match=r"“Maybe” is no value of Resolution.+Done, Won't Do"):
        await tracker.move(key, close, {"resolution": "Maybe"})
    await tracker.move(key, close, {"resolution": "won't do"})
    assert cloud.world.tickets[key]["status"]["name"] == "Done"
    with pytest.raises(ToolProblem, match="not on the appropriate workflow step"):
        await tracker.move(key, stop, {})


async def test_people_are_found_and_programs_are_none(tracker: Jira) -> None:
    assert await tracker.people("lena", 5) == [Person(LENA, "Lena Berg", "lena@example.org")]
    assert await tracker.people("nobody", 5) == []


async def test_a_site_without_boards_has_none(tracker: Jira) -> None:
    assert await tracker.boards("PROJ", 5) == []
    assert await tracker.sprints(Board("1", "Board", "kanban")) == []
    assert [one.key for one in await tracker.projects("", 5)] == ["PROJ", "OPS"]
    assert [one.name for one in await tracker.projects("operat", 5)] == ["Operations"]


async def test_an_answer_that_is_lost_leaves_it_open_and_nothing_is_done_twice(cloud: JiraCloud, tracker: Jira) -> None:
    key = cloud.world.add("Export", status=status("To Do"))
    changes = (
        (("POST", "comment"), lambda: tracker.comment(key, "Hello")),
        (("POST", "transitions"), lambda: tracker.move(key, Transition("11", "Start work", "In Progress"), {})),
        (("POST", "issue"), lambda: tracker.create(BUG)),
    )
    for lost, change in changes:
        cloud.loses = lost
        with pytest.raises(OutcomeUnknown):
            await change()
    assert [one.method for one in cloud.changes()] == ["POST"] * 3
    assert (len(cloud.world.tickets), len(cloud.world.comments[key])) == (2, 1)
    cloud.loses = ("PUT", key)
    await tracker.change(key, TicketChange(title="Exports"))  # what may be made twice is
    assert cloud.world.tickets[key]["summary"] == "Exports"


async def test_a_site_that_asks_for_peace_is_left_alone(cloud: JiraCloud, tracker: Jira) -> None:
    cloud.http.fault = Status(429, {}, {"retry-after": "1200"})
    with pytest.raises(AccountAway, match="Try again in 20 minutes"):
        await tracker.tickets(TicketQuery(), 5)
    assert cloud.http.count == 1


HOSTILE: list[object] = [
    [],
    "text",
    7,
    None,
    {"issues": 7, "values": {}, "comments": "x", "transitions": [7], "fields": []},
    {"key": 7, "fields": {"summary": [], "status": "x", "assignee": 7, "labels": {"a": 1}, "created": 5, "duedate": 9}},
    {
        "key": "PROJ-1",
        "fields": {"subtasks": {}, "issuelinks": [7, {}], "description": 7, "customfield_1": [[], {}, 7]},
    },
    {"names": {"customfield_1": "X"}, "fields": {"customfield_1": {"value": {"value": {}}, "child": {"child": 3}}}},
]


@pytest.mark.parametrize("answer", HOSTILE)
async def test_answers_of_any_shape_are_read_or_told(cloud: JiraCloud, tracker: Jira, answer: object) -> None:
    cloud.http.fault = Status(200, answer)
    assert isinstance(await tracker.tickets(TicketQuery(), 5), list)
    assert isinstance((await tracker.ticket("PROJ-1")).ticket.title, str)
    assert isinstance(await tracker.boards("", 5), list)
    assert isinstance(await tracker.sprints(Board("1", "B", "scrum")), list)
    assert isinstance(await tracker.transitions("PROJ-1"), list)
    assert isinstance(await tracker.people("x", 5), list)
    assert isinstance(await tracker.projects("", 5), list)
    with pytest.raises(ToolProblem):
        await tracker.missing(BUG)


@pytest.mark.parametrize("answer", [*HOSTILE, {"errorMessages": 7, "errors": [1]}, {"errors": {"x": 7}, "message": []}])
async def test_a_refusal_of_any_shape_is_told(cloud: JiraCloud, tracker: Jira, answer: object) -> None:
    cloud.http.fault = Status(400, answer)
    with pytest.raises(ToolProblem, match="Jira didn't take that: "):
        await tracker.comment("PROJ-1", "x")
