"""A backfill is one job, whoever asks for it and however often; it ends by itself and leaves one encoder's vectors."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.learning.backfill import Backfill
from app.learning.embedding import Embedding
from tests.house import open_house
from tests.learning.meanings import Meanings

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        for number in range(20):
            await services.store.notes.add(
                services.owner.id,
                title="",
                content=f"note {number}",
                tags=[],
                source="user",
                turn_id=None,
                taint=[],
                at=NOON,
            )
        yield services


def _embedding(house: Services, embedder: Meanings) -> Embedding:
    return Embedding(house.store, embedder, house.clock, rows_a_second=1_000_000)


async def test_asked_for_twice_it_is_the_same_one_and_ends_by_itself(house: Services) -> None:
    embedder = Meanings({})
    backfill = Backfill(house.study, embedder)
    assert (await backfill.status()).status == "idle"
    first = await backfill.ask()
    again = await Backfill(house.study, embedder).ask()
    assert first == again
    assert (first.status, first.texts, first.embedded, first.left) == ("running", 20, 0, 20)
    embedding = _embedding(house, embedder)
    await embedding.catch_up(8)
    assert (await backfill.status()).left == 12
    assert (await backfill.status()).status == "running"
    await embedding.catch_up()
    done = await backfill.status()
    assert (done.status, done.embedded, done.left, done.asked_at) == ("done", 20, 0, "")


async def test_it_goes_on_in_another_process(house: Services) -> None:
    await Backfill(house.study, Meanings({})).ask()
    await _embedding(house, Meanings({})).catch_up(8)
    later = Meanings({})
    await _embedding(house, later).catch_up()
    assert len(later.asked) == 12
    assert (await Backfill(house.study, later).status()).status == "done"


async def test_a_new_encoder_takes_the_place_of_the_old_one_once_it_is_through(house: Services) -> None:
    await _embedding(house, Meanings({}, name="old")).catch_up()
    new = Meanings({}, name="new")
    await Backfill(house.study, new).ask()
    await _embedding(house, new).catch_up(8)
    assert await house.store.embeddings.count("old") == 20  # searches work with it until then
    await _embedding(house, new).catch_up()
    assert await house.store.embeddings.count("old") == 0
    assert await house.store.embeddings.count("new") == 20


async def test_unasked_nothing_of_another_encoder_is_removed(house: Services) -> None:
    await _embedding(house, Meanings({}, name="theirs")).catch_up()
    await _embedding(house, Meanings({}, name="ours")).catch_up()
    assert await house.store.embeddings.count("theirs") == await house.store.embeddings.count("ours") == 20


async def test_an_encoder_that_is_down_leaves_the_job_standing(house: Services) -> None:
    await _embedding(house, Meanings({}, name="old")).catch_up()
    broken = Meanings({}, name="new", broken=True)
    backfill = Backfill(house.study, broken)
    await backfill.ask()
    assert await _embedding(house, broken).catch_up() == 0
    assert (await backfill.status()).status == "running"
    assert await house.store.embeddings.count("old") == 20


async def test_without_an_encoder_there_is_nothing_to_ask_for(house: Services) -> None:
    assert (await Backfill(house.study, None).ask()).as_dict()["status"] == "off"
