"""Figures for Prometheus: read by its own parser, behind the operator's secret, without a word of anybody's."""

from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from app.memory.repositories.usage import UsageDraft
from tests.house import tell
from tests.interfaces.web.house import START
from tests.routers.test_dashboard import SECRET, SHOWN, operator_of


async def test_it_is_read_by_prometheus_own_parser(tmp_path: Path) -> None:
    async with operator_of(tmp_path) as (house, browser):
        await tell(house, "my sister's name is Ama")
        await tell(house, "forget everything about Ama")
        call = UsageDraft(role="primary", model="m:1", input_tokens=10, output_tokens=5, cost=0.25, at=START)
        await house.store.usage.add_many("owner", "t1", [call, call])
        run = await house.store.loop_runs.start("reminders", START)
        await house.store.loop_runs.finish(run.id, status="failed", error="x", next_run_at=None, at=START)
        answer = await browser.get("/metrics", headers={"Authorization": f"Bearer {SECRET}"})
        assert answer.headers["content-type"].startswith("text/plain")
        samples = {
            (sample.name, *sorted(sample.labels.values())): sample.value
            for family in text_string_to_metric_families(answer.text)
            for sample in family.samples
        }
        assert samples["kwasi_turns_total", "cli", "done"] == 2
        assert samples["kwasi_model_calls_total", "m:1", "primary"] == 2
        assert samples["kwasi_model_cost_dollars_total", "m:1", "primary"] == 0.5
        assert samples["kwasi_model_tokens_total", "in", "m:1", "primary"] == 20
        assert samples["kwasi_loop_ok", "reminders"] == 0
        assert samples["kwasi_waiting", "approvals"] == 1
        assert samples["kwasi_waiting", "messages"] == 0
        assert "Ama" not in answer.text


async def test_it_asks_for_the_secret_and_is_off_without_one(tmp_path: Path) -> None:
    async with operator_of(tmp_path / "on") as (_, browser):
        assert (await browser.get("/metrics", headers=SHOWN)).status_code == 200
        assert (await browser.get("/metrics")).status_code == 401
        codes = [
            (await browser.get("/metrics", headers={"Authorization": "Bearer wrong"})).status_code for _ in range(8)
        ]
        assert (codes[0], codes[-1]) == (401, 429)
    async with operator_of(tmp_path / "off", secret=None) as (_, browser):
        assert (await browser.get("/metrics", headers=SHOWN)).status_code == 404
