"""Facts, documents, embeddings and both searches: what is known and how it is found, on both engines."""

import math
import random

import pytest

from app.errors import StorageError
from app.memory.ports import Database
from app.memory.records import Fact
from app.memory.repositories import Repositories
from tests.contract.conftest import NOON, later


async def learn(
    house: Repositories, key: str, statement: str, *, confirmed: bool = True, hours: float = 0, user: str = "ana"
) -> Fact:
    return await house.facts.add(
        user,
        key=key,
        statement=statement,
        confidence=0.9,
        source="user",
        turn_id=None,
        taint=[] if confirmed else ["mail"],
        confirmed=confirmed,
        at=later(hours=hours),
    )


async def write(house: Repositories, *texts: str, user: str = "ana", kind: str = "note") -> None:
    for number, text in enumerate(texts):
        await house.documents.put(user, kind, str(number), text, later(minutes=number))


async def words(database: Database, query: str, *kinds: str, user: str = "ana", limit: int = 10) -> list[str]:
    hits = await database.search_words(user, query, kinds=kinds, limit=limit)
    assert hits == sorted(hits, key=lambda hit: -hit.score)
    return [hit.owner_id for hit in hits]


async def test_a_correction_supersedes_and_nothing_is_overwritten(house: Repositories) -> None:
    old = await learn(house, "home", "Ana lives in Porto")
    new = await learn(house, "home", "Ana lives in Lisbon", hours=1)
    assert await house.facts.current("ana") == [new]
    past, present = await house.facts.history("ana", "home")
    assert (past.statement, past.superseded_by, past.ended_at) == (old.statement, new.id, later(hours=1))
    assert present == new
    assert await house.facts.find("ana", "porto") == []
    assert await house.facts.find("ana", "LISBON") == [new]


async def test_the_same_statement_again_is_the_fact_there_is(house: Repositories) -> None:
    one = await learn(house, "home", "Ana lives in Porto")
    assert await learn(house, "home", "Ana lives in Porto", hours=1) == one
    assert len(await house.facts.history("ana", "home")) == 1


async def test_an_unconfirmed_fact_stands_apart_until_it_is_confirmed(house: Repositories, database: Database) -> None:
    known = await learn(house, "home", "Ana lives in Porto")
    doubtful = await learn(house, "home", "Ana lives in Lisbon", confirmed=False, hours=1)
    assert await house.facts.current("ana") == [known]
    assert await house.facts.current("ana", include_unconfirmed=True) == [known, doubtful]
    assert await words(database, "lisbon") == []
    confirmed = await house.facts.confirm("ana", doubtful.id)
    assert confirmed is not None
    assert confirmed.confirmed
    assert await house.facts.current("ana") == [confirmed]
    assert await words(database, "lisbon porto") == [str(doubtful.id)]
    assert await house.facts.confirm("ana", known.id) is None
    assert await house.facts.confirm("ana", 999) is None


async def test_saying_a_doubtful_fact_oneself_confirms_it(house: Repositories) -> None:
    doubtful = await learn(house, "home", "Ana lives in Lisbon", confirmed=False)
    said = await learn(house, "home", "Ana lives in Lisbon", hours=1)
    assert (said.id, said.confirmed) == (doubtful.id, True)
    assert await house.facts.current("ana") == [said]


async def test_forgetting_leaves_nothing_of_a_key(house: Repositories, database: Database) -> None:
    old = await learn(house, "home", "Ana lives in Porto")
    new = await learn(house, "home", "Ana lives in Lisbon", hours=1)
    kept = await learn(house, "pet", "Ana has a cat")
    await house.embeddings.put("ana", "fact", str(new.id), model="m", dimensions=2, vector=[1.0, 0.0])
    assert await house.facts.forget("ana", new.id)
    assert not await house.facts.forget("ana", old.id)
    assert await house.facts.history("ana", "home") == []
    assert await house.facts.current("ana") == [kept]
    assert await words(database, "lives lisbon porto") == []
    assert await house.embeddings.count("m") == 0
    assert await house.facts.get("ana", new.id) is None


async def test_words_are_found_in_any_form(house: Repositories, database: Database) -> None:
    await write(
        house, "Meetings with Zoë about the café", "mail ana@example.org re: 2026-03-01", "買い物リスト 牛乳 🥛"
    )
    assert await words(database, "meeting") == ["0"]
    assert await words(database, "ZOE'S CAFE") == ["0"]
    assert await words(database, "example") == ["1"]
    assert await words(database, "03") == ["1"]
    assert await words(database, "牛乳") == ["2"]


async def test_more_of_the_words_come_first_then_the_newer(house: Repositories, database: Database) -> None:
    await write(house, "dentist appointment", "dentist", "appointment with the dentist on monday", "gardening")
    assert await words(database, "when is my dentist appointment") == ["2", "0", "1"]
    assert await words(database, "dentist appointment", limit=1) == ["2"]


async def test_a_rare_word_counts_more_than_a_common_one(house: Repositories, database: Database) -> None:
    await write(house, *["coffee"] * 20, "zeppelin")
    assert (await words(database, "coffee zeppelin"))[0] == "20"


async def test_stop_words_are_dropped_only_where_others_remain(house: Repositories, database: Database) -> None:
    await write(house, "to be or not to be", "the bees")
    assert await words(database, "the bees") == ["1"]
    assert await words(database, "not to be") == ["0"]


async def test_a_search_can_be_limited_to_kinds(house: Repositories, database: Database) -> None:
    await write(house, "milk", kind="note")
    await write(house, "milk", kind="task")
    await write(house, "milk", kind="turn")
    hits = await database.search_words("ana", "milk", kinds=["note", "turn"], limit=10)
    assert sorted(hit.kind for hit in hits) == ["note", "turn"]
    assert hits[0].text == "milk"
    assert hits[0].created_at == NOON


HOSTILE = ['"', "'; DROP TABLE users; --", "NEAR(a b)", "a* OR -b", "scope:x", "\x00", "🥛", "(((", "\\", "%", "a:b^2"]


@pytest.mark.parametrize("query", [*HOSTILE, "", "   ", "ا" * 5000, "x " * 3000, "\ud800 broken", "नमस्ते दुनिया"])
async def test_nothing_that_can_be_typed_breaks_a_search(house: Repositories, database: Database, query: str) -> None:
    await write(house, "milk 🥛 and bread", "नमस्ते दुनिया")
    await words(database, query)
    await house.notes.find("ana", query)


async def test_an_emoji_is_a_word(house: Repositories) -> None:
    await house.notes.add("ana", title="Buy 🥛", content="", tags=[], source="u", turn_id=None, taint=[], at=NOON)
    assert len(await house.notes.find("ana", "🥛")) == 1


async def test_a_document_is_put_changed_and_removed(house: Repositories, database: Database) -> None:
    await write(house, "umbrella")
    await write(house, "raincoat")
    stored = await house.documents.get("ana", "note", "0")
    assert stored is not None
    assert (stored.text, stored.created_at) == ("raincoat", NOON)
    assert await words(database, "umbrella") == []
    await house.documents.remove("ana", "note", "0")
    assert await house.documents.get("ana", "note", "0") is None
    assert await words(database, "raincoat") == []


async def test_a_changed_text_waits_for_a_new_embedding(house: Repositories) -> None:
    await write(house, "one", "two")
    assert [one.text for one in await house.documents.unembedded("m", 10)] == ["two", "one"]
    assert [one.text for one in await house.documents.unembedded("m", 1)] == ["two"]
    for owner in "01":
        assert await house.embeddings.put("ana", "note", owner, model="m", dimensions=2, vector=[1, 1])
    assert await house.documents.unembedded("m", 10) == []
    assert len(await house.documents.unembedded("other", 10)) == 2
    await write(house, "one", "changed")
    assert [one.text for one in await house.documents.unembedded("m", 10)] == ["changed"]
    assert await house.embeddings.remove("ana", "note", "0") == 1
    assert await house.embeddings.count("m") == 0
    assert not await house.embeddings.put("ana", "note", "99", model="m", dimensions=1, vector=[1])


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
