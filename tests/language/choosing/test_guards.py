"""What is forbidden, excepted, dictated, quoted or taken back at its end is not done."""

from typing import Any

import pytest

from app.language.choosing.guards import EXCEPTED, LEFT
from app.language.choosing.understand import understand
from app.tools.catalogue import TOOLSETS
from tests.language.orders.suite import NOW

TOOLS = frozenset(row.name for name in ("memory", "clock", "utility", "connections") for row in TOOLSETS[name])


def calls(said: str) -> list[tuple[str, dict[str, Any]]]:
    """What is called for a message."""
    return [(call.tool, dict(call.arguments)) for call in understand(said, NOW, TOOLS).calls]


@pytest.mark.parametrize(
    "said",
    [
        "mark everything done but not the rent",
        "delete all tasks except the dentist",
        "clear the shopping list apart from the milk",
    ],
)
def test_nothing_is_done_to_many_where_one_is_left_out(said: str) -> None:
    plan = understand(said, NOW, TOOLS)
    assert (plan.calls, plan.reply) == ((), EXCEPTED)


@pytest.mark.parametrize(
    "said",
    [
        "don't cancel the dentist reminder",
        "cancel the gym reminder, wait, no",
        "delete all my tasks - no, don't do that",
    ],
)
def test_what_is_forbidden_or_taken_back_is_left(said: str) -> None:
    plan = understand(said, NOW, TOOLS)
    assert plan.calls == ()
    assert plan.reply == LEFT


def test_not_to_forget_is_no_prohibition() -> None:
    [(tool, arguments)] = calls("don't forget to call mum at 6")
    assert (tool, arguments["text"]) == ("set_reminder", "call mum")


def test_what_is_dictated_is_text() -> None:
    assert calls("save a note: cancel my dentist reminder and clear the shopping list") == [
        ("save_note", {"content": "cancel my dentist reminder and clear the shopping list"})
    ]
    [(tool, arguments)] = calls("remind me at 5 tomorrow to tell Ama: cancel all my reminders")
    assert (tool, arguments["text"]) == ("set_reminder", "tell Ama: cancel all my reminders")


def test_a_reminder_behind_a_dictation_is_its_own() -> None:
    assert [tool for tool, _ in calls("note: buy nails, and remind me at 6 to call Ama")] == [
        "save_note",
        "set_reminder",
    ]
