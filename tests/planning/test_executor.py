"""A plan is carried out step by step, can be stopped anywhere, and goes on where it was."""

import asyncio
import logging

import pytest

from app.errors import DeliveryLater, StorageBusy, ToolProblem
from app.memory.records import PlanRecord
from app.planning.executor import BROKE, Ended, PlanExecutor, StepOutcome, step_id
from app.planning.models import StepState
from app.planning.scratchpad import split_step
from tests.planning.plans_of_ana import STEPS, Runner, recorded

OK = StepOutcome("done", ok=True)


async def carried_out(
    runner: Runner, record: PlanRecord | None = None, *, executor: PlanExecutor | None = None
) -> Ended:
    return await (executor or PlanExecutor()).run(
        record or recorded(), runner=runner, progress=runner.progress, save=runner.save
    )


def statuses(ended: Ended) -> list[str]:
    return [state.status for state in ended.steps]


async def test_steps_run_in_order_each_with_its_own_id_and_domain() -> None:
    runner = Runner()
    ended = await carried_out(runner)
    assert (ended.status, statuses(ended)) == ("done", ["done"] * 3)
    assert [(asked[0], asked[2]) for asked in runner.asked] == [
        ("plan:p1:0", "utility"),
        ("plan:p1:1", "calendar"),
        ("plan:p1:2", "email"),
    ]
    assert step_id("p1", 2) == "plan:p1:2"
    assert runner.saved[-1] == (["done"] * 3, [], "done")


async def test_each_step_hears_what_the_earlier_ones_said() -> None:
    runner = Runner([StepOutcome("Hotel Nkwa", ok=True), StepOutcome("entered", ok=True)])
    await carried_out(runner)
    instructions = [split_step(asked[1])[0] for asked in runner.asked]
    assert instructions == [step.instruction for step in STEPS]
    assert "Hotel Nkwa" not in runner.asked[0][1]
    assert "Hotel Nkwa" in runner.asked[1][1]
    assert "entered" in runner.asked[2][1]


async def test_where_it_stands_is_on_disk_before_a_step_runs_and_after_it_ended() -> None:
    runner = Runner()
    await carried_out(runner)
    assert runner.order[:6] == ["save", "show", "run", "save", "show", "save"]
    assert runner.saved[0] == (["running", "pending", "pending"], [], "running")
    assert runner.saved[1] == (["done", "pending", "pending"], [], "running")


async def test_what_a_step_read_taints_all_that_follow() -> None:
    runner = Runner([OK, StepOutcome("read a mail", ok=True, taint=["read_mail"])])
    ended = await carried_out(runner, recorded(taint=["a forwarded message"]))
    assert [asked[3] for asked in runner.asked] == [
        ["a forwarded message"],
        ["a forwarded message"],
        ["a forwarded message", "read_mail"],
    ]
    assert ended.steps[1].taint == ("read_mail",)
    assert runner.saved[-1][1] == ["a forwarded message", "read_mail"]


async def test_a_failed_step_ends_the_run_and_can_be_run_again() -> None:
    runner = Runner([OK, StepOutcome("No calendar is connected.", ok=False, taint=["web"])])
    ended = await carried_out(runner)
    assert (ended.status, statuses(ended)) == ("failed", ["done", "failed", "pending"])
    again = Runner()
    resumed = await carried_out(again, recorded(ended.steps))
    assert (resumed.status, statuses(resumed)) == ("done", ["done"] * 3)
    assert [asked[0] for asked in again.asked] == ["plan:p1:1", "plan:p1:2"]
    assert again.asked[0][3] == ["web"]


@pytest.mark.parametrize(
    ("failure", "said"),
    [(ToolProblem("That calendar is read-only."), "That calendar is read-only."), (KeyError("x"), BROKE)],
)
async def test_an_error_is_a_failed_step_with_a_sentence(
    failure: Exception, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        ended = await carried_out(Runner([failure]))
    assert (ended.status, ended.steps[0].status, ended.steps[0].output) == ("failed", "failed", said)
    assert [getattr(record, "event", "") for record in caplog.records] == (["plan.step_broke"] if said == BROKE else [])


async def test_a_held_call_lets_the_plan_wait_for_its_user() -> None:
    runner = Runner([OK, OK, StepOutcome("waits for your OK", ok=False, held=["a1"])])
    ended = await carried_out(runner)
    assert (ended.status, statuses(ended)) == ("waiting", ["done", "done", "waiting"])
    still = await carried_out(again := Runner(), recorded(ended.steps))
    assert (still.status, again.asked) == ("waiting", [])
    decided = [*ended.steps[:2], ended.steps[2].done("sent")]
    assert (await carried_out(again, recorded(decided))).status == "done"
    assert again.asked == []


async def test_a_step_its_user_said_no_to_is_left_out() -> None:
    states = [StepState(STEPS[0]).waiting("asks").skipped(), StepState(STEPS[1]), StepState(STEPS[2])]
    runner = Runner()
    assert statuses(await carried_out(runner, recorded(states))) == ["skipped", "done", "done"]
    assert len(runner.asked) == 2


async def test_a_stop_within_a_step_ends_the_run_there() -> None:
    runner = Runner([OK, StepOutcome("", ok=False, taint=["web"], stopped=True)])
    ended = await carried_out(runner)
    assert (ended.status, statuses(ended)) == ("stopped", ["done", "pending", "pending"])
    assert ended.steps[1].taint == ("web",)
    assert runner.saved[-1][2] == "stopped"


async def test_a_stop_between_steps_begins_no_other() -> None:
    runner = Runner()
    ended = await carried_out(runner, executor=PlanExecutor(lambda: len(runner.asked) == 2))
    assert (ended.status, statuses(ended)) == ("stopped", ["done", "done", "pending"])


async def test_a_crash_goes_on_at_the_step_that_was_running() -> None:
    crashing = Runner()

    async def crash() -> None:
        if len(crashing.asked) == 2:
            raise asyncio.CancelledError

    crashing.while_running = crash
    with pytest.raises(asyncio.CancelledError):
        await carried_out(crashing)
    assert [state.status for state in crashing.states] == ["done", "running", "pending"]
    after = Runner()
    ended = await carried_out(after, recorded(crashing.states))
    assert (ended.status, [asked[0] for asked in after.asked]) == ("done", ["plan:p1:1", "plan:p1:2"])


async def test_a_failing_storage_ends_the_run_as_it_stands() -> None:
    runner = Runner([OK, StorageBusy()])
    with pytest.raises(StorageBusy):
        await carried_out(runner)
    assert runner.saved[-1][0] == ["done", "running", "pending"]


async def test_a_checklist_that_cannot_be_shown_stops_nothing() -> None:
    runner = Runner()

    async def unreachable(_: list[StepState]) -> None:
        raise DeliveryLater

    ended = await PlanExecutor().run(recorded(), runner=runner, progress=unreachable, save=runner.save)
    assert ended.status == "done"


async def test_a_plan_that_is_over_runs_nothing() -> None:
    states = [StepState(step).done("x") for step in STEPS]
    runner = Runner()
    assert (await carried_out(runner, recorded(states))).status == "done"
    assert runner.asked == []
