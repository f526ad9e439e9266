"""Texts become findable by meaning behind the foreground: each once per encoder, and none is ever in the way."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.learning.embedding import Embedding
from tests.house import open_house
from tests.learning.meanings import Meanings

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


async def _notes(house: Services, *texts: str) -> None:
    for text in texts:
        await house.store.notes.add(
            house.owner.id, title="", content=text, tags=[], source="user", turn_id=None, taint=[], at=NOON
        )


async def test_each_text_is_embedded_once(house: Services) -> None:
    embedder = Meanings({})
    embedding = Embedding(house.store, embedder, house.clock)
    await _notes(house, *(f"note {number}" for number in range(20)))
    assert await embedding.catch_up() == 20
    assert await embedding.catch_up() == 0
    await _notes(house, "one more")
    assert await embedding.catch_up() == 1
    assert len(embedder.asked) == len(set(embedder.asked)) == 21


async def test_another_encoder_is_the_same_work_again(house: Services) -> None:
    await _notes(house, "tea", "milk")
    assert await Embedding(house.store, Meanings({}, name="first"), house.clock).catch_up() == 2
    assert await Embedding(house.store, Meanings({}, name="second"), house.clock).catch_up() == 2
    hits = [
        await house.database.search_vectors(house.owner.id, [0, 0, 1], model=name, kinds=("note",), limit=5)
        for name in ("first", "second")
    ]
    assert [len(found) for found in hits] == [2, 2]


async def test_it_stops_at_its_share_and_goes_on_later(house: Services) -> None:
    await _notes(house, *(f"note {number}" for number in range(20)))
    embedding = Embedding(house.store, Meanings({}), house.clock)
    assert await embedding.catch_up(most=8) == 8
    assert await embedding.catch_up() == 12


async def test_without_an_encoder_there_is_nothing_to_do(house: Services) -> None:
    await _notes(house, "tea")
    assert await Embedding(house.store, None, house.clock).catch_up() == 0


async def test_an_encoder_that_fails_is_tried_again_the_next_time(house: Services) -> None:
    await _notes(house, "tea")
    embedder = Meanings({}, broken=True)
    embedding = Embedding(house.store, embedder, house.clock)
    assert await embedding.catch_up() == 0
    embedder.broken = False
    assert await embedding.catch_up() == 1


async def test_a_very_long_text_is_embedded_by_its_beginning(house: Services) -> None:
    embedder = Meanings({})
    await _notes(house, "word " * 10_000)
    await Embedding(house.store, embedder, house.clock).catch_up()
    assert len(embedder.asked[0]) == 2_000
