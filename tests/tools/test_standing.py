"""How a schedule stands after a word about it: days are left out as days, and what is over can't go on."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from app.errors import ToolProblem
from app.memory.records import ScheduledTask
from app.tools import standing
from tests.tools.conftest import NOON, Desk

DAILY = ScheduledTask(
    id=1,
    user_id="ama",
    name="stretch",
    instruction="stretch",
    rule="FREQ=DAILY",
    local_start="2026-11-01T08:00:00",
    time_zone="Europe/Paris",
    due_at=datetime(2026, 11, 22, 7, tzinfo=UTC),
    status="active",
    turn_id=None,
    taint=[],
    created_at=NOON,
    updated_at=NOON,
)


def test_the_next_time_is_left_out_as_a_moment(desk: Desk) -> None:
    left = standing.in_state(DAILY, "skip next", desk.deps)
    assert left.exceptions == ["2026-11-22T08:00"]
    assert left.due_at == datetime(2026, 11, 23, 7, tzinfo=UTC)


def test_a_week_is_left_out_day_by_day(desk: Desk) -> None:
    left = standing.in_state(DAILY, "skip next week", desk.deps)
    assert left.exceptions == [f"2026-11-{day}" for day in range(23, 30)]
    assert left.due_at == DAILY.due_at
    assert standing.next_of(left, left.due_at) == datetime(2026, 11, 30, 7, tzinfo=UTC)


def test_what_is_being_done_now_is_not_the_next(desk: Desk) -> None:
    running = replace(DAILY, status="processing", due_at=datetime(2026, 11, 21, 7, tzinfo=UTC))
    left = standing.in_state(running, "skip next", desk.deps)
    assert (left.exceptions, left.due_at) == (["2026-11-22T08:00"], running.due_at)


@pytest.mark.parametrize("rule", ["", "FREQ=DAILY;UNTIL=20261122"])
def test_where_nothing_is_left_nothing_is_left_out(desk: Desk, rule: str) -> None:
    with pytest.raises(ToolProblem):
        standing.in_state(replace(DAILY, rule=rule), "skip next", desk.deps)


def test_what_goes_on_already_goes_on(desk: Desk) -> None:
    assert standing.in_state(DAILY, "resume", desk.deps) is DAILY


def test_what_is_over_does_not_go_on(desk: Desk) -> None:
    over = replace(DAILY, rule="", due_at=NOON, status="done")
    with pytest.raises(ToolProblem, match="Its time has passed"):
        standing.in_state(over, "resume", desk.deps)
