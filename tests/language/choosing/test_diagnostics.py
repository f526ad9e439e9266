"""What people ask the assistant about itself, and what only sounds like it."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing.diagnostics import read
from app.language.choosing.understand import understand
from app.language.orders.plan import Clause

NOW = datetime(2026, 11, 29, 20, 0, tzinfo=ZoneInfo("Europe/Paris"))
OWN = frozenset(("what_went_wrong", "why_slow", "check_loops", "what_i_did", "what_it_cost"))
TOOLS = OWN | {
    "add_tasks",
    "list_tasks",
    "set_reminder",
    "list_reminders",
    "search_history",
    "recall_facts",
    "connection_status",
}


@pytest.mark.parametrize(
    ("said", "tool", "arguments"),
    [
        ("what went wrong today?", "what_went_wrong", {"when": "today"}),
        ("did anything fail last night", "what_went_wrong", {"when": "last night"}),
        ("have you had any errors lately?", "what_went_wrong", {"when": "lately"}),
        ("show me your errors", "what_went_wrong", {}),
        ("qu'est-ce qui n'a pas marché hier ?", "what_went_wrong", {"when": "hier"}),
        ("why was that slow?", "why_slow", {}),
        ("why did you take so long", "why_slow", {}),
        ("what took you so long just now?", "why_slow", {}),
        ("pourquoi c'était si lent ?", "why_slow", {}),
        ("what was the slowest thing you did today?", "why_slow", {"which": "slowest"}),
        ("how long did my last question take?", "why_slow", {}),
        ("which of your loops are broken?", "check_loops", {}),
        ("qu'est-ce qui tourne en arrière-plan ?", "check_loops", {}),
        ("quand a eu lieu ta dernière erreur ?", "what_went_wrong", {}),
        ("how much have I spent on you this year?", "what_it_cost", {"when": "this year"}),
        ("what have you done in the last hour?", "what_i_did", {"when": "in the last hour"}),
        ("is the briefing loop all right?", "check_loops", {"name": "briefing"}),
        ("did my evening recap go out?", "check_loops", {"name": "evening recap"}),
        ("why didn't I get my briefing this morning?", "check_loops", {"name": "briefing"}),
        ("is the learning loop ok?", "check_loops", {"name": "learning"}),
        ("are all your loops running?", "check_loops", {}),
        ("what did you do yesterday evening?", "what_i_did", {"when": "yesterday evening"}),
        ("what have you done for me today", "what_i_did", {"when": "today"}),
        ("what's the last thing you did?", "what_i_did", {}),
        ("did you undo that?", "what_i_did", {}),
        ("qu'est-ce que tu as fait en dernier ?", "what_i_did", {}),
        ("what were you up to overnight?", "what_i_did", {"when": "overnight"}),
        ("qu'as-tu fait hier soir ?", "what_i_did", {"when": "hier soir"}),
        ("what did you cost me this month?", "what_it_cost", {"when": "this month"}),
        ("how many tokens did you use this week", "what_it_cost", {"when": "this week"}),
    ],
)
def test_a_question_about_the_assistant_is_asked_of_its_books(said: str, tool: str, arguments: dict[str, str]) -> None:
    plan = understand(said, NOW, TOOLS)
    assert [(call.tool, call.arguments) for call in plan.calls] == [(tool, arguments)]


@pytest.mark.parametrize(
    "said",
    [
        "what did you do with the milk?",
        "what did you do about the invoice",
        "what went wrong with my car",
        "is my car all right?",
        "how much did the flight cost",
        "why is traffic slow today",
        "how are you doing?",
        "what did I do yesterday evening?",
        "is the shopping list ok",
    ],
)
def test_what_is_about_something_else_is_not(said: str) -> None:
    assert read(Clause(said, NOW, tools=TOOLS)) is None
    assert not OWN & {call.tool for call in understand(said, NOW, TOOLS).calls}


def test_without_the_tools_nobody_is_asked() -> None:
    assert read(Clause("what went wrong today?", NOW, tools=TOOLS - OWN)) is None


def test_what_is_long_is_not_read() -> None:
    assert read(Clause("what went wrong today? " * 400, NOW, tools=TOOLS)) is None
