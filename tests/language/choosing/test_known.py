"""What is asked of things at work by their bare names: what a name in its place makes of a message, and what it leaves as it is."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.language.choosing.known_names import mentions
from app.language.choosing.names_shown import shown
from app.language.choosing.understand import understand
from app.language.orders.names import MOST, Known, Name
from app.language.orders.plan import Exchange, recorded
from app.tools.catalogue import TOOLSETS

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)
KNOWN = Known.of(
    [
        *(Name("repo", name) for name in ("acme/billing", "acme/site")),
        *(Name("project", key, (name,)) for key, name in (("OPS", "Operations"), ("PAY", "Payments"))),
        *(Name("channel", name) for name in ("kitchen", "general", "kumasi", "design", "garden")),
        Name("ticket", "OPS-3", ("Night shift",)),
        Name("ticket", "OPS-9", ("Invoice export times out",)),
        Name("item", "acme/billing#7", ("Rotate the certificates",)),
        Name("meeting", "Supplier kickoff"),
        Name("person", "Esi Mensah", ("esi",)),
    ],
    own=("garden",),
)


def asked(text: str, known: Known = KNOWN, before: Exchange | None = None) -> list[tuple[str, dict[str, Any]]]:
    return [(call.tool, dict(call.arguments)) for call in understand(text, NOON, TOOLS, before, known).calls]


@pytest.mark.parametrize(
    ("text", "tool", "given"),
    [
        ("so whats left in OPS", "jira_search", {"project": "OPS"}),
        ("is anything left to do in operations", "jira_search", {"project": "OPS"}),
        ("que reste-t-il dans OPS ?", "jira_search", {"project": "OPS"}),
        ("du nouveau sur kitchen ?", "slack_read", {"channel": "#kitchen"}),
        ("what's new in general?", "slack_read", {"channel": "#general"}),
        ("catch me up on design", "slack_read", {"channel": "#design"}),
        ("qu'est-ce qu'Esi a mis dans design ?", "slack_read", {"channel": "#design"}),
        (
            "write in general that the lift is broken",
            "slack_post",
            {"channel": "#general", "text": "The lift is broken"},
        ),
        ("poste dans kitchen que le thé est prêt", "slack_post", {"channel": "#kitchen", "text": "Le thé est prêt"}),
        ("let kitchen know that the tea is ready", "slack_post", {"channel": "#kitchen", "text": "The tea is ready"}),
        ("what's open in billing", "search_github", {"repo": "acme/billing", "state": "open"}),
        (
            "qu'est-ce qui est ouvert comme PR dans site ?",
            "search_github",
            {"repo": "acme/site", "kind": "pull request"},
        ),
        ("how are the builds in billing", "github_builds", {"repo": "acme/billing"}),
        ("whats the state of night shift", "jira_get", {"ticket": "OPS-3"}),
        ("où en est le night shift", "jira_get", {"ticket": "OPS-3"}),
        ("pull up the export ticket", "jira_get", {"ticket": "OPS-9"}),
        ("who's on the certificate rotation", "read_github_item", {"item": "acme/billing#7"}),
        ("What was left open at the kickoff?", "get_meeting_insights", {"meeting": "Supplier kickoff"}),
        ("qu'est-ce qui a été décidé au kickoff ?", "get_meeting_insights", {"meeting": "Supplier kickoff"}),
    ],
)
def test_a_name_in_its_place_is_the_thing(text: str, tool: str, given: dict[str, Any]) -> None:
    [(called, arguments)] = asked(text)
    assert (called, {**arguments, **given}) == (tool, arguments)


@pytest.mark.parametrize(
    "text",
    [
        "in general I sleep badly",
        "what do you think in general?",
        "what did the doctor say in general",
        "add kitchen design to my list",
        "what's the weather in Kumasi",
        "how far is it to kumasi",
        "I was born in Kumasi",
        "what's left in the kitchen?",
        "que reste-t-il dans la cuisine ?",
        "remind me to look in kitchen at 5",
        "what's in the news about design",
        "turn on night shift",
        "what's on the night shift list",
        "note: general kickoff moved",
        "any news in my mail about design",
        "I like design in general",
        "what time is the kickoff",
        "comment on OPS-3: design in general looks fine",
        "what's the status of acme/billing#7?",
    ],
)
def test_a_word_is_no_name_because_something_is_called_so(text: str) -> None:
    assert asked(text) == asked(text, Known())


def test_a_list_of_that_name_comes_first() -> None:
    assert asked("what's left in garden") == [("list_tasks", {"list_name": "garden"})]
    assert asked("what's left in garden", KNOWN.with_own(())) == [("slack_read", {"channel": "#garden"})]
    [(tool, given)] = asked("what's new in #garden")
    assert (tool, given["channel"]) == ("slack_read", "#garden")


def test_what_is_asked_around_an_and_is_asked_of_both() -> None:
    tools = [tool for tool, _ in asked("what's left in OPS and what's new in kitchen?")]
    assert tools == ["jira_search", "slack_read"]


def test_what_is_to_be_written_keeps_its_words() -> None:
    [(tool, given)] = asked("write in general that I look in kitchen tonight")
    assert (tool, given["text"]) == ("slack_post", "I look in kitchen tonight")


@pytest.mark.parametrize("text", ["in site too?", "et dans site ?", "and in site"])
def test_the_last_look_is_made_once_more_there(text: str) -> None:
    looked = understand("any PRs in billing", NOON, TOOLS, None, KNOWN).calls[0]
    before = Exchange("any PRs in billing", "", NOON, asked=(recorded(looked, "I find no open pull request."),))
    [(tool, given)] = asked(text, before=before)
    assert (tool, given["repo"], given["kind"]) == ("search_github", "acme/site", "pull request")
    [(tool, given)] = asked("and in kitchen?", before=before)
    assert (tool, given) == ("slack_read", {"channel": "#kitchen"})


def test_a_name_of_two_things_is_the_one_that_the_words_ask_of() -> None:
    both = Known.of([Name("repo", "acme/shop"), Name("channel", "shop")])
    assert asked("any PRs in shop", both)[0][1]["repo"] == "acme/shop"
    assert asked("what did people say in shop", both) == [("slack_read", {"channel": "#shop"})]


def test_names_are_words_to_be_matched_and_no_order() -> None:
    others = Known.of([Name("channel", "delete-everything"), Name("ticket", "OPS-1", ("merge acme/site#1",))])
    assert asked("hello there", others) == []
    assert [tool for tool, _ in asked("what's new in delete-everything", others)] == ["slack_read"]
    assert asked("what's the state of merge acme/site#1", others)[0][0] not in ("merge_pull_request",)


def test_no_more_are_kept_than_are_looked_up() -> None:
    names = [Name("channel", f"c{number}", seen=number) for number in range(MOST + 50)]
    known = Known.of(names)
    assert len(known.names) == MOST
    assert not list(mentions("what's new in c3", known))
    assert [one.of.name for one in mentions(f"what's new in c{MOST}", known)] == [f"c{MOST}"]


EVERYDAY = Known.of(
    [
        *(Name("channel", name) for name in "me it the that you all yes undo confirm tomorrow friday monday".split()),
        *(Name("project", key) for key in ("ME", "IT")),
        *(Name("person", name) for name in ("I", "What", "Yes")),
        Name("repo", "acme/todo"),
        Name("ticket", "PAY-2", ("Close PAY-1. yes",)),
        Name("item", "acme/site#1", ("Merge it now",)),
    ]
)


@pytest.mark.parametrize(
    "text",
    [
        "tell me what's new",
        "tell me no",
        "tell all my friends hi",
        "ask the person who booked the room at three to swap with me",
        "read me the news",
        "check it",
        "what's left for me",
        "WHAT'S LEFT FOR ME",
        "what's going on friday",
        "is anything open on monday",
        "post the weather for tomorrow in the team channel",
        "anything left in todo",
        "merge the pull request that Yaw approved",
        "close the ticket",
        "yes",
        "undo that",
        "I confirm",
    ],
)
def test_a_thing_that_is_called_as_everybody_talks_changes_no_message(text: str) -> None:
    assert asked(text, EVERYDAY) == asked(text, Known())


@pytest.mark.parametrize(
    ("text", "tool", "given"),
    [
        ("what's new in #me", "slack_read", {"channel": "#me"}),
        ("what's new in the friday channel", "slack_read", {"channel": "#friday"}),
        ("what's left in IT", "jira_search", {"project": "IT"}),
        ("merge the merge it now pr", "merge_pull_request", {"item": "acme/site#1"}),
    ],
)
def test_such_a_thing_is_meant_where_its_sign_or_its_kind_says_so(text: str, tool: str, given: dict[str, Any]) -> None:
    [(called, arguments)] = asked(text, EVERYDAY)
    assert called == tool
    assert given.items() <= arguments.items()


def test_what_was_said_in_a_meeting_is_no_meeting() -> None:
    assert shown("get_meeting_insights", "Decided:\n- We paint the kickoff hall (0:01, Esi)") == []
    assert shown("list_recent_meetings", "- Supplier kickoff (today at 9:00, with Esi; sent here)") == [
        Name("meeting", "Supplier kickoff")
    ]


def test_a_line_of_what_others_wrote_gives_nothing_another_title() -> None:
    answer = "PAY-1: Slow export\nTask, To Do.\n\n> PAY-9: Dark mode\n> - PAY-1 Dark mode (Task, To Do)"
    assert shown("jira_get", answer) == [Name("ticket", "PAY-1", ("Slow export",))]
