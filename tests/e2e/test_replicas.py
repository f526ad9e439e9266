"""Two real processes on one Postgres: what comes due, comes in and goes out is done once, whichever of them dies."""

import asyncio
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.config import Settings
from app.interfaces.pushed.duty import lease_of
from tests.e2e.running import Program
from tests.fakes.bot_api import TOKEN, Tester, bot_api
from tests.house import open_house
from tests.interfaces.telegram.house import ANA
from tests.postgres import PostgresServer

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_of_two_processes_that_are_killed_in_turn_nothing_is_missed_and_nothing_doubled(
    postgres_server: PostgresServer,
) -> None:
    with postgres_server.database() as url:
        command = [sys.executable, "-m", "scripts.prove.replicas", "--kills", "4", "--users", "6", "--postgres", url]
        storm = subprocess.run(command, capture_output=True, text=True, check=False, timeout=400, cwd=REPOSITORY)
    assert storm.returncode == 0, storm.stdout + storm.stderr
    assert "on one machine: 4 kills" in storm.stdout


@pytest.mark.slow
async def test_two_processes_with_one_bot_fetch_and_deliver_once_and_the_second_takes_over(
    tmp_path: Path, migrated_postgres_url: str
) -> None:
    settings = Settings(data_dir=tmp_path, database_url=SecretStr(migrated_postgres_url), embedder="none")
    async with bot_api() as api, open_house(tmp_path, settings=settings) as house:
        told = {
            "DATABASE_URL": migrated_postgres_url,
            "EMBEDDER": "none",
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_API_URL": api.url,
            "TELEGRAM_JOINING_WINDOW": "0",
            "BRIEFING_CHAT_ID": str(ANA),
        }
        programs = [Program(tmp_path / name, settings=told) for name in ("one", "two")]
        try:
            for program in programs:
                program.folder.mkdir()
                await program.start()
            await _said_once(house, api, "before")
            await (await _on_duty(house, programs)).end(signal.SIGKILL)
            await _said_once(house, api, "after")
        finally:
            for program in programs:
                await program.end()
        assert 409 not in {call["outcome"] for call in await api.calls("getUpdates")}


async def _said_once(house: Services, api: Tester, mark: str) -> None:
    """Reminders come due and messages come in at once; each is said, and each once."""
    texts = [f"{mark} {number}" for number in range(8)]
    for number, text in enumerate(texts):
        now = datetime.now(UTC)
        await house.store.reminders.add(
            house.owner.id,
            text=text,
            due_at=now + timedelta(seconds=number / 4),
            local_start="2027-01-01T00:00:00",
            time_zone="UTC",
            rule=None,
            turn_id=None,
            taint=[],
            at=now,
        )
    await house.database.nudge("work")
    for number in range(3):
        await api.person(ANA).says(f"add {mark} thing {number} to my list")
    for text in texts:
        await api.until_said(ANA, text, seconds=60)
    await api.until_said(ANA, f"{mark} thing 2", seconds=60)
    await asyncio.sleep(1)
    shown = [message.text for message in await api.said(ANA)]
    assert [sum(text in one for one in shown) for text in texts] == [1] * len(texts)
    assert [sum(f"{mark} thing {number}" in one for one in shown) for number in range(3)] == [1, 1, 1]


async def _on_duty(house: Services, programs: list[Program]) -> Program:
    """The one whose bot it is."""
    lease = await house.store.leases.get(lease_of("telegram"))
    assert lease is not None
    [found] = [one for one in programs if one.process and f"|{one.process.pid}|" in lease.holder]
    return found
