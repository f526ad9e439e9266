"""`doctor`: one line a part, what is missing and what that switches off, and never a secret."""

import asyncio
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.conversation.holder import PRESENCE, this_process
from app.errors import EmbedderUnavailable
from app.interfaces.cli.doctor import CHECKS, Finding
from app.interfaces.pushed.duty import lease_of
from app.interfaces.telegram.status import OUTAGE, REFUSED
from tests.e2e import bad_model
from tests.e2e.bad_model import http
from tests.e2e.commands import Machine
from tests.fakes.bot_api.running import bot_api_process
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
    secrets = {"api_token": secret, "page_password": secret, "openai_api_key": secret}
    findings = await _findings(tmp_path, **secrets)
    assert "s3cret" not in str(findings)
    assert {part: findings[part].state for part in ("page", "POST /message", "model")} == {
        "page": "ok",
        "POST /message": "ok",
        "model": "off",  # a tick is for what answered, and here nothing is tried
    }


async def test_a_chain_is_shown_to_its_end(tmp_path: Path) -> None:
    findings = await _findings(tmp_path, model_name="ollama:a", fallback_model_names="ollama:b")
    assert findings["model"].says == "ollama:a: not tried; then ollama:b: not tried; then offline"


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
        lease = {
            "now": house.clock.now(),
            "ttl": timedelta(seconds=60),
            "info": {"status": REFUSED.sentence, "wrong": True},
        }
        await house.store.leases.acquire(lease_of("telegram"), this_process(), **lease)
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


OK = {
    "id": "c1",
    "object": "chat.completion",
    "created": 1,
    "model": "good",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "OK"}, "finish_reason": "stop"}],
}


def _serves(asked: dict[str, Any]) -> bytes:
    """One model answers, one has no credit, any other isn't there."""
    if asked["model"] == "good":
        return http("200 OK", json.dumps(OK).encode())
    status = "402 Payment Required" if asked["model"] == "poor" else "404 Not Found"
    return http(status, b'{"error": {"message": "secret sk-123 at 10.0.0.1", "code": "x"}}')


def _rows(machine: Machine, *options: str, **settings: str) -> tuple[int, dict[str, dict[str, str]]]:
    said = machine.run("doctor", "--json", *options, **settings)
    assert said.err == ""
    return said.code, {row["part"]: row for row in json.loads(said.out)}


def test_the_models_are_tried_and_only_what_answers_gets_a_tick(machine: Machine) -> None:
    machine.ask("hello")  # before a first start there is nowhere to keep how it went
    with bad_model.serving(_serves) as server:
        chain = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "sk-of-the-tests", "MODEL_NAME": "local:good"}
        code, well = _rows(machine, **chain)
        assert (code, well["model"]["state"], well["model"]["says"]) == (0, "ok", "local:good: answers; then offline")
        assert (well["background models"]["says"], well["prices"]["state"]) == ("the same", "ok")
        assert "runs with you and costs nothing" in well["prices"]["says"]
        others = {"MINI_MODEL_NAME": "local:none", "FALLBACK_MODEL_NAMES": "local:poor"}
        code, ill = _rows(machine, **chain, **others)
        _, later = _rows(machine, "--offline", **chain, **others)
        asked = len(server.asked)
    assert (code, ill["model"]["state"], ill["background models"]["state"]) == (1, "broken", "broken")
    assert "local:good: answers; before that, last answered just now" in ill["model"]["says"]
    assert "credit or quota is used up" in ill["model"]["says"]
    assert "no model called “none”. Set MINI_MODEL_NAME" in ill["background models"]["says"]
    assert "last failed just now (there is no such model)" in later["background models"]["says"]
    assert asked == 4  # of those that are in two roles, one call; and none offline
    assert "sk-" not in str((well, ill, later))
    assert "10.0.0.1" not in str((well, ill, later))


def test_a_model_that_hangs_keeps_the_doctor_no_longer_than_its_patience(machine: Machine) -> None:
    with bad_model.serving(lambda _: None) as server:
        code, rows = _rows(machine, OPENAI_BASE_URL=server.url, MODEL_NAME="local:a", MODEL_TIMEOUT="600")
    assert (code, rows["model"]["state"]) == (1, "broken")
    assert "no answer within 8 seconds" in rows["model"]["says"]


def test_the_default_model_of_a_key_is_named(machine: Machine) -> None:
    _, rows = _rows(machine, "--offline", GOOGLE_API_KEY="a key of the tests")
    assert rows["model"]["says"].startswith("google:gemini-2.5-flash: not tried")
    assert "GOOGLE_API_KEY chose it; MODEL_NAME names another" in rows["model"]["says"]
    assert "google:gemini-3.1-flash-lite-preview $0.25 in, $1.50 out" in rows["prices"]["says"]


def test_a_model_without_a_price_is_a_question(machine: Machine) -> None:
    named = {"ANTHROPIC_API_KEY": "a key of the tests", "MODEL_NAME": "anthropic:claude-of-tomorrow"}
    code, rows = _rows(machine, "--offline", **named)
    assert (code, rows["prices"]["state"]) == (0, "off")
    assert (
        "no price is known for anthropic:claude-of-tomorrow: is the name right? I count $3.00 in"
        in rows["prices"]["says"]
    )


async def test_the_bots_token_is_tried(machine: Machine) -> None:
    async with bot_api_process() as telegram:
        known = {"TELEGRAM_API_URL": telegram.url, "TELEGRAM_BOT_TOKEN": telegram.token, "BRIEFING_CHAT_ID": "7"}
        code, well = await asyncio.to_thread(_rows, machine, **known)
        wrong = known | {"TELEGRAM_BOT_TOKEN": "999:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}
        bad, refused = await asyncio.to_thread(_rows, machine, **wrong)
    gone, unreached = await asyncio.to_thread(_rows, machine, **known)
    assert (code, well["Telegram"]["state"], well["Telegram"]["says"][0]) == (0, "ok", "@")
    assert (bad, refused["Telegram"]) == (1, {"part": "Telegram", "state": "broken", "says": REFUSED.sentence})
    assert (gone, unreached["Telegram"]["says"]) == (1, OUTAGE.sentence)
    assert telegram.token not in str((well, refused, unreached))
