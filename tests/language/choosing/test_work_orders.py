"""Orders of work as people give them who have the thing before their eyes: by a number, an owner or words of a title, behind a reason, beside mail and to-dos."""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing.understand import understand
from app.language.choosing.withheld import changes
from app.tools.catalogue import TOOLSETS

NOON = datetime(2026, 11, 30, 12, tzinfo=ZoneInfo("Europe/Paris"))
TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)


def calls(text: str, tools: frozenset[str] = TOOLS) -> list[tuple[str, Mapping[str, object]]]:
    plan = understand(text, NOON, tools)
    return [(call.tool, dict(call.arguments)) for call in plan.calls]


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        ("would you mind merging number 6, it is green", "merge_pull_request", {"item": "#6"}),
        ("please reopen the captcha one", "change_github_item", {"item": "captcha", "state": "open"}),
        ("I've read it all. Approve Esi's PR.", "review_pull_request", {"item": "Esi's PR", "verdict": "approve"}),
        ("peux-tu rouvrir l'issue 3, ça replante", "change_github_item", {"item": "#3", "state": "open"}),
        ("if it's no trouble, merge 14", "merge_pull_request", {"item": "#14"}),
    ],
)
def test_a_number_an_owner_and_a_title_name_it(text: str, tool: str, arguments: Mapping[str, object]) -> None:
    assert calls(text) == [(tool, arguments)]


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        (
            "I need you to strip the needs-triage label from issue 8",
            "change_github_item",
            {"item": "#8", "remove_labels": ["needs-triage"]},
        ),
        (
            "Esi is away, so take BIL-6 off her and give it to Yaw",
            "jira_update",
            {"ticket": "BIL-6", "assignee": "Yaw"},
        ),
        ("BIL-8 tu me la donnes", "jira_update", {"ticket": "BIL-8", "assignee": "me"}),
        (
            "don't keep BIL-3 in review, it's live, move it to done",
            "jira_transition",
            {"ticket": "BIL-3", "to": "done"},
        ),
        (
            "give the last message from Esi in ops a thumbs up",
            "slack_react",
            {"message": "last message from Esi in ops", "emoji": "+1"},
        ),
    ],
)
def test_what_is_of_work_goes_before_mail_and_todos(text: str, tool: str, arguments: Mapping[str, object]) -> None:
    (found,) = calls(text)
    assert found[0] == tool
    assert {
        name: str(value).removeprefix("the ") if isinstance(value, str) else value for name, value in found[1].items()
    } == arguments


@pytest.mark.parametrize(
    "text",
    [
        "issue 8 has the needs-triage label",
        "it was you who gave BIL-8 to Yaw?",
        "c'est Marc qui a assigné BIL-8 à Lucie",
        "don't leave BIL-3 open",
        "maybe approve Esi's PR, I don't know",
        "if it isn't a draft merge acme/site#4",
        "close number five once Yaw agrees",
        "merging acme/site#4 would be a pity",
        "Yaw was taken off issue 6 by Esi",
        "I wrote under Esi's message in ops that I restarted it",
        "can Esi edit the roadmap",
    ],
)
def test_a_report_a_doubt_and_a_condition_raise_no_card(text: str) -> None:
    assert not changes(understand(text, NOON, TOOLS).calls)


def test_half_of_what_is_ordered_is_not_done_by_itself() -> None:
    assert calls("label acme/site#4 as bug and water it") == []


def test_a_name_alone_is_answered_in_the_chat_where_there_is_no_mail() -> None:
    chat = frozenset(name for name in TOOLS if "mail" not in name)
    assert calls("reply to yaw that I saw it", chat) == [
        ("slack_reply", {"message": "yaw's last message", "text": "I saw it"})
    ]
