"""The page on health says what the code does: every metric, every code a sender can meet, and an example that really is taken."""

import json
import re
from pathlib import Path

from pydantic import AliasChoices

from app.health.metrics import BY_NAME, METRICS
from app.health.models import Batch, Sample
from app.routers import errors, health, packed, secret, upload

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/health.md").read_text("utf-8")
_RAISED = re.compile(r'(?:Unfit|Refusal|BatchRefused)\(\s*"(\w+)"')


def test_every_metric_stands_in_the_table_with_its_units() -> None:
    for metric in METRICS:
        units = ", ".join(f"`{unit}`" for unit in (metric.unit, *metric.units))
        lasts = f"{metric.longest // 3600} h" if metric.longest else "a moment"
        assert f"| `{metric.name}` | {units} | {metric.low:g}–{metric.high:g} | {lasts} |" in PAGE, metric.name


def test_every_second_name_is_listed_and_names_one_thing() -> None:
    metrics = [other for metric in METRICS for other in metric.also]
    assert len({*metrics, *BY_NAME}) == len(metrics) + len(BY_NAME)
    choices = [field.validation_alias for field in Sample.model_fields.values()]
    fields = [name for one in choices if isinstance(one, AliasChoices) for name in one.choices]
    assert len(fields) == 10
    assert [name for name in (*metrics, *fields) if f"`{name}`" not in PAGE] == []


def test_every_code_a_sender_can_meet_is_explained() -> None:
    raised = {
        code
        for name in ("checks", "extra", "ingest", "wire")
        for code in _RAISED.findall((ROOT / f"app/health/{name}.py").read_text("utf-8"))
    }
    doors = (
        health.WRONG_SECRET,
        secret.SLOWER,
        health.NOT_JSON,
        packed.BROKEN,
        packed.CUT_OFF,
        packed.UNKNOWN_ENCODING,
    )
    doors += (upload.NOT_A_ZIP, upload.NO_FILE, upload.WRONG_TYPE)
    raised |= {code for _, code, _ in doors} | {"too_large", "storage_full", "storage_busy"}
    assert len(raised) > 25
    assert [code for code in sorted(raised) if f"`{code}`" not in PAGE] == []
    assert {code for _, code in errors.STATUS.values()} >= {"storage_full", "storage_busy", "storage_unavailable"}


def test_the_example_is_a_batch() -> None:
    [example] = re.findall(r"-d '(\{.*?\})'\n", PAGE, re.DOTALL)
    batch = Batch.model_validate_json(example)
    assert [len(batch.samples), len(batch.deletions)] == [2, 1]
    assert json.loads(example)["samples"][1]["value"] == 900
