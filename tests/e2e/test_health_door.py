"""The real server and the real commands: a phone is paired, sends, and its person sees what came; a full disk is told as one."""

import json
import re
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.commands import Machine

pytestmark = pytest.mark.slow


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def pulse(at: datetime, value: int = 58) -> dict[str, Any]:
    return {
        "metric": "heart_rate",
        "start": at.isoformat(),
        "value": value,
        "unit": "bpm",
        "device": "Galaxy Watch6",
        "client_id": f"pulse {at:%H%M%S}",
    }


def test_a_phone_is_paired_sends_and_is_seen(machine: Machine) -> None:
    server = machine.start("serve", PORT="0")
    try:
        url = server.url
        assert "No measurement has come yet" in machine.run("health").out
        paired = json.loads(machine.run("health", "pair", "--name", "Pixel 8", "--json").out)
        assert paired["url"] == url.rstrip("/")
        assert paired["uri"].startswith("kwasi://pair?v=1&url=http%3A%2F%2F127.0.0.1%3A")
        [warning] = paired["warnings"]
        assert "a phone can't reach it" in warning
        now = datetime.now(UTC)
        batch = {"samples": [pulse(now - timedelta(minutes=n)) for n in (1, 2)], "sent_at": now.isoformat()}
        with httpx.Client(base_url=url, headers={"X-Health-Secret": paired["secret"]}, timeout=30) as phone:
            assert phone.post("health/ingest", json=batch).json()["counts"]["stored"] == 2
            assert phone.post("health/ingest", json=batch).json()["counts"]["unchanged"] == 2
            seen = machine.run("health", "status").out
            assert seen.startswith("The last measurement came just now.")
            assert re.search(r"heart rate +2 +today \d\d:\d\d +just now +Galaxy Watch6", seen)
            assert "“Pixel 8”" in seen
            assert "health" in machine.run("doctor").out
            assert machine.run("health", "unpair", str(paired["id"])).code == 0
            assert phone.post("health/ingest", json=batch).status_code == 401
        assert machine.run("health", "erase", "--metric", "pulse", "--yes").out.endswith(
            "Erased 2 measurements of heart rate.\n"
        )
    finally:
        server.end()


def test_a_full_disk_is_told_and_nothing_stays(machine: Machine) -> None:
    """No file may grow beyond eight megabytes: the database doesn't, and an archive would."""
    server = machine.start("serve", PORT="0", HEALTH_SECRET="a secret of my own", largest_file=8_000_000)
    try:
        archive = machine.home / "archive.zip"
        with zipfile.ZipFile(archive, "w") as packed:
            packed.writestr("a", bytes(12_000_000))
        with httpx.Client(base_url=server.url, headers={"X-Health-Secret": "a secret of my own"}, timeout=60) as phone:
            told = phone.post(
                "health/backfill", content=archive.read_bytes(), headers={"Content-Type": "application/zip"}
            )
            assert (told.status_code, told.json()["code"]) == (507, "storage_full")
            assert list((machine.data / "health-archives").iterdir()) == []
            assert phone.get("health/status").status_code == 200
    finally:
        server.end()
