"""A small share of the proof that the order of measurements never matters, on both engines; and two senders at once."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.repositories import repositories
from scripts.prove.health_orders import (
    START_MS,
    Deleted,
    Event,
    Sent,
    batches,
    differences,
    dump,
    model,
    orders,
    story,
    told,
)
from tests.memory.databases import Opener


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_a_story_ends_the_same_however_it_is_told(another: Opener, seed: int) -> None:
    rng = random.Random(seed)
    events = story(rng, 400)
    wanted = model(events)
    database = another()
    await database.open()
    for _, telling in orders(rng, events, 3):
        await told(database, batches(rng, telling, 60))
        assert await differences(database, wanted) == {}
        await start_over(database)
    await database.close()


async def start_over(database: Database) -> None:
    await repositories(database).health_samples.erase("ana")
    await database.execute("DELETE FROM health_state")
    await database.execute("DELETE FROM users")


async def test_two_who_send_at_once_leave_what_one_would(another: Opener) -> None:
    rng = random.Random(4)
    events = story(rng, 400)
    databases = [another(), another()]
    for database in databases:
        await database.open()
    await told(databases[0], iter(()))
    shares = [list(batches(rng, rng.sample(events, len(events)), 40)) for _ in databases]
    await asyncio.gather(*(told(database, iter(share)) for database, share in zip(databases, shares, strict=True)))
    assert await differences(databases[0], model(events)) == {}
    for database in databases:
        await database.close()


CLIENTS, VERSIONS = st.sampled_from("abc"), st.integers(0, 3)


@st.composite
def sent(draw: st.DrawFn) -> Sent:
    start = START_MS + 60_000 * draw(st.integers(0, 2))
    version = draw(VERSIONS)
    number = draw(st.sampled_from((60.0, 61.5)))
    return Sent(
        "heart_rate", draw(st.sampled_from(("watch", "ring"))), start, start, 0, number, draw(CLIENTS), version, "app"
    )


DELETED = st.builds(Deleted, CLIENTS, st.none() | VERSIONS)
EVENTS = st.lists(st.one_of(sent(), sent(), sent(), DELETED), max_size=14)


@settings(max_examples=40, deadline=None, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(events=EVENTS, sizes=st.lists(st.integers(1, 5), min_size=1, max_size=5), again=st.integers(0, 5))
def test_whatever_is_drawn_ends_as_the_model_says(
    runner: "Runner", events: list[Event], sizes: list[int], again: int
) -> None:
    runner.check([*events, *events[:again]], sizes)


class Runner:
    """One SQLite database for all examples, emptied after each."""

    def __init__(self, database: Database, loop: asyncio.AbstractEventLoop) -> None:
        self.database, self.loop = database, loop

    def check(self, events: list[Event], sizes: list[int]) -> None:
        self.loop.run_until_complete(self._check(events, sizes))

    async def _check(self, events: list[Event], sizes: list[int]) -> None:
        await told(self.database, _split(events, sizes))
        assert await differences(self.database, model(events)) == {}, await dump(self.database)
        await start_over(self.database)


def _split(events: list[Event], sizes: list[int]) -> Iterator[bytes]:
    at = 0
    for number in range(len(events)):
        size = sizes[number % len(sizes)]
        yield from batches(random.Random(0), events[at : at + size], size)
        at += size


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[Runner]:
    loop = asyncio.new_event_loop()
    database = SqliteDatabase(tmp_path / "drawn.db")
    loop.run_until_complete(database.open())
    yield Runner(database, loop)
    loop.run_until_complete(database.close())
    loop.close()
