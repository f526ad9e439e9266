"""A time in a call that waits means the same whenever it is confirmed: each tool that takes words for a time, prepared now and called later."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.errors import ToolProblem
from app.tools.catalogue import TOOLSETS
from app.tools.toolset import Tool
from tests.tools.conftest import Desk

ROWS = {row.name: row for rows in TOOLSETS.values() for row in rows}
TAKES_TIMES = frozenset(("when", "due", "until", "since", "day", "arrive_by", "before"))


async def _held(desk: Desk, tool: str, **arguments: Any) -> dict[str, Any]:
    prepare = ROWS[tool].prepare
    assert prepare is not None
    return (await prepare(desk.deps, arguments))[0]


async def _called(desk: Desk, tool: str, arguments: dict[str, Any]) -> str:
    return (await ROWS[tool].function(desk.ctx, **arguments)).text


def _takes_a_time(row: Tool) -> bool:
    parameters = row.function.__code__.co_varnames[
        : row.function.__code__.co_argcount + row.function.__code__.co_kwonlyargcount
    ]
    return row.risk.side_effect and bool(TAKES_TIMES & set(parameters))


@pytest.mark.parametrize("tool", sorted(name for name, row in ROWS.items() if _takes_a_time(row)))
def test_every_tool_that_takes_a_time_pins_it_where_it_waits(tool: str) -> None:
    assert ROWS[tool].prepare is not None


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({"when": "tomorrow at 5pm"}, {"when": "2026-11-22T17:00:00"}),
        ({"when": "in two hours"}, {"when": "2026-11-21T14:00:00"}),
        ({"when": "on Monday"}, {"when": "2026-11-23T09:00:00"}),
        ({"when": "demain à 17h"}, {"when": "2026-11-22T17:00:00"}),
        ({"when": "tomorrow at 8", "repeat": "every day"}, {"when": "2026-11-22T08:00:00", "repeat": "every day"}),
        ({"when": "every Monday at 9"}, {"when": "2026-11-23T09:00:00", "repeat": "every Monday at 9"}),
    ],
)
async def test_a_reminder_that_waits_keeps_its_moment(desk: Desk, said: dict[str, str], kept: dict[str, str]) -> None:
    held = await _held(desk, "set_reminder", text="call Ama", **said)
    assert {name: held[name] for name in kept} == kept
    assert await _held(desk.later(minutes=30), "set_reminder", **held) == held  # a card that is edited


async def test_a_reminder_confirmed_a_day_later_is_due_as_it_was_said(desk: Desk) -> None:
    held = await _held(desk, "set_reminder", text="call Ama", when="on Tuesday at 5pm")
    await _called(desk.later(days=1), "set_reminder", held)
    [kept] = await desk.deps.store.reminders.list(desk.deps.user.id)
    assert kept.due_at == datetime(2026, 11, 24, 16, 0, tzinfo=UTC)


async def test_one_whose_time_has_gone_by_is_not_moved_to_another_day(desk: Desk) -> None:
    held = await _held(desk, "set_reminder", text="call Ama", when="tomorrow at 5pm")
    with pytest.raises(ToolProblem, match=r"in the past: yesterday at 17:00") as problem:
        await _called(desk.later(days=2), "set_reminder", held)
    assert problem.value.sentence.endswith("Which time ahead did you mean?")
    assert await desk.deps.store.reminders.list(desk.deps.user.id) == []


@pytest.mark.parametrize("said", ["tomorrow at 18:00", "an hour later", "at 18:00"])
async def test_a_change_of_a_reminder_keeps_what_it_comes_to(desk: Desk, said: str) -> None:
    await _called(desk, "set_reminder", {"text": "call Ama", "when": "tomorrow at 17:00"})
    held = await _held(desk, "change_reminder", reminder="1", when=said)
    assert held == {"reminder": "#1", "when": "2026-11-22T18:00:00"}
    await _called(desk.later(hours=20), "change_reminder", held)
    [kept] = await desk.deps.store.reminders.list(desk.deps.user.id)
    assert kept.due_at == datetime(2026, 11, 22, 17, 0, tzinfo=UTC)


async def test_what_a_repetition_is_changed_to_stays_in_words(desk: Desk) -> None:
    await _called(desk, "set_reminder", {"text": "stretch", "when": "", "repeat": "every day at 7"})
    assert (await _held(desk, "change_reminder", reminder="1", when="at 8"))["when"] == "at 8"


@pytest.mark.parametrize(
    ("tool", "given", "argument", "kept"),
    [
        ("add_tasks", {"titles": ["milk"], "due": "tomorrow"}, "due", "2026-11-22"),
        ("add_tasks", {"titles": ["milk"], "due": "tomorrow at 5pm"}, "due", "2026-11-22T17:00:00"),
        ("edit_task", {"task": "bread", "due": "on Monday"}, "due", "2026-11-23"),
        ("edit_task", {"task": "bread", "due": "a week later"}, "due", "2026-12-01"),
        ("edit_task", {"task": "bread", "due": "none"}, "due", "none"),
        ("save_journal_entry", {"content": "A calm day."}, "day", "2026-11-21"),
        ("save_journal_entry", {"content": "A calm day.", "day": "yesterday"}, "day", "2026-11-20"),
        ("set_alert", {"when": "rain tomorrow", "until": "next Friday"}, "until", "2026-11-27"),
        ("set_leave_reminder", {"destination": "work", "arrive_by": "tomorrow at 9"}, "arrive_by", "2026-11-22T09:00:00"),
        ("schedule_task", {"instruction": "sum up my mail", "when": "tomorrow at 9"}, "when", "2026-11-22T09:00:00"),
    ],
)  # fmt: skip
async def test_other_times_are_kept_as_they_were_meant(
    desk: Desk, tool: str, given: dict[str, Any], argument: str, kept: str
) -> None:
    await _called(desk, "add_tasks", {"titles": ["bread"], "due": "on Tuesday"})
    assert (await _held(desk, tool, **given))[argument] == kept


async def test_a_skipped_day_of_a_schedule_is_kept_by_its_date(desk: Desk) -> None:
    await _called(desk, "schedule_task", {"instruction": "sum up my mail", "when": "every day at 9"})
    held = await _held(desk, "change_schedule", schedule="1", state="skip tomorrow")
    assert held["state"] == "skip 2026-11-22"
    assert (await _held(desk, "change_schedule", schedule="1", state="skip next"))["state"] == "skip next"
    assert (await _held(desk, "change_schedule", schedule="1", state="pause"))["state"] == "pause"
    await _called(desk.later(hours=2), "change_schedule", held)
    [row] = await desk.deps.store.scheduled_tasks.list(desk.deps.user.id)
    assert row.exceptions == ["2026-11-22"]


async def test_a_time_that_can_not_be_read_asks_at_once(desk: Desk) -> None:
    with pytest.raises(ToolProblem):
        await _held(desk, "set_reminder", text="call Ama", when="blue")
    assert "when" not in await _held(desk, "set_reminder", text="call Ama")
