"""Requests over several services, cut into the calls that they take; and what only sounds like one."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing.across import read, told
from app.language.choosing.choice import answered, options, taken
from app.tools.catalogue import TOOLSETS

NOON = datetime(2026, 11, 30, 12, tzinfo=ZoneInfo("Europe/Paris"))
TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)


def steps(text: str, tools: frozenset[str] = TOOLS) -> list[str]:
    """Its calls, each with what it says; "…" where that is what the step before came to."""
    return [
        f"{one.call.tool} {(one.tells and '…') or ' '.join(str(value) for value in one.call.arguments.values() if value)}"
        for one in read(text, NOON, tools)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("find the contract in Drive and mail it to Ama", ["search_files contract", "send_mail ['Ama'] ['contract']"]),
        (
            "find the contract in Drive, mail it to Ama and add a task to follow up on Friday",
            ["search_files contract", "send_mail ['Ama'] ['contract']", "add_tasks ['Follow up'] on Friday"],
        ),
        ("find the budget sheet in Drive and share it with Ama", ["search_files budget", "share_file budget Ama"]),
        ("move PROJ-12 to done and tell the channel", ["jira_transition PROJ-12 done", "slack_post …"]),
        ("close acme/site#3 and let #dev know", ["change_github_item closed acme/site#3", "slack_post …"]),
        (
            "merge acme/site#3, move PROJ-12 to done and tell #dev that it's out",
            ["merge_pull_request acme/site#3", "jira_transition PROJ-12 done", "slack_post #dev It's out"],
        ),
        (
            "comment on PROJ-12 that it's fixed and then email Ama about it",
            ["jira_comment PROJ-12 It's fixed", "send_mail …"],
        ),
        (
            "cherche le contrat dans Drive et envoie-le à Ama par mail",
            ["search_files contrat", "send_mail ['Ama'] ['contrat']"],
        ),
        ("passe PROJ-12 à Done et préviens #dev", ["jira_transition PROJ-12 Done", "slack_post …"]),
        (
            "move PROJ-12 to done and remind me to test it tomorrow at 9",
            ["jira_transition PROJ-12 done", "set_reminder tomorrow at 9 Test it"],
        ),
    ],
)
def test_the_steps_of_a_request(text: str, expected: list[str]) -> None:
    assert [one.casefold() for one in steps(text)] == [one.casefold() for one in expected]


@pytest.mark.parametrize(
    "text",
    [
        "move PROJ-12 to done",
        "what's in #dev and what are my tickets",
        "email Ama that I'm late and add milk to my list",
        "email Ama that the milk, the eggs and the bread are out",
        "post in #dev that the export and the import work",
        "comment on PROJ-12 that Ben should fix it and test it",
        "find the contract in Drive and tell me what it says",
        "buy milk, eggs and bread and remind me on Friday",
    ],
)
def test_other_requests_are_none(text: str) -> None:
    assert steps(text) == []


def test_without_the_service_it_is_none() -> None:
    assert steps("move PROJ-12 to done and tell #dev", TOOLS - {"slack_post"}) == []


def test_what_a_step_came_to_is_told_in_the_language_of_the_request() -> None:
    moved = {"ticket": "PROJ-12", "to": "Done"}
    assert told("jira_transition", moved, "tell the channel") == "PROJ-12 is now Done."
    assert told("jira_transition", moved, "préviens le canal") == "PROJ-12 est passé à Done."
    assert told("share_file", {"file": "contract", "with_whom": ""}, "tell #dev") == ""


FILES = "3 files fit “contract”. Which one? Contract.pdf (in Legal, of Kofi, today at 12:02, 3 KB, work); Contract.pdf (in Old, 4 KB, work); Draft contract.odt (work)"


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        (FILES, "the second one", "Old/Contract.pdf"),
        (FILES, "the last", "Draft contract.odt"),
        (FILES, "the one in Legal", "Legal/Contract.pdf"),
        (FILES, "the draft", "Draft contract.odt"),
        (FILES, "Contract.pdf", ""),  # two are called so
        (FILES, "thanks", ""),
        ("Which channel? #garden, #general", "garden", "#garden"),
        ("Which channel? #garden, #general", "in #attic", "#attic"),
        (
            "Which address of Ama? I know Ama Owusu <ama@a.example>, Ama Mensah <ama@b.example>.",
            "Mensah",
            "Ama Mensah <ama@b.example>",
        ),
        (
            "I know no mail address of Ama. Give me the address, like Ama <name@example.org>.",
            "ama@c.example",
            "ama@c.example",
        ),
        ("Which one? PROJ-2 Slow import; PROJ-1 Slow export", "the export", "PROJ-1"),
    ],
)
def test_an_answer_takes_one_of_those_listed(question: str, answer: str, expected: str) -> None:
    assert taken(question, answer) == expected


def test_a_sentence_that_lists_nothing_has_no_options() -> None:
    assert options("I find no file “contract”.") == []


WANTS = "PROJ wants more of a Bug: Severity (Low, High); Team (Red, Blue). Which should it be?"


@pytest.mark.parametrize(
    ("tool", "given", "question", "answer", "expected"),
    [
        ("jira_create", {"project": "PROJ"}, WANTS, "high, red team", ["Severity: High", "Team: Red"]),
        ("jira_create", {"project": "PROJ"}, WANTS, "high", ["Severity: High"]),
        (
            "jira_create",
            {"fields": ["Points: 3"]},
            WANTS,
            "high and blue",
            ["Points: 3", "Severity: High", "Team: Blue"],
        ),
        ("jira_create", {"project": "PROJ"}, WANTS, "never mind", None),
        ("send_mail", {"to": ["Ama"], "files": ["contract"]}, FILES, "the draft", ["Draft contract.odt"]),
        (
            "send_mail",
            {"to": ["Ama"], "files": ["contract"]},
            "On its way to a@b.example: “Which one?”.",
            "the draft",
            None,
        ),
    ],
)
def test_what_a_tool_asked_is_answered(
    tool: str, given: dict[str, object], question: str, answer: str, expected: list[str] | None
) -> None:
    made = answered(tool, given, question, answer)
    assert (made and made.get("fields", made.get("files"))) == expected
