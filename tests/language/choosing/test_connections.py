"""What people say to have an account connected, and what only sounds like it."""

import pytest

from app.language.choosing.understand import understand
from app.language.orders.plan import Call
from tests.language.orders.suite import EVERY_TOOL, MEMORY, NOW

SAID = {
    "mail": (
        "connect my mail",
        "connect my email",
        "I want to connect my work mail",
        "is my mail connected?",
        "set up my email",
        "can you sign in to my inbox?",
        "connecte ma boîte mail",
        "je veux connecter mes mails",
        "est-ce que ma boîte mail est connectée ?",
        "déconnecte ma boîte mail",
    ),
    "calendar": (
        "connect my calendar",
        "hook up my calendar",
        "how can I give you access to my calendar?",
        "connecte mon agenda",
        "connecter mon calendrier",
    ),
    "tasks": ("connect my to-do list", "sync my tasks"),
    "contacts": ("connect my contacts", "link my address book", "synchronise mes contacts"),
    "google": (
        "link my Google account",
        "how do I connect my gmail?",
        "connect my google calendar please",
        "sign in to google",
        "is gmail connected",
        "disconnect my gmail",
        "comment connecter mon gmail ?",
        "relie mon compte Google",
        "branche mon agenda google",
    ),
    "microsoft": (
        "connect microsoft",
        "add my outlook account",
        "ajoute mon compte Outlook",
        "connect my calendar with outlook",
    ),
    "caldav": ("connect caldav", "link my nextcloud", "can you connect to my iCloud calendar?"),
    "ics": ("add a calendar link", "subscribe to a calendar", "add an ics link", "ajoute un lien de calendrier"),
    "accounts": (
        "what accounts are connected?",
        "show my connections",
        "connect my Fastmail",
        "connect my mail and my calendar",
        "where do I connect things?",
        "quels comptes sont connectés ?",
        "montre mes connexions",
    ),
}


@pytest.mark.parametrize(("said", "service"), [(one, service) for service, every in SAID.items() for one in every])
def test_who_wants_an_account_connected_is_shown_how(said: str, service: str) -> None:
    for tools in (MEMORY, EVERY_TOOL):
        assert understand(said, NOW, tools).calls == (Call("connection_status", {"service": service}),)


@pytest.mark.parametrize(
    "said",
    [
        "any new emails?",
        "check my inbox",
        "what's on my calendar?",
        "add milk to my list",
        "add mail to my list",
        "ajoute lait à ma liste",
        "show my tasks",
        "set up a meeting with Esi on Friday at 3",
        "set up a calendar event tomorrow at 5",
        "add dentist to my calendar on Tuesday at 3",
        "remind me to connect my mail",
        "note: connect the tv to my account",
        "connect me with Ama",
    ],
)
def test_what_only_sounds_like_it_is_not_taken_for_it(said: str) -> None:
    assert "connection_status" not in {call.tool for call in understand(said, NOW, EVERY_TOOL).calls}
