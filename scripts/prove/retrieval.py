#!/usr/bin/env python3
"""Does the product find what was said? Evidence found by `Recall`, on long conversations with questions that others wrote.

    retrieval.py FOLDER [--engine sqlite|postgres] [--cache DIR] [--parts]

FOLDER holds `locomo_dev.json` (Maharana et al. 2024): conversations of two people in sessions, and questions with the turns that
hold the answer. Categories 1 to 4 count; the fifth asks for what was never said. The conversations are stored as turns through the
product's repositories, embedded by the product's `Embedding`, and asked of the product's `Recall.windows`.

How a conversation becomes turns, which it is not: every message is the text of one turn, written "Name: text", with an empty reply; who of
the two speaks makes no difference. A session's turns are a minute apart, from the moment its header names. Pictures and their captions
are left out. So a window of three turns is three messages.

A hit at k: one of the first k windows holds a turn named as evidence. No turn stands in two windows, so k windows are at most
3k turns: equal text for every way that is compared. Each way is measured (a) with a database for each conversation, (b) with all of them
in one, each another user's, (c) as one user's. The parameters were chosen on the first two conversations; the other three are
shown apart. --parts measures what each part adds. Vectors are kept in DIR (a temporary folder by default) between runs. Ends with 1
when the aims are missed.
"""

import argparse
import asyncio
import hashlib
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.bootstrap.storage import build_database
from app.clock import SystemClock
from app.config import Settings
from app.learning.embedding import Embedding
from app.learning.recall import Recall
from app.learning.windows import WEIGHTS, Neighbourhood, Weights, Window
from app.memory.ports import Database
from app.memory.records import Hit
from app.memory.repositories import Repositories, repositories
from app.models.embeddings import EmbeddedEmbedder, Embedder
from scripts.prove.engines import ENGINES, storage_of
from scripts.prove.locomo import Said, Talk, read_talks

AIMS = {5: 0.85, 10: 0.92}
CHOSEN_ON = 2  # conversations
EVERYBODY = "everybody"
Vectors = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Outcome:
    """The place of the first window that holds evidence, counted from 1; 0 where none does."""

    talk: str
    category: int
    place: int


class Remembering:
    """The product's encoder, whose answers are kept in a folder: a second run embeds nothing."""

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        """The folder is made where it does not exist."""
        self.name, self.dimensions = embedder.name, embedder.dimensions
        self._embedder = embedder
        self._file = folder / f"{self.name}.npz"
        folder.mkdir(parents=True, exist_ok=True)
        self._known: dict[str, Vectors] = dict(np.load(self._file)) if self._file.exists() else {}

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions."""
        return np.stack([await self._one("q", text) for text in texts])

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of what is stored."""
        return np.stack([await self._one("p", text) for text in texts])

    def keep(self) -> None:
        """Write what was learned."""
        np.savez(self._file, **self._known)  # pyright: ignore[reportArgumentType] - the names are ours

    async def _one(self, role: str, text: str) -> Vectors:
        key = role + hashlib.sha256(text.encode()).hexdigest()
        if key not in self._known:
            embed = self._embedder.embed_queries if role == "q" else self._embedder.embed_passages
            self._known[key] = (await embed([text]))[0]
        return self._known[key]


@asynccontextmanager
async def stored(talks: Sequence[Talk], embedder: Embedder, *, one_user: bool, engine: str) -> AsyncIterator[Any]:
    """A database of its own that holds these conversations, in the order in which they were said, embedded."""
    with storage_of(engine) as settings:
        database = build_database(Settings(**settings))
        await database.open()
        try:
            store = repositories(database)
            users = {talk.name: EVERYBODY if one_user else talk.name for talk in talks}
            for user in sorted(set(users.values())):
                await store.users.add(
                    user, name=user, time_zone="UTC", zone_source="setting", locale="en", at=datetime.now(UTC)
                )
            everything = [(said, users[talk.name]) for talk in talks for said in talk.said]
            async with database.transaction():
                for said, user in sorted(everything, key=lambda pair: pair[0].at):
                    await _store(store, user, said)
            embedding = Embedding(store, embedder, SystemClock(), rows_a_second=100_000)
            while await embedding.catch_up(most=10_000):
                pass
            yield database, store, users
        finally:
            await database.close()


async def _store(store: Repositories, user: str, said: Said) -> None:
    await store.turns.add(
        user,
        id=said.id,
        channel="chat",
        text=said.text,
        reply="",
        status="done",
        route={},
        taint=[],
        usage={},
        model="",
        trace_id="",
        started_at=said.at,
        finished_at=said.at,
        messages=[],
    )


async def ask(recall: Recall, talks: Sequence[Talk], users: dict[str, str]) -> tuple[list[Outcome], list[float]]:
    """Every question; what came of it, and how many seconds each took."""
    outcomes, seconds = [], []
    for talk in talks:
        for question in talk.questions:
            start = time.perf_counter()
            windows = await recall.windows(users[talk.name], question.text, limit=max(AIMS))
            seconds.append(time.perf_counter() - start)
            held = [any(turn.id in question.evidence for turn in window.turns) for window in windows]
            place = held.index(True) + 1 if True in held else 0
            outcomes.append(Outcome(talk.name, question.category, place))
    return outcomes, seconds


class OneByOne:
    """Ways to search that know no windows: single turns as `find` ranks them, each shown with its neighbours."""

    def __init__(self, store: Repositories, find: Callable[[str, str, int], Awaitable[list[Hit]]]) -> None:
        """`find` takes user, query and how many."""
        self._store = store
        self._find = find

    async def windows(self, user_id: str, query: str, *, limit: int) -> list[Window]:
        """The same cut as the product's, so that only the ranking differs."""
        hits = await self._find(user_id, query, 4 * limit)
        found = await self._store.places.of(user_id, [], [hit.owner_id for hit in hits])
        number = {place.id: place.number for place in found}
        beside = {one for place in found for one in (place.before, place.after) if one} - set(number.values())
        talk = Neighbourhood(found, await self._store.places.at(user_id, sorted(beside)))
        scores = {number[hit.owner_id]: -float(rank) for rank, hit in enumerate(hits)}
        cut = talk.cut(scores, limit)
        rows = await self._store.places.turns(user_id, [one for numbers in cut.values() for one in numbers])
        turns = {row.number: row for row in rows}
        return [
            Window(tuple(turns[one] for one in numbers), turns[number], scores[number])
            for number, numbers in cut.items()
        ]


def ways(database: Database, store: Repositories, embedder: Embedder) -> dict[str, Any]:
    """What is compared, simplest first; each way has one thing more than the one above it. The last is the product."""

    async def by_words(user_id: str, query: str, limit: int) -> list[Hit]:
        return await database.search_words(user_id, query, kinds=("turn",), limit=limit)

    async def by_meaning(user_id: str, query: str, limit: int) -> list[Hit]:
        [vector] = await embedder.embed_queries([query])
        return await database.search_vectors(
            user_id, vector.tolist(), model=embedder.name, kinds=("turn",), limit=limit
        )

    async def fused(user_id: str, query: str, limit: int) -> list[Hit]:
        return (await Recall(database, store, embedder).search(user_id, query, kinds=("turn",), limit=limit)).hits

    words = Weights(sitting=0, date=0, ordinary=0)
    return {
        "words, single turns": OneByOne(store, by_words),
        "meaning, single turns": OneByOne(store, by_meaning),
        "both by rank, single turns": OneByOne(store, fused),
        "words of the window": Recall(database, store, None, weights=words),
        "+ meaning, plain cosines": Recall(database, store, embedder, weights=replace(words, meaning=40)),
        "+ less what is ordinary": Recall(database, store, embedder, weights=replace(WEIGHTS, sitting=0, date=0)),
        "+ the sitting": Recall(database, store, embedder, weights=replace(WEIGHTS, date=0)),
        "+ dates = the product": Recall(database, store, embedder),
        "the product, words alone": Recall(database, store, None),
    }


async def measure(args: argparse.Namespace, talks: Sequence[Talk], embedder: Remembering) -> bool:
    """Print the tables; whether the product reached the aims (a)."""
    print(f"{sum(len(talk.said) for talk in talks)} messages, {sum(len(talk.questions) for talk in talks)} questions")
    alone: dict[str, list[Outcome]] = {}
    for talk in talks:
        await collect(alone, args, [talk], embedder, one_user=False)
    show("(a) a database for each conversation", alone, talks)
    for title, one_user in (("(b) one database, a user each", False), ("(c) one database, one user", True)):
        together: dict[str, list[Outcome]] = {}
        await collect(together, args, talks, embedder, one_user=one_user)
        show(title, together, talks)
    product = alone["+ dates = the product"]
    for category in (1, 2, 3, 4):
        print(f"category {category}: {_line([one for one in product if one.category == category])}")
    return all(hit_rate(product, most) >= aim for most, aim in AIMS.items())


async def collect(
    into: dict[str, list[Outcome]],
    args: argparse.Namespace,
    talks: Sequence[Talk],
    embedder: Remembering,
    *,
    one_user: bool,
) -> None:
    """Ask every question every way."""
    async with stored(talks, embedder, one_user=one_user, engine=args.engine) as (database, store, users):
        embedder.keep()
        for name, way in ways(database, store, embedder).items():
            if args.parts or "product" in name:
                outcomes, seconds = await ask(way, talks, users)
                into.setdefault(name, []).extend(outcomes)
                if len(talks) > 1:
                    print(f"  {name}: median {statistics.median(seconds) * 1000:.1f} ms", file=sys.stderr)


def hit_rate(outcomes: Sequence[Outcome], most: int) -> float:
    """The share of questions with evidence among the first `most` windows."""
    return sum(0 < outcome.place <= most for outcome in outcomes) / max(1, len(outcomes))


def show(title: str, found: dict[str, list[Outcome]], talks: Sequence[Talk]) -> None:
    """One line a way: all, those the parameters were chosen on, the others."""
    chosen = {talk.name for talk in talks[:CHOSEN_ON]}
    print(f"\n{title}\n{'hit@5 / hit@10':34}{'all':>14}{'chosen on':>14}{'the others':>14}")
    for name, outcomes in found.items():
        first = [one for one in outcomes if one.talk in chosen]
        others = [one for one in outcomes if one.talk not in chosen]
        print(f"{name:34}" + "".join(f"{_line(part):>14}" for part in (outcomes, first, others)))


def _line(outcomes: Sequence[Outcome]) -> str:
    return " / ".join(f"{100 * hit_rate(outcomes, most):.1f}" for most in AIMS)


def main() -> int:
    """Run from the shell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="holds locomo_dev.json")
    parser.add_argument("--engine", choices=ENGINES, default="sqlite", help="on which database (sqlite)")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "kwasi-retrieval")
    parser.add_argument("--parts", action="store_true", help="measure what each part adds")
    args = parser.parse_args()
    embedder = Remembering(EmbeddedEmbedder(), args.cache)
    return 0 if asyncio.run(measure(args, read_talks(args.folder), embedder)) else 1


if __name__ == "__main__":
    sys.exit(main())
