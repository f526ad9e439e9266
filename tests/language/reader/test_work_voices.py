"""Requests to the services of work in the words of other people than those who taught them: what is called, with which words in which argument."""

import pytest

from app.language.choosing.work_read import asked
from app.tools.catalogue import TOOLSETS

TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)


def call(text: str) -> tuple[str, dict[str, object]] | None:
    """What is called, where it is one thing."""
    found = asked(text, TOOLS, lambda _: "")
    return (found[0].tool, dict(found[0].arguments)) if len(found) == 1 else None


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        ("give #incidents/14 a thumbs up", "slack_react", {"message": "#incidents/14", "emoji": "+1"}),
        ("réponds à #ops/1741.55 : c'est fait", "slack_reply", {"message": "#ops/1741.55", "text": "C'est fait"}),
        ("open the thread under #ops/7", "slack_thread", {"message": "#ops/7"}),
        ("anything I missed in #garden since tuesday?", "slack_read", {"channel": "#garden", "since": "tuesday"}),
        ("make PAY-3 mine", "jira_update", {"ticket": "PAY-3", "assignee": "me"}),
        ("which tickets are in the next sprint of PAY", "jira_search", {"project": "PAY", "sprint": "next"}),
        ("search jira for backlog grooming", "jira_search", {"text": "Backlog grooming"}),
        ("what's in the backlog of PAY", "jira_search", {"project": "PAY", "sprint": "backlog"}),
        ("github notifications from acme/site only", "github_notifications", {"repo": "acme/site"}),
        ("newest files in the Contracts folder", "list_recent_files", {"folder": "Contracts"}),
        ("send PAY-9 back to to do", "jira_transition", {"ticket": "PAY-9", "to": "to do"}),
    ],
)
def test_it_is_that_call(text: str, tool: str, arguments: dict[str, object]) -> None:
    assert call(text) == (tool, arguments)


def test_who_has_reviewed_is_not_whose_review_is_waited_for() -> None:
    assert (call("which PRs has kofi reviewed on acme/site") or ("", {}))[1].get("reviewed_by") == "kofi"
    assert (call("PRs stuck in review with kofi on acme/site") or ("", {}))[1].get("reviewer") == "kofi"


@pytest.mark.parametrize(
    "text",
    [
        "we had a sprint review and it was dull",
        "Marta says the sprint is a disaster",
        "don't assign PAY-3 to me",
        "j'ai déjà fermé acme/site#12",
    ],
)
def test_what_is_told_is_no_order(text: str) -> None:
    assert call(text) is None
