"""What a message takes over from mails and events that were just shown: a time, a person, the other of two, the thing itself."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing import carried
from app.language.choosing.parts import read_parts
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause, recorded
from app.tools.catalogue import TOOLSETS

NOW = datetime(2027, 3, 10, 9, 12, tzinfo=ZoneInfo("Africa/Accra"))
TOOLS = frozenset(tool.name for rows in TOOLSETS.values() for tool in rows)


def _after(tool: str, reply: str, **arguments: object) -> Before:
    return Before((recorded(Call(tool, arguments), reply),), (), reply)


MAIL = _after(
    "read_mail",
    "From: Emma Boat <emma@homes.example>\nSubject: Boiler\nReceived: today at 08:41\nTo: ana@example.org\n\n"
    "Dear Ana,\nthe technician can come this Friday, 12 March, between 10 and 12.",
    mail="#4",
)
ANSWERED = _after(
    "find_in_accounts",
    "HR wrote: “You have 13 days left this year.”\n- HR: Leave approved: 5–9 April, Wednesday 24 February at 16:48 (#6)",
    about="leave",
)
CLINIC = _after(
    "find_in_accounts",
    "- Ridge Clinic: Your appointment, yesterday at 11:05 (#2)\nRidge Clinic wrote: “We confirm:\nDate: Wednesday 24 March 2027\nTime: 14:30 (please be early)”",
    about="clinic",
)
LUNCH = _after("list_events", "Today:\n- 12:30–13:30 [Home] Lunch with Kofi, Buka (#1)")
PARTY = _after("read_event", "[Home] Party, Saturday 20 March, 15:00–18:00, Palm Close (#1)", event="party")
TWO = _after(
    "list_events",
    "Monday 15 March:\n- 10:00–11:00 [Work] Budget meeting, Room 2 (#1)\nThursday 18 March:\n- 13:00–16:00 [Work] Workshop, Big room (#2)",
    unanswered=True,
)
INVITED = _after(
    "change_event", "Changed: [Work] Review, Tuesday 16 March, 14:00–15:00 (#1).", event="#1", add_guests=["Abena"]
)


@pytest.mark.parametrize(
    ("said", "before", "call"),
    [
        ("is there anything on then?", MAIL, ("list_events", {"when": "this Friday, 12 March, between 10 and 12"})),
        ("block those days in my calendar as Leave", ANSWERED, ("add_event", {"title": "Leave", "when": "5–9 April"})),
        ("add that to my calendar", MAIL, ("add_event", {"title": "Mail #4", "when": "this Friday, 12 March, between 10 and 12"})),
        ("add that to my calendar please", CLINIC, ("add_event", {"title": "Mail #2", "when": "Wednesday 24 March 2027 at 14:30"})),
        ("and write him: see you there at two", LUNCH, ("send_mail", {"to": ["Kofi"], "subject": "See you there at two", "body": "See you there at two"})),
        ("and write her: that is fine", MAIL, ("reply_to_mail", {"mail": "#4", "body": "That is fine"})),
        ("make it 2 till 5 instead", PARTY, ("change_event", {"event": "party", "when": "2 till 5"})),
        ("actually no, leave it at 11", PARTY, ("change_event", {"event": "party", "when": "at 11"})),
        ("three hours is far too long for them, end it at five", PARTY, ("change_event", {"event": "party", "when": "until five"})),
        ("and Yaw too please", INVITED, ("change_event", {"event": "#1", "add_guests": ["Yaw"]})),
    ],
)  # fmt: skip
def test_what_was_shown_completes_it(said: str, before: Before, call: tuple[str, dict[str, Any]]) -> None:
    found = [one for reading in read_parts(Clause(said, NOW, tools=TOOLS), before).readings for one in reading.calls]
    assert [(one.tool, dict(one.arguments)) for one in found] == [call]


@pytest.mark.parametrize(
    ("said", "answers"),
    [
        ("say yes to the workshop and no to the other one", [("workshop", "accept"), ("#1", "decline")]),
        ("accept Esi's, decline Yaw's", [("Esi's", "accept"), ("Yaw", "decline")]),
    ],
)
def test_each_of_two_invitations_gets_its_own_answer(said: str, answers: list[tuple[str, str]]) -> None:
    found = [one for reading in read_parts(Clause(said, NOW, tools=TOOLS), TWO).readings for one in reading.calls]
    assert [(one.arguments["event"], one.arguments["answer"]) for one in found] == answers


@pytest.mark.parametrize(
    ("before", "time"),
    [
        (TWO, ""),  # which of them?
        (LUNCH, "Today 12:30–13:30"),
        (_after("find_in_accounts", "Kofi wrote: “Call me this year.”"), ""),
        (_after("list_tasks", "Your lists are empty."), ""),
    ],
)
def test_a_time_is_taken_over_where_one_alone_was_told(before: Before, time: str) -> None:
    assert carried.time_shown(before, NOW) == time


@pytest.mark.parametrize(
    ("said", "call"),
    [
        ("which invitations are still waiting on me?", ("list_events", {"unanswered": True})),
        ("which mails are not yet read?", ("search_mail", {"unread": True})),
        ("Invite Abena to the project review on Tuesday", ("change_event", {"event": "project review on Tuesday", "add_guests": ["Abena"]})),
        ("invite Kofi and Ama to a picnic on saturday at 2", ("add_event", {"title": "Picnic", "when": "saturday at 2", "guests": ["Kofi", "Ama"]})),
        ("supprime le dernier mail de DHL", ("delete_mail", {"mail": "dernier mail de DHL"})),
        ("add Mrs Addo's number to my notes: 020 555 3311", ("save_note", {"content": "Mrs Addo's number: 020 555 3311"})),
    ],
)  # fmt: skip
def test_one_word_does_not_make_it_another_wish(said: str, call: tuple[str, dict[str, Any]]) -> None:
    found = [one for reading in read_parts(Clause(said, NOW, tools=TOOLS), Before()).readings for one in reading.calls]
    assert [(one.tool, dict(one.arguments)) for one in found] == [call]


def test_what_somebody_cannot_do_is_no_order() -> None:
    assert not read_parts(
        Clause("I won't be able to make the project review tomorrow", NOW, tools=TOOLS), Before()
    ).readings


@pytest.mark.parametrize("said", ["put mail the parcel in my calendar on saturday", "lunch with Kofi on saturday at 1"])
def test_an_event_that_is_not_pointed_at_is_no_mail(said: str) -> None:
    found = [one for reading in read_parts(Clause(said, NOW, tools=TOOLS), MAIL).readings for one in reading.calls]
    assert [one.tool for one in found] == ["add_event"]
    assert "#4" not in str(found[0].arguments["title"])
    assert str(found[0].arguments["when"]).startswith("saturday")
