"""What is said behind something of work that was shown: questions about it, orders that point at it, the list once more with less or more in it."""

from typing import Any

import pytest

from app.language.choosing import work_narrowed
from app.language.choosing.understand import understand
from app.language.choosing.work_pointed import MISSING
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause, Exchange, Reading
from tests.language.choosing.test_work_next import NOON, TOOLS, calls, made

PULLS = (
    "- ana/tea#8 Warm the pot (pull request, open, by kofi, Monday)\n"
    "- ana/tea#5 Sort the leaves (pull request, open, by lena, Monday)"
)
TICKETS = (
    "- TEA-9 Kettle leaks (Bug, To Do, for Lena Berg, High, Monday)\n"
    "- TEA-4 Buy more cups (Task, In Progress, for nobody, Low, Monday)\n"
    "- TEA-2 Label the jars (Task, To Do, for Yaw Boateng, Low, Monday)"
)
POSTS = (
    "- lena, Monday at 9:00: The kettle is broken [#kitchen/1796043802.000001]\n"
    "- yaw, Monday at 9:05: I have a spare one [#kitchen/1796043802.000002]"
)
TOLD = "Tea council (Monday).\nDecided:\n- We buy a new kettle. (0:10, Lena Berg)\nTo do:\n- Yaw Boateng: Order the cups, by Friday (0:20, Yaw Boateng)"
PULL_LIST, TICKET_LIST = made("search_github", PULLS, repo="tea"), made("jira_search", TICKETS, project="TEA")
POST_LIST, MEETING = (
    made("slack_read", POSTS, channel="#kitchen"),
    made("get_meeting_insights", TOLD, meeting="tea council"),
)
PULL, TICKET = (
    made("read_github_item", "ana/tea#5: Sort", item="ana/tea#5"),
    made("jira_get", "TEA-4: Buy", ticket="TEA-4"),
)
FILE = made("read_file", "Cups.xlsx (Monday, 900 bytes, cloud).", file="Cups.xlsx")
FILE_LIST = made(
    "list_recent_files", "- Cups.xlsx (Monday, 900 bytes, cloud)\n- Tea notes.docx (Monday, 5 bytes, cloud)"
)
NOTES = made(
    "list_recent_files", "- Onboarding.docx (Monday, 900 bytes, cloud)\n- Boarding pass.pdf (Monday, 5 bytes, cloud)"
)
ASKED = made("slack_post", "Posted in @yaw.", channel="@yaw", text="Can you take TEA-4?")
NONE_THERE = made("search_github", "I find none that fits.", by="lena", repo="cups")
STATES = made(
    "search_github",
    "- ana/tea#7 Old mugs (issue, closed, by kofi)\n- ana/tea#6 Spoons (issue, open, by kofi)",
    state="",
)
LENA, YAW = "#kitchen/1796043802.000001", "#kitchen/1796043802.000002"


@pytest.mark.parametrize(
    ("text", "before", "tool", "of"),
    [
        ("who opened the second one?", PULL_LIST, "read_github_item", {"item": "ana/tea#5"}),
        ("did the first one pass", PULL_LIST, "read_github_item", {"item": "ana/tea#8"}),
        ("is number 5 good to go", PULL_LIST, "read_github_item", {"item": "ana/tea#5"}),
        ("how big is it?", PULL, "read_github_diff", {"item": "ana/tea#5"}),
        ("whose is the kettle one", TICKET_LIST, "jira_get", {"ticket": "TEA-9"}),
        ("nobody on the cups one?", TICKET_LIST, "jira_get", {"ticket": "TEA-4"}),
        ("the jars one, by when?", TICKET_LIST, "jira_get", {"ticket": "TEA-2"}),
        ("and Yaw's, what's its priority", TICKET_LIST, "jira_get", {"ticket": "TEA-2"}),
        ("any comments on it", TICKET, "jira_get", {"ticket": "TEA-4"}),
        ("is anyone else on it?", TICKET, "jira_get", {"ticket": "TEA-4"}),
        ("et la deuxième, c'est à qui ?", TICKET_LIST, "jira_get", {"ticket": "TEA-4"}),
        ("le premier, les tests sont passés ?", PULL_LIST, "read_github_item", {"item": "ana/tea#8"}),
        ("où en est-il ?", TICKET, "jira_get", {"ticket": "TEA-4"}),
        ("qui s'en occupe ?", TICKET, "jira_get", {"ticket": "TEA-4"}),
        ("et les autres, c'est à qui ?", TICKET_LIST, "jira_search", {"project": "TEA"}),
        ("when was that?", POST_LIST, "slack_thread", {"message": YAW}),
        ("how big is it", FILE, "read_file", {"file": "Cups.xlsx"}),
        ("who said that", MEETING, "get_meeting_insights", {"meeting": "tea council"}),
        ("who is ordering the cups", MEETING, "get_meeting_insights", {"meeting": "tea council"}),
        ("is the cups one of them", FILE_LIST, "read_file", {"file": "Cups.xlsx"}),
        ("ok and the tea thing, when was that touched last", FILE_LIST, "read_file", {"file": "Tea notes.docx"}),
        ("when was the onboarding thing touched last", NOTES, "read_file", {"file": "Onboarding.docx"}),
        ("what's that ticket about again", ASKED, "jira_get", {"ticket": "TEA-4"}),
        ("et Yaw, il doit faire quoi ?", MEETING, "get_meeting_insights", {"meeting": "tea council"}),
    ],
)
def test_a_question_about_it_is_a_look_at_it(text: str, before: Reading, tool: str, of: dict[str, Any]) -> None:
    assert calls(text, before) == [(tool, of)]


@pytest.mark.parametrize(
    ("text", "before", "tool", "arguments"),
    [
        ("give the cups one to Yaw", TICKET_LIST, "jira_update", {"ticket": "TEA-4", "assignee": "Yaw"}),
        ("can Lena have it", TICKET, "jira_update", {"ticket": "TEA-4", "assignee": "Lena"}),
        ("mets-moi la 2", TICKET_LIST, "jira_update", {"ticket": "TEA-2", "assignee": "me"}),
        ("put lena on number 8", PULL_LIST, "change_github_item", {"item": "ana/tea#8", "assign": ["lena"]}),
        ("make it next Friday", TICKET, "jira_update", {"ticket": "TEA-4", "due": "next Friday"}),
        ("make it high", TICKET, "jira_update", {"ticket": "TEA-4", "priority": "high"}),
        ("et priorité haute tant que t'y es", TICKET, "jira_update", {"ticket": "TEA-4", "priority": "haute"}),
        ("then it can go to done as well", TICKET, "jira_transition", {"ticket": "TEA-4", "to": "done"}),
        ("move the jars one to in progress", TICKET_LIST, "jira_transition", {"ticket": "TEA-2", "to": "in progress"}),
        ("and a comment, two sizes please", TICKET, "jira_comment", {"ticket": "TEA-4", "text": "Two sizes please"}),
        ("ajoute un commentaire, en bleu", PULL, "comment_on_github", {"item": "ana/tea#5", "text": "En bleu"}),
        ("looks fine to me, approve", PULL, "review_pull_request", {"item": "ana/tea#5", "verdict": "approve"}),
        ("approuve l'autre", PULL, "review_pull_request", {"item": "ana/tea#8", "verdict": "approve"}),
        ("alors fusionne", PULL, "merge_pull_request", {"item": "ana/tea#5"}),
        ("show the diff", PULL, "read_github_diff", {"item": "ana/tea#5"}),
        ("label Lena's one security", PULL_LIST, "change_github_item", {"item": "ana/tea#5", "add_labels": ["security"]}),
        ("mets-lui l'étiquette thé", PULL, "change_github_item", {"item": "ana/tea#5", "add_labels": ["thé"]}),
        ("add the label green", TICKET, "jira_update", {"ticket": "TEA-4", "add_labels": ["green"]}),
        ("give it the green label", PULL, "change_github_item", {"item": "ana/tea#5", "add_labels": ["green"]}),
        ("Could Lena see it as well?", FILE, "share_file", {"file": "Cups.xlsx", "with_whom": "Lena"}),
        ("partage-le avec Yaw", FILE, "share_file", {"file": "Cups.xlsx", "with_whom": "Yaw"}),
        ("Lovely. Could Yaw see it as well?", FILE, "share_file", {"file": "Cups.xlsx", "with_whom": "Yaw"}),
        ("reopen that", STATES, "change_github_item", {"item": "ana/tea#7", "state": "open"}),
        ("open an issue there then, the lid is loose", NONE_THERE, "create_github_issue", {"repo": "cups", "title": "The lid is loose"}),
        ("crée un ticket là, le couvercle est cassé", TICKET, "jira_create", {"project": "TEA", "summary": "Le couvercle est cassé"}),
        ("reply to Lena that I bring one", POST_LIST, "slack_reply", {"message": LENA, "text": "I bring one"}),
        ("réponds à Yaw que je viens", POST_LIST, "slack_reply", {"message": YAW, "text": "Je viens"}),
        ("tell him thanks", POST_LIST, "slack_reply", {"message": YAW, "text": "Thanks"}),
    ],
)  # fmt: skip
def test_an_order_that_points_is_of_what_was_shown(
    text: str, before: Reading, tool: str, arguments: dict[str, Any]
) -> None:
    shown = (before, PULL_LIST) if before is PULL else (before,)
    assert calls(text, *shown) == [(tool, arguments)]


@pytest.mark.parametrize(
    ("text", "before", "tool", "arguments"),
    [
        ("closed ones too", PULL_LIST, "search_github", {"repo": "tea", "state": ""}),
        ("just the open ones", PULL_LIST, "search_github", {"repo": "tea", "state": "open"}),
        ("just the ones in progress", TICKET_LIST, "jira_search", {"project": "TEA", "status": "in progress"}),
        ("only the done ones", TICKET_LIST, "jira_search", {"project": "TEA", "status": "done"}),
        ("only mine", TICKET_LIST, "jira_search", {"project": "TEA", "whose": "mine"}),
        ("and Lena's?", TICKET_LIST, "jira_search", {"project": "TEA", "assignee": "Lena"}),
        ("in cups too?", PULL_LIST, "search_github", {"repo": "cups"}),
        ("les fermées aussi", PULL_LIST, "search_github", {"repo": "tea", "state": ""}),
        ("only the ones assigned to me", PULL_LIST, "search_github", {"repo": "tea", "whose": "assigned"}),
    ],
)
def test_a_list_is_asked_for_again(text: str, before: Reading, tool: str, arguments: dict[str, Any]) -> None:
    assert calls(text, before) == [(tool, arguments)]


@pytest.mark.parametrize(
    "text",
    ["closed ones too", "only mine", "make it next Friday", "approve", "a comment: fine", "by when?"],
)
def test_behind_nothing_of_work_none_of_it_is_of_work(text: str) -> None:
    work = {
        "search_github",
        "jira_search",
        "jira_get",
        "jira_update",
        "jira_comment",
        "review_pull_request",
        "comment_on_github",
    }
    reminder = made("set_reminder", "I'll remind you (#1).", text="tea", when="5")
    for behind in ((), (reminder, TICKET)):
        assert not {tool for tool, _ in calls(text, *behind)} & work


@pytest.mark.parametrize(
    "text",
    [
        "who has the spoons?",
        "give the spoons to Yaw",
        "don't merge it",
        "put milk on it",
        "tell Abena thanks",
    ],
)
def test_what_was_not_shown_is_not_meant(text: str) -> None:
    orders = {"jira_update", "change_github_item", "merge_pull_request", "slack_reply", "jira_get"}
    assert not {tool for tool, _ in calls(text, TICKET_LIST, PULL)} & orders


def _plan(text: str, *before: Exchange) -> Any:
    return understand(text, NOON, TOOLS, *before)


def test_of_several_that_were_shown_which_is_meant_is_asked_and_taken() -> None:
    listed = Exchange("…", PULLS, NOON, None, (PULL_LIST,))
    asked = _plan("approve", listed)
    assert asked.calls == ()
    assert asked.question == "Which one? ana/tea#8; ana/tea#5"
    assert asked.pending is not None
    assert asked.pending.missing == MISSING
    behind = Exchange("approve", asked.question, NOON, listed, (asked.pending,))
    for answer in ("the second", "ana/tea#5", "number 5", "Lena's"):
        assert [(call.tool, call.arguments["item"]) for call in _plan(answer, behind).calls] == [
            ("review_pull_request", "ana/tea#5")
        ]
    assert _plan("never mind", behind).calls == ()


def test_only_a_list_is_narrowed() -> None:
    clause = Clause("only mine", NOON, tools=TOOLS)
    assert work_narrowed.read(clause, Before((TICKET,))) is None
    assert work_narrowed.read(clause, Before((PULL_LIST,))) == Call("search_github", {"repo": "tea", "whose": "mine"})


def test_no_to_an_offer_changes_nothing() -> None:
    offered = Reading(
        (Call("add_tasks", {"titles": ["stir 2"]}),), question="Shall I put that on a list: stir 2?", missing="yes"
    )
    behind = Exchange("stir 2", "Shall I put that on a list: stir 2?", NOON, None, (offered,))
    assert _plan("no I meant 1", behind).calls == ()


def test_the_other_of_two_may_stand_before_what_is_asked_of_it() -> None:
    merged = made("merge_pull_request", "Merged ana/tea#5.", item="ana/tea#5")
    look = [("read_github_item", {"item": "ana/tea#8"})]
    assert calls("and the other one, whose is that again", merged, PULL, PULL_LIST) == look


def test_the_other_of_two_meetings_is_read() -> None:
    listed = made("list_recent_meetings", "- Tea council (Monday; sent here)\n- Cup fair (Sunday; sent here)")
    behind = made("get_meeting_insights", "Tea council (Monday).", meeting="Tea council")
    assert calls("and in the other?", behind, listed) == [("get_meeting_insights", {"meeting": "Cup fair"})]
