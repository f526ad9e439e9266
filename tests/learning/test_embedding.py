"""Texts become findable by meaning behind the foreground: each once per encoder, and none is ever in the way."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.errors import EmbedderBusy, EmbedderUnavailable
from app.learning.embedding import Embedding
from tests.house import open_house
from tests.learning.meanings import Meanings, Vectors

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


def _embedding(house: Services, embedder: Meanings | None) -> Embedding:
    """One that does not wait between texts."""
    return Embedding(house.store, embedder, house.clock, rows_a_second=1_000_000)


async def _found(house: Services, model: str = "meanings") -> list[str]:
    hits = await house.database.search_vectors(house.owner.id, [0, 0, 1], model=model, kinds=("note",), limit=50)
    return sorted(hit.text for hit in hits)


async def test_each_text_is_embedded_once(house: Services) -> None:
    embedder = Meanings({})
    embedding = _embedding(house, embedder)
    await _notes(house, *(f"note {number}" for number in range(20)))
    assert await embedding.catch_up() == 20
    assert await embedding.catch_up() == 0
    await _notes(house, "one more")
    assert await embedding.catch_up() == 1
    assert len(embedder.asked) == len(set(embedder.asked)) == 21


async def test_another_encoder_is_the_same_work_again(house: Services) -> None:
    await _notes(house, "tea", "milk")
    assert await _embedding(house, Meanings({}, name="first")).catch_up() == 2
    assert await _embedding(house, Meanings({}, name="second")).catch_up() == 2
    hits = [
        await house.database.search_vectors(house.owner.id, [0, 0, 1], model=name, kinds=("note",), limit=5)
        for name in ("first", "second")
    ]
    assert [len(found) for found in hits] == [2, 2]


async def test_it_stops_at_its_share_and_goes_on_later(house: Services) -> None:
    await _notes(house, *(f"note {number}" for number in range(20)))
    embedding = _embedding(house, Meanings({}))
    assert await embedding.catch_up(most=8) == 8
    assert await embedding.catch_up() == 12


async def test_without_an_encoder_there_is_nothing_to_do(house: Services) -> None:
    await _notes(house, "tea")
    assert await _embedding(house, None).catch_up() == 0


async def test_an_encoder_that_fails_is_tried_again_the_next_time(house: Services) -> None:
    await _notes(house, "tea")
    embedder = Meanings({}, broken=True)
    embedding = _embedding(house, embedder)
    assert await embedding.catch_up() == 0
    embedder.broken = False
    assert await embedding.catch_up() == 1


async def test_a_very_long_text_is_embedded_by_its_beginning(house: Services) -> None:
    embedder = Meanings({})
    await _notes(house, "word " * 10_000)
    await _embedding(house, embedder).catch_up()
    assert len(embedder.asked[0]) == 2_000


async def test_a_text_that_changes_while_it_is_embedded_keeps_no_vector_of_the_old_one(house: Services) -> None:
    await _notes(house, "tea")
    [note] = await house.store.notes.list(house.owner.id, limit=1)

    class Changing(Meanings):
        async def embed_passages(self, texts: Sequence[str]) -> Vectors:
            if "tea" in texts:
                await house.store.notes.update(
                    house.owner.id, note.id, title="", content="coffee", tags=[], taint=None, at=NOON
                )
            return await super().embed_passages(texts)

    embedder = Changing({"tea": [0, 0, 1], "coffee": [0, 1, 0]})
    assert await _embedding(house, embedder).catch_up() == 2
    hits = await house.database.search_vectors(house.owner.id, [0, 1, 0], model="meanings", kinds=(), limit=5)
    assert [(hit.text, round(hit.score, 2)) for hit in hits] == [("coffee", 1.0)]


async def test_a_text_that_is_gone_meanwhile_is_no_failure(house: Services) -> None:
    await _notes(house, "tea", "milk")
    tea, milk = reversed(await house.store.notes.list(house.owner.id, limit=2))

    class Removing(Meanings):
        async def embed_passages(self, texts: Sequence[str]) -> Vectors:
            await house.store.notes.delete(house.owner.id, tea.id, NOON)
            return await super().embed_passages(texts)

    await _embedding(house, Removing({})).catch_up()
    assert await _found(house) == ["milk"]
    assert milk.content == "milk"


async def test_one_text_that_the_encoder_fails_on_does_not_hold_up_the_rest(house: Services) -> None:
    await _notes(house, *(f"note {number}" for number in range(12)), "poison")

    class Choosy(Meanings):
        async def embed_passages(self, texts: Sequence[str]) -> Vectors:
            if "poison" in texts:
                raise EmbedderUnavailable
            return await super().embed_passages(texts)

    embedding = _embedding(house, Choosy({}))
    await embedding.catch_up()
    assert len(await _found(house)) == 12
    assert await embedding.catch_up() == 0  # and it is not asked for again and again


async def test_many_texts_are_done_at_no_more_than_ten_a_second(tmp_path: Path) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        await _notes(house, *(f"note {number}" for number in range(16)))
        started = asyncio.get_running_loop().time()
        assert await Embedding(house.store, Meanings({}), house.clock).catch_up() == 16
        assert asyncio.get_running_loop().time() - started >= 1.5  # a lower bound: a slow machine passes too


async def test_a_server_that_has_too_much_to_do_costs_no_text_its_vector(house: Services) -> None:
    """Asked for too fast, a remote encoder refuses whatever it is asked: that says nothing of the text."""

    class Busy(Meanings):
        busy = True

        async def embed_passages(self, texts: Sequence[str]) -> Vectors:
            if self.busy:
                raise EmbedderBusy
            return await super().embed_passages(texts)

    embedder = Busy({})
    embedding = _embedding(house, embedder)
    await _notes(house, "tea", "milk")
    assert await embedding.catch_up() == 0
    embedder.busy = False
    assert await embedding.catch_up() == 2
