"""`doctor`: one line a part, what is missing and what that switches off, and never a secret."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.conversation.holder import PRESENCE, this_process
from app.errors import EmbedderUnavailable
from app.interfaces.cli.doctor import CHECKS, Finding
from app.interfaces.telegram.duty import LEASE
from app.interfaces.telegram.status import REFUSED
from tests.e2e.commands import Machine
from tests.house import open_house, settings_in


async def _findings(folder: Path, *, embedder: Any = None, **settings: Any) -> dict[str, Finding]:
    async with open_house(folder, settings=settings_in(folder, **settings), embedder=embedder) as house:
        return {finding.part: finding for finding in [await check(house) for check in CHECKS]}


def test_a_bare_start_is_well_and_says_what_is_off(machine: Machine) -> None:
    said = machine.run("doctor")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert len(lines) == len(CHECKS)
    assert {line[0] for line in lines} <= {"✓", "–"}
    assert "MODEL_NAME" in said.out
    assert "API_TOKEN" in said.out
    assert str(machine.data) in said.out


def test_a_script_reads_the_same_as_json(machine: Machine) -> None:
    rows = json.loads(machine.run("doctor", "--json").out)
    assert {frozenset(row) for row in rows} == {frozenset({"part", "state", "says"})}
    assert {row["state"] for row in rows} <= {"ok", "off"}


def test_what_keeps_it_from_starting_is_one_broken_line(machine: Machine) -> None:
    said = machine.run("doctor", DATABASE_URL="postgresql://me:hidden@127.0.0.1:1/kwasi")
    assert said.code == 1
    assert said.out.startswith("✗ start")
    assert "hidden" not in said.read


async def test_no_secret_is_shown(tmp_path: Path) -> None:
    secret = "s3cret of the tests"
    secrets = {"api_token": secret, "dashboard_secret": secret, "openai_api_key": secret}
    findings = await _findings(tmp_path, **secrets)
    assert "s3cret" not in str(findings)
    assert {part: findings[part].state for part in ("page", "POST /message", "model")} == {
        "page": "ok",
        "POST /message": "ok",
        "model": "ok",
    }


async def test_a_chain_is_shown_to_its_end(tmp_path: Path) -> None:
    findings = await _findings(tmp_path, model_name="ollama:a", fallback_model_names="ollama:b")
    assert findings["model"].says == "ollama:a → ollama:b → offline"


async def test_an_encoder_that_cannot_work_is_broken(tmp_path: Path) -> None:
    class Broken:
        name, dimensions = "broken", 3

        async def embed_queries(self, texts: list[str]) -> Any:
            raise EmbedderUnavailable

    finding = (await _findings(tmp_path, embedder=Broken()))["search by meaning"]
    assert finding == Finding("search by meaning", "broken", EmbedderUnavailable().sentence)


async def test_a_running_server_is_named_by_its_address(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        name, now = f"{PRESENCE}:{this_process()}", house.clock.now()
        info = {"url": "http://127.0.0.1:8321"}
        await house.store.leases.acquire(name, this_process(), now=now, ttl=timedelta(seconds=60), info=info)
    assert (await _findings(tmp_path))["server"] == Finding("server", "ok", "http://127.0.0.1:8321")


@pytest.mark.parametrize(("error", "state"), [("", "ok"), ("disk on fire", "broken")])
async def test_background_work_is_as_well_as_its_last_run(tmp_path: Path, error: str, state: str) -> None:
    async with open_house(tmp_path) as house:
        now = house.clock.now()
        run = await house.store.loop_runs.start("reminders", now)
        status = "failed" if error else "ok"
        await house.store.loop_runs.finish(run.id, status=status, error=error, next_run_at=None, at=now)
    finding = (await _findings(tmp_path))["background work"]
    assert finding.state == state
    assert error in finding.says
    assert "reminders" in finding.says


async def test_telegram_is_off_until_it_has_a_token_and_then_tells_how_to_link_an_account(tmp_path: Path) -> None:
    assert (await _findings(tmp_path))["Telegram"].state == "off"
    found = (await _findings(tmp_path, telegram_bot_token="1:s3cret"))["Telegram"]
    assert (found.state, "link telegram" in found.says, "s3cret" in found.says) == ("ok", True, False)
    assert (
        "link telegram"
        not in (await _findings(tmp_path, telegram_bot_token="1:a", briefing_chat_id="7"))["Telegram"].says
    )


async def test_what_is_wrong_with_the_bot_is_read_from_the_process_that_runs_it(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, telegram_bot_token="1:a", briefing_chat_id="7")
    async with open_house(tmp_path, settings=settings) as house:
        lease = {"now": house.clock.now(), "ttl": timedelta(seconds=60), "info": {"status": REFUSED.sentence}}
        await house.store.leases.acquire(LEASE, this_process(), **lease)
        [found] = [row for row in [await check(house) for check in CHECKS] if row.part == "Telegram"]
    assert (found.state, found.says) == ("broken", REFUSED.sentence)


def test_where_nothing_has_begun_it_makes_nothing_and_says_so(machine: Machine) -> None:
    for arguments in (("doctor",), ("doctor", "--loops")):
        assert machine.run(*arguments).code == 0
        assert not machine.data.exists()
    said = machine.run("doctor").out
    assert f"nothing has begun in {machine.data} yet" in said
    assert "none yet; ./scripts/run makes it" in said
    assert "kwasi-doctor" not in said


def test_a_folder_that_is_everybodys_is_not_to_be_shut(machine: Machine) -> None:
    machine.data.mkdir()
    machine.data.chmod(0o1777)
    assert "nothing has begun" in machine.run("doctor").out
    assert machine.ask("hello").code == 0
    said = machine.run("doctor")
    assert "chmod" not in said.out
    assert f"{machine.data} is everybody's on this machine: set DATA_DIR to a folder of its own" in said.out
    assert machine.data.stat().st_mode & 0o7777 == 0o1777


def test_a_zone_in_a_commands_environment_is_for_that_run_alone(machine: Machine) -> None:
    assert "Asia/Tokyo (for this run, by its environment)" in machine.run("doctor", TIME_ZONE="Asia/Tokyo").out
    assert "Tokyo time" in machine.ask("what time is it?", TIME_ZONE="Asia/Tokyo").out
    told = machine.run("doctor", TIME_ZONE="").out
    assert "Tokyo" not in told
    assert "taken from this machine" in told
    machine.ask("hello", TIME_ZONE="", env_file=b"TIME_ZONE=Asia/Tokyo\n")
    assert "Asia/Tokyo (set)" in machine.run("doctor", TIME_ZONE="").out
    machine.ask("hello", TIME_ZONE="Africa/Accra")
    assert "Asia/Tokyo (set)" in machine.run("doctor", TIME_ZONE="").out
