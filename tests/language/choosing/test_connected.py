"""What is asked of what is connected, as the trained reader reads it: whole messages to the calls that are made of them."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing.understand import understand
from app.language.orders.plan import Exchange
from app.tools.catalogue import TOOLSETS
from tests.language.orders.suite import exchange

NOW = datetime(2027, 3, 10, 9, 12, tzinfo=ZoneInfo("Africa/Accra"))
TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)
MAILS = "- Kofi: Invoice, today at 09:00 (#1)\n- Esi: Lunch, today at 08:00 (#2)"


def _calls(said: str, before: Exchange | None = None) -> list[tuple[str, dict[str, Any]]]:
    return [(call.tool, dict(call.arguments)) for call in understand(said, NOW, TOOLS, before).calls]


@pytest.mark.parametrize(
    ("said", "body"),
    [
        ("Tell Ama: the cake is fine, I'm in for London too. Will call you tonight.", "The cake is fine, I'm in for London too. Will call you tonight."),
        ("Send a mail to Selorm Agbeko saying: Please come on Tuesday 16 March at 3.30 pm for the interview.", "Please come on Tuesday 16 March at 3.30 pm for the interview."),
    ],
)  # fmt: skip
def test_what_is_dictated_goes_out_to_its_end(said: str, body: str) -> None:
    [(_, arguments)] = _calls(said, exchange("any new mail?", MAILS, NOW))
    assert arguments["body"].rstrip(".") == body.rstrip(".")


@pytest.mark.parametrize(
    ("said", "body"),
    [
        ("reply to Boateng that friday is fine", "Friday is fine"),
        ("réponds à Awa que c'est parfait", "C'est parfait"),
    ],
)
def test_what_only_leads_up_to_the_words_is_none_of_them(said: str, body: str) -> None:
    [(_, arguments)] = _calls(said, exchange("any new mail?", MAILS, NOW))
    assert arguments["body"] == body


def test_another_order_behind_it_is_none_of_the_mails_text() -> None:
    said = "reply to mr boateng: Friday between 10 and 12 is fine, I will be home. and put boiler in my calendar for Friday at 10"
    (reply, written), (add, event) = _calls(said)
    assert (reply, add) == ("reply_to_mail", "add_event")
    assert written["body"].rstrip(".") == "Friday between 10 and 12 is fine, I will be home"
    assert (event["title"], event["when"]) == ("Boiler", "Friday at 10")


def test_who_is_invited_behind_an_event_is_invited_to_it() -> None:
    [(tool, arguments)] = _calls("schedule a call about rent tomorrow at 2pm and invite kofi@acme.example")
    assert (tool, arguments["title"], arguments["guests"]) == ("add_event", "Call about rent", ["kofi@acme.example"])


def test_the_second_of_the_mails_that_were_shown_is_read() -> None:
    before = exchange("any new mail?", MAILS, NOW)
    assert _calls("the second one", before) == [("read_mail", {"mail": "#2"})]


def test_what_was_left_out_is_asked_for_once_and_goes_with_its_answer() -> None:
    asked = understand("forward kofi's invoice mail", NOW, TOOLS)
    assert asked.question == "To whom?"
    before = exchange("forward kofi's invoice mail", "To whom?", NOW)
    [(tool, arguments)] = _calls("to Ama and Esi", before)
    assert (tool, arguments["to"]) == ("forward_mail", ["Ama", "Esi"])


@pytest.mark.parametrize(
    ("said", "tools", "call"),
    [
        ("move the dentist reminder to 4", TOOLS, "change_reminder"),
        ("am i free tomorrow afternoon", frozenset(("list_tasks", "list_reminders", "set_reminder")), "list_tasks"),
    ],
)
def test_what_is_ones_own_stays_ones_own(said: str, tools: frozenset[str], call: str) -> None:
    assert understand(said, NOW, tools).calls[0].tool == call


@pytest.mark.parametrize(
    ("said", "statement"),
    [
        ("new contact Selorm Agbeko 024 555 7788 selorm@post.example", "Selorm Agbeko's number is 024 555 7788 and the email address selorm@post.example"),
        ("save Kwesi's number: 024 555 1200", "Kwesi's number is 024 555 1200"),
    ],
)  # fmt: skip
def test_a_contact_that_is_told_is_a_fact(said: str, statement: str) -> None:
    assert _calls(said) == [("remember_fact", {"statement": statement})]
