"""Reminders that are there: shown, moved, cancelled."""

import pytest

from app.models.offline.clauses import read_one
from app.models.offline.plan import Call, Clause, Reading
from tests.models.offline.suite import NOW


def read(said: str) -> Reading:
    """What one clause means."""
    reading = read_one(Clause(said, NOW))
    assert reading is not None
    return reading


@pytest.mark.parametrize(
    "said", ["move the oven one to 30 minutes from now", "push the oven reminder to 30 minutes from now"]
)
def test_one_is_moved_by_what_it_is_called(said: str) -> None:
    assert read(said).calls == (Call("change_reminder", {"reminder": "oven", "when": "30 minutes from now"}),)


def test_a_bare_hour_is_a_time_to_move_to() -> None:
    assert read("change the gym reminder to seven").calls[0].arguments == {"reminder": "gym", "when": "at seven"}


def test_a_name_alone_may_be_a_reminder_or_else_a_task() -> None:
    moved, cancelled = read("move school run to 3.15"), read("cancel yoga")
    assert (moved.calls[0].tool, moved.later[0].call.tool) == ("change_reminder", "edit_task")
    assert (cancelled.calls[0].tool, cancelled.later[0].call.tool) == ("cancel_reminder", "delete_tasks")


def test_what_is_no_reminder_is_not_cancelled_as_one() -> None:
    assert read_one(Clause("cancel my flight to Accra", NOW)) is None


def test_those_of_a_day_are_shown() -> None:
    assert read("any reminders for tomorrow?").calls == (Call("list_reminders", {"day": "tomorrow"}),)
    assert read("show my reminders").calls == (Call("list_reminders", {}),)
