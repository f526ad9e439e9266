"""What becomes of a reminder or a to-do at its moment, and what is said of several."""

from datetime import UTC, datetime, timedelta
from typing import Any

from app.memory.records import Reminder, Task
from app.timetable.promises import (
    ALREADY_PAST,
    SAID_ALONE,
    Promise,
    promise_of_reminder,
    promise_of_task,
    sayings,
)
from app.timetable.wording import Reader

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
WEEK = timedelta(days=7)
BEFORE = NOON - timedelta(days=300)


def _reminder(number: int = 1, **changes: Any) -> Reminder:
    fields = {"due_at": NOON, "local_start": "2027-03-10T12:00:00", "time_zone": "UTC", "rule": None, **changes}
    return Reminder(
        number,
        "ana",
        f"thing {number}",
        status="active",
        turn_id=None,
        taint=[],
        created_at=BEFORE,
        updated_at=BEFORE,
        **fields,
    )


def _task(number: int = 1, **changes: Any) -> Task:
    fields = {"list_name": "todo", "due_at": NOON, "updated_at": BEFORE, **changes}
    return Task(
        number,
        "ana",
        title=f"task {number}",
        due_has_time=True,
        priority=0,
        done_at=None,
        turn_id=None,
        taint=[],
        created_at=BEFORE,
        deleted_at=None,
        **fields,
    )


def _promised(reminder: Reminder, after: timedelta = timedelta(0)) -> Promise:
    return promise_of_reminder(reminder, NOON + after, freshness=WEEK)


def _todo(task: Task, after: timedelta = timedelta(0)) -> Promise:
    found = promise_of_task(task, NOON + after)
    assert found is not None
    return found


def _said(*promises: Promise, after: timedelta = timedelta(0)) -> list[str]:
    return [saying.text for saying in sayings(promises, Reader("UTC", NOON + after))]


def test_it_ends_as_said_late_or_skipped_by_how_late_it_is() -> None:
    for after, status in ((timedelta(seconds=60), "ran"), (timedelta(days=7), "late"), (timedelta(days=8), "skipped")):
        assert _promised(_reminder(), after).status == status
    for after, status in (
        (timedelta(seconds=60), "ran"),
        (timedelta(hours=24), "late"),
        (timedelta(hours=25), "skipped"),
    ):
        assert _todo(_task(), after).status == status


def test_each_missed_moment_ends_and_the_next_one_follows() -> None:
    promise = _promised(_reminder(rule="FREQ=DAILY"), timedelta(days=2, hours=1))
    assert [(draft.due_at.day, draft.status) for draft in promise.drafts()] == [
        (10, "skipped"),
        (11, "skipped"),
        (12, "late"),
    ]
    assert promise.following == NOON + timedelta(days=3)


def test_a_reminder_whose_rule_cannot_be_read_is_said_a_last_time() -> None:
    promise = _promised(_reminder(rule="FREQ=SOMETIMES"))
    assert (promise.status, promise.following) == ("ran", None)
    [text] = _said(promise)
    assert text.startswith("thing 1")
    assert "Set it anew" in text


def test_a_todo_is_named_with_its_list_unless_it_is_the_usual_one() -> None:
    assert _said(_todo(_task())) == ["Due now: task 1"]
    assert _said(_todo(_task(list_name="shopping"))) == ["Due now: task 1 (shopping)"]


def test_a_todo_without_a_moment_promises_nothing() -> None:
    assert promise_of_task(_task(due_at=None), NOON) is None


def test_of_a_todo_that_was_past_when_it_was_written_down_nothing_is_said() -> None:
    promise = _todo(_task(updated_at=NOON + timedelta(minutes=5)), timedelta(minutes=5))
    assert [(draft.status, draft.reason) for draft in promise.drafts()] == [("skipped", ALREADY_PAST)]
    assert _said(promise) == []


def test_what_is_on_time_is_said_each_by_itself() -> None:
    assert _said(*(_promised(_reminder(number)) for number in range(9))) == [f"thing {number}" for number in range(9)]


def test_a_few_late_ones_are_said_each_and_many_together() -> None:
    hours = timedelta(hours=3)
    few = [_promised(_reminder(number), hours) for number in range(SAID_ALONE)]
    assert len(_said(*few, after=hours)) == SAID_ALONE
    many = [*few, _todo(_task(9, list_name="shopping"), hours)]
    [text] = _said(*many, after=hours)
    assert text.splitlines()[0] == "These are late, they were due earlier:"
    assert all(promise.words in text for promise in many)


def test_what_is_too_old_is_told_in_one_message_whatever_it_is() -> None:
    days = timedelta(days=8)
    [text] = _said(_promised(_reminder(), days), _todo(_task(), days), after=days)
    assert text.startswith("Missed while I was off:\n- thing 1")
    assert "- task 1" in text


def test_every_message_has_a_key_of_its_own() -> None:
    hours = timedelta(hours=3)
    fresh = [_promised(_reminder(number), hours) for number in range(100)]
    old = [_todo(_task(number, due_at=NOON - timedelta(days=3)), hours) for number in range(3)]
    keys = [saying.key for saying in sayings([*fresh, *old], Reader("UTC", NOON + hours))]
    assert len(keys) == len(set(keys)) == 4
    assert sayings([_promised(_reminder(7))], Reader("UTC", NOON))[0].key == f"reminder:7:{NOON.isoformat()}"
