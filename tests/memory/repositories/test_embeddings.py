"""Vectors and the search by meaning, on both engines."""

import math
import random

import pytest

from app.errors import StorageError
from app.memory.ports import Database
from app.memory.repositories import Repositories
from tests.memory.rows_of_ana import write


async def test_the_nearest_meaning_comes_first_with_its_cosine(house: Repositories, database: Database) -> None:
    await write(house, "north", "east", "north-east")
    for owner, vector in (("0", [0.0, 5.0]), ("1", [3.0, 0.0]), ("2", [1.0, 1.0])):
        await house.embeddings.put("ana", "note", owner, model="m", dimensions=2, vector=vector)
    hits = await database.search_vectors("ana", [0.0, 0.1], model="m", kinds=[], limit=3)
    assert [hit.text for hit in hits] == ["north", "north-east", "east"]
    assert [hit.score for hit in hits] == pytest.approx([1.0, math.sqrt(0.5), 0.0], abs=2e-3)
    assert [hit.text for hit in await database.search_vectors("ana", [1, 0], model="m", kinds=["note"], limit=1)] == [
        "east"
    ]
    assert await database.search_vectors("ana", [1, 0], model="m", kinds=["turn"], limit=1) == []


async def test_models_are_never_mixed(house: Repositories, database: Database) -> None:
    await write(house, "one", "two")
    await house.embeddings.put("ana", "note", "0", model="it's", dimensions=2, vector=[1, 0])
    await house.embeddings.put("ana", "note", "1", model="other", dimensions=3, vector=[1, 0, 0])
    assert [hit.text for hit in await database.search_vectors("ana", [1, 0], model="it's", kinds=[], limit=5)] == [
        "one"
    ]
    assert await database.search_vectors("ana", [1, 0], model="other", kinds=[], limit=5) == []


async def test_a_replaced_or_removed_vector_is_not_found_again(house: Repositories, database: Database) -> None:
    await write(house, *(f"text {number}" for number in range(80)))
    for number in range(80):
        angle = number / 100
        vector = [math.cos(angle), math.sin(angle)]
        await house.embeddings.put("ana", "note", str(number), model="m", dimensions=2, vector=vector)
    nearest = await database.search_vectors("ana", [1, 0], model="m", kinds=[], limit=2)
    assert [hit.owner_id for hit in nearest] == ["0", "1"]
    for number in range(70):
        await house.documents.remove("ana", "note", str(number))
    await house.embeddings.put("ana", "note", "79", model="m", dimensions=2, vector=[1, 0])
    nearest = await database.search_vectors("ana", [1, 0], model="m", kinds=[], limit=3)
    assert [hit.owner_id for hit in nearest] == ["79", "70", "71"]


@pytest.mark.parametrize("vector", [[0.0, 0.0], [float("nan"), 1.0], [float("inf"), 1.0]])
async def test_a_vector_without_direction_is_refused(house: Repositories, vector: list[float]) -> None:
    await write(house, "one")
    with pytest.raises(StorageError):
        await house.embeddings.put("ana", "note", "0", model="m", dimensions=2, vector=vector)
    with pytest.raises(StorageError):
        await house.embeddings.put("ana", "note", "0", model="m", dimensions=3, vector=[1.0, 0.0])


async def test_somebody_with_little_is_found_among_much_of_others(house: Repositories, database: Database) -> None:
    rng = random.Random(7)
    await write(house, *(f"theirs {number}" for number in range(300)), user="ben")
    await write(house, "mine")
    for number in range(300):
        vector = [1.0, rng.random() / 10, rng.random() / 10]
        await house.embeddings.put("ben", "note", str(number), model="m", dimensions=3, vector=vector)
    await house.embeddings.put("ana", "note", "0", model="m", dimensions=3, vector=[-1.0, 0.0, 0.1])
    hits = await database.search_vectors("ana", [1.0, 0.0, 0.0], model="m", kinds=[], limit=5)
    assert [hit.text for hit in hits] == ["mine"]


async def test_a_vector_is_kept_only_for_the_text_it_was_made_of(house: Repositories) -> None:
    await write(house, "tea")
    vector = {"model": "m", "dimensions": 2, "vector": [1.0, 0.0]}
    assert not await house.embeddings.put("ana", "note", "0", text="coffee", **vector)
    assert await house.embeddings.put("ana", "note", "0", text="tea", **vector)
    await write(house, "coffee")
    assert await house.embeddings.count("m") == 0


async def test_the_vectors_of_other_models_go_at_once(house: Repositories) -> None:
    await write(house, "one", "two")
    for model in ("m", "old", "older"):
        await house.embeddings.put("ana", "note", "0", model=model, dimensions=2, vector=[1.0, 0.0])
    assert await house.embeddings.remove_others("m") == 2
    assert [await house.embeddings.count(model) for model in ("m", "old", "older")] == [1, 0, 0]
    assert await house.documents.count() == 2
