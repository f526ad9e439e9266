"""From the phone's post to the answer in the terminal: the program as it runs, and figures that a count by hand confirms."""

import re
import signal
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.running import Program

pytestmark = pytest.mark.slow
SECRET = "a secret of the tests, long enough to be one"
# Minutes of (light, deep, REM, awake) of the nights to today, yesterday and so on; None is a night without the watch.
NIGHTS = (
    (240, 60, 90, 20),
    (200, 80, 100, 10),
    None,
    (250, 50, 70, 40),
    (230, 70, 95, 5),
    (210, 60, 80, 15),
    (260, 75, 110, 25),
)
STEPS = (1_200, 6_400, 7_100, 5_300, 9_800, 4_200, 8_000)


@pytest.fixture
async def program(tmp_path: Path) -> AsyncIterator[Program]:
    """The program in Accra, where the day is that of UTC."""
    program = Program(tmp_path, {"HEALTH_SECRET": SECRET, "API_TOKEN": SECRET})
    await program.start()
    yield program
    await program.end(signal.SIGKILL)


def _samples(midnight: datetime) -> list[dict[str, Any]]:
    """A week of sleep and steps as the bridge sends it."""
    found: list[dict[str, Any]] = []
    for back, (night, steps) in enumerate(zip(NIGHTS, STEPS, strict=True)):
        day = midnight - timedelta(days=back)
        if night is not None:
            found.append(_sleep(day - timedelta(minutes=sum(night)), night))
        if back:
            walk = {"metric": "steps", "value": steps, "unit": "count"}
            found.append({**walk, **_of(day + timedelta(hours=9), day + timedelta(hours=10), f"walk-{back}")})
    return found


def _sleep(start: datetime, night: tuple[int, int, int, int]) -> dict[str, Any]:
    stages, begin = [], start
    for name, minutes in zip(("light", "deep", "rem", "awake"), night, strict=True):
        end = begin + timedelta(minutes=minutes)
        stages.append({"stage": name, "start": begin.isoformat(), "end": end.isoformat()})
        begin = end
    return {"metric": "sleep_session", "detail": {"stages": stages}, **_of(start, begin, f"sleep-{start:%d}")}


def _of(start: datetime, end: datetime, client_id: str) -> dict[str, Any]:
    times = {"start": start.isoformat(), "end": end.isoformat(), "zone_offset_seconds": 0}
    return {**times, "device": "Galaxy Watch6", "client_id": client_id, "version": 1}


def _said(minutes: float) -> str:
    hours, rest = divmod(round(minutes), 60)
    return f"{hours} h {rest:02} min" if rest else f"{hours} h"


async def _ask(program: Program, text: str) -> str:
    """The answer, as anything on this machine gets it."""
    async with httpx.AsyncClient(timeout=60) as client:
        answer = await client.post(f"{program.url}message", json={"text": text}, headers={"X-API-Token": SECRET})
    return answer.json()["reply"]


async def test_what_a_phone_sent_is_answered_with_figures_that_are_right(program: Program) -> None:
    assert "`./scripts/run health pair`" in await _ask(program, "how did I sleep this week?")
    now = datetime.now(UTC)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    async with httpx.AsyncClient() as phone:
        sent = await phone.post(
            f"{program.url}health/ingest", json={"samples": _samples(midnight)}, headers={"X-Health-Secret": SECRET}
        )
    assert sent.status_code == 200
    assert sent.json()["counts"]["stored"] == 12

    asleep = {back: sum(night[:3]) for back, night in enumerate(NIGHTS) if night is not None}
    told = await _ask(program, "how did I sleep in the last 7 days?")
    assert f"{_said(sum(asleep.values()) / len(asleep))} a night on average over 6 nights" in told
    for back, minutes in asleep.items():
        day = (midnight - timedelta(days=back)).date()
        name = "today" if not back else f"{day:%a} {day.day}"
        assert re.search(rf"^- {name}.*: \S+ {_said(minutes)} \(", told, re.MULTILINE), (name, told)
    assert "Without data" in told

    week = {back: minutes for back, minutes in asleep.items() if back <= midnight.weekday()}
    mean = sum(week.values()) / len(week)
    this_week = await program.run("ask", "how did I sleep this week?")
    assert f"{_said(mean)} {'a night on average' if midnight.weekday() else 'asleep'}" in this_week

    steps = await _ask(program, "how many steps did I take yesterday?")
    assert steps.splitlines()[0].endswith(": 6,400.")
    assert "Last night: 6 h 30 min asleep" in await _ask(program, "how did I sleep last night?")
    snapshot = await _ask(program, "how am I doing?")
    assert "- Sleep: 6 h 30 min last night" in snapshot


async def test_a_wrong_secret_changes_nothing_of_the_answer(program: Program) -> None:
    samples = _samples(datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0))
    async with httpx.AsyncClient() as phone:
        sent = await phone.post(
            f"{program.url}health/ingest", json={"samples": samples}, headers={"X-Health-Secret": "no"}
        )
    assert sent.status_code == 401
    assert "No health data has come in yet" in await _ask(program, "how did I sleep?")
