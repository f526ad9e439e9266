"""Schedules and the house's routines are shown, moved, paused, left out and ended by what people call them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing.understand import understand
from app.language.orders.plan import Exchange
from app.tools.catalogue import TOOLSETS
from tests.language.orders.suite import exchange

NOW = datetime(2026, 11, 18, 14, 20, tzinfo=ZoneInfo("Africa/Accra"))  # a Wednesday
TOOLS = frozenset(row.name for name in ("memory", "clock", "utility", "connections") for row in TOOLSETS[name])


def calls(text: str, before: Exchange | None = None) -> list[tuple[str, dict[str, object]]]:
    """What is called for a message."""
    made = understand(text, NOW, TOOLS, before).calls
    return [(call.tool, {name: _plain(str(value)) for name, value in call.arguments.items()}) for call in made]


def _plain(value: str) -> str:
    """ "at 7" and "7", "#3" and "3" are the same to the tools."""
    return value.removeprefix("at ").removeprefix("#")


@pytest.mark.parametrize(
    "text",
    [
        "what have you scheduled?",
        "what's scheduled",
        "show my schedules",
        "list all schedules",
        "what are my routines",
        "what do you do by yourself?",
        "when is my briefing",
    ],
)
def test_what_runs_by_itself_is_listed(text: str) -> None:
    assert calls(text) == [("list_schedules", {})]


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("pause the weather check", {"schedule": "weather check", "state": "pause"}),
        ("pause the weekly recap", {"schedule": "weekly recap", "state": "pause"}),
        ("resume the weather check", {"schedule": "weather check", "state": "resume"}),
        ("bring the briefing back", {"schedule": "briefing", "state": "resume"}),
        ("turn the briefing back on", {"schedule": "briefing", "state": "resume"}),
        ("move my briefing to 7", {"schedule": "briefing", "when": "7"}),
        ("make the briefing 6:30", {"schedule": "briefing", "when": "6:30"}),
        ("I'd like the briefing at 7", {"schedule": "briefing", "when": "7"}),
        ("give me my briefing every morning at 7", {"schedule": "briefing", "when": "every morning at 7"}),
        ("my weekly recap should come at 5pm", {"schedule": "weekly recap", "when": "5pm"}),
        ("change schedule 3 to every day at 7", {"schedule": "3", "when": "every day at 7"}),
        ("change the weather schedule to say check the tides", {"schedule": "weather", "instruction": "check the tides"}),
        ("skip the next one", {"schedule": "last", "state": "skip next"}),
        ("skip tomorrow's briefing", {"schedule": "briefing", "state": "skip tomorrow"}),
        ("no briefing tomorrow", {"schedule": "briefing", "state": "skip tomorrow"}),
        ("skip the weather check on Monday", {"schedule": "weather check", "state": "skip Monday"}),
    ],
)  # fmt: skip
def test_a_schedule_or_routine_is_changed(text: str, changes: dict[str, object]) -> None:
    assert calls(text) == [("change_schedule", changes)]


@pytest.mark.parametrize(
    ("text", "which"),
    [
        ("delete schedule 3", "3"),
        ("cancel schedule #3", "3"),
        ("cancel the evening recap", "evening recap"),
        ("no evening recap any more", "evening recap"),
        ("no more briefings", "briefings"),
        ("stop sending me the weekly recap", "weekly recap"),
        ("turn off the evening recap", "evening recap"),
        ("delete the weather schedule", "weather"),
    ],
)
def test_a_schedule_or_routine_is_ended(text: str, which: str) -> None:
    assert calls(text) == [("delete_schedule", {"schedule": which})]


def test_what_has_the_name_of_no_reminder_and_no_task_may_be_a_schedule() -> None:
    plan = understand("cancel the weather check", NOW, TOOLS)
    assert [call.tool for call in plan.calls] == ["delete_schedule"]
    assert [later.call.tool for later in plan.later] == ["cancel_reminder", "delete_tasks"]
    plan = understand("move the weather check reminder to 9", NOW, TOOLS)
    tried = [call.tool for call in plan.calls] + [later.call.tool for later in plan.later]
    assert {"change_schedule", "change_reminder"} <= set(tried)


def test_what_was_just_scheduled_is_taken_back_or_moved() -> None:
    before = exchange("every weekday at 8 tell me what's on my list", "Every weekday at 08:00, I'll do “…” (#3).", NOW)
    assert calls("cancel that", before) == [("undo", {})]
    assert calls("no, make it 9", before) == [("change_schedule", {"schedule": "last", "when": "every weekday at 9"})]
    assert calls("not next Monday", before) == [("change_schedule", {"schedule": "last", "state": "skip next Monday"})]


def test_one_of_those_shown_is_ended_by_its_place() -> None:
    before = exchange("what have you scheduled?", "Scheduled:\n- Weather (#4): …\n- Tasks (#9): …", NOW)
    assert calls("delete the second one", before) == [("delete_schedule", {"schedule": "9"})]


def test_it_is_the_one_that_was_paused() -> None:
    before = exchange("pause the weather check", "Paused: check the weather (#1). “Resume it” brings it back.", NOW)
    assert calls("resume it", before) == [("change_schedule", {"schedule": "weather check", "state": "resume"})]
