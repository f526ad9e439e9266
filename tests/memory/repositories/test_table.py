"""Numbered rows of a person, on both engines: all of them read, some of them removed for good."""

from app.memory.ports import Database
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import hits_of, note, remind, task


async def test_everything_is_there_whatever_became_of_it(house: Repositories) -> None:
    kept, thrown = await note(house), await note(house, title="gone")
    await note(house, user="ben")
    await house.notes.delete("ana", thrown.id, later(hours=1))
    assert [(one.id, one.deleted_at) for one in await house.notes.everything("ana")] == [
        (kept.id, None),
        (thrown.id, later(hours=1)),
    ]


async def test_what_is_erased_leaves_no_row_document_or_embedding(house: Repositories, database: Database) -> None:
    one, two, thrown = await note(house), await note(house, content="bread"), await note(house)
    for each in (one, two):
        await house.embeddings.put("ana", "note", str(each.id), model="m", dimensions=2, vector=[1.0, 0.0])
    await house.notes.delete("ana", thrown.id, NOON)
    assert await house.notes.erase("ben", [one.id]) == 0
    assert await house.notes.erase("ana", [one.id, thrown.id, 999]) == 2
    assert await house.notes.everything("ana") == [two]
    assert await hits_of(house, "milk") == []
    assert await hits_of(house, "bread") == [("note", str(two.id))]
    assert await house.embeddings.count("m") == 1
    hits = await database.search_vectors("ana", [1.0, 0.0], model="m", kinds=[], limit=9)
    assert [hit.owner_id for hit in hits] == [str(two.id)]
    assert await house.notes.erase("ana", []) == 0


async def test_erasing_takes_any_number_and_any_shelf(house: Repositories) -> None:
    tasks = [await task(house, "milk") for _ in range(3)]
    reminder = await remind(house, "milk", 5)
    assert await house.tasks.erase("ana", [one.id for one in tasks] + list(range(1000, 3000))) == 3
    assert await house.reminders.erase("ana", [reminder.id]) == 1
    assert await hits_of(house, "milk") == []
    assert await house.reminders.next_due() is None
