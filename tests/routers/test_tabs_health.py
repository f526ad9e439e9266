"""Health over HTTP: what was measured as pictures and figures, where it came from, and how to begin."""

import re
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

import httpx

from app.bootstrap.services import Services
from app.memory.repositories.health_samples import SampleDraft
from tests.routers.test_tabs import page_of


def sample(
    metric: str, start: datetime, number: float, minutes: float = 0, device: str = "Galaxy Watch6"
) -> SampleDraft:
    began = round(start.timestamp() * 1000)
    return SampleDraft(
        metric=metric,
        device=device,
        start_ms=began,
        end_ms=began + round(minutes * 60_000),
        zone_offset=0,
        number=number,
        detail={"stages": [], "score": None} if metric == "sleep_session" else None,
        client_id=uuid.uuid4().hex,
        version=1,
    )


@asynccontextmanager
async def measured(folder: Path, *, days: int = 40) -> AsyncIterator[tuple[Services, httpx.AsyncClient]]:
    """A house whose owner wears a watch."""
    async with page_of(folder) as (house, browser):
        now = house.clock.now()
        drafts = list[SampleDraft]()
        for back in range(days):
            day = now - timedelta(days=back)
            drafts += [
                sample("steps", day - timedelta(hours=1), 8_000 + back, 30),
                sample("resting_heart_rate", day - timedelta(hours=3), 58),
            ]
            drafts.append(sample("sleep_session", day - timedelta(hours=10), 420, 420))
        await house.store.health_samples.put_many("owner", drafts, now)
        yield house, browser


async def test_nothing_measured_says_how_to_begin(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (_, browser):
        shown = (await browser.get("/measurements")).text
        assert "./scripts/run health import" in shown
        assert "./scripts/run health pair" in shown
        assert (await browser.get("/measurements/chart.svg")).status_code == 404


async def test_a_metric_is_drawn_over_a_time(tmp_path: Path) -> None:
    async with measured(tmp_path) as (_, browser):
        for metric, words in (
            ("steps", "Steps"),
            ("sleep_session", "Sleep"),
            ("resting_heart_rate", "Resting heart rate"),
        ):
            for days in (7, 30, 90, 365):
                shown = (await browser.get(f"/measurements?metric={metric}&days={days}")).text
                assert f">{words}</h2>" in shown
                for source in re.findall(r'(?:src|srcset)="(/measurements/chart\.svg[^"]+)"', shown):
                    drawn = await browser.get(source.replace("&amp;", "&"))
                    assert drawn.status_code == 200
                    assert drawn.text.startswith("<svg")
                    assert "sandbox" in drawn.headers["content-security-policy"]
                    assert words in drawn.text


async def test_the_newest_of_each_stands_against_what_is_usual(tmp_path: Path) -> None:
    async with measured(tmp_path) as (_, browser):
        shown = (await browser.get("/measurements")).text
        for words in ("8,000 steps", "58 bpm", "7 h", "usually", "Galaxy Watch6", "In words"):
            assert words in shown, words
        assert not re.search(r"<script(?![^>]*src=)|\son\w+=|style=", shown)


async def test_phones_and_imports_are_told(tmp_path: Path) -> None:
    async with measured(tmp_path) as (house, browser):
        store, now = house.store, house.clock.now()
        await store.health_senders.add("owner", name="<b>Pixel</b>", digest="d", at=now)
        progress = {"upload": True, "files": [1, 4], "percent": 25.0}
        counts = {"read": 1000, "kept": 900, "doubled": 90, "set_aside": 0, "refused": 10}
        await store.health_backfills.add(
            "owner", name="samsung.zip", path="x", progress=progress, counts=counts, at=now
        )
        shown = (await browser.get("/measurements")).text
        assert "&lt;b&gt;Pixel&lt;/b&gt;" in shown
        assert "has sent nothing yet" in shown
        assert "samsung.zip" in shown
        assert "900 kept, 90 there already, 10 refused, of 1,000 read" in shown


async def test_what_an_address_makes_up_is_no_metric(tmp_path: Path) -> None:
    async with measured(tmp_path, days=3) as (_, browser):
        for query in ("metric=<b>", "metric=weight", "days=9999", "metric=steps&days=-1", "metric=steps&days=٣"):
            answer = await browser.get(f"/measurements?{query}")
            assert answer.status_code == 200, query
            assert "<b>&" not in answer.text


async def test_nobody_elses_measurements_are_shown(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        now = house.clock.now()
        await house.store.users.add("ben", name="Ben", time_zone="UTC", zone_source="user", locale="en", at=now)
        await house.store.health_samples.put_many("ben", [sample("weight", now, 91.5, device="Bens Scale")], now)
        await house.store.health_senders.add("ben", name="Bens phone", digest="d", at=now)
        shown = (await browser.get("/measurements")).text
        assert "Nothing was measured yet." in shown
        assert "Ben" not in shown


async def test_the_picture_needs_a_session(tmp_path: Path) -> None:
    async with page_of(tmp_path, signed_in=False) as (_, browser):
        assert (await browser.get("/measurements/chart.svg?metric=steps")).status_code == 401
