"""A reminder from the words of its slots."""

from typing import Any

import pytest

from app.language.orders.plan import Clause
from app.language.orders.reminder import between_slots, reminder
from app.language.reader.reading import Part, Slot
from tests.language.orders.suite import NOW
from tests.language.orders.test_building import part


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        (
            part("set_reminder", "timer for 10 minutes", text="timer", when="for 10 minutes"),
            {"text": "timer: 10 minutes", "when": "in 10 minutes"},
        ),
        (part("set_reminder", "set a 5 minute timer"), {"text": "timer: 5 minutes", "when": "in 5 minutes"}),
        (part("set_reminder", "wake me at 6", when="at 6"), {"text": "wake up", "when": "at 6 am"}),
        (
            part("set_reminder", "a daily reminder at 10pm to charge my phone", when="at 10pm", text="charge my phone"),
            {"text": "charge my phone", "when": "at 10pm", "repeat": "every day"},
        ),
        (
            part("set_reminder", "an hour before my call at 5", when="an hour before", text="my call at 5"),
            {"text": "my call at 5", "when": "an hour before 5"},
        ),
    ],
)
def test_time_and_words_are_found_in_their_slots_or_beside_them(said: Part, arguments: dict[str, Any]) -> None:
    reading = reminder(said, Clause(said.text, NOW))
    assert reading.question is None
    assert dict(reading.calls[0].arguments) == arguments


def test_between_slots_is_what_fills_none() -> None:
    said = Part("change_reminder", "move task 3 to noon", 0, 19, (Slot("when", "to noon", 12, 19),), 0.9)
    assert between_slots(said) == "move task 3        "
