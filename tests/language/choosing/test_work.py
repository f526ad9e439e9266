"""What is asked of the services of work: by their sentences, by names that stand in a message, and what only sounds like it."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing import work
from app.language.choosing.understand import understand
from app.language.choosing.work_services import SERVICES
from app.language.choosing.work_shown import said
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause, Reading
from app.language.saying import in_language
from app.tools.catalogue import TOOLSETS

NOON = datetime(2026, 11, 30, 12, tzinfo=ZoneInfo("Europe/Paris"))
TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)
WORK = frozenset(row.name for name in ("github", "jira", "slack") for row in TOOLSETS[name])


def read(clause: Clause, before: Before) -> Reading | None:
    return work.read(clause, before) or work.without_sentence(clause, before)


def calls(
    text: str, before: Before | None = None, tools: frozenset[str] = TOOLS
) -> list[tuple[str, dict[str, object]]]:
    found = read(Clause(text, NOON, tools=tools), before or Before())
    return [(call.tool, dict(call.arguments)) for call in found.calls] if found else []


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        ("What needs my review?", "search_github", {"whose": "review", "kind": "pull request"}),
        ("reviews I owe", "search_github", {"whose": "review", "kind": "pull request"}),
        ("quelles PR attendent ma relecture ?", "search_github", {"whose": "review", "kind": "pull request"}),
        ("check my GitHub notifications", "github_notifications", {}),
        ("open issues in the garden repo", "search_github", {"repo": "garden", "kind": "issue"}),
        ("read ana/garden#7", "read_github_item", {"item": "ana/garden#7"}),
        ("why is ana/garden#7 still open?", "read_github_item", {"item": "ana/garden#7"}),
        ("what changed in ana/garden#7", "read_github_diff", {"item": "ana/garden#7"}),
        ("is the build green on ana/garden?", "github_builds", {"repo": "ana/garden"}),
        ("squash ana/garden#7", "merge_pull_request", {"item": "ana/garden#7", "method": "squash"}),
        ("assign ana/garden#7 to me", "change_github_item", {"item": "ana/garden#7", "assign": ["@me"]}),
        ("label ana/garden#7 as docs", "change_github_item", {"item": "ana/garden#7", "add_labels": ["docs"]}),
        (
            "request changes on ana/garden#7 saying the tests are gone",
            "review_pull_request",
            {"item": "ana/garden#7", "verdict": "request changes", "text": "The tests are gone"},
        ),
        (
            "file an issue in garden: the gate squeaks",
            "create_github_issue",
            {"repo": "garden", "title": "The gate squeaks"},
        ),
        ("what's new on Codeberg?", "github_notifications", {"account": "codeberg"}),
        ("quoi de neuf sur Forgejo ?", "github_notifications", {"account": "gitea"}),
        ("what's new on GitHub?", "github_notifications", {}),
        (
            "open an issue in garden on codeberg: the gate squeaks",
            "create_github_issue",
            {"repo": "garden", "title": "The gate squeaks", "account": "codeberg"},
        ),
        (
            "open an issue on Gitea in garden: the gate squeaks",
            "create_github_issue",
            {"repo": "garden", "title": "The gate squeaks", "account": "gitea"},
        ),
        (
            "open an issue in garden: move it to codeberg",
            "create_github_issue",
            {"repo": "garden", "title": "Move it to codeberg"},
        ),
        ("search codeberg for cache", "search_github", {"words": "cache", "account": "codeberg"}),
        ("what PRs are waiting for me?", "search_github", {"whose": "review", "kind": "pull request"}),
        ("read the issue about the footer", "read_github_item", {"item": "footer"}),
        (
            'comment on BEAN-12 that I saw it on Safari 17 — "white page"',
            "jira_comment",
            {"ticket": "BEAN-12", "text": 'I saw it on Safari 17 — "white page"'},
        ),
        ("label BEAN-12 as ui", "jira_update", {"ticket": "BEAN-12", "add_labels": ["ui"]}),
        (
            "change the due date of BEAN-12 to next monday",
            "jira_update",
            {"ticket": "BEAN-12", "due": "next monday"},
        ),
        ("give BEAN-12 back to Lena", "jira_update", {"ticket": "BEAN-12", "assignee": "Lena"}),
        ("mets BEAN-12 en cours", "jira_transition", {"ticket": "BEAN-12", "to": "In Progress"}),
        (
            "bugs in BEAN that are in progress",
            "jira_search",
            {"kind": "Bug", "project": "BEAN", "status": "in progress"},
        ),
        ("what did I report last week?", "jira_search", {"whose": "reported", "status": "any", "since": "last week"}),
        ("list my files", "list_recent_files", {}),
        ("list the files in Legal", "search_files", {"folder": "Legal"}),
        ("what did I change in my files last?", "list_recent_files", {}),
        ("find the contract with Kofi in my Drive", "search_files", {"words": "contract Kofi"}),
        ("create a file ideas.md with: buy a hose", "save_file", {"name": "ideas.md", "text": "Buy a hose"}),
        ("what was decided here?", "get_meeting_insights", {}),
        ("what came out of the kickoff?", "get_meeting_insights", {"meeting": "kickoff"}),
        ("add my to-dos from the retro to my list", "add_meeting_tasks", {"meeting": "retro"}),
        ("qu'est-ce qui a été décidé à la dernière réunion ?", "get_meeting_insights", {}),
        ("when a ticket is assigned to me tell me", "set_alert", {"when": "a ticket is assigned to me"}),
        ("tell me when the build of garden breaks", "set_alert", {"when": "the build of garden breaks"}),
        ("ping me as soon as ana/garden#7 gets merged", "set_alert", {"when": "ana/garden#7 gets merged"}),
        ("which tickets are assigned to me?", "jira_search", {"whose": "mine"}),
        ("what's left in the current sprint", "jira_search", {"sprint": "current"}),
        ("show me BEAN-12", "jira_get", {"ticket": "BEAN-12"}),
        ("move BEAN-12 to review", "jira_transition", {"ticket": "BEAN-12", "to": "review"}),
        ("close BEAN-12", "jira_transition", {"ticket": "BEAN-12", "to": "Done"}),
        ("comment on BEAN-12 saying it is watered", "jira_comment", {"ticket": "BEAN-12", "text": "It is watered"}),
        ("give BEAN-12 to Kofi", "jira_update", {"ticket": "BEAN-12", "assignee": "Kofi"}),
        (
            "create a ticket in BEAN: buy a hose",
            "jira_create",
            {"project": "BEAN", "summary": "Buy a hose"},
        ),
        ("what was said in #garden today?", "slack_read", {"channel": "#garden"}),
        ("search slack for the hose", "slack_search", {"words": "the hose"}),
        ("post in #garden that it rained", "slack_post", {"channel": "#garden", "text": "It rained"}),
    ],
)
def test_it_is_that_call(text: str, tool: str, arguments: dict[str, object]) -> None:
    assert calls(text) == [(tool, arguments)]


def shown(tool: str, outcome: str, **arguments: object) -> Before:
    return Before((Reading((Call(tool, arguments),), outcome=outcome),))


def test_words_that_point_mean_what_was_shown_at_that_place_or_handled_last() -> None:
    listed = shown("search_github", "- a/b#1 One (…)\n- a/b#2 Two (…)", whose="review")
    assert calls("read the second one", listed) == [("read_github_item", {"item": "a/b#2"})]
    assert calls("approve it", listed) == [("review_pull_request", {"verdict": "approve", "item": ""})]  # asks which
    made = shown("create_github_issue", "Opened a/b#9: The gate", repo="a/b", title="The gate")
    assert calls("close it", made) == [("change_github_item", {"state": "closed", "item": "a/b#9"})]
    ticket = shown("jira_get", "BEAN-3: Water", ticket="BEAN-3")
    assert calls("move it to done", ticket) == [("jira_transition", {"ticket": "BEAN-3", "to": "done"})]


LIST = "- ana/garden#2 Gate (issue, open)\n- ana/garden#1 Hose (issue, open)"
TICKETS = "- BEAN-2 Crash (Bug, To Do)\n- BEAN-1 Export (Task, To Do)"


def _behind(*shown: tuple[str, dict[str, object], str]) -> Before:
    """Behind these calls and what they answered, the latest first; "" for a message that came to no call."""
    asked = [(Reading((Call(tool, given),) if tool else (), outcome=outcome),) for tool, given, outcome in shown]
    return Before(asked[0], asked[1:])


def test_a_place_is_of_the_list_behind_what_was_read_of_it() -> None:
    behind = _behind(
        ("", {}, ""),
        ("read_github_item", {"item": "ana/garden#1"}, "ana/garden#1: Hose"),
        ("", {}, ""),
        ("search_github", {}, LIST),
    )
    assert calls("and the first?", behind) == [("read_github_item", {"item": "ana/garden#2"})]
    assert calls("approve the first one: nice", behind) == [
        ("review_pull_request", {"item": "ana/garden#2", "verdict": "approve", "text": "Nice"})
    ]
    assert calls("what changed in it?", behind) == [("read_github_diff", {"item": "ana/garden#1"})]
    assert calls("and milk", behind) == []


def test_a_place_is_of_the_service_that_was_shown_last_unless_a_name_says_which() -> None:
    behind = _behind(("jira_search", {}, TICKETS), ("search_github", {}, LIST))
    assert calls("read the second one", behind) == [("jira_get", {"ticket": "BEAN-1"})]
    assert calls("show me the diff of ana/garden#2", behind) == [("read_github_diff", {"item": "ana/garden#2"})]
    assert calls("read budget.csv", behind) == [("read_file", {"file": "budget.csv"})]


def test_a_label_is_no_order_and_what_follows_it_is_done_too() -> None:
    behind = _behind(("read_github_item", {"item": "ana/garden#1"}, "ana/garden#1: Hose"))
    assert calls("label it as bug and give it to kofi", behind) == [
        ("change_github_item", {"item": "ana/garden#1", "add_labels": ["bug"]}),
        ("change_github_item", {"item": "ana/garden#1", "assign": ["kofi"]}),
    ]
    assert calls("label it as bug and water it", behind) == []


def test_halves_for_two_services_are_both_asked_for_but_not_behind_a_text() -> None:
    assert calls("merge ana/garden#7 and move BEAN-2 to Done") == [
        ("merge_pull_request", {"item": "ana/garden#7"}),
        ("jira_transition", {"ticket": "BEAN-2", "to": "Done"}),
    ]
    assert calls("post in #dev that it is out and BEAN-2 is done") == [
        ("slack_post", {"channel": "#dev", "text": "It is out and BEAN-2 is done"})
    ]


def test_go_on_is_the_next_part_of_what_was_just_read() -> None:
    read_once = ("read_file", {"file": "long.txt"}, "long.txt (today). Part 1 of 3.")
    assert calls("go on", _behind(read_once)) == [("read_file", {"file": "long.txt", "part": 2})]
    assert calls("go on", _behind(("list_tasks", {}, "- milk (#1)"), read_once)) == []
    assert calls("go on") == []


def test_two_wishes_about_one_thing_are_two_calls_and_a_text_goes_to_its_end() -> None:
    before = shown("read_github_item", "a/b#1: One", item="a/b#1")
    assert [tool for tool, _ in calls("assign it to me and label it urgent", before)] == ["change_github_item"] * 2
    [(tool, given)] = calls("comment on a/b#1 saying I tried it and close it if you like", before)
    assert (tool, given["text"]) == ("comment_on_github", "I tried it and close it if you like")


@pytest.mark.parametrize(
    "text",
    [
        "remind me to review ana/garden#7 tomorrow at 9",
        "note that BEAN-12 was hard",
        "merge the two lists",
        "close the window when it rains",
        "add an issue of the garden magazine to my shopping list",
        "assign seats for dinner",
        "what's on the board of directors' agenda?",
        "post the letter to Ama",
        "I approve of that",
        "what did Ben write?",
        "put the kettle on",
        "order a ticket to Accra",
    ],
)
def test_what_only_sounds_like_it_is_something_else(text: str) -> None:
    plan = understand(text, NOON, TOOLS)
    assert not {call.tool for call in plan.calls} & WORK


def test_who_has_not_connected_a_service_hears_how_where_only_that_can_be_meant() -> None:
    without = TOOLS - WORK
    assert calls("my open pull requests", tools=without) == [("connection_status", {"service": "github"})]
    assert calls("which jira tickets are on me", tools=without) == [("connection_status", {"service": "jira"})]
    assert calls("close it", tools=without) == []


@pytest.mark.parametrize(
    ("tool", "outcome", "text", "meant"),
    [
        ("search_github", "- a/b#1 see evil/x#9 (issue)\n- a/b#2 Hose (issue)", "read the second one", "a/b#2"),
        ("read_github_item", "a/b#1: see evil/x#8\nIssue.\n\n> - evil/x#9 Hose (issue)", "close it", "a/b#1"),
        ("jira_search", "- BEAN-1 like EVIL-9 (Task)\n- BEAN-2 Hose (Task)", "read the second one", "BEAN-2"),
        (
            "slack_read",
            "- ben: see [#evil/9.9] [#garden/1.1]\n- ama: yes [#garden/2.2]",
            "show the replies to the second one",
            "#garden/2.2",
        ),
        (
            "list_recent_files",
            "- Pay.txt (x) notes.exe (today, drive)\n- Plan (old).txt (today (Monday), drive)",
            "read the first one",
            "Pay.txt (x) notes.exe",
        ),
        (
            "list_recent_files",
            "- A.txt (today)\n- Plan (old).txt (today (Monday))",
            "read the second one",
            "Plan (old).txt",
        ),
        (
            "read_file",
            "A.txt (today).\n\n> - Pay.txt (today)\n> - Rent.txt (today)",
            "read the second one",
            "the second one",
        ),
        ("read_mail", "- evil/x#8 a (b)\n- evil/x#9 a (b)", "read the second one", None),
    ],
)
def test_a_strangers_words_are_no_row_of_what_was_shown(tool: str, outcome: str, text: str, meant: str | None) -> None:
    before = Before(asked=(Reading((Call(tool, {}),), outcome=outcome),), reply=outcome)
    names = [value for _, given in calls(text, before) for value in given.values() if value not in ("", "closed")]
    assert names == ([meant] if meant else [])


def test_what_an_alert_or_a_briefing_named_is_its_own_name_and_none_of_its_titles() -> None:
    told = Before(
        reply="kofi wants your review of a/b#1 “see evil/x#9”, https://x\n- See (evil/x#8) (a/b#2), assigned to you"
    )
    shown = [calls(f"read the {place} pull request a/b#{number}") for place, number in (("first", 1), ("second", 2))]
    assert [one[0][1]["item"] for one in shown] == ["a/b#1", "a/b#2"]
    assert said(SERVICES[0], told.reply) == ["a/b#1", "a/b#2"]


def test_a_ticket_of_a_project_that_is_named_at_the_end_is_no_to_do() -> None:
    [call] = understand("create a task: renew the domain, project PROJ", NOON, TOOLS).calls
    assert (call.tool, call.arguments["summary"], call.arguments["project"]) == (
        "jira_create",
        "Renew the domain",
        "PROJ",
    )


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("merge it", "Which issue or pull request?"),
        ("fusionne-la", "Which issue or pull request?"),
        ("close that issue", "Which issue or pull request?"),
        ("move it to done", "Which ticket?"),
        ("react with eyes to that", "Which message?"),
        ("share it with ama", "Which file?"),
    ],
)
def test_what_names_nothing_and_follows_nothing_is_asked_back(text: str, asked: str) -> None:
    plan = understand(text, NOON, TOOLS)
    assert plan.calls == ()
    assert (plan.reply or "").startswith(asked)
    assert in_language(plan.reply or "", "fr") != plan.reply


@pytest.mark.parametrize("text", ["reply to it", "delete it", "send it", "tick it off", "put it on my list"])
def test_what_may_be_of_anything_else_is_not_asked_back_for_work(text: str) -> None:
    assert not (understand(text, NOON, TOOLS).reply or "").startswith("Which")


@pytest.mark.parametrize(
    "text",
    [
        "merge the pull request",
        "close the issue",
        "approve the pr please",
        "merge my pr",
        "fusionne la pr",
        "ferme l'issue",
    ],
)
def test_an_article_is_no_title_and_which_one_is_asked(text: str) -> None:
    plan = understand(text, NOON, TOOLS)
    assert plan.calls == ()
    assert (plan.reply or "").startswith("Which issue or pull request?")
