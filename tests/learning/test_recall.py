"""Finding what was stored: words and meaning fused, single rows and windows of talk."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.learning.embedding import Embedding
from app.learning.recall import Recall, fuse
from app.memory.records import Hit
from tests.house import open_house
from tests.learning.meanings import MEASURED, Meanings

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


def _recall(house: Services, embedder: Meanings | None = None) -> Recall:
    return Recall(house.database, house.store, embedder)


async def _note(house: Services, text: str) -> None:
    await house.store.notes.add(
        house.owner.id, title="", content=text, tags=[], source="user", turn_id=None, taint=[], at=NOON
    )


async def _said(
    house: Services, text: str, *, minutes: float = 0, at: datetime = NOON, taint: Sequence[str] = ()
) -> None:
    moment = at + timedelta(minutes=minutes)
    await house.store.turns.add(
        house.owner.id, id=uuid.uuid4().hex, channel="cli", text=text, reply="ok", status="done", route={},
        taint=list(taint), usage={}, model="", trace_id="", started_at=moment, finished_at=moment, messages=[],
    )  # fmt: skip


class Hanging(Meanings):
    """An encoder that never answers."""

    async def embed_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        await asyncio.sleep(60)
        return await super().embed_queries(texts)


def _hit(owner_id: str, *, minutes: int = 0) -> Hit:
    return Hit("note", owner_id, "text", NOON + timedelta(minutes=minutes), score=1.0)


def _order(hits: Sequence[Hit]) -> list[str]:
    return [hit.owner_id for hit in hits]


class TestFusing:
    """...makes one list of several."""

    def test_what_both_found_comes_first(self) -> None:
        assert _order(fuse([_hit("a"), _hit("b")], [_hit("c"), _hit("b")]))[0] == "b"

    def test_a_list_alone_stays_in_its_order(self) -> None:
        assert _order(fuse([_hit("a"), _hit("b"), _hit("c")], [])) == ["a", "b", "c"]

    def test_among_equals_the_newer_comes_first(self) -> None:
        assert _order(fuse([_hit("old")], [_hit("new", minutes=1)])) == ["new", "old"]

    def test_a_hit_comes_once(self) -> None:
        assert _order(fuse([_hit("a")], [_hit("a")])) == ["a"]


async def test_by_words_alone_when_there_is_no_encoder(house: Services) -> None:
    await _note(house, "the plumber is called Kojo")
    found = await _recall(house).search(house.owner.id, "plumber")
    assert [hit.text for hit in found.hits] == ["the plumber is called Kojo"]
    assert (found.by_words, found.by_meaning) == (True, False)


async def test_by_meaning_what_no_word_would_find(house: Services) -> None:
    await _note(house, "the plumber is called Kojo")
    embedder = Meanings({"the plumber is called Kojo": [1, 0, 0], "who fixes pipes": [0.9, 0.1, 0]})
    await Embedding(house.store, embedder, house.clock).catch_up()
    found = await _recall(house, embedder).search(house.owner.id, "who fixes pipes")
    assert [hit.text for hit in found.hits] == ["the plumber is called Kojo"]
    assert (found.by_words, found.by_meaning) == (False, True)


async def test_an_encoder_that_fails_costs_the_meaning_and_not_the_search(house: Services) -> None:
    await _note(house, "the plumber is called Kojo")
    found = await _recall(house, Meanings({}, broken=True)).search(house.owner.id, "plumber")
    assert found.by_words
    assert len(found.hits) == 1


async def test_an_encoder_that_hangs_is_not_waited_for(house: Services) -> None:
    await _note(house, "the plumber is called Kojo")
    found = await Recall(house.database, house.store, Hanging({}), patience=0.01).search(house.owner.id, "plumber")
    assert (found.by_words, found.by_meaning) == (True, False)


async def test_nobody_finds_another_users_notes_or_talk(house: Services) -> None:
    await _note(house, "the plumber is called Kojo")
    await _said(house, "the plumber comes on Monday")
    await house.store.users.add("kofi", name="Kofi", time_zone="UTC", zone_source="setting", locale="en-GB", at=NOON)
    embedder = Meanings({"the plumber is called Kojo": [1, 0, 0], "plumber": [1, 0, 0]})
    await Embedding(house.store, embedder, house.clock).catch_up()
    recall = _recall(house, embedder)
    assert (await recall.search("kofi", "plumber")).hits == []
    assert await recall.windows("kofi", "plumber") == []


async def test_what_is_no_longer_so_is_not_found_by_word_or_meaning(house: Services) -> None:
    for statement in ("I live in Accra", "I live in Kumasi"):
        await house.store.facts.add(
            house.owner.id, key="home", statement=statement, confidence=1.0, source="user", turn_id=None, taint=[],
            confirmed=True, at=NOON,
        )  # fmt: skip
        await Embedding(house.store, (embedder := Meanings({})), house.clock).catch_up()
    await _note(house, "the plumber lives in Accra")
    await house.store.notes.delete(house.owner.id, 1, NOON)
    found = await _recall(house, embedder).search(house.owner.id, "who lives in Accra")
    assert [hit.text for hit in found.hits] == ["I live in Kumasi"]


async def test_summaries_of_sessions_can_be_searched_alone(house: Services) -> None:
    await _note(house, "the plumber is called Kojo")
    await house.store.notes.add(
        house.owner.id, title="Summary: the plumber", content="Kojo comes on Monday.", tags=[], source="session",
        turn_id=None, taint=[], at=NOON,
    )  # fmt: skip
    recall = _recall(house)
    assert _order((await recall.search(house.owner.id, "plumber", kinds=("summary",))).hits) == ["2"]
    assert len((await recall.search(house.owner.id, "plumber", kinds=("note",))).hits) == 2


class TestWindows:
    """...are what was said, with what was said beside it."""

    async def test_a_turn_is_found_with_its_neighbours(self, house: Services) -> None:
        for text in ("good morning", "hello", "the boiler is loud", "call Kojo", "thanks", "bye"):
            await _said(house, text)
        [window] = await _recall(house).windows(house.owner.id, "boiler", limit=1)
        assert [turn.text for turn in window.turns] == ["hello", "the boiler is loud", "call Kojo"]
        assert window.found.text == "the boiler is loud"
        assert window.text.splitlines()[2] == "user: the boiler is loud"

    async def test_what_was_said_before_a_pause_is_no_neighbour(self, house: Services) -> None:
        await _said(house, "the boiler is loud")
        await _said(house, "what's the weather?", minutes=31)
        [window] = await _recall(house).windows(house.owner.id, "boiler")
        assert [turn.text for turn in window.turns] == ["the boiler is loud"]

    async def test_words_spread_over_neighbours_find_the_place(self, house: Services) -> None:
        await _said(house, "my sister called")
        await _said(house, "the wedding is in June", minutes=1)
        await _said(house, "another wedding", minutes=600)
        await _said(house, "my sister again", minutes=1200)
        [best, *_] = await _recall(house).windows(house.owner.id, "sister's wedding")
        assert [turn.text for turn in best.turns] == ["my sister called", "the wedding is in June"]

    async def test_a_named_month_decides_between_equals(self, house: Services) -> None:
        for month in (3, 5, 8):
            await _said(house, "we went hiking", at=NOON.replace(month=month))
        [best, *_] = await _recall(house).windows(house.owner.id, "where did we go hiking in May?")
        assert best.found.started_at.month == 5

    async def test_among_equals_the_newer_comes_first(self, house: Services) -> None:
        for day in (1, 2, 3):
            await _said(house, "we went hiking", at=NOON.replace(day=day))
        found = await _recall(house).windows(house.owner.id, "hiking")
        assert [window.found.started_at.day for window in found] == [3, 2, 1]

    async def test_meaning_finds_what_shares_no_word(self, house: Services) -> None:
        texts = ("it's raining", "Kojo fixed the pipes", "lunch was good")
        for number, text in enumerate(texts):
            await _said(house, text, minutes=60 * number)
        embedder = Meanings({"user: Kojo fixed the pipes\nassistant: ok": [1, 0, 0], "plumber": [1, 0.1, 0]})
        await Embedding(house.store, embedder, house.clock).catch_up()
        [best, *_] = await _recall(house, embedder).windows(house.owner.id, "plumber")
        assert best.found.text == "Kojo fixed the pipes"

    @pytest.mark.parametrize("embedder", [None, Meanings({}, broken=True)])
    async def test_words_alone_still_find(self, house: Services, embedder: Meanings | None) -> None:
        await _said(house, "the boiler is loud")
        assert len(await _recall(house, embedder).windows(house.owner.id, "boiler")) == 1

    async def test_sources_of_all_turns_are_named(self, house: Services) -> None:
        await _said(house, "what does the page say", taint=["web:page"])
        await _said(house, "and the boiler?", taint=["mail"])
        [window] = await _recall(house).windows(house.owner.id, "boiler")
        assert window.taint == ("web:page", "mail")

    @pytest.mark.parametrize("query", ["", "  ", "\x00", "(((", "the", "x" * 10_000])
    async def test_nothing_that_can_be_asked_breaks_it(self, house: Services, query: str) -> None:
        await _said(house, "the boiler is loud")
        assert len(await _recall(house, Meanings({})).windows(house.owner.id, query)) <= 1


async def test_how_near_texts_are_is_told_on_the_scale_of_all_encoders_or_not_at_all(house: Services) -> None:
    known = {"who fixes pipes": [1.0, 0, 0], "the plumber": [1.0, 0, 0], "the garden": [0, 1.0, 0]}
    recall = Recall(house.database, house.store, Meanings(known), calibrations=MEASURED)
    near = await recall.nearness("who fixes pipes", ["the plumber", "the garden"])
    assert near is not None
    assert near[0] > 0.9 > 0.1 > near[1]
    assert await _recall(house).nearness("who fixes pipes", ["the plumber"]) is None
    assert await _recall(house, Meanings({}, broken=True)).nearness("who fixes pipes", ["the plumber"]) is None
