"""What is asked of the services of work in words that nobody wrote down as a sentence: by the shipped heads, and the calls that come of it."""

import zlib

import pytest

from app.language.choosing.work_read import asked
from app.language.reader.network import SHARED, WEIGHTS, WORK_WEIGHTS, stored, work_network
from app.language.reader.work import NONE, read
from app.tools.catalogue import TOOLSETS

TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)


def call(text: str, last: str = "") -> tuple[str, dict[str, object]] | None:
    """What is called; `last` was shown or handled last."""
    found = calls(text, last)
    assert len(found) <= 1
    return found[0] if found else None


def calls(text: str, last: str = "") -> list[tuple[str, dict[str, object]]]:
    """All that is called."""
    return [(one.tool, dict(one.arguments)) for one in asked(text, TOOLS, lambda _: last)]


@pytest.mark.parametrize(
    ("text", "tool", "arguments"),
    [
        (
            "go ahead and squash-merge pull request 12 of acme/site",
            "merge_pull_request",
            {"item": "acme/site#12", "method": "squash"},
        ),
        ("which files does acme/site 12 touch", "read_github_diff", {"item": "acme/site#12"}),
        ("hand acme/site#12 over to @kofi", "change_github_item", {"item": "acme/site#12", "assign": ["kofi"]}),
        (
            "file an issue on acme/site: the footer overlaps, only on phones",
            "create_github_issue",
            {"repo": "acme/site", "title": "The footer overlaps, only on phones"},
        ),
        (
            "log a bug in PAY called the export drops rows",
            "jira_create",
            {"project": "PAY", "kind": "Bug", "summary": "The export drops rows"},
        ),
        ("shift PAY-7 over to in review please", "jira_transition", {"ticket": "PAY-7", "to": "in review"}),
        (
            "let #ops know that the deploy is out, all green",
            "slack_post",
            {"channel": "#ops", "text": "The deploy is out, all green"},
        ),
        ("share plan.pdf with ama@example.org", "share_file", {"file": "plan.pdf", "with_whom": "ama@example.org"}),
    ],
)
def test_it_is_that_call(text: str, tool: str, arguments: dict[str, object]) -> None:
    assert call(text) == (tool, arguments)


@pytest.mark.parametrize(
    "text",
    [
        "remind me to review the menu at 5",
        "my ticket for the train is in the blue coat",
        "can you open https://example.org/page in the browser?",
        "the branch of the bank in our street is gone",
        "",
        "   ",
    ],
)
def test_what_only_sounds_like_it_is_none(text: str) -> None:
    assert call(text) is None


def test_an_address_in_what_is_written_is_nobody_to_give_it_to() -> None:
    found = call("file an issue on acme/site: mail to ama@example.org bounces")
    assert found is not None
    assert found[0] == "create_github_issue"
    assert "assign" not in found[1]


def test_a_channel_that_is_written_about_is_not_written_in() -> None:
    found = call("message ben on slack saying #ops is down again")
    assert found is None or found[1]["channel"] == "ben"


def test_a_thing_that_is_not_named_is_what_was_handled_last_or_nothing() -> None:
    assert call("please close that issue", "acme/site#3") == (
        "change_github_item",
        {"state": "closed", "item": "acme/site#3"},
    )
    assert call("please close that issue") is None


def test_no_text_is_too_long_or_too_strange() -> None:
    for text in ("merge " * 5_000, "#" * 10_000, "\x00\u202e" * 500, "a/b#" * 3_000):
        assert all(0 <= part.sure <= 1 for part in read(text))
    assert read("") == ()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "merge acme/site#12 and move PAY-7 to done",
            [("merge_pull_request", {"item": "acme/site#12"}), ("jira_transition", {"ticket": "PAY-7", "to": "done"})],
        ),
        (
            "approve acme/site#12, then merge it please",
            [
                ("review_pull_request", {"item": "acme/site#12", "verdict": "approve"}),
                ("merge_pull_request", {"item": "acme/site#12"}),
            ],
        ),
    ],
)
def test_two_things_are_two_calls(text: str, wanted: list[tuple[str, dict[str, object]]]) -> None:
    assert calls(text) == wanted


def test_what_is_ordered_of_others_beside_it_leaves_all_of_it_to_them() -> None:
    assert calls("merge acme/site#12 and remind me at 5 to call the bank") == []


def test_it_stands_on_the_lowest_layers_that_are_shipped() -> None:
    below = stored(WEIGHTS)
    lowest = ("emb.", "pieces", *(f"l{layer}." for layer in range(SHARED)))
    found = b"".join(below[name].tobytes() for name in sorted(below) if name.startswith(lowest))
    assert stored(WORK_WEIGHTS)["below"] == zlib.crc32(found)
    assert NONE in work_network().intents


@pytest.mark.parametrize(
    ("text", "tools"),
    [
        ("approve PR 2 in ana/site and merge it", ["review_pull_request", "merge_pull_request"]),
        ("assign osier/kit#12 and osier/kit#13 to malaika", ["change_github_item", "change_github_item"]),
        ("assign 12 and 13 in osier/kit to malaika", ["change_github_item", "change_github_item"]),
        ("assign PROJ-7 to me and set its priority to low", ["jira_update"]),
        ("label acme/site#1 bug and urgent", ["change_github_item"]),
    ],
)
def test_no_half_of_a_message_is_lost(text: str, tools: list[str]) -> None:
    assert [tool for tool, _ in calls(text)] == tools


def test_each_item_of_a_list_is_changed() -> None:
    assert {str(given["item"]) for _, given in calls("assign 12 and 13 in osier/kit to malaika")} == {
        "osier/kit#12",
        "osier/kit#13",
    }


def test_where_to_open_it_is_asked_by_its_tool() -> None:
    assert call("open an issue titled the door is stuck") == (
        "create_github_issue",
        {"repo": "", "title": "Door is stuck"},
    )


def test_when_it_is_due_is_no_time_since_which_it_was_changed() -> None:
    assert call("jira tickets of mine due this week") == ("jira_search", {"whose": "mine"})
