"""What goes on from the last call at work: the same for another thing, another of what was shown, a question about it, an alert for it."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing.understand import understand
from app.language.orders.plan import Call, Exchange, Reading
from app.tools.catalogue import TOOLSETS

NOON = datetime(2026, 11, 30, 12, tzinfo=ZoneInfo("Europe/Paris"))
TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)
PULLS = (
    "- ana/site#2 Dark mode (pull request, open, by kofi, Monday)\n"
    "- ana/site#1 Faster header (pull request, open, by kofi, Monday)"
)
TICKETS = "- PROJ-2 Import fails (Task, To Do, for Ana)\n- PROJ-1 Slow export (Task, To Do, for Ana)"
FILES = "- Contract Kofi.txt (in Legal, 21 bytes, cloud)\n- Contract Ama.txt (in Legal, 58 bytes, cloud)"
POSTS = "- ben, Monday: When? [#garden/1796043802.000001]\n- ben, Monday: And where? [#garden/1796043802.000002]"


def made(tool: str, outcome: str = "", **arguments: Any) -> Reading:
    return Reading((Call(tool, arguments),), outcome=outcome)


MOVED = made("jira_transition", "PROJ-1 is In Progress now.", ticket="PROJ-1", to="In Progress")
SHARED = made("share_file", "Shared.", file="Contract Kofi.txt", with_whom="ben@x.org", account="cloud #4")
PULL_LIST, TICKET_LIST = made("search_github", PULLS, whose="review"), made("jira_search", TICKETS, whose="mine")
FILE_LIST, POST_LIST = made("search_files", FILES, words="contract"), made("slack_read", POSTS, channel="garden")
PULL, TICKET = made("read_github_item", "ana/site#1: Faster header", item="ana/site#1"), made("jira_get", "PROJ-3: Dark", ticket="PROJ-3")  # fmt: skip
FILE = made("read_file", "Contract Kofi.txt (in Legal, 1).", file="Contract Kofi.txt")


def calls(text: str, *before: Reading) -> list[tuple[str, dict[str, Any]]]:
    """The calls of a message behind these, the latest first."""
    exchange: Exchange | None = None
    for one in reversed(before):
        exchange = Exchange("…", one.outcome, NOON, exchange, (one,))
    return [(call.tool, dict(call.arguments)) for call in understand(text, NOON, TOOLS, exchange).calls]


@pytest.mark.parametrize(
    ("text", "before", "tool", "arguments"),
    [
        ("same for PROJ-2", MOVED, "jira_transition", {"ticket": "PROJ-2", "to": "In Progress"}),
        ("do the same with proj-14 please", MOVED, "jira_transition", {"ticket": "PROJ-14", "to": "In Progress"}),
        ("PROJ-2 too", MOVED, "jira_transition", {"ticket": "PROJ-2", "to": "In Progress"}),
        ("pareil pour PROJ-2", MOVED, "jira_transition", {"ticket": "PROJ-2", "to": "In Progress"}),
        ("same in #design", made("slack_read", channel="#garden"), "slack_read", {"channel": "#design"}),
        ("and in api?", made("search_github", PULLS, repo="site"), "search_github", {"repo": "api"}),
    ],
)
def test_the_same_is_done_with_another(text: str, before: Reading, tool: str, arguments: dict[str, Any]) -> None:
    assert calls(text, before) == [(tool, arguments)]


def test_what_was_pinned_to_the_first_goes() -> None:
    assert calls("same for the Ama one", SHARED, FILE_LIST) == [
        ("share_file", {"file": "Contract Ama.txt", "with_whom": "ben@x.org"})
    ]


@pytest.mark.parametrize(
    ("text", "before", "tool", "arguments"),
    [
        ("the kofi one pls", (FILE_LIST,), "read_file", {"file": "Contract Kofi.txt"}),
        ("and the other?", (FILE, FILE_LIST), "read_file", {"file": "Contract Ama.txt"}),
        ("celui d'Ama", (FILE, FILE_LIST), "read_file", {"file": "Contract Ama.txt"}),
        ("and the roadmap?", (FILE,), "read_file", {"file": "roadmap"}),
        ("the one about the export", (TICKET_LIST,), "jira_get", {"ticket": "PROJ-1"}),
        ("and PROJ-2?", (MOVED,), "jira_get", {"ticket": "PROJ-2"}),
        ("close the import one", (TICKET_LIST,), "jira_transition", {"ticket": "PROJ-2", "to": "Done"}),
        ("give the export one to Lena", (TICKET_LIST,), "jira_update", {"ticket": "PROJ-1", "assignee": "Lena"}),
        ("and the budget one", (FILE,), "read_file", {"file": "budget"}),
        ("merge the dark mode one", (PULL_LIST,), "merge_pull_request", {"item": "ana/site#2"}),
        ("approve faster header", (PULL_LIST,), "review_pull_request", {"verdict": "approve", "item": "ana/site#1"}),
        (
            "approve dark mode saying nice",
            (PULL_LIST,),
            "review_pull_request",
            {"verdict": "approve", "item": "ana/site#2", "text": "Nice"},
        ),
    ],
)
def test_another_of_what_was_shown(
    text: str, before: tuple[Reading, ...], tool: str, arguments: dict[str, Any]
) -> None:
    assert calls(text, *before) == [(tool, arguments)]


@pytest.mark.parametrize(
    ("text", "before", "tool", "arguments"),
    [
        ("who opened it?", PULL, "read_github_item", {"item": "ana/site#1"}),
        ("has anyone reviewed it yet?", PULL, "read_github_item", {"item": "ana/site#1"}),
        ("who's on it?", TICKET, "jira_get", {"ticket": "PROJ-3"}),
        ("what's its status?", TICKET, "jira_get", {"ticket": "PROJ-3"}),
        ("c'est quoi son statut ?", TICKET, "jira_get", {"ticket": "PROJ-3"}),
        ("the second one, what's the status", TICKET_LIST, "jira_get", {"ticket": "PROJ-1"}),
        ("ok then show me what changed", PULL, "read_github_diff", {"item": "ana/site#1"}),
        ("put me on it instead", TICKET, "jira_update", {"ticket": "PROJ-3", "assignee": "me"}),
        ("no wait, give it to Lena again", TICKET, "jira_update", {"ticket": "PROJ-3", "assignee": "Lena"}),
        ("donne-le à Lena plutôt", TICKET, "jira_update", {"ticket": "PROJ-3", "assignee": "Lena"}),
        ("due date friday", TICKET, "jira_update", {"ticket": "PROJ-3", "due": "friday"}),
        ("assigne le deuxième à Lena", TICKET_LIST, "jira_update", {"ticket": "PROJ-1", "assignee": "Lena"}),
        ("passe-le en cours", TICKET, "jira_transition", {"ticket": "PROJ-3", "to": "In Progress"}),
        (
            "answer him thursday at the latest",
            POST_LIST,
            "slack_reply",
            {"text": "Thursday at the latest", "message": "#garden/1796043802.000002"},
        ),
        ("thumbs up it", POST_LIST, "slack_react", {"emoji": "+1", "message": "#garden/1796043802.000002"}),
        ("let me know when it's done", TICKET, "set_alert", {"when": "PROJ-3 is done"}),
    ],
)
def test_it_is_the_thing_that_was_shown(text: str, before: Reading, tool: str, arguments: dict[str, Any]) -> None:
    [(called, given)] = calls(text, before)
    assert (called, {name: given.get(name) for name in arguments}) == (tool, arguments)


@pytest.mark.parametrize(
    "text",
    [
        "same to you",
        "me too",
        "thanks too",
        "the other day was nice",
        "and the weather?",
        "and you?",
        "the first time I saw it I laughed",
        "close the window",
        "start the car",
        "give the keys to Lena",
    ],
)
def test_what_points_at_nothing_shown_acts_on_nothing(text: str) -> None:
    assert not {tool for tool, _ in calls(text, MOVED, TICKET_LIST)} & {"jira_transition", "jira_update", "jira_get"}


def test_of_several_that_fit_none_is_taken() -> None:
    assert calls("the legal one", FILE_LIST) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("thumbs up Ben's last message in #garden", "Ben's last message in #garden"),
        ("react to the last message in #garden with 🎉", "last message in #garden"),
    ],
)
def test_somebodys_last_message_is_reacted_to(text: str, message: str) -> None:
    [(tool, given)] = calls(text)
    assert (tool, given["message"]) == ("slack_react", message)
