"""From the reader's parts to calls, by the table of intents."""

from typing import Any

import pytest

from app.language.choosing import read_outside, read_world
from app.language.choosing.parts import OUTSIDE
from app.language.choosing.windows import TALK
from app.language.orders.building import FORMS, build, offered
from app.language.orders.plan import Clause
from app.language.orders.table import intents
from app.language.reader.network import network
from app.language.reader.reading import Part, Slot
from app.tools.catalogue import TOOLSETS
from tests.language.orders.suite import NOW

MADE = {"rename_list"}  # of what the reader calls editing a task
LEANING = {"amend", "more", "what_about", "choose", "keep"}
TOOLS = {tool.name for tools in TOOLSETS.values() for tool in tools}


def part(intent: str, text: str, /, **slots: str | list[str]) -> Part:
    found = [
        Slot(name, one, 0, 0) for name, words in slots.items() for one in ([words] if isinstance(words, str) else words)
    ]
    return Part(intent, text, 0, len(text), tuple(found), 0.9)


def test_every_intent_of_the_reader_has_its_place() -> None:
    known = set(intents()) | set(FORMS) | OUTSIDE | TALK | LEANING | read_outside.INTENTS | read_world.INTENTS
    assert known - set(network().intents) == MADE
    assert set(network().intents) <= known


def test_every_row_calls_a_tool_that_is_there() -> None:
    assert {row.tool for row in intents().values()} <= TOOLS
    assert {row.also for row in intents().values()} - {""} <= TOOLS


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        (
            part("set_reminder", "…", text="call mum", when=["tomorrow", "at 9"]),
            "set_reminder",
            {"text": "call mum", "when": "tomorrow at 9"},
        ),
        (
            part("set_reminder", "…", text="to take the pills", when="every day at 8"),
            "set_reminder",
            {"text": "take the pills", "when": "", "repeat": "every day at 8"},
        ),
        (part("set_reminder", "wake me at 6", when="at 6"), "set_reminder", {"text": "wake up", "when": "at 6 am"}),
        (
            part("add_tasks", "…", item=["the milk", "du pain"], list="courses"),
            "add_tasks",
            {"titles": ["milk", "pain"], "list_name": "courses"},
        ),
        (
            part("add_tasks", "…", item="pay the bill", when="by friday"),
            "add_tasks",
            {"titles": ["pay the bill"], "due": "by friday"},
        ),
        (part("complete_tasks", "the rent's paid", item="the rent's"), "complete_tasks", {"tasks": ["rent"]}),
        (
            part("set_reminder", "…", text="call mum", when="half past 3 in the afternoon", old="tomorrow at 3"),
            "set_reminder",
            {"text": "call mum", "when": "tomorrow at half past 3 in the afternoon"},
        ),
        (part("complete_tasks", "…", item=["everything"]), "complete_tasks", {"tasks": ["everything"]}),
        (part("list_tasks", "what's on the list", list="list"), "list_tasks", {"list_name": "todo"}),
        (part("list_reminders", "…", when="for tomorrow"), "list_reminders", {"day": "tomorrow"}),
        (part("cancel_reminder", "cancel it", ref="it"), "cancel_reminder", {"reminder": "last"}),
        (
            part("set_reminder", "timer 12 mins", when="12 mins"),
            "set_reminder",
            {"text": "timer: 12 mins", "when": "in 12 mins"},
        ),
        (part("cancel_reminder", "annule-le stp"), "cancel_reminder", {"reminder": "last"}),
        (part("cancel_reminder", "drop that one"), "cancel_reminder", {"reminder": "last"}),
        (part("delete_tasks", "…", item="task 3"), "delete_tasks", {"tasks": ["3"]}),
        (part("forget", "forget fact 3", topic="fact 3"), "forget_fact", {"what": "#3"}),
        (part("forget", "forget my shoe size", topic="my shoe size"), "forget_fact", {"what": "shoe size"}),
        (part("forget", "forget all about Doris", topic="Doris"), "forget_fact", {"what": "everything about Doris"}),
        (
            part("append_note", "change the wifi note to say papaya", ref="wifi", text="papaya"),
            "edit_note",
            {"note": "wifi", "content": "papaya"},
        ),
        (part("cancel_reminder", "…", ref="the dentist"), "cancel_reminder", {"reminder": "dentist"}),
        (
            part("tell_fact", "oh and remember that my wife is called Esi."),
            "remember_fact",
            {"statement": "my wife is called Esi"},
        ),
        (part("save_note", "…", text="que le code est 4521"), "save_note", {"content": "le code est 4521"}),
        (
            part("append_note", "…", ref="wifi", text="ask for the guest one"),
            "edit_note",
            {"note": "wifi", "content": "ask for the guest one", "add": True},
        ),
        (part("undo", "take that back"), "undo", {}),
    ],
)
def test_slots_become_arguments(said: Part, tool: str, arguments: dict[str, Any]) -> None:
    reading = build(said, Clause(said.text, NOW))
    assert reading is not None
    assert reading.question is None
    [call] = reading.calls
    assert (call.tool, dict(call.arguments)) == (tool, arguments)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("my wife is called Esi and my son is called Yaw", ["my wife is called Esi", "my son is called Yaw"]),
        ("my wife is called Esi", ["my wife is called Esi"]),
        (
            "my wife is called Esi and the blue bag with her things stands behind the door",
            ["my wife is called Esi and the blue bag with her things stands behind the door"],
        ),
    ],
)
def test_several_facts_are_kept_apart_where_nothing_is_lost(said: str, told: list[str]) -> None:
    reading = build(part("tell_fact", said), Clause(said, NOW))
    assert reading is not None
    assert [call.arguments["statement"] for call in reading.calls] == told


def test_each_list_gets_the_things_next_to_it() -> None:
    said = "put rice on the shopping list and socks on packing"
    slots = [("item", "rice"), ("list", "shopping"), ("item", "socks"), ("list", "packing")]
    found = tuple(Slot(name, words, said.index(words), said.index(words) + len(words)) for name, words in slots)
    reading = build(Part("add_tasks", said, 0, len(said), found, 0.9), Clause(said, NOW))
    assert reading is not None
    assert [dict(call.arguments) for call in reading.calls] == [
        {"titles": ["rice"], "list_name": "shopping"},
        {"titles": ["socks"], "list_name": "packing"},
    ]


def test_a_days_agenda_is_tasks_and_reminders() -> None:
    reading = build(part("agenda", "…", when="tomorrow"), Clause("…", NOW))
    assert reading is not None
    assert [(call.tool, dict(call.arguments)) for call in reading.calls] == [
        ("list_tasks", {"day": "tomorrow"}),
        ("list_reminders", {"day": "tomorrow"}),
    ]


@pytest.mark.parametrize(
    ("said", "question", "missing"),
    [
        (
            part("set_reminder", "rappelle-moi d'appeler", text="appeler"),
            "Quand dois-je te rappeler : appeler ?",
            "when",
        ),
        (part("set_reminder", "un rappel à 6h stp", when="à 6h"), "Que dois-je te rappeler ?", "text"),
        (part("save_note", "prends une note"), "Que doit dire la note ?", "content"),
        (part("set_reminder", "remind me", text="call mum"), "When should I remind you to call mum?", "when"),
        (
            part("set_reminder", "remind me", text="call mum", when="blorp"),
            "When should I remind you to call mum?",
            "when",
        ),
        (part("set_reminder", "remind me", when="at 6"), "What should I remind you of?", "text"),
        (part("add_tasks", "add something"), "What should I add?", "titles"),
        (part("save_note", "take a note"), "What should the note say?", "content"),
        (part("clear_list", "clear it"), "Which list should I clear?", "list_name"),
        (part("cancel_reminder", "annule la réunion"), "Lequel veux-tu dire ?", "reminder"),
        (part("cancel_reminder", "cancel that dentist thing"), "Which one do you mean?", "reminder"),
        (part("cancel_reminder", "cancel a reminder"), "Which one do you mean?", "reminder"),
        (part("delete_note", "supprime une note"), "Lequel veux-tu dire ?", "note"),
        (part("edit_task", "rename a task", new="tea"), "Which one do you mean?", "task"),
    ],
)
def test_what_was_not_said_is_asked_for(said: Part, question: str, missing: str) -> None:
    reading = build(said, Clause(said.text, NOW))
    assert reading is not None
    assert (reading.question, reading.missing) == (question, missing)


def test_it_is_what_stands_before() -> None:
    reading = build(part("set_reminder", "…", text="it", when="at 6"), Clause("…", NOW, thing="milk", depth=1))
    assert reading is not None
    assert reading.calls[0].arguments["text"] == "milk"


@pytest.mark.parametrize("intent", ["forget", "complete_tasks"])
def test_what_changes_something_unnamed_is_left_alone(intent: str) -> None:
    assert build(part(intent, "…"), Clause("…", NOW)) is None


@pytest.mark.parametrize(
    ("said", "question"),
    [
        (
            part("set_reminder", "call mum at 6", text="call my mum", when="at 6"),
            "Shall I set a reminder: call your mum?",
        ),
        (part("add_tasks", "milk and eggs", item=["milk", "eggs"]), "Shall I put that on a list: milk and eggs?"),
        (part("complete_tasks", "le loyer c'est fait", item="loyer"), "Je coche : loyer ?"),
        (part("undo", "not that"), "Shall I take back the last change?"),
        (part("list_tasks", "the list"), None),
        (part("set_reminder", "mum", text="call mum"), None),
    ],
)
def test_what_is_likely_and_not_sure_is_asked_and_yes_does_it(said: Part, question: str | None) -> None:
    reading = build(said, Clause(said.text, NOW))
    assert reading is not None
    asked = offered(said, reading)
    assert (asked.question if asked else None) == question
    assert asked is None or (asked.missing == "yes" and asked.calls == reading.calls)


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        (part("calculate", "what's 84 euros split 4 ways?"), "calculate", {"expression": "84 divided by 4"}),
        (part("calculate", "ça fait combien 17 fois 6 ?"), "calculate", {"expression": "17 times 6"}),
        (
            part("date_question", "how many hours are in 4 days?"),
            "calculate",
            {"expression": "how many hours are in 4 days"},
        ),
        (
            part("calculate", "how many minutes are there in 3 and a half hours"),
            "calculate",
            {"expression": "3.5 hours in minutes"},
        ),
        (part("date_question", "how many years is it from 1951 to 2019?"), "calculate", {"expression": "2019 - 1951"}),
        (
            part("date_question", "What day of the week will the 25th of December 2030 be, please?"),
            "answer_date_question",
            {"question": "what day is the 25th of December 2030"},
        ),
        (part("calculate", "18% of 245"), "calculate", {"expression": "18% of 245"}),
        (
            part("change_reminder", "change it 2 8pm", ref="it", when="2 8pm"),
            "change_reminder",
            {"reminder": "last", "when": "at 8pm"},
        ),
    ],
)
def test_sums_and_dates_are_asked_as_the_tools_know_them(said: Part, tool: str, arguments: dict[str, Any]) -> None:
    reading = build(said, Clause(said.text, NOW))
    assert reading is not None
    assert [(call.tool, dict(call.arguments)) for call in reading.calls] == [(tool, arguments)]
