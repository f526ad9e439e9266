"""`embed-backfill`: everything findable by meaning, with a bar in a terminal and a line now and then elsewhere."""

import asyncio
from argparse import Namespace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services, build_services
from app.config import Settings
from app.interfaces.cli import embed_backfill
from app.interfaces.cli.embed_backfill import LOOP_LEASE, Progress, pace
from app.learning.backfill import BackfillStatus
from app.learning.embedding import ROWS_A_SECOND, Embedding
from app.models.embeddings import EmbeddedEmbedder, GeminiEmbedder
from tests.house import open_house, settings_in
from tests.learning.meanings import Meanings, Vectors


async def _notes(folder: Path, count: int) -> None:
    async with open_house(folder) as house:
        for number in range(count):
            await house.store.notes.add(
                house.owner.id, title="", content=f"note {number}", tags=[], source="user", turn_id=None, taint=[],
                at=house.clock.now(),
            )  # fmt: skip


async def _run(folder: Path, embedder: Meanings | None) -> int:
    async def build(settings: Settings, **_: Any) -> Services:
        return await build_services(settings, embedder=embedder)

    return await embed_backfill.run(settings_in(folder), build, Namespace())


async def test_everything_is_embedded_and_the_progress_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await _notes(tmp_path, 60)
    assert await _run(tmp_path, Meanings({})) == 0
    said = capsys.readouterr().out
    assert said.startswith("0 of 60\n24 of 60\n")
    assert said.endswith("All 60 texts are findable by meaning (meanings).\n")
    again = Meanings({})
    assert await _run(tmp_path, again) == 0
    assert again.asked == []


async def test_an_encoder_that_is_down_is_said_so_and_it_goes_on_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await _notes(tmp_path, 30)
    assert await _run(tmp_path, Meanings({}, broken=True)) == 1
    assert "30 texts are left" in capsys.readouterr().err
    assert await _run(tmp_path, Meanings({})) == 0


async def test_broken_off_it_keeps_what_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await _notes(tmp_path, 60)
    reached = asyncio.Event()

    class Stalling(Meanings):
        async def embed_passages(self, texts: Any) -> Vectors:
            if len(self.asked) >= 24:
                reached.set()
                await asyncio.Event().wait()
            return await super().embed_passages(texts)

    running = asyncio.create_task(_run(tmp_path, Stalling({})))
    await asyncio.wait_for(reached.wait(), 20)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert "What is done is kept" in capsys.readouterr().out
    later = Meanings({})
    assert await _run(tmp_path, later) == 0
    assert len(later.asked) == 36


async def test_where_a_server_does_it_this_only_watches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await _notes(tmp_path, 10)
    ours = Meanings({})
    async with open_house(tmp_path) as server:
        ttl = timedelta(minutes=5)
        await server.store.leases.acquire(LOOP_LEASE, "server", now=server.clock.now(), ttl=ttl)
        running = asyncio.create_task(_run(tmp_path, ours))
        theirs = Embedding(server.store, Meanings({}), server.clock, rows_a_second=1_000_000)
        async with asyncio.timeout(20):
            while await server.store.leases.get("embed-backfill") is None:
                await asyncio.sleep(0.05)
        await theirs.catch_up()
        assert await asyncio.wait_for(running, 20) == 0
    assert ours.asked == []
    assert "All 10 texts" in capsys.readouterr().out


async def test_without_an_encoder_it_says_that_it_is_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await _run(tmp_path, None) == 0
    assert "EMBEDDER=none" in capsys.readouterr().out


def test_in_a_terminal_the_bar_is_drawn_over_itself() -> None:
    drawn: list[str] = []
    progress = Progress(drawn.append, is_terminal=True)
    for embedded in (0, 500, 1_000):
        progress.show(BackfillStatus("running", "m", 1_000, embedded, 1_000 - embedded))
    progress.end(BackfillStatus("done", "m", 1_000, 1_000, 0))
    assert all(part.startswith("\r") for part in drawn[:-1])
    assert "█" * 15 + "░" * 15 + " 500 of 1,000" in drawn[1]
    assert drawn[-1] == "\n"


def test_an_encoder_elsewhere_is_asked_for_ten_rows_a_second_at_most() -> None:
    assert pace(GeminiEmbedder("k")) == ROWS_A_SECOND == 10
    assert pace(EmbeddedEmbedder()) > 1_000
