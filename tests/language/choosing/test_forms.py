"""Messages in a fixed form, read as a whole before the reader is asked."""

import pytest

from app.language.choosing.forms import LONGEST, read_form
from app.language.orders.plan import Clause
from tests.language.orders.suite import NOW


@pytest.mark.parametrize(
    ("said", "tool"),
    [
        ("12 * 7", "calculate"),
        ("what's 5 kg in pounds?", "calculate"),
        ("0 8 * * 1-5 check my list", "schedule_task"),
        ("confirm #12", "confirm_fact"),
        ("start a worker called Ama to water the plants", "invoke_worker_agent"),
        ("add %' OR 1=1 -- to my shopping list", "add_tasks"),
        ("add before thing 0 to my list", "add_tasks"),
        ("put לחם וחלב on my shopping list", "add_tasks"),
    ],
)
def test_a_command_is_read_by_its_form(said: str, tool: str) -> None:
    reading = read_form(Clause(said, NOW))
    assert reading is not None
    assert [call.tool for call in reading.calls] == [tool]


@pytest.mark.parametrize(
    "said",
    [
        "",
        "add milk and eggs to my list",
        "add milk to the list tomorrow",
        "remind me at 6 to call mum",
        "task #4 is done",
        "call 0244 123 456",
        "leave out that my car is red",
        "every weekday at 8, tell me what's on my list",
        "empty the trash " * LONGEST,
    ],
)
def test_what_is_talk_or_too_long_is_left_to_the_reader(said: str) -> None:
    assert read_form(Clause(said, NOW)) is None
