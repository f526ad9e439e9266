"""The searchable text of everything, on both engines."""

from app.memory.ports import Database
from app.memory.repositories import Repositories
from tests.memory.databases import NOON
from tests.memory.rows_of_ana import hits_for, write


async def test_a_document_is_put_changed_and_removed(house: Repositories, database: Database) -> None:
    await write(house, "umbrella")
    await write(house, "raincoat")
    stored = await house.documents.get("ana", "note", "0")
    assert stored is not None
    assert (stored.text, stored.created_at) == ("raincoat", NOON)
    assert await hits_for(database, "umbrella") == []
    await house.documents.remove("ana", "note", "0")
    assert await house.documents.get("ana", "note", "0") is None
    assert await hits_for(database, "raincoat") == []


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


async def test_many_documents_are_taken_away_at_once(house: Repositories, database: Database) -> None:
    await write(house, *(f"milk {number}" for number in range(4)))
    await write(house, "milk", kind="turn")
    assert await house.documents.remove_many("ben", "note", ["0"]) == 0
    assert await house.documents.remove_many("ana", "note", ["0", "1", "9"]) == 2
    assert sorted(await hits_for(database, "milk")) == ["0", "2", "3"]
    assert await hits_for(database, "milk", "note") == ["3", "2"]


async def test_the_newest_of_some_kinds_come_first(house: Repositories) -> None:
    await write(house, "one", "two", "three")
    assert [one.text for one in await house.documents.newest("ana", ("note", "fact"), 2)] == ["three", "two"]
    assert await house.documents.newest("ana", ("fact",), 2) == []
