"""What a worker alone can call: wake-ups of its own, few, seldom and bounded, and a question."""

from dataclasses import replace
from datetime import timedelta

import pytest

from app.errors import NotFound, ToolProblem
from app.tools.undo import undo_entry
from app.tools.waking import (
    MOST_A_DAY,
    MOST_WAKES,
    PAUSED,
    TOOLS,
    cancel_wake_up,
    follow_up_needed,
    list_wake_ups,
    wake_me,
    wake_ups,
)
from tests.tools.conftest import Desk


def _ama(desk: Desk, *, by_clock: bool = False) -> Desk:
    """The desk of the worker Ama."""
    return Desk(replace(desk.deps, worker="Ama", by_clock=by_clock))


async def test_a_wake_up_is_a_schedule_of_its_users(desk: Desk) -> None:
    own = _ama(desk)
    done = await wake_me(own.ctx, "look after  the ferns", "every Monday at 9")
    assert done.text.startswith(
        "Every Monday at 09:00, Paris time, I'll wake Ama for “look after the ferns” (#1). Next:"
    )
    [row] = await desk.deps.store.scheduled_tasks.list(desk.deps.user.id)
    assert (row.kind, row.target, row.instruction, row.origin) == ("worker", "Ama", "look after the ferns", "user")
    entry = await desk.write(done)
    await undo_entry(desk.deps.store, desk.deps.user.id, entry, desk.deps.now)
    assert await wake_ups(desk.deps, "Ama") == []


async def test_what_the_clock_began_is_its_own(desk: Desk) -> None:
    await wake_me(_ama(desk, by_clock=True).ctx, "look", "in 2 hours")
    assert [row.origin for row in await wake_ups(desk.deps, "ama")] == ["worker"]


@pytest.mark.parametrize("when", ["every 30 minutes", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0,30", "*/20 9 * * *"])
async def test_more_often_than_hourly_is_refused(desk: Desk, when: str) -> None:
    with pytest.raises(ToolProblem, match="Once an hour"):
        await wake_me(_ama(desk).ctx, "look", when)


async def test_hourly_is_often_enough(desk: Desk) -> None:
    await wake_me(_ama(desk).ctx, "look", "every hour")
    assert len(await wake_ups(desk.deps, "Ama")) == 1


async def test_there_is_a_most_ahead(desk: Desk) -> None:
    own = _ama(desk)
    for number in range(MOST_WAKES):
        await wake_me(own.ctx, f"look {number}", f"in {number + 1} hours")
    with pytest.raises(ToolProblem, match="Cancel one"):
        await wake_me(own.ctx, "look", "in 9 hours")
    await cancel_wake_up(own.ctx, "#2")
    await wake_me(own.ctx, "look", "in 9 hours")
    await wake_me(Desk(replace(desk.deps, worker="Kofi")).ctx, "look", "in 9 hours")


async def test_a_chain_is_paused_and_told_once(desk: Desk) -> None:
    own = _ama(desk, by_clock=True)
    for _ in range(MOST_A_DAY):
        done = await wake_me(own.ctx, "look", "in 2 hours")
        assert not done.text.startswith(PAUSED)
        await cancel_wake_up(own.ctx, "look")
    told = await wake_me(own.ctx, "look", "in 2 hours")
    assert told.text.startswith(PAUSED)
    [row] = await wake_ups(own.deps, "Ama")
    assert row.status == "paused"
    with pytest.raises(ToolProblem, match="No further"):
        await wake_me(own.ctx, "look", "in 2 hours")
    spoken_to = _ama(desk)
    await wake_me(spoken_to.ctx, "look", "in 2 hours")  # its user's word counts for more
    next_day = Desk(replace(own.deps, now=own.deps.now + timedelta(days=1, minutes=1)))
    assert not (await wake_me(next_day.ctx, "look", "in 2 hours")).text.startswith(PAUSED)


async def test_they_are_shown_and_cancelled_and_brought_back(desk: Desk) -> None:
    own = _ama(desk)
    assert await list_wake_ups(own.ctx) == "You have no wake-ups."
    await wake_me(own.ctx, "look at the ferns", "tomorrow at 9")
    await wake_me(Desk(replace(desk.deps, worker="Kofi")).ctx, "look at the post", "tomorrow at 8")
    assert "Wake Ama: look at the ferns (#1): once. ACTIVE" in await list_wake_ups(own.ctx)
    assert "post" not in await list_wake_ups(own.ctx)
    with pytest.raises(NotFound):
        await cancel_wake_up(own.ctx, "#2")
    done = await cancel_wake_up(own.ctx, "the ferns")
    assert await wake_ups(desk.deps, "Ama") == []
    await undo_entry(desk.deps.store, desk.deps.user.id, await desk.write(done), desk.deps.now)
    assert len(await wake_ups(desk.deps, "Ama")) == 1


async def test_the_card_pins_the_worker_and_the_moment(desk: Desk) -> None:
    prepare = TOOLS[1].prepare
    assert prepare is not None
    pinned, summary = await prepare(_ama(desk).deps, {"instruction": "look", "when": "every Monday at 9"})
    assert summary == "wake Ama Monday 23 November at 09:00, every Monday at 09:00: look"
    assert pinned["worker"] == "Ama"
    confirmed = desk.later(days=1)  # who confirms is nobody's worker
    await wake_me(confirmed.ctx, **pinned)
    [row] = await wake_ups(desk.deps, "Ama")
    assert row.local_start == "2026-11-23T09:00:00"


async def test_only_a_worker_wakes_itself(desk: Desk) -> None:
    with pytest.raises(ToolProblem, match="Only a worker"):
        await wake_me(desk.ctx, "look", "tomorrow")
    with pytest.raises(ToolProblem, match="What is to be done"):
        await wake_me(_ama(desk).ctx, " ", "tomorrow")


async def test_what_it_had_read_goes_with_the_wake_up(desk: Desk) -> None:
    tainted = desk.tainted("mail")
    await wake_me(Desk(replace(tainted.deps, worker="Ama")).ctx, "look", "tomorrow")
    assert [row.taint for row in await wake_ups(desk.deps, "Ama")] == [["mail"]]


async def test_asking_changes_nothing(desk: Desk) -> None:
    assert "Say nothing more" in await follow_up_needed(_ama(desk).ctx, "Which?")
