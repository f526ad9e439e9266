"""Tickets found by whom they are assigned to, by priority, by what is said of how they stand and by JQL of their user's own: the tool at a Jira Cloud
of ours (tests/fakes/vendors/jira), whose account is Ana's."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.integrations.tokens import TokenLogin, connect_token
from app.language.saying import in_language
from tests.fakes.vendors.jira import EMAIL, TOKEN, JiraCloud, jira_cloud
from tests.fakes.vendors.jira.world import ANA, LENA, status
from tests.tools.file_houses import House, house_in


@pytest.fixture
def cloud() -> Iterator[JiraCloud]:
    with jira_cloud() as made:
        people = made.world.people
        people["712020:lena2"] = {**people[LENA], "accountId": "712020:lena2", "displayName": "Lena Bergmann"}
        people["712020:lena2"]["emailAddress"] = "lb@example.org"
        made.world.add("Slow export", assignee=people[LENA], priority={"name": "High"})
        made.world.add("Slow import", assignee=people[ANA])
        made.world.add("Nobody's", status=status("In Review"))
        made.world.add("Gone", assignee=people[LENA], status=status("Done"))
        yield made


@pytest.fixture
async def house(tmp_path: Path, cloud: JiraCloud) -> AsyncIterator[House]:
    async with house_in(tmp_path) as made:
        services = made.services
        given = TokenLogin("jira", SecretStr(TOKEN), url=cloud.url, user=EMAIL)
        await connect_token(services.accounts, services.owner.id, given)
        yield made


@pytest.mark.parametrize(
    ("asked", "keys", "jql"),
    [
        ({"assignee": "lena berg"}, ["PROJ-1"], 'assignee = "712020:lena" AND statusCategory != Done'),
        ({"assignee": "lena@example.org", "status": "done"}, ["PROJ-4"], "statusCategory = Done"),
        ({"assignee": "me"}, ["PROJ-2"], "assignee = currentUser()"),
        ({"assignee": "nobody"}, ["PROJ-3"], "assignee is EMPTY"),
        ({"assignee": "unassigned", "priority": "high"}, [], 'assignee is EMPTY AND priority = "high"'),
        (
            {"jql": "assignee is EMPTY ORDER BY updated DESC"},
            ["PROJ-3"],
            "JQL: assignee is EMPTY ORDER BY updated DESC",
        ),
        ({"priority": "High"}, ["PROJ-1"], 'priority = "High"'),
        ({"status": "not done"}, ["PROJ-3", "PROJ-2", "PROJ-1"], "statusCategory != Done"),
        ({"status": "Unresolved"}, ["PROJ-3", "PROJ-2", "PROJ-1"], "statusCategory != Done"),
        ({"status": "not closed yet"}, ["PROJ-3", "PROJ-2", "PROJ-1"], "statusCategory != Done"),
        ({"status": "pas encore terminés"}, ["PROJ-3", "PROJ-2", "PROJ-1"], "statusCategory != Done"),
        ({"status": "to-do"}, ["PROJ-2", "PROJ-1"], 'statusCategory = "To Do"'),
        ({"status": "in-progress"}, ["PROJ-3"], 'statusCategory = "In Progress"'),
        ({"status": "In Review"}, ["PROJ-3"], 'status = "In Review"'),
        (
            {"jql": 'text ~ "slow" ORDER BY updated DESC'},
            ["PROJ-2", "PROJ-1"],
            'JQL: text ~ "slow" ORDER BY updated DESC',
        ),
    ],
)
async def test_tickets_are_found_by_what_is_said_of_them(
    house: House, asked: dict[str, str], keys: list[str], jql: str
) -> None:
    lines = (await house.does("jira_search", **asked)).splitlines()
    assert [line.split()[1] for line in lines if line.startswith("- ")] == keys
    assert jql in lines[-1]


@pytest.mark.parametrize(
    ("asked", "told", "in_french"),
    [
        (
            {"assignee": "lena"},
            "“lena” could be Lena Berg (lena@example.org), Lena Bergmann (lb@example.org). Which one?",
            "« lena » peut être",
        ),
        ({"assignee": "kofi"}, "personal: I find nobody called “kofi” there.", "personal: "),
        (
            {"jql": "sprint = 4 ORDER BY updated DESC"},
            "Jira didn't take that: Field 'sprint' does not exist or you do not have permission to view it.",
            "Jira n'a pas accepté cela : Field 'sprint'",
        ),
        ({"priority": "huge"}, "The value 'huge' does not exist for the field 'priority'.", "Jira n'a pas accepté"),
        ({"jql": "project = PROJ", "status": "done"}, "Beside JQL nothing", "À côté du JQL, rien"),
        ({"jql": "project = PROJ", "project": "PROJ"}, "Beside JQL nothing", "À côté du JQL, rien"),
        ({"jql": "x" * 2_001}, "JQL of 2,000 characters at most from here.", "du JQL de 2 000 caractères"),
    ],
)
async def test_what_is_unclear_or_wrong_is_said_and_said_in_french_too(
    house: House, cloud: JiraCloud, asked: dict[str, Any], told: str, in_french: str
) -> None:
    said = await house.does("jira_search", **asked)
    assert told in said
    assert in_french in in_language(said, "fr")
    if "jql" in asked and "sprint" not in asked["jql"]:
        assert asked["jql"] not in str([one.query for one in cloud.http.asked])  # nothing of it was asked of Jira
