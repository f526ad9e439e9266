"""What is asked of Jira: typed fields as JQL, and words that never become JQL themselves."""

from datetime import timedelta

import pytest

from app.integrations.tracker import jql
from app.integrations.tracker.naming import named_ticket
from app.integrations.tracker.port import ME, NOBODY, TicketQuery
from tests.fakes.vendors.jira.world import World
from tests.integrations.tracker.account import NOON


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        (TicketQuery(), "updated >= -90d"),
        (TicketQuery(whose="mine", status="open"), "assignee = currentUser() AND statusCategory != Done"),
        (TicketQuery(project="PROJ", kind="Bug"), 'project = "PROJ" AND issuetype = "Bug"'),
        (TicketQuery(status="In Progress"), 'statusCategory = "In Progress"'),
        (TicketQuery(status="waiting for QA"), 'status = "waiting for QA"'),
        (TicketQuery(sprint="current"), "sprint in openSprints()"),
        (TicketQuery(sprint="next"), "sprint in futureSprints()"),
        (TicketQuery(sprint_id="12"), "sprint = 12"),
        (TicketQuery(sprint_id="12 OR project = X"), "updated >= -90d"),
        (TicketQuery(since=NOON - timedelta(minutes=90)), "updated >= -90m"),
        (TicketQuery(since=NOON - timedelta(days=2, minutes=1)), "updated >= -3d"),
        (TicketQuery(words="Slow *export* AND (login)"), 'text ~ "slow export and login"'),
        (TicketQuery(label='a"b'), 'labels = "a\\"b"'),
        (TicketQuery(project='X" OR project = "Y'), 'project = "X\\" OR project = \\"Y"'),
        (TicketQuery(status='x\\" OR 1=1 --'), 'status = "x\\\\\\" OR 1=1 --"'),
        (TicketQuery(assignee=ME, priority="High"), 'assignee = currentUser() AND priority = "High"'),
        (TicketQuery(assignee=NOBODY, kind="Bug"), 'assignee is EMPTY AND issuetype = "Bug"'),
        (TicketQuery(assignee='712020:l" OR x = "'), 'assignee = "712020:l\\" OR x = \\""'),
        (TicketQuery(kind="Bug\n\x00\u2028ORDER BY"), 'issuetype = "Bug ORDER BY"'),
    ],
)
def test_a_question_in_jql(query: TicketQuery, asked: str) -> None:
    assert jql.written(query, NOON) == f"{asked} ORDER BY updated DESC"


def test_what_a_user_wrote_as_jql_is_asked_as_it_is() -> None:
    own = 'reporter = "Lena  Berg" AND fixVersion in (1.2, 1.3) ORDER BY rank'
    assert jql.written(TicketQuery(own=own, project="PROJ", status="open"), NOON) == own


@pytest.mark.parametrize(
    "said", ['x" OR project = "PROJ', "x\\", '\\"', "x) OR (reporter = currentUser()", "' OR '1'='1"]
)
def test_words_of_a_user_never_become_jql(said: str) -> None:
    world = World()
    world.add("Salaries")
    assert world.found(jql.written(TicketQuery(project="PROJ", words=f"{said} nothing"), NOON)) == []
    assert world.found(jql.written(TicketQuery(project="PROJ", label=said), NOON)) == []


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("PROJ-12", "PROJ-12"),
        (" proj-12? ", "PROJ-12"),
        ("https://example.atlassian.net/browse/PROJ-12?focusedCommentId=3", "PROJ-12"),
        ("https://example.atlassian.net/jira/software/projects/A/boards/1?selectedIssue=A_B2-7", "A_B2-7"),
        ("the login ticket", ""),
        ("covid-19 and more", ""),
        ("12", ""),
        ("PROJ-0", ""),
        ("https://example.org/" + "a" * 5_000, ""),
    ],
)
def test_a_ticket_is_named_by_its_key_or_its_page(said: str, key: str) -> None:
    assert named_ticket(said) == key
