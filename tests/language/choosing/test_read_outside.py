"""What the reader reads of mail, calendars and contacts, as calls: parts with their slots marked, so that it is the same whatever the weights are."""

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing.read_outside import at_home, plainly, read, service
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause, Reading, recorded
from app.language.reader.reading import Part, Slot

NOW = datetime(2026, 11, 18, 14, 20, tzinfo=ZoneInfo("Africa/Accra"))
TOOLS = frozenset(
    "search_mail read_mail find_in_accounts read_attachment reply_to_mail forward_mail send_mail move_mail mark_mail delete_mail list_events read_event "
    "find_free_time add_event change_event delete_event answer_invitation find_contact remember_fact sync_list stop_syncing list_todo".split()
)
MAILS = "- Kofi: Invoice, today at 09:00 (#4)\n- Esi: Lunch, today at 08:00 (#3)"
SHOWN = Before((recorded(Call("search_mail", {}), MAILS),), (), MAILS)
READ = Before((recorded(Call("read_mail", {"mail": "#3"}), "From: Esi"),), (), "From: Esi")
EVENTS = "Friday\n- 11:00–11:45 Dentist (#7)"
OF_DAY = Before((recorded(Call("list_events", {"when": "friday"}), EVENTS),), (), EVENTS)


def _part(marked: str) -> Part:
    """A part of "intent: words [words](slot)", as the sentences of the reader are written."""
    intent, _, words = marked.partition(": ")
    text, slots, at = "", list[Slot](), 0
    for found in re.finditer(r"\[([^\[\]]+)\]\(([a-z]+)\)", words):
        text += words[at : found.start()]
        slots.append(Slot(found[2], found[1], len(text), len(text) + len(found[1])))
        text += found[1]
        at = found.end()
    text += words[at:]
    return Part(intent, text, 0, len(text), tuple(slots), 0.9)


def _read(marked: str, before: Before = Before()) -> Reading | None:  # noqa: B008 (it is frozen)
    part = _part(marked)
    return read(part, Clause(part.text, NOW, tools=TOOLS), before)


def _call(marked: str, before: Before = Before()) -> tuple[str, dict[str, Any]]:  # noqa: B008
    reading = _read(marked, before)
    assert reading is not None
    return reading.calls[0].tool, dict(reading.calls[0].arguments)


@pytest.mark.parametrize(
    ("marked", "tool", "arguments"),
    [
        ("search_mail: has [the plumber](person) written back yet", "search_mail", {"sender": "the plumber"}),
        ("search_mail: anything about [the trip](topic) from [school](person) [since monday](when)", "search_mail", {"sender": "school", "words": "the trip", "since": "since monday"}),
        ("search_mail: what came [yesterday](when) in my [work](account) mail", "search_mail", {"since": "yesterday", "until": "yesterday", "account": "work"}),
        ("search_mail: unread?", "search_mail", {"unread": True}),
        ("read_mail: read [Ama's](person) mail about [the boiler](topic)", "read_mail", {"mail": "Ama the boiler"}),
        ("ask_mail: what did [kofi](person) say about [sunday](topic)", "find_in_accounts", {"about": "what did kofi say about sunday"}),
        ("send_mail: drop [the school](to) a mail [tom's ill](text)", "send_mail", {"to": ["the school"], "subject": "Tom's ill", "body": "Tom's ill"}),
        ("send_mail: mail [ama](to) about [lunch](topic), [twelve is fine](text)", "send_mail", {"to": ["ama"], "subject": "lunch", "body": "Twelve is fine"}),
        ("forward_mail: forward [the invoice](topic) to [my accountant](to)", "forward_mail", {"mail": "the invoice", "to": ["my accountant"]}),
        ("file_mail: archive [the newsletter](topic)", "move_mail", {"mail": "the newsletter"}),
        ("file_mail: put [the receipts](topic) in [Tax](list)", "move_mail", {"mail": "the receipts", "folder": "Tax"}),
        ("list_events: when am I seeing [kofi](person)", "list_events", {"words": "kofi"}),
        ("list_events: any meetings [on thursday](when)", "list_events", {"when": "thursday"}),
        ("free_time: when can [ama](person) and i meet [next week](when) for [an hour](length)", "find_free_time", {"when": "next week", "length": "an hour", "people": ["ama"]}),
        ("add_event: put [dentist](title) [on tuesday at 3](when) in my calendar", "add_event", {"title": "Dentist", "when": "tuesday at 3"}),
        ("add_event: set up a [call](title) with [kofi](person) and [ama](person) [monday at 10](when)", "add_event", {"title": "Call with kofi and ama", "when": "monday at 10"}),
        ("add_event: invite [kofi](person) to [lunch](title) [friday at 1](when) at [Buka](place)", "add_event", {"title": "Lunch", "when": "friday at 1", "place": "Buka", "guests": ["kofi"]}),
        ("change_event: push [my 2pm](ref) back by half an hour", "change_event", {"event": "my 2pm", "when": "half an hour later"}),
        ("change_event: move [the standup](ref) [to 10](when), all of them", "change_event", {"event": "the standup", "when": "to 10", "scope": "all"}),
        ("change_event: add [grandma](person) to [the concert](ref)", "change_event", {"event": "the concert", "add_guests": ["grandma"]}),
        ("delete_event: cancel [lunch](ref) with [Esi](person) [on friday](when)", "delete_event", {"event": "lunch Esi friday"}),
        ("answer_event: cant make [the 3pm](ref), tell them no", "answer_invitation", {"event": "the 3pm", "answer": "decline"}),
        ("answer_event: say yes to [Yaw's](person) invite", "answer_invitation", {"event": "Yaw", "answer": "accept"}),
        ("find_contact: what's [Ama's](person) [number](topic)", "recall_facts", {"about": "what's Ama's number"}),
        ("add_contact: save [Ama's](person) number [024 1234567](text)", "remember_fact", {"statement": "Ama's number is 024 1234567"}),
        ("stop_sync: stop syncing [shopping](list)", "stop_syncing", {"list_name": "shopping"}),
    ],
)  # fmt: skip
def test_slots_become_arguments(marked: str, tool: str, arguments: dict[str, Any]) -> None:
    if tool == "recall_facts":
        reading = read(_part(marked), Clause(_part(marked).text, NOW, tools=TOOLS | {tool}), Before())
        assert reading is not None
        assert [(one.tool, dict(one.arguments)) for one in reading.calls] == [(tool, arguments)]
        assert reading.later[0].call == Call("find_contact", {"name": "Ama"})
    else:
        assert _call(marked) == (tool, arguments)


@pytest.mark.parametrize(
    ("marked", "before", "named"),
    [
        ("read_mail: read [the second one](ref)", SHOWN, "#3"),
        ("ask_mail: what does [she](person) want", READ, "#3"),
        ("reply_mail: tell [her](person) [yes](text)", READ, "#3"),
        ("forward_mail: send [it](ref) on to [kofi](to)", READ, "#3"),
        ("delete_mail: bin [that](ref)", READ, "#3"),
        ("mark_mail: mark [the first](ref) as unread", SHOWN, "#4"),
        ("change_event: move [it](ref) [to 4](when)", OF_DAY, "#7"),
        ("delete_event: cancel [that](ref)", OF_DAY, "#7"),
        ("read_event: who's coming to [it](ref)", OF_DAY, "#7"),
    ],
)
def test_what_points_is_what_was_shown(marked: str, before: Before, named: str) -> None:
    _, arguments = _call(marked, before)
    assert arguments.get("mail", arguments.get("event")) == named


@pytest.mark.parametrize(
    ("marked", "missing", "question"),
    [
        ("reply_mail: answer [the last one](ref)", "body", "What should the mail say?"),
        ("reply_mail: réponds à [Ama](person) pour moi", "body", "Que doit dire le message ?"),
        ("forward_mail: forward [it](ref)", "to", "To whom?"),
        ("add_event: put [dentist](title) in my calendar", "when", "When is it?"),
    ],
)
def test_what_is_not_said_is_asked_for(marked: str, missing: str, question: str) -> None:
    reading = _read(marked, READ)
    assert reading is not None
    assert (reading.missing, reading.question) == (missing, question)


@pytest.mark.parametrize(
    ("marked", "intent"),
    [
        ("reply_mail: tell [her](person) [yes](text)", "mail"),
        ("list_events: any meetings [today](when)", "calendar"),
        ("change_event: move [lunch](ref) [to 2](when)", "change_reminder"),
        ("add_event: put [dentist](title) [tuesday](when) in my calendar", "calendar"),
        ("add_event: schedule [lunch](title) with [Esi](person) [friday at 1](when)", "set_reminder"),
        ("search_mail: anything about [the landlord](topic)", "find_everything"),
        ("search_mail: any mail about [the landlord](topic)", "mail"),
        ("search_mail: anything from [kofi](person)", "ask_fact"),
        ("ask_mail: what did [kofi](person) want", "ask_fact"),
        ("ask_mail: what did [kofi's](person) email say", "mail"),
        ("list_events: what's on [friday](when)", "agenda"),
        ("list_events: when is [the dentist](topic)", "ask_fact"),
        ("find_contact: what's [Ama's](person) number", "ask_fact"),
        ("set_reminder: remind me [at 6](when)", "set_reminder"),
    ],
)
def test_where_nothing_is_connected_it_is_what_it_can_be_here(marked: str, intent: str) -> None:
    assert at_home(_part(marked), frozenset()).intent == intent


def test_an_appointment_as_a_reminder_keeps_with_whom_and_when() -> None:
    part = at_home(_part("add_event: schedule [lunch](title) with [Esi](person) [friday at 1](when)"), frozenset())
    assert (part.one("text"), part.one("when")) == ("lunch with Esi", "friday at 1")


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("that works for me", "That works for me"),
        ("that friday is fine", "Friday is fine"),
        ("qu'on arrive", "On arrive"),
    ],
)
def test_what_is_said_keeps_a_that_of_its_own(text: str, body: str) -> None:
    assert _call(f"reply_mail: reply to kofi [{text}](text)", READ)[1]["body"] == body


def test_what_is_unsure_is_left_to_others() -> None:
    part = _part("send_mail: mail [ama](to) [hi](text)")
    unsure = Part(part.intent, part.text, 0, part.end, part.slots, 0.2)
    assert read(unsure, Clause(part.text, NOW, tools=TOOLS), Before()) is None


def test_each_intent_is_of_a_service_or_of_none() -> None:
    assert [service(one) for one in ("reply_mail", "mail", "free_time", "find_contact", "set_reminder")] == [
        "mail", "mail", "calendar", "", "",
    ]  # fmt: skip
    assert [plainly(one) for one in ("ask_mail", "add_event", "find_contact", "undo")] == [
        "mail", "calendar", "ask_fact", "undo",
    ]  # fmt: skip


def test_a_kind_of_file_names_no_mail() -> None:
    assert _call("read_attachment: open the [pdf](ref)", READ) == (
        "read_attachment",
        {"mail": "#3", "attachment": "pdf"},
    )
    assert _call("read_attachment: read the [second attachment](ref)", READ) == (
        "read_attachment",
        {"mail": "#3", "attachment": "second"},
    )
    assert _call("read_attachment: open the [pdf](ref) from [Kofi](person)", READ) == (
        "read_attachment",
        {"mail": "Kofi", "attachment": "pdf"},
    )


def test_it_is_the_mail_that_was_reached_and_none_that_was_asked_about() -> None:
    which = "Which mail? #4 Kofi: Invoice, #3 Esi: Lunch."
    asked = recorded(Call("read_attachment", {"mail": "the pdf"}), which)
    read_one = recorded(
        Call("read_mail", {"mail": "the one from Esi"}), "From: Esi (#9) <esi@home.example> (#3)\nSubject: x"
    )
    behind = Before((asked,), ((read_one,),), which)
    assert _call("file_mail: archive [it](ref)", behind) == ("move_mail", {"mail": "#3"})
    undone = Before(
        (recorded(Call("undo"), "Back in inbox."),), ((recorded(Call("move_mail", {"mail": "#3"}), "Moved."),),)
    )
    assert _call("mark_mail: mark [it](ref) as unread", undone) == ("mark_mail", {"mail": "#3", "unread": True})


def test_figures_belong_to_the_time_and_a_call_is_called_so() -> None:
    marked = "add_event: add [team offsite](title) to my calendar [3](person) to [5 December](when)"
    assert _call(marked) == ("add_event", {"title": "Team offsite", "when": "3 to 5 December"})
    marked = "add_event: set up a call [on Friday at 2](when) and invite [Kofi](person)"
    assert _call(marked) == ("add_event", {"title": "Call", "when": "Friday at 2", "guests": ["Kofi"]})


def test_of_two_lists_ours_comes_first() -> None:
    marked = "sync_list: keep my [shopping](list) list the same as my [Groceries](list) list"
    assert _call(marked) == ("sync_list", {"list_name": "shopping", "their_list": "Groceries"})
    assert _call(f"{marked} at [work](account)") == (
        "sync_list",
        {"list_name": "shopping", "their_list": "Groceries", "account": "work"},
    )


def test_a_number_behind_its_kind_is_no_hour_and_a_folder_is_named_without_that_word() -> None:
    assert _call("read_mail: read mail [14](when)", READ) == ("read_mail", {"mail": "#14"})
    assert _call("file_mail: put [it](ref) in the [Bills folder](list)", READ) == (
        "move_mail",
        {"mail": "#3", "folder": "Bills"},
    )


def test_places_are_those_of_the_kind_that_is_meant() -> None:
    behind = Before(OF_DAY.asked, (SHOWN.asked,), EVENTS)
    assert _call("file_mail: archive the [first](ref)", behind) == ("move_mail", {"mail": "#4"})
    assert _call("delete_event: cancel the [first](ref)", behind) == ("delete_event", {"event": "#7"})
    assert _call("file_mail: archive the [first](ref)", OF_DAY) == ("move_mail", {"mail": "first"})


def test_an_invitation_is_looked_for_as_one() -> None:
    assert _call("read_mail: read the invitation from [Kofi](person)") == ("read_mail", {"mail": "invitation Kofi"})
