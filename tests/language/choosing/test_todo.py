"""What people say about lists elsewhere and about contacts, and what isn't said about them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing import todo
from app.language.orders.plan import Call, Clause

NOW = datetime(2027, 3, 10, 12, tzinfo=ZoneInfo("UTC"))
TOOLS = frozenset("sync_list stop_syncing list_todo find_contact recall_facts".split())
SYNCED = (
    ("sync my shopping list with Google Tasks", "shopping", "google", ""),
    ("sync my shopping list with my iCloud reminders", "shopping", "icloud", ""),
    ("please sync the groceries list with my work account", "groceries", "work", ""),
    ("sync my shopping list to the Groceries list in Google Tasks", "shopping", "google", "Groceries"),
    ("sync my shopping list and my Groceries list at work", "shopping", "work", "Groceries"),
    ("sync shopping with google tasks", "shopping", "google", ""),
    ("synchronise my to-do list with Microsoft To Do", "", "microsoft", ""),
    ("can you sync my to-do list with my reminders", "", "", ""),
    ("keep my shopping list in sync with Google Tasks", "shopping", "google", ""),
    ("keep my packing list the same as my Trip list at personal", "packing", "personal", "Trip"),
    ("connect my shopping list to google tasks", "shopping", "google", ""),
    ("synchronise ma liste de courses avec Google Tasks", "courses", "google", ""),
    ("synchronise ma liste courses avec mon compte perso", "courses", "perso", ""),
    ("relie ma liste de courses à Google Tasks", "courses", "google", ""),
)
STOPPED = (
    ("stop syncing my shopping list", "shopping"),
    ("stop syncing my shopping list with Google Tasks", "shopping"),
    ("don't sync my shopping list any more", "shopping"),
    ("unsync my shopping list", "shopping"),
    ("unlink my shopping list from Google Tasks", "shopping"),
    ("stop syncing shopping", "shopping"),
    ("arrête de synchroniser ma liste de courses", "courses"),
    ("ne synchronise plus ma liste de courses", "courses"),
)
LISTED = (
    ("what's on my Google tasks?", "google", ""),
    ("what's in Google Tasks", "google", ""),
    ("show my iCloud reminders", "icloud", ""),
    ("what's on my Groceries list in Google Tasks?", "google", "Groceries"),
    ("show me the tasks in my work account", "work", ""),
    ("what tasks do I have in Google Tasks", "google", ""),
    ("qu'est-ce qu'il y a dans mes Google Tasks ?", "google", ""),
)
ASKED = (
    ("what's Ama's number?", "Ama"),
    ("what is Ama Owusu's phone number", "Ama Owusu"),
    ("what's Kofi's email address", "Kofi"),
    ("give me Kofi's email", "Kofi"),
    ("do you have Esi's address?", "Esi"),
    ("what's the number of Ama", "Ama"),
    ("how can I reach Ama?", "Ama"),
    ("when is Esi's birthday?", "Esi"),
    ("quel est le numéro d'Ama ?", "Ama"),
    ("quelle est l'adresse mail de Kofi ?", "Kofi"),
    ("donne-moi le téléphone de Kofi", "Kofi"),
    ("c'est quand l'anniversaire de Kofi ?", "Kofi"),
)
LOOKED_UP = (
    ("look up Ama in my contacts", "Ama"),
    ("find Ama in my address book", "Ama"),
    ("search my contacts for Ama", "Ama"),
    ("do I have Ama in my contacts", "Ama"),
    ("cherche Kofi dans mes contacts", "Kofi"),
)
OTHERS = (
    "what's my number?",
    "what's your email?",
    "what's the phone number",
    "what's the number of days in March",
    "what's on my shopping list?",
    "add milk to my shopping list",
    "connect me with Ama",
    "give me a call",
    "sync my watch with my phone",
    "how can I contact the bank",
    "stop",
)


def _call(said: str) -> Call:
    reading = todo.read(Clause(said, NOW, tools=TOOLS))
    assert reading is not None, said
    return reading.calls[0]


@pytest.mark.parametrize(("said", "ours", "account", "theirs"), SYNCED)
def test_which_list_is_synced_with_which(said: str, ours: str, account: str, theirs: str) -> None:
    call = _call(said)
    assert call.tool == "sync_list"
    assert call.arguments["list_name"] == ours
    assert (call.arguments.get("account", ""), call.arguments.get("their_list", "")) == (account, theirs)


@pytest.mark.parametrize(("said", "ours"), STOPPED)
def test_which_list_is_no_longer_synced(said: str, ours: str) -> None:
    assert _call(said) == Call("stop_syncing", {"list_name": ours})


@pytest.mark.parametrize(("said", "account", "theirs"), LISTED)
def test_which_list_elsewhere_is_shown(said: str, account: str, theirs: str) -> None:
    call = _call(said)
    assert (call.tool, call.arguments.get("account"), call.arguments.get("their_list", "")) == (
        "list_todo",
        account,
        theirs,
    )


@pytest.mark.parametrize(("said", "name"), ASKED)
def test_a_question_about_somebody_goes_to_the_facts_and_then_to_the_contacts(said: str, name: str) -> None:
    reading = todo.read(Clause(said, NOW, tools=TOOLS))
    assert reading is not None
    assert reading.calls == (Call("recall_facts", {"about": said}),)
    assert [one.call for one in reading.later] == [Call("find_contact", {"name": name})]


@pytest.mark.parametrize(("said", "name"), LOOKED_UP)
def test_who_is_looked_up(said: str, name: str) -> None:
    assert _call(said) == Call("find_contact", {"name": name})


@pytest.mark.parametrize("said", OTHERS)
def test_what_is_about_something_else_is_left(said: str) -> None:
    assert todo.read(Clause(said, NOW, tools=TOOLS)) is None


def test_nothing_is_called_that_is_not_there() -> None:
    for said in (SYNCED[0][0], STOPPED[0][0], LISTED[0][0], ASKED[0][0], LOOKED_UP[0][0]):
        assert todo.read(Clause(said, NOW, tools=frozenset(("recall_facts",)))) is None
