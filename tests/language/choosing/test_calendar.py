"""What is asked of a calendar, in sentences."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing import calendar
from app.language.choosing.understand import understand
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause, recorded
from app.tools.catalogue import TOOLSETS

NOW = datetime(2026, 11, 26, 10, 0, tzinfo=ZoneInfo("Africa/Accra"))
TOOLS = frozenset(tool.name for rows in TOOLSETS.values() for tool in rows)
LISTED = "Tomorrow (Friday 27 November):\n- 09:00–09:15 [Work] Standup (#7)\n- 14:00–15:00 [Work] Budget (#8)"
NOTHING = Before()
SHOWN = Before((recorded(Call("list_events", {}), LISTED),), (), LISTED)
READ = Before((recorded(Call("read_event", {"event": "#8"}), "Budget"),), (), "Budget")


def _asked(said: str, before: Before = NOTHING, *, is_calendar: bool = False) -> tuple[str, dict[str, Any]] | None:
    reading = calendar.read(Clause(said, NOW, tools=TOOLS), before, is_calendar=is_calendar)
    return (reading.calls[0].tool, dict(reading.calls[0].arguments)) if reading else None


@pytest.mark.parametrize(
    ("said", "call"),
    [
        ("what's on my calendar tomorrow?", ("list_events", {"when": "tomorrow"})),
        ("any meetings next week", ("list_events", {"when": "next week"})),
        ("when is my dentist appointment", ("list_events", {"words": "dentist"})),
        ("qu'est-ce que j'ai dans mon agenda demain ?", ("list_events", {"when": "demain"})),
        ("when am I free on Thursday", ("find_free_time", {"when": "Thursday"})),
        ("when are Ama and I both free next week", ("find_free_time", {"when": "next week", "people": ["Ama"]})),
        (
            "find an hour free next week with Ama",
            ("find_free_time", {"when": "next week", "length": "an hour", "people": ["Ama"]}),
        ),
        ("who's coming to the budget meeting", ("read_event", {"event": "budget meeting"})),
    ],
)
def test_a_calendar_is_looked_into(said: str, call: tuple[str, dict[str, Any]]) -> None:
    assert _asked(said) == call


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("put dentist in my calendar on Tuesday at 3", {"title": "Dentist", "when": "Tuesday at 3"}),
        (
            "add lunch with Ama to my calendar Friday 12:30 to 14:00",
            {"title": "Lunch with Ama", "when": "Friday 12:30 to 14:00"},
        ),
        ("Mum's birthday is on 3 March, put it in my calendar", {"title": "Mum's birthday", "when": "3 March"}),
        (
            "add team offsite 3 to 5 December to the work calendar",
            {"title": "Team offsite", "when": "3 to 5 December", "calendar": "work"},
        ),
        (
            "Tuesday at 3 dentist, remind me an hour before",
            {"title": "Dentist", "when": "Tuesday at 3", "remind": "an hour"},
        ),
        (
            "set up a meeting about the budget next Thursday at 10 and invite ama@example.org and Kofi",
            {"title": "Meeting about the budget", "when": "next Thursday at 10", "guests": ["ama@example.org", "Kofi"]},
        ),
        (
            "set up a call on Friday at 2 and invite Kofi",
            {"title": "Call", "when": "Friday at 2", "guests": ["Kofi"]},
        ),
        ("ajoute dentiste à mon agenda mardi à 15h", {"title": "Dentiste", "when": "mardi à 15h"}),
    ],
)
def test_an_event_is_put_in(said: str, arguments: dict[str, Any]) -> None:
    assert _asked(said) == ("add_event", arguments)


@pytest.mark.parametrize(
    ("said", "before", "call"),
    [
        ("move it to 4", READ, ("change_event", {"event": "#8", "when": "4"})),
        ("push it back an hour", READ, ("change_event", {"event": "#8", "when": "an hour later"})),
        ("cancel the second", SHOWN, ("delete_event", {"event": "#8"})),
        ("decline it", READ, ("answer_invitation", {"event": "#8", "answer": "decline"})),
        ("tell them I'll be there", READ, ("answer_invitation", {"event": "#8", "answer": "accept"})),
        ("move it to 4", SHOWN, ("change_event", {"event": "the event", "when": "4"})),
        (
            "move my dentist appointment to Wednesday at 4",
            NOTHING,
            ("change_event", {"event": "dentist", "when": "Wednesday at 4"}),
        ),
        (
            "cancel the standup meeting just this one",
            NOTHING,
            ("delete_event", {"event": "standup", "scope": "one"}),
        ),
        ("accept the invitation from Kofi", NOTHING, ("answer_invitation", {"event": "Kofi", "answer": "accept"})),
    ],
)
def test_an_event_is_changed(said: str, before: Before, call: tuple[str, dict[str, Any]]) -> None:
    assert _asked(said, before) == call


@pytest.mark.parametrize(
    ("said", "tool"),
    [
        ("schedule a reminder every day at 8 to take my pills", "set_reminder"),
        ("remind me to call mum at 5", "set_reminder"),
        ("add milk to my shopping list", "add_tasks"),
        ("what's on my shopping list?", "list_tasks"),
        ("find my note about the calendar", "find_notes"),
        ("cancel my reminder about the meeting", "cancel_reminder"),
    ],
)
def test_what_is_not_the_calendars_stays_where_it_was(said: str, tool: str) -> None:
    assert understand(said, NOW, TOOLS).calls[0].tool == tool


@pytest.mark.parametrize(
    "said",
    [
        "cancel the dentist reminder",
        "delete my reminder about Budget",
        "delete the task call Kofi",
        "supprime le rappel dentiste",
    ],
)
def test_what_is_named_as_another_kind_is_no_event_of_those_shown(said: str) -> None:
    assert _asked(said, SHOWN) is None


def test_an_event_about_another_kind_stays_an_event() -> None:
    assert _asked("cancel the meeting about the reminder", SHOWN) == (
        "delete_event",
        {"event": "the meeting about the reminder"},
    )


def test_without_a_calendar_it_is_said_how_to_connect_one() -> None:
    there = TOOLS - calendar.TOOLS
    assert understand("what's on my calendar tomorrow?", NOW, there).calls[0].tool == "connection_status"
    assert understand("Tuesday at 3 dentist, remind me an hour before", NOW, there).calls[0].tool == "set_reminder"


def test_the_day_holds_the_calendar_where_there_is_one() -> None:
    tools = [call.tool for call in understand("what's on tomorrow?", NOW, TOOLS).calls]
    assert tools == ["list_tasks", "list_reminders", "list_events"]
    assert "list_events" not in [
        call.tool for call in understand("what's on tomorrow?", NOW, TOOLS - calendar.TOOLS).calls
    ]


FILE_SHOWN = Before((), (), "trip.ics:\n3 events of “Trip”, times in UTC:")
FILE_READ = Before(
    (recorded(Call("read_attachment", {"mail": "#3", "attachment": "trip.ics"}), "trip.ics"),), (), "trip.ics"
)


@pytest.mark.parametrize(
    ("said", "before", "arguments"),
    [
        ("import these events", NOTHING, {}),
        ("add these to my calendar", NOTHING, {}),
        ("import this file into my Work calendar please", NOTHING, {"calendar": "Work"}),
        ("import the calendar file from Kofi's mail", NOTHING, {"mail": "Kofi's mail"}),
        ("importe ce fichier", NOTHING, {}),
        ("ajoute-les à mon agenda", NOTHING, {}),
        ("add it to my calendar", FILE_SHOWN, {}),
        ("yes add them", FILE_SHOWN, {}),
        ("add these to my calendar", FILE_READ, {"mail": "#3", "file": "trip.ics"}),
    ],
)
def test_a_file_is_put_into_a_calendar(said: str, before: Before, arguments: dict[str, Any]) -> None:
    assert _asked(said, before) == ("import_events", arguments)


@pytest.mark.parametrize(
    ("said", "before", "arguments"),
    [
        ("export my calendar for next month", NOTHING, {"when": "next month"}),
        ("export my calendar from 1 April to 15 April", NOTHING, {"when": "1 April to 15 April"}),
        ("download my calendar for April as an ics", NOTHING, {"when": "April"}),
        ("export my work calendar for next week", NOTHING, {"when": "next week", "calendar": "work"}),
        ("send me the dentist appointment as an ics file", NOTHING, {"event": "dentist appointment"}),
        ("give me that meeting as a calendar file", READ, {"event": "#8"}),
        ("exporte mon agenda du mois prochain", NOTHING, {"when": "mois prochain"}),
        ("donne-moi mon agenda de la semaine prochaine en fichier ics", NOTHING, {"when": "la semaine prochaine"}),
        ("donne-moi cette réunion en fichier de calendrier", READ, {"event": "#8"}),
    ],
)
def test_a_calendar_is_handed_over_as_a_file(said: str, before: Before, arguments: dict[str, Any]) -> None:
    assert _asked(said, before) == ("export_events", arguments)


@pytest.mark.parametrize(
    "said", ["add it to my calendar", "add them to my shopping list", "export my data", "save the file"]
)
def test_what_is_about_no_calendar_file_is_none(said: str) -> None:
    asked = _asked(said)
    assert asked is None or asked[0] not in ("import_events", "export_events")
