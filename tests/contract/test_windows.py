"""What windows of talk are made of, on both engines: where words stand, turns' places, vectors by owner."""

import numpy as np
import pytest

from app.learning.recall import Recall
from app.memory.ports import Database
from app.memory.repositories import Repositories
from tests.learning.meanings import Meanings
from tests.memory.rows_of_ana import turn, write


async def test_where_words_stand_is_told_newest_first_and_no_further_than_asked(
    house: Repositories, database: Database
) -> None:
    await write(house, "tea", "coffee", "tea", "teas and coffees", kind="turn")
    postings = await database.find_words("ana", "tea coffee", kinds=("turn",), enough=2)
    tea, coffee = (set(ids) for ids in (postings.found[1], postings.found[0]))
    assert all(list(ids) == sorted(ids, reverse=True) and len(ids) == 2 for ids in postings.found)
    assert len(tea & coffee) == 1
    assert await database.find_words("ben", "tea", kinds=("turn",)) != postings
    assert (await database.find_words("ben", "tea", kinds=("turn",))).found == [[]]
    assert (await database.find_words("ana", "", kinds=("turn",))).found == []


async def test_a_turn_knows_its_neighbours_among_its_users_turns(house: Repositories, database: Database) -> None:
    first, second = await turn(house, 1), await turn(house, 2)
    await database.execute("UPDATE turns SET user_id = 'ben' WHERE id = 't2'")
    third = await turn(house, 3)
    by_id = await house.places.of("ana", [], ["t1", "t2", "t3"])
    assert sorted((place.id, place.before, place.after) for place in by_id) == [
        ("t1", None, third.number),
        ("t3", first.number, None),
    ]
    documents = [place.document for place in by_id]
    assert await house.places.of("ana", documents, []) == by_id
    assert await house.places.at("ana", [second.number]) == []
    assert [one.id for one in await house.places.turns("ana", [third.number, second.number, first.number])] == [
        "t1",
        "t3",
    ]
    assert await house.places.of("ana", [], []) == await house.places.at("ana", []) == []


async def test_vectors_are_given_by_owner_and_by_age(house: Repositories, database: Database) -> None:
    await write(house, "one", "two", "three", kind="turn")
    await write(house, "a note")
    for number in range(3):
        await house.embeddings.put("ana", "turn", str(number), model="m", dimensions=2, vector=[number, 1.0])
    await house.embeddings.put("ana", "note", "0", model="m", dimensions=2, vector=[1.0, 0.0])
    found = await database.vectors_of("ana", "turn", ["0", "2", "9"], model="m")
    assert sorted(found) == ["0", "2"]
    assert np.frombuffer(found["0"], "<f2").tolist() == [0.0, 1.0]
    newest = await database.newest_vectors("ana", "turn", model="m", limit=2)
    assert np.frombuffer(newest[0], "<f2").tolist() == pytest.approx([0.894, 0.447], abs=0.001)
    assert len(newest) == 2
    for user, ids in (("ben", ["0"]), ("ana", [])):
        assert await database.vectors_of(user, "turn", ids, model="m") == {}
    assert await database.newest_vectors("ana", "turn", model="other", limit=2) == []


async def test_windows_are_the_same_on_both_engines(house: Repositories, database: Database) -> None:
    for number in range(1, 8):
        await turn(house, number)
    found = await Recall(database, house, Meanings({})).windows("ana", "question 4", limit=2)
    assert [turn.id for turn in found[0].turns] == ["t3", "t4", "t5"]
    assert len({turn.id for window in found for turn in window.turns}) == sum(len(window.turns) for window in found)
