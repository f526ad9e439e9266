"""`doctor --loops`: all the background work there is, a line each."""

import json
from datetime import timedelta
from pathlib import Path

from app.clock import ManualClock
from app.interfaces.cli.loops import LoopLine, loop_lines, written
from app.loops.table import LOOPS
from tests.e2e.commands import Machine
from tests.house import open_house, settings_in
from tests.loops.test_table import NOON, ROWS


async def _lines(folder: Path, **settings: str) -> dict[str, LoopLine]:
    async with open_house(folder, settings=settings_in(folder, **settings), clock=ManualClock(NOON)) as house:
        return {line.name: line for line in await loop_lines(house)}


async def test_every_loop_has_its_line(tmp_path: Path) -> None:
    assert [*await _lines(tmp_path)] == [loop.name for loop in LOOPS]


async def test_what_is_switched_off_says_so(tmp_path: Path) -> None:
    lines = await _lines(tmp_path, briefing_time="", reflection_time="")
    assert {lines[name].next for name in ("daily briefing", "reflection", "embedding")} == {"off"}


async def test_the_last_run_and_the_next_are_told_on_the_owners_clock(tmp_path: Path) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        run = await house.store.loop_runs.start("reminders", NOON)
        later = NOON + timedelta(minutes=5)
        await house.store.loop_runs.finish(run.id, status="ok", error="", next_run_at=later, at=NOON)
    line = (await _lines(tmp_path))["reminders"]
    assert (line.last, line.next, line.problem) == ("Wed 10 Mar 13:00", "Wed 10 Mar 13:05", "")


async def test_a_routine_is_told_by_the_owners_schedule(tmp_path: Path) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        await ROWS["routines"].function(house.ground)
    line = (await _lines(tmp_path))["daily briefing"]
    assert (line.last, line.next) == ("", "Thu 11 Mar 09:00")


async def test_what_went_wrong_last_stands_under_its_line(tmp_path: Path) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        run = await house.store.loop_runs.start("sessions", NOON)
        await house.store.loop_runs.finish(run.id, status="failed", error="disk on fire", next_run_at=None, at=NOON)
        lines = await loop_lines(house)
    assert "✗ sessions" in written(lines)
    assert "disk on fire" in written(lines)


def test_a_script_reads_it_as_json(machine: Machine) -> None:
    said = machine.run("doctor", "--loops", "--json")
    assert said.code == 0
    assert [row["name"] for row in json.loads(said.out)] == [loop.name for loop in LOOPS]
    assert machine.run("doctor", "--loops").out.count("✓") == len(LOOPS)
