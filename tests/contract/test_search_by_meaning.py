"""The search by meaning in a store that several people share, on both engines, against a plain comparison with everything."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

import pytest

from app.memory.ports import Database
from app.memory.repositories import Repositories
from tests.memory.databases import NOON

DIMENSIONS = 12
KINDS = ["turn"] * 12 + ["note"] * 3 + ["journal"]  # as uneven as in life


@dataclass(frozen=True)
class Kept:
    """A vector of somebody's."""

    user: str
    kind: str
    owner_id: str
    vector: list[float]


def somewhere(rng: random.Random, middle: Sequence[float], spread: float) -> list[float]:
    return [part + rng.gauss(0, spread) for part in middle]


async def share_a_store(house: Repositories) -> list[Kept]:
    """ana has much around three subjects; ben has little around another, and one stray text among hers."""
    rng = random.Random(11)
    subjects = [somewhere(rng, [0.0] * DIMENSIONS, 1.0) for _ in range(4)]
    kept = [Kept("ana", KINDS[n % len(KINDS)], str(n), somewhere(rng, subjects[n % 3], 0.3)) for n in range(180)] + [
        Kept("ben", "note", str(n), somewhere(rng, subjects[3 if n else 0], 0.3)) for n in range(9)
    ]
    for row in kept:
        await house.documents.put(row.user, row.kind, row.owner_id, f"{row.user} {row.owner_id}", NOON)
        await house.embeddings.put(
            row.user, row.kind, row.owner_id, model="m", dimensions=DIMENSIONS, vector=row.vector
        )
    return kept


def cosines(kept: Sequence[Kept], user: str, kinds: Sequence[str], asked: Sequence[float]) -> dict[str, float]:
    """How near each of somebody's rows of these kinds is, by kind and id."""

    def unit(vector: Sequence[float]) -> list[float]:
        length = sum(part * part for part in vector) ** 0.5
        return [part / length for part in vector]

    mine = [row for row in kept if row.user == user and (not kinds or row.kind in kinds)]
    return {f"{row.kind} {row.owner_id}": sum(map(mul, unit(row.vector), unit(asked))) for row in mine}


@pytest.mark.parametrize("kinds", [[], ["turn"], ["note"], ["journal"], ["note", "journal"], ["task"]])
async def test_what_is_nearest_is_found_whoever_else_and_whatever_else_is_near(
    house: Repositories, database: Database, kinds: list[str]
) -> None:
    kept, rng = await share_a_store(house), random.Random(12)
    for user in ("ana", "ben", "ana"):
        asked = somewhere(rng, [0.0] * DIMENSIONS, 1.0)
        hits = await database.search_vectors(user, asked, model="m", kinds=kinds, limit=25)
        mine = cosines(kept, user, kinds, asked)
        found = [mine[f"{hit.kind} {hit.owner_id}"] for hit in hits]
        assert len({(hit.kind, hit.owner_id) for hit in hits}) == len(hits)
        assert found == pytest.approx(sorted(mine.values(), reverse=True)[:25], abs=2e-3)  # stored in half precision
        assert all(hit.text == f"{user} {hit.owner_id}" for hit in hits)


async def test_what_was_removed_or_written_lately_counts_at_once(house: Repositories, database: Database) -> None:
    kept = await share_a_store(house)
    asked = kept[0].vector
    await database.search_vectors("ana", asked, model="m", kinds=[], limit=1)
    await house.documents.remove("ana", kept[0].kind, "0")
    await house.documents.put("ana", "note", "new", "ana new", NOON)
    vector = [2 * part for part in asked]
    await house.embeddings.put("ana", "note", "new", model="m", dimensions=DIMENSIONS, vector=vector)
    [first] = await database.search_vectors("ana", asked, model="m", kinds=[], limit=1)
    assert first.owner_id == "new"
    hits = await database.search_vectors("ana", asked, model="m", kinds=[], limit=200)
    assert len(hits) == 180
    assert "turn 0" not in {f"{hit.kind} {hit.owner_id}" for hit in hits}


async def test_a_hit_in_a_huge_text_brings_its_beginning(house: Repositories, database: Database) -> None:
    text = "wide é🥛 " * 100_000
    await house.documents.put("ana", "note", "1", text, NOON)
    await house.embeddings.put("ana", "note", "1", model="m", dimensions=2, vector=[1.0, 0.0])
    [hit] = await database.search_vectors("ana", [1.0, 0.0], model="m", kinds=[], limit=1)
    assert text.startswith(hit.text)
    assert 2_000 <= len(hit.text) <= 10_000
