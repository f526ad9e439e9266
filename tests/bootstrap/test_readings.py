"""With Google's key alone, search by meaning is Google's: measured once and not at each start, and a dead one is in nobody's way."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import repeat
from pathlib import Path
from typing import Any

from app.bootstrap.readings import StoredReadings
from app.bootstrap.services import Services
from app.config import Settings
from app.models.embeddings import GeminiEmbedder, sent_to
from tests.fakes.vendors.gemini_embedding import GeminiEmbedding
from tests.fakes.vendors.script import Hang, Say, Step
from tests.fakes.vendors.server import KEY, VendorServer, vendor
from tests.house import open_house, tell

MEANT = "whatever became of the thing with the plumber"  # no keyword tells where it belongs


@asynccontextmanager
async def _gemini(step: Step) -> AsyncIterator[VendorServer]:
    async with vendor(GeminiEmbedding()) as server:
        server.steps = repeat(step)
        yield server


@asynccontextmanager
async def _house(home: Settings, server: VendorServer) -> AsyncIterator[Services]:
    """The key chooses the encoder; the offline model answers."""
    named = {"embedder": "auto", "google_api_key": KEY, "google_base_url": server.url, "model_name": "offline"}
    given = {
        name: value for name, value in home.model_dump().items() if name in ("data_dir", "time_zone", "database_url")
    }
    async with open_house(Path(), settings=Settings(**{**given, **named})) as house:  # type: ignore[arg-type]
        yield house


def _texts(server: VendorServer) -> int:
    return sum(len(asked.body["requests"]) for asked in server.asked)


async def test_what_was_measured_of_an_encoder_outlives_a_start(home: Settings) -> None:
    async with _gemini(Say("")) as server:
        async with _house(home, server) as house:
            assert isinstance(house.embedder, GeminiEmbedder)
            assert "Google" in sent_to(house.embedder)
            await house.resources.router.prepare()
            assert (await house.resources.router.route(MEANT)).scores
        measured = _texts(server)
        async with _house(home, server) as house:
            assert (await house.resources.router.route(MEANT)).scores
        assert measured > 100
        assert _texts(server) - measured == 1  # the message itself


async def test_a_dead_encoder_is_asked_by_one_message_and_delays_no_other(home: Settings) -> None:
    async with _gemini(Hang()) as server, _house(home, server) as house:
        for number in range(3):
            assert (await tell(house, f"{MEANT}, number {number}")).status == "done"
        assert len(server.asked) == 1


async def test_a_reading_is_kept_per_encoder_and_kind(home: Settings, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=home) as house:
        rows, clock = house.store.encoder_readings, house.clock
        anchors, other = StoredReadings(rows, clock, "anchors"), StoredReadings(rows, clock, "calibration")
        await anchors.save("gemini:1", b"first")
        await other.save("gemini:1", b"other")
        await anchors.save("gemini:2", b"second")
        kept: list[Any] = [await anchors.load("gemini:1"), await anchors.load("gemini:2"), await other.load("gemini:1")]
    assert kept == [None, b"second", b"other"]
