"""What stands behind the title of a new ticket or issue."""

import pytest

from app.language.choosing.work_tails import with_tails

JIRA, GITHUB = "jira_create", "create_github_issue"


@pytest.mark.parametrize(
    ("tool", "said", "wanted"),
    [
        (JIRA, "Refunds show twice, high prio", {"summary": "Refunds show twice", "priority": "high"}),
        (JIRA, "Refunds show twice - priority: low", {"summary": "Refunds show twice", "priority": "low"}),
        (JIRA, "Refunds show twice, urgent please", {"summary": "Refunds show twice", "priority": "urgent"}),
        (JIRA, "Referral codes, assign Noor, labels q3 and partners", {"summary": "Referral codes", "assignee": "Noor", "labels": ["q3", "partners"]}),
        (JIRA, "VPN drops and assign it to me", {"summary": "VPN drops", "assignee": "me"}),
        (JIRA, "Rewrite the banner copy, due next friday", {"summary": "Rewrite the banner copy", "due": "next friday"}),
        (JIRA, "Import is slow. 5 story points", {"summary": "Import is slow", "fields": ["Story Points: 5"]}),
        (JIRA, "VPN drops since the update. project ops", {"summary": "VPN drops since the update", "project": "OPS"}),
        (JIRA, "La recherche ne renvoie rien, pour Amandine", {"summary": "La recherche ne renvoie rien", "assignee": "Amandine"}),
        (JIRA, "La recherche ne renvoie rien, en priorité haute", {"summary": "La recherche ne renvoie rien", "priority": "haute"}),
        (GITHUB, "Footer links 404, label it bug", {"title": "Footer links 404", "labels": ["bug"]}),
        (GITHUB, "Footer links 404, tagged bug and mobile, assigned to @kofi", {"title": "Footer links 404", "labels": ["bug", "mobile"], "assign": ["kofi"]}),
    ],
)  # fmt: skip
def test_it_goes_into_its_own_arguments(tool: str, said: str, wanted: dict[str, object]) -> None:
    name = "summary" if tool == JIRA else "title"
    assert with_tails(tool, {name: said}) == wanted


@pytest.mark.parametrize(
    "title",
    [
        "Buttons, links and labels overlap with icons",
        "Wrong total for orders with 3 points",
        "Search, sort and assign don't work",
        "The page is slow, with and without the proxy",
        "Password reset, then login fails",
        "High priority",
        "Export is due to fail on Mondays",
        "",
    ],
)
@pytest.mark.parametrize("tool", [JIRA, GITHUB])
def test_a_title_that_only_sounds_like_it_stays_whole(tool: str, title: str) -> None:
    name = "summary" if tool == JIRA else "title"
    assert with_tails(tool, {name: title}) == {name: title}


def test_what_was_said_of_an_attribute_apart_gives_way_to_what_stands_last() -> None:
    assert with_tails(JIRA, {"summary": "A, high prio, low prio"}) == {"summary": "A", "priority": "low"}


def test_other_calls_and_hostile_titles_stay_as_they_are() -> None:
    assert with_tails("jira_comment", {"text": "fine, high prio"}) == {"text": "fine, high prio"}
    for title in (", " * 5_000, "a, label " * 2_000, "x" * 50_000, " and" * 9_000):
        assert with_tails(JIRA, {"summary": title})["summary"]
