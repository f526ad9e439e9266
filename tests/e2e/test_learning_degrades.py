"""Whatever fails behind the conversation, the conversation goes on; what was missed is made up for, and nothing is done twice."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ModelMessage, ModelResponse

from app.bootstrap.models import build_models
from app.bootstrap.services import Services
from app.clock import ManualClock, SystemClock
from app.config import Settings
from app.errors import StorageBusy
from app.learning.embedding import Embedding
from app.learning.extraction import extract_due
from app.learning.reflection import reflect_due
from app.learning.sessions import close_due
from app.learning.study import Study
from app.learning.summaries import summarise_due
from app.memory.adapters.sqlite import SqliteDatabase
from tests.house import FixedModels, Script, open_house, says, scripted, settings_in, tell
from tests.learning.meanings import Meanings

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
LATER = timedelta(days=2)
SAID = (
    "I moved to Kumasi last week with Ama",
    "we are looking for a school for Kofi there",
    "the flat in Kumasi has a garden",
)
LEARNERS: tuple[Callable[[Study], Awaitable[tuple[int, datetime | None]]], ...] = (
    extract_due,
    summarise_due,
    close_due,
    reflect_due,
)


def _answers(messages: list[ModelMessage]) -> ModelResponse:
    """One answer in which each learner finds its part."""
    quote = "the flat in Kumasi has a garden"
    fact = {"statement": "My flat in Kumasi has a garden", "kind": "bio", "confidence": 0.9, "quote": quote}
    said = {
        "topic": "Move to Kumasi",
        "summary": "You moved to Kumasi with Ama and look for a school for Kofi.",
        "profile": {"you": [{"text": "Lives in Kumasi with Ama", "from": ["t1"]}]},
        "facts": [{**fact, "turn": "t3", "message": 3}],
        "learnings": [{"kind": "learning", "content": "Kumasi comes first", "turn": "t1", "quote": "moved to Kumasi"}],
    }
    return says(json.dumps(said))


async def _hangs(_: list[ModelMessage]) -> ModelResponse:
    await asyncio.Event().wait()
    raise AssertionError


def _raises(failure: Exception) -> Script:
    def script(_: list[ModelMessage]) -> ModelResponse:
        raise failure

    return script


def _models(settings: Settings, behind: Script | None) -> FixedModels:
    offline = build_models(settings).offline
    return FixedModels(offline, offline, behind=scripted(behind) if behind else None)


async def _learn(house: Services, times: int = 2) -> None:
    for _ in range(times):
        for learner in LEARNERS:
            await learner(house.study)


async def _learned(house: Services) -> tuple[int, ...]:
    """How much there is of what learners make, facts apart: rules find some of them at once."""
    store, owner = house.store, house.owner.id
    return (
        len(await store.sessions.recent(owner, 50)),
        len([note for note in await store.notes.list(owner, limit=50) if note.source == "session"]),
        len(await store.learnings.list(owner, 50)),
        len({fact.statement for fact in await store.facts.current(owner)}) - len(await store.facts.current(owner)),
        int(await store.contexts.get(owner, "profile") is not None),
    )


@pytest.mark.parametrize(
    "failing",
    [
        None,
        _raises(ModelHTTPError(500, "m")),
        _raises(OSError("gone")),
        lambda _: says("Sorry, {what: are you"),
        lambda _: says('{"facts": 7, "profile": "x", "summary": null, "topic": [], "lines": {"a": 1}}'),
        lambda _: says(""),
    ],
)
async def test_a_model_behind_that_is_missing_or_broken_is_made_up_for_once(
    home: Settings, tmp_path: Path, failing: Script | None
) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, settings=home, clock=clock, models=_models(home, failing)) as house:
        for text in SAID:
            assert (await tell(house, text)).status == "done"
            await _learn(house, 1)
        clock.advance(timedelta(minutes=31))
        await _learn(house)
        assert (await tell(house, "add milk to my shopping list")).status == "done"
    clock.advance(LATER)
    for _ in range(2):
        async with open_house(tmp_path, settings=home, clock=clock, models=_models(home, _answers)) as house:
            await _learn(house)
            assert await _learned(house) == (2, 1, 1, 0, 1)


async def test_a_model_that_hangs_holds_up_no_message_and_no_end(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, learning_delay=0)
    models = _models(settings, _hangs)
    async with open_house(tmp_path, settings=settings, clock=SystemClock(), models=models) as house:
        runner = house.runner()
        runner.start()
        try:
            async with asyncio.timeout(20):
                for text in SAID:
                    assert (await tell(house, text)).status == "done"
                assert (await tell(house, "remind me in 1 second to stretch")).status == "done"
                while not await house.store.occurrences.list(house.owner.id, "reminder", "1"):
                    await asyncio.sleep(0.05)
        finally:
            async with asyncio.timeout(10):
                await runner.stop()
        assert await house.store.marks.get(house.owner.id, "extraction") is None


async def test_without_an_encoder_all_goes_on_and_it_is_made_up_for_later(home: Settings, tmp_path: Path) -> None:
    broken = Meanings({}, broken=True)
    async with open_house(tmp_path, settings=home, embedder=broken) as house:
        for text in SAID:
            assert (await tell(house, text)).status == "done"
        assert [hit.kind for hit in (await house.resources.recall.search(house.owner.id, "garden")).hits]
        embedding = Embedding(house.store, broken, house.clock, rows_a_second=1_000_000)
        assert await embedding.catch_up() == 0
        broken.broken = False
        assert await embedding.catch_up() > 0
        assert await embedding.catch_up() == 0


async def test_a_database_that_is_busy_for_a_moment_loses_and_doubles_nothing(tmp_path: Path) -> None:
    settings, clock = settings_in(tmp_path), ManualClock(NOON)
    database = SqliteDatabase(tmp_path / "kwasi.db", busy_seconds=1.0)
    models = _models(settings, _answers)
    async with open_house(tmp_path, settings=settings, clock=clock, models=models, database=database) as house:
        for text in SAID:
            await tell(house, text)
        clock.advance(LATER)
        other = sqlite3.connect(tmp_path / "kwasi.db", isolation_level=None, timeout=30, check_same_thread=False)
        await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")  # the house may be writing: it is let finish
        before = await _learned(house)
        for learner in (extract_due, close_due, reflect_due):
            with pytest.raises(StorageBusy):
                await learner(house.study)
        assert await _learned(house) == before == (0, 0, 0, 0, 0)
        other.execute("ROLLBACK")
        other.close()
        await _learn(house)
        assert await _learned(house) == (1, 1, 1, 0, 1)
        assert (await tell(house, "add milk to my shopping list")).status == "done"
