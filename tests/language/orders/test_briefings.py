"""What people say when they want to be briefed now, and what only sounds like it."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.orders.plan import Clause
from tests.language.orders.reading import read_all

NOW = datetime(2026, 11, 23, 8, 0, tzinfo=ZoneInfo("Africa/Accra"))


def _read(text: str) -> list[tuple[str, dict[str, object]]]:
    return [(call.tool, dict(call.arguments)) for reading in read_all(Clause(text, NOW)) for call in reading.calls]


@pytest.mark.parametrize(
    ("text", "which"),
    [
        ("brief me", ""),
        ("Good morning Kwasi, brief me please!", "morning"),
        ("can I have my briefing?", ""),
        ("catch me up", ""),
        ("how does this week look", "week ahead"),
        ("what's my day like", "morning"),
        ("give me a rundown of my day", "morning"),
        ("give me my morning briefing", "morning"),
        ("what's today's daily briefing", "morning"),
        ("what does my day look like?", "morning"),
        ("how's the week shaping up", "week ahead"),
        ("prep me for the week", "week ahead"),
        ("what's coming up next week", "week ahead"),
        ("evening recap now", "evening"),
        ("sum up my day", "evening"),
        ("how was my week", "week"),
        ("show me my weekly review", "week"),
        ("give me the journal digest", "journal"),
        ("email summary please", "mail"),
    ],
)
def test_a_briefing_is_given(text: str, which: str) -> None:
    assert _read(text) == [("give_briefing", {"which": which} if which else {})]


@pytest.mark.parametrize(
    "text",
    [
        "remind me to write the weekly review",
        "add daily briefing to my list",
        "note: brief me tomorrow",
        "read me my journal",
        "show my reading list",
        "give me a summary of the meeting",
        "how was your day",
        "I had a long day",
        "send me a briefing every day at 7",
    ],
)
def test_what_only_sounds_like_it_is_something_else(text: str) -> None:
    assert "give_briefing" not in {tool for tool, _ in _read(text)}
