"""Orders with a time become schedules; reminders stay reminders, and appointments the calendar's."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing.understand import understand
from app.tools.catalogue import TOOLSETS

NOW = datetime(2026, 11, 18, 14, 20, tzinfo=ZoneInfo("Africa/Accra"))  # a Wednesday
TOOLS = frozenset(row.name for name in ("memory", "clock", "utility", "connections") for row in TOOLSETS[name])


def calls(text: str) -> list[tuple[str, dict[str, object]]]:
    """What is called for a message."""
    return [(call.tool, dict(call.arguments)) for call in understand(text, NOW, TOOLS).calls]


@pytest.mark.parametrize(
    ("text", "instruction", "when"),
    [
        ("every weekday at 8 tell me what's on my list", "what's on my list", "every weekday at 8"),
        (
            "every weekday at 8, tell me what's on my list and my reminders",
            "what's on my list and my reminders",
            "every weekday at 8",
        ),
        ("send me my tasks every morning", "send me my tasks", "every morning"),
        ("every Monday at 7:15 show my tasks", "show my tasks", "every Monday at 7:15"),
        ("0 8 * * 1-5 check my list", "check my list", "0 8 * * 1-5"),
        ("cron: */15 9-17 * * mon-fri list my tasks", "list my tasks", "*/15 9-17 * * mon-fri"),
        ("0 9 L * * check my list", "check my list", "0 9 L * *"),
        ("0 9 l * fri list my tasks", "list my tasks", "0 9 l * fri"),
        ("0 9 * * fri#2 list my tasks", "list my tasks", "0 9 * * fri#2"),
        ("0 9 * * mon what's on my list", "what's on my list", "0 9 * * mon"),
        ("cron: H 9 * * * check my list", "check my list", "H 9 * * *"),
        ("0 0 8 * * 1-5 check my list", "check my list", "0 0 8 * * 1-5"),
        ("@daily tell me what's on my list", "tell me what's on my list", "@daily"),
        ("tell me every weekday at 8 what's on my list", "what's on my list", "every weekday at 8"),
        ("can you check my reading list every Sunday at 5pm please?", "check my reading list", "every Sunday at 5pm"),
        ("schedule a weekly review every Friday at 4pm", "weekly review", "every Friday at 4pm"),
        ("do a weekly review every Friday at 4pm", "do a weekly review", "every Friday at 4pm"),
        ("run 'what are my tasks' every morning at 7", "what are my tasks", "every morning at 7"),
        ('run "what are my tasks" tomorrow at 9', "what are my tasks", "tomorrow at 9"),
        ('schedule "check my tasks" for tomorrow at 9', "check my tasks", "tomorrow at 9"),
        ("in 20 minutes tell me what's on my list", "what's on my list", "in 20 minutes"),
        ("at 6pm list my tasks", "list my tasks", "at 6pm"),
        ("every minute check my list", "check my list", "every minute"),
        ("check my list every 2 seconds", "check my list", "every 2 seconds"),
        ("schedule a daily summary of my tasks", "summary of my tasks", "every day"),
        ("set up a daily schedule to check my tasks at 8", "check my tasks", "every day at 8"),
        (
            "first Monday of the month show me my notes about rent",
            "show me my notes about rent",
            "first Monday of the month",
        ),
        (
            "every other Tuesday until June at 9 check my savings notes",
            "check my savings notes",
            "every other Tuesday until June at 9",
        ),
        (
            "give me my shopping list every Saturday at 9 until Christmas",
            "give me my shopping list",
            "every Saturday at 9 until Christmas",
        ),
    ],
)
def test_an_order_with_its_time_is_a_schedule(text: str, instruction: str, when: str) -> None:
    assert calls(text) == [("schedule_task", {"instruction": instruction, "when": when})]


@pytest.mark.parametrize(
    "text",
    [
        "every first Monday of the month remind me to pay rent",
        "remind me every day at 8 to check my list",
        "every Monday remind me to call mum",
        "tell me to drink water every hour",
    ],
)
def test_a_repeated_remind_me_stays_a_reminder(text: str) -> None:
    assert [tool for tool, _ in calls(text)] == ["set_reminder"]


@pytest.mark.parametrize(
    "text",
    [
        "schedule a meeting every Friday at 4pm",
        "schedule a call with Kofi tomorrow at 3",
        "what's on my schedule tomorrow",
        "show me my tasks for every day this week",
        "tell me what's on my list tomorrow",
        "do you check my mail every day?",
        "pause the music",
    ],
)
def test_what_is_the_calendars_a_question_or_somebody_elses_is_no_schedule(text: str) -> None:
    assert not [tool for tool, _ in calls(text) if "schedule" in tool]
