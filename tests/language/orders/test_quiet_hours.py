"""When people want to hear nothing, and how much at most."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing.understand import understand
from app.tools.catalogue import TOOLSETS

NOW = datetime(2026, 11, 18, 14, 20, tzinfo=ZoneInfo("Africa/Accra"))
TOOLS = frozenset(row.name for name in ("memory", "clock", "utility", "connections") for row in TOOLSETS[name])


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("set quiet hours to 22:00-07:00", {"hours": "22:00-07:00"}),
        ("quiet hours from 10pm to 7am", {"hours": "from 10pm to 7am"}),
        ("no quiet hours", {"hours": "off"}),
        ("turn off quiet hours", {"hours": "off"}),
        ("don't message me after 9pm", {"hours": "after 9pm"}),
        ("don't ping me after 9pm", {"hours": "after 9pm"}),
        ("please don't text me before 8am", {"hours": "before 8am"}),
        ("don't disturb me between 10 and 7", {"hours": "between 10 and 7"}),
        ("no messages after 10pm", {"hours": "after 10pm"}),
        ("at most 3 messages a day unasked", {"most_a_day": 3}),
        ("no more than two unasked messages a day", {"most_a_day": 2}),
        ("what are my quiet hours?", {}),
    ],
)
def test_silence_is_asked_for_in_plain_words(text: str, arguments: dict[str, object]) -> None:
    [call] = understand(text, NOW, TOOLS).calls
    assert (call.tool, dict(call.arguments)) == ("set_quiet_hours", arguments)


@pytest.mark.parametrize("text", ["don't call me Kwame", "don't remind me about the bins", "no messages"])
def test_what_is_not_about_hours_is_left_to_others(text: str) -> None:
    assert "set_quiet_hours" not in [call.tool for call in understand(text, NOW, TOOLS).calls]
