"""The tools for workers: setting one to work, seeing who there are, letting one go with all that is its own."""

from dataclasses import dataclass, field, replace

import pytest

from app.deps import AgentDeps
from app.errors import NotFound, ToolProblem
from app.memory.records import Worker
from app.tools.waking import wake_me
from app.tools.workers import MAX_MESSAGE, NO_WORKERS, TOOLS, dismiss_worker, invoke_worker_agent, list_workers
from tests.tools.conftest import NOON, Desk


@dataclass
class Recorder:
    """Writes down whom it was to set to work."""

    asked: list[tuple[str, str, str]] = field(default_factory=list)

    async def invoke(self, deps: AgentDeps, name: str, message: str, purpose: str) -> str:
        """One sentence."""
        self.asked.append((name, message, purpose))
        return f"{name}: done."


async def _take_on(desk: Desk, name: str, **changes: object) -> Worker:
    workers, user = desk.deps.store.workers, desk.deps.user.id
    worker = await workers.add(user, name=name, purpose=f"{name}'s work", turn_id=None, taint=[], at=NOON)
    row = {"running_summary": "", "status": "idle", "question": {}, "taint": [], "at": NOON, **changes}
    await workers.update(user, worker.id, **row)
    return worker


def _as_worker(desk: Desk, name: str) -> Desk:
    return Desk(replace(desk.deps, worker=name))


async def test_one_is_set_to_work_with_the_message(desk: Desk) -> None:
    recorder = Recorder()
    busy = Desk(replace(desk.deps, workers=recorder))
    assert await invoke_worker_agent(busy.ctx, "Ama", " go ", "plants") == "Ama: done."
    await invoke_worker_agent(busy.ctx, "Ama", "x" * 9_000)
    assert recorder.asked[0] == ("Ama", "go", "plants")
    assert len(recorder.asked[1][1]) == MAX_MESSAGE


async def test_a_worker_sets_nobody_to_work(desk: Desk) -> None:
    with pytest.raises(ToolProblem, match="can't set other workers"):
        await invoke_worker_agent(desk.ctx, "Ama", "go")


async def test_nothing_to_do_is_asked_back(desk: Desk) -> None:
    busy = Desk(replace(desk.deps, workers=Recorder()))
    with pytest.raises(ToolProblem, match="What is Ama to do"):
        await invoke_worker_agent(busy.ctx, "Ama", "  ")


async def test_they_are_shown_with_what_they_do_wait_for_and_when_they_wake(desk: Desk) -> None:
    assert await list_workers(desk.ctx) == NO_WORKERS
    await _take_on(desk, "Ama", running_summary="- old\n- watered the ferns", taint=["mail"])
    await _take_on(desk, "Kofi", status="waiting", question={"question": "Which?"})
    await _take_on(desk, "Esi", status="working")
    await wake_me(_as_worker(desk, "Ama").ctx, "water them", "every Monday at 9")
    shown = await list_workers(desk.ctx)
    ama, last, kofi, esi = shown.splitlines()
    assert ama == "- Ama: Ama's work. Idle. Wakes: every Monday at 09:00, next Monday 23 November at 09:00 (#1)."
    assert last == "  Last: watered the ferns"
    assert kofi == '- Kofi: Kofi\'s work. Waits for your answer to "Which?".'
    assert esi == "- Esi: Esi's work. At work."
    assert desk.deps.taint.sources == ["mail"]
    assert "Esi's work. Idle" in await list_workers(desk.later(hours=2).ctx)


async def test_one_that_goes_takes_its_wake_ups_with_it(desk: Desk) -> None:
    worker = await _take_on(desk, "Ama")
    own = _as_worker(desk, "Ama")
    await wake_me(own.ctx, "look", "tomorrow at 9")
    prepare = TOOLS[2].prepare
    assert prepare is not None
    pinned, summary = await prepare(desk.deps, {"worker": "ama"})
    assert pinned == {"worker": f"#{worker.id}"}
    assert summary == "dismiss Ama for good (1 wake-up)"
    done = await dismiss_worker(desk.ctx, pinned["worker"])
    assert done.text == "Ama is dismissed, and its 1 wake-up cancelled."
    assert done.undo is None
    assert await desk.deps.store.workers.list(desk.deps.user.id) == []
    assert await desk.deps.store.scheduled_tasks.list(desk.deps.user.id) == []


async def test_one_that_is_not_there_is_not_let_go(desk: Desk) -> None:
    await _take_on(desk, "Ama")
    with pytest.raises(NotFound, match="Ama"):
        await dismiss_worker(desk.ctx, "Kofi")
