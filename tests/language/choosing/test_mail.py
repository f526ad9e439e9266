"""What is asked of mail, in sentences."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing import mail
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause, recorded

NOW = datetime(2026, 11, 18, 14, 20, tzinfo=ZoneInfo("Africa/Accra"))
LISTED = "- Kofi: Invoice, today at 09:00 (#4)\n- Esi: Lunch, today at 08:00 (#3)"
NOTHING = Before()
SHOWN = Before((recorded(Call("search_mail", {}), LISTED),), (), LISTED)
READ = Before((recorded(Call("read_mail", {"mail": "#3"}), "From: Esi"),), (), "From: Esi")


def _asked(said: str, before: Before = NOTHING, *, is_mail: bool = False) -> tuple[str, dict[str, Any]] | None:
    reading = mail.read(Clause(said, NOW), before, is_mail=is_mail)
    return (reading.calls[0].tool, dict(reading.calls[0].arguments)) if reading else None


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("what's new in my mail?", {"unread": True}),
        ("check my email please", {}),
        ("any new mails", {"unread": True}),
        ("show me my work mail", {"account": "work"}),
        ("any mail from Kofi about the invoice?", {"sender": "Kofi", "words": "the invoice"}),
        ("emails from yesterday", {"since": "yesterday", "until": "yesterday"}),
        ("mail from Kofi since monday", {"sender": "Kofi", "since": "monday"}),
    ],
)
def test_mail_is_looked_for(said: str, arguments: dict[str, Any]) -> None:
    assert _asked(said) == ("search_mail", arguments)


@pytest.mark.parametrize(
    ("said", "call"),
    [
        ("email Ama that I'm late", ("send_mail", {"to": ["Ama"], "subject": "I'm late", "body": "I'm late"})),
        (
            "send a mail to Ama and kofi@b.org about lunch: I'm late",
            ("send_mail", {"to": ["Ama", "kofi@b.org"], "subject": "lunch", "body": "I'm late"}),
        ),
        ("read the mail from Kofi", ("read_mail", {"mail": "Kofi"})),
    ],
)
def test_mail_is_written_and_read(said: str, call: tuple[str, dict[str, Any]]) -> None:
    assert _asked(said) == call


@pytest.mark.parametrize(
    ("said", "before", "call"),
    [
        ("read it", SHOWN, ("read_mail", {"mail": "#4"})),
        ("reply that I'll pay on Friday", READ, ("reply_to_mail", {"mail": "#3", "body": "I'll pay on Friday"})),
        ("reply to all that I'm in", READ, ("reply_to_mail", {"mail": "#3", "body": "I'm in", "everyone": True})),
        ("archive it", READ, ("move_mail", {"mail": "#3"})),
        ("mark it as unread", READ, ("mark_mail", {"mail": "#3", "unread": True})),
        ("forward it to Esi", READ, ("forward_mail", {"mail": "#3", "to": ["Esi"]})),
        ("put it in the Bills folder", READ, ("move_mail", {"mail": "#3", "folder": "Bills"})),
        ("delete it", READ, ("delete_mail", {"mail": "#3"})),
    ],
)
def test_what_was_shown_is_pointed_at(said: str, before: Before, call: tuple[str, dict[str, Any]]) -> None:
    assert _asked(said, before) == call


@pytest.mark.parametrize(
    "said", ["read it", "delete it", "archive it", "find the recipe from grandma", "milk", "thanks"]
)
def test_without_mail_before_them_such_words_are_not_about_mail(said: str) -> None:
    assert _asked(said) is None


def test_the_reader_may_know_that_it_is_about_mail() -> None:
    assert _asked("find the invoice from Kofi", is_mail=True) == ("search_mail", {"words": "invoice", "sender": "Kofi"})
    assert _asked("did Ama reply?", is_mail=True) == ("search_mail", {"sender": "Ama"})


def test_what_is_said_behind_saying_that_is_the_text() -> None:
    assert _asked("send a mail to Ama saying that I'm late") == (
        "send_mail",
        {"to": ["Ama"], "subject": "I'm late", "body": "I'm late"},
    )


@pytest.mark.parametrize("said", ["read mail 8", "open the email #8", "lis le mail 8", "show me message number 8"])
def test_a_mail_is_read_by_its_number_behind_whatever_was_shown(said: str) -> None:
    assert _asked(said) == ("read_mail", {"mail": "#8"})
