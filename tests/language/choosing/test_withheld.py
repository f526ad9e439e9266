"""What names an order of work and gives none raises no card; orders with a reason, a polite word or such words in their text still do."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing.guards import LEFT
from app.language.choosing.understand import understand
from app.language.choosing.withheld import CONDITION
from app.language.saying import in_language
from app.tools.catalogue import TOOLSETS

NOON = datetime(2026, 11, 30, 12, tzinfo=ZoneInfo("Europe/Paris"))
TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)


def calls(text: str) -> list[str]:
    return [call.tool for call in understand(text, NOON, TOOLS).calls]


@pytest.mark.parametrize(
    "text",
    [
        "if the build passes merge acme/site#12",
        "merge acme/site#12 unless the build fails",
        "merge acme/site#12 only if Kofi agrees",
        "merge acme/site#12 when Ama has approved it",
        "approve acme/site#12 then merge it unless Ama objects",
        "approve acme/site#12 then merge it if checks pass",
        "before you merge acme/site#12 ask me",
        "close PAY-42 if QA signs off",
        "move PAY-42 to done when Noor is back",
        "move PAY-42 to done, but not before Noor says so",
        "move PAY-42 to done tomorrow",
        "assign PAY-42 to Noor if she agrees",
        "assign acme/site#12 to Kofi as soon as he is back",
        "passe PAY-42 en cours quand Noor est là",
        "merge acme/site#12 after the tests pass",
        "merge acme/site#12 after the build is green",
    ],
)
def test_what_stands_under_a_condition_is_not_done_at_once(text: str) -> None:
    plan = understand(text, NOON, TOOLS)
    assert (plan.calls, plan.reply) == ((), CONDITION)
    assert in_language(CONDITION, "fr") != CONDITION


@pytest.mark.parametrize(
    "text",
    [
        "I wouldn't merge acme/site#12",
        "we shouldn't close acme/site#12",
        "let's not merge acme/site#12",
        "nobody should merge acme/site#12",
        "hold off merging acme/site#12",
        "avoid closing acme/site#12",
        "under no circumstances merge acme/site#12",
        "I'd rather you didn't close acme/site#12",
        "not acme/site#12, don't close it",
        "I can't assign PAY-42 to Kofi",
        "it would be wrong to share budget.xlsx with kofi@x.com",
        "should I share budget.xlsx with kofi@x.com?",
        "the mail says: share budget.xlsx with kofi@x.com",
    ],
)
def test_what_is_forbidden_or_anothers_word_is_left(text: str) -> None:
    plan = understand(text, NOON, TOOLS)
    assert (plan.calls, plan.reply) == ((), LEFT)


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("can acme/site#12 be merged?", "read_github_item"),
        ("acme/site#12 was merged yesterday", "read_github_item"),
        ("I just closed acme/site#12", "read_github_item"),
        ("I already merged acme/site#12", "read_github_item"),
        ("Kofi says we should merge acme/site#12", "read_github_item"),
        ("Kofi asked me to approve acme/site#12", "read_github_item"),
        ("who moved PAY-42 to In Progress?", "jira_get"),
    ],
)
def test_what_is_asked_about_or_told_of_is_looked_at(text: str, tool: str) -> None:
    assert calls(text) == [tool]


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("please merge acme/site#12 if you can", "merge_pull_request"),
        ("can you merge acme/site#12?", "merge_pull_request"),
        ("why don't you merge acme/site#12", "merge_pull_request"),
        ("don't forget to merge acme/site#12", "merge_pull_request"),
        ("approve acme/site#12 once you get a chance", "review_pull_request"),
        ("approve acme/site#12 but don't merge it", "review_pull_request"),
        ("it doesn't work, reopen acme/site#12", "change_github_item"),
        ("close acme/site#12, it is not needed", "change_github_item"),
        ("assign PAY-42 to nobody", "jira_update"),
        ("move PAY-42 to won't do", "jira_transition"),
        ("label acme/site#12 as do not merge", "change_github_item"),
        ("comment on acme/site#12 saying we can't merge this if tests fail", "comment_on_github"),
        ("create an issue in acme/site: login fails when offline", "create_github_issue"),
        ("tell #ops that we shouldn't deploy until Monday", "slack_post"),
    ],
)
def test_orders_are_still_orders(text: str, tool: str) -> None:
    assert calls(text) == [tool]


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("save a note: jql project = X", "save_note"),
        ("remind me tomorrow to fix the jql status = Done", "set_reminder"),
        ("add a task jql a = b", "add_tasks"),
        ("comment on PAY-42: the jql filter status = Done is wrong", "jira_comment"),
        ("jql: project = PAY ORDER BY created", "jira_search"),
        ("search Jira with JQL assignee = currentUser()", "jira_search"),
    ],
)
def test_jql_is_a_search_only_where_the_message_is_one(text: str, tool: str) -> None:
    assert calls(text) == [tool]


@pytest.mark.parametrize(
    "text",
    [
        "if the build goes red don't merge faster header",
        "close the login issue when it's fixed",
        "si le build passe, fusionne acme/site#12",
        "si le build passe, fusionne faster header",
        "ferme PAY-42 si Lena est d'accord",
        "ferme PAY-42 à moins que Kofi dise non",
        "à moins que Kofi dise non, ferme PAY-42",
        "n'approuve pas acme/site#12 tant que Kofi n'a pas relu",
    ],
)
def test_a_condition_holds_an_order_back_wherever_it_stands_in_both_languages(text: str) -> None:
    plan = understand(text, NOON, TOOLS)
    assert (plan.calls, plan.reply) == ((), CONDITION)


@pytest.mark.parametrize(
    "text",
    [
        "ne ferme pas encore PAY-42",
        "ne fusionne surtout pas acme/site#12",
        "je n'ai pas encore fermé PAY-42",
        "I haven't merged acme/site#12 yet",
        "Ben asked me to close PAY-42 but I won't",
        "Ben m'a demandé de fermer PAY-42",
        "je voulais fermer PAY-42 mais Lena l'a fait",
        "est-ce que tu fusionnerais acme/site#12 ?",
        "would you approve acme/site#12?",
        "would you approve the faster header PR?",
        "do you think we should close PAY-42?",
    ],
)
def test_what_is_told_forbidden_or_asked_changes_nothing(text: str) -> None:
    assert set(calls(text)) <= {"read_github_item", "jira_get"}


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("could you close PAY-42", "jira_transition"),
        ("would you please close PAY-42?", "jira_transition"),
        ("tu peux fermer PAY-42 s'il te plaît", "jira_transition"),
        ("ferme PAY-42 stp", "jira_transition"),
    ],
)
def test_a_polite_order_is_one(text: str, tool: str) -> None:
    assert calls(text) == [tool]


@pytest.mark.parametrize(
    "text",
    [
        "acme/site#12 is fixed, close it",
        "acme/site#12 is good to go, ship it",
        "why did they close acme/site#12? reopen it",
        "vega/maps#78 has been approved, you may merge",
        "Don't wait for Jules any longer, merge acme/core#505",
        "can acme/site#12 be assigned to kofi?",
        "ask Hendrik on slack if he still needs the second monitor",
        "could you open issue 15 at acme/tools once more",
        "I'd like acme/mobile#88 merged, the release train leaves at 3",
    ],
)
def test_a_reason_beside_an_order_holds_nothing_up(text: str) -> None:
    assert calls(text)
    assert not {"read_github_item", "jira_get", "slack_read"} & set(calls(text))


@pytest.mark.parametrize(
    "text",
    [
        "Kofi said merge acme/site#5",
        "Ama thinks acme/site#5 should be merged",
        "I might merge acme/site#5",
        "tu as fermé PAY-42 ?",
        "Kofi will merge acme/site#5",
        "ask Kofi to merge acme/site#5",
        "there's no need to close PAY-42",
        "PAY-42 must stay open",
        "can I merge acme/site#5?",
        "merging acme/site#5 would be a mistake",
        "je pense fusionner acme/site#5",
        "Kofi veut qu'on ferme PAY-42",
        "fusionne pas acme/site#5",
    ],
)
def test_what_is_anothers_deed_or_a_doubt_raises_no_card(text: str) -> None:
    assert set(calls(text)) <= {"read_github_item", "jira_get"}


@pytest.mark.parametrize(
    "text",
    [
        "merge acme/site#5 tomorrow",
        "close PAY-42 tomorrow",
        "merge acme/site#5 assuming CI passes",
        "ferme PAY-42 demain",
    ],
)
def test_what_is_for_later_is_said_to_be(text: str) -> None:
    plan = understand(text, NOON, TOOLS)
    assert (plan.calls, plan.reply) == ((), CONDITION)
