"""Users, context, journal, reading list, notes and tasks: what a person keeps, on both engines."""

import pytest

from app.errors import ActionRefused
from app.memory.records import JournalEntry, Note, ReadLaterItem, Task
from app.memory.repositories import Repositories
from tests.contract.conftest import NOON, later


async def note(house: Repositories, user: str = "ana", title: str = "Shopping", content: str = "milk") -> Note:
    return await house.notes.add(
        user, title=title, content=content, tags=["home"], source="user", turn_id=None, taint=[], at=NOON
    )


async def task(house: Repositories, title: str, list_name: str = "todo", due: float | None = None) -> Task:
    return await house.tasks.add(
        "ana",
        list_name=list_name,
        title=title,
        due_at=later(hours=due) if due is not None else None,
        due_has_time=True,
        priority=0,
        turn_id="t1",
        taint=["mail"],
        at=NOON,
    )


async def entry(house: Repositories, day: str, content: str) -> JournalEntry:
    return await house.journal.add("ana", entry_date=day, content=content, mood="calm", turn_id=None, taint=[], at=NOON)


async def article(house: Repositories, title: str) -> ReadLaterItem:
    return await house.read_later.add(
        "ana", url="https://example.org/a", title=title, tags=["x"], turn_id=None, taint=["web"], at=NOON
    )


async def found(house: Repositories, words: str, user: str = "ana") -> list[tuple[str, str]]:
    hits = await house.notes._db.search_words(user, words, kinds=[], limit=10)
    return [(hit.kind, hit.owner_id) for hit in hits]


async def test_a_user_is_added_once_and_keeps_what_was_set(house: Repositories) -> None:
    await house.users.set_zone("ana", "Europe/Lisbon", "user")
    again = await house.users.add("ana", name="Other", time_zone="UTC", zone_source="system", locale="de", at=NOON)
    assert (again.name, again.time_zone, again.zone_source, again.settings) == ("ana", "Europe/Lisbon", "user", {})
    assert again == await house.users.get("ana")
    assert again.created_at == NOON
    assert await house.users.get("nobody") is None


async def test_a_sender_belongs_to_one_user(house: Repositories) -> None:
    identity = await house.users.link("ana", "telegram", "42", NOON)
    assert await house.users.link("ana", "telegram", "42", later(hours=1)) == identity
    with pytest.raises(ActionRefused):
        await house.users.link("ben", "telegram", "42", NOON)
    found_user = await house.users.find("telegram", "42")
    assert found_user is not None
    assert found_user.id == "ana"
    assert await house.users.find("slack", "42") is None
    assert [one.external_id for one in await house.users.identities("ana")] == ["42"]
    assert await house.users.identities("ben") == []


async def test_a_note_comes_back_as_it_was_written(house: Repositories) -> None:
    written = await note(house)
    assert written == await house.notes.get("ana", written.id)
    assert (written.tags, written.created_at, written.deleted_at) == (["home"], NOON, None)


async def test_notes_are_listed_newest_first_and_by_tag(house: Repositories) -> None:
    first, second = await note(house, title="one"), await note(house, title="two")
    changed = await house.notes.update("ana", first.id, title="one", content="new", tags=["Work"], at=later(hours=1))
    assert changed is not None
    assert [one.title for one in await house.notes.list("ana", limit=10)] == ["one", "two"]
    assert [one.title for one in await house.notes.list("ana", limit=1)] == ["one"]
    assert [one.id for one in await house.notes.list("ana", limit=10, tag="work")] == [first.id]
    assert [one.id for one in await house.notes.list("ana", limit=10, tag="home")] == [second.id]
    assert await house.notes.update("ana", 999, title="", content="", tags=[], at=NOON) is None


async def test_a_note_is_found_by_all_its_words_in_any_case(house: Repositories) -> None:
    await note(house, title="Zahnarzt", content="Frau Müller, Café Straße 5")
    assert len(await house.notes.find("ana", "CAFE muller")) == 1
    assert len(await house.notes.find("ana", "strasse zahn")) == 1
    assert await house.notes.find("ana", "muller dentist") == []
    assert await house.notes.find("ana", "  !? ") == []


async def test_a_heading_match_comes_before_a_newer_note(house: Repositories) -> None:
    await note(house, title="Passport", content="number")
    await note(house, title="Trip", content="take the passport")
    assert [one.title for one in await house.notes.find("ana", "passport")] == ["Passport", "Trip"]


async def test_a_changed_note_is_found_by_its_new_words_only(house: Repositories) -> None:
    one = await note(house, content="umbrella")
    await house.notes.update("ana", one.id, title="Shopping", content="raincoat", tags=[], at=later(hours=1))
    assert await found(house, "umbrella") == []
    assert await found(house, "raincoat") == [("note", str(one.id))]


async def test_a_deleted_note_is_gone_from_everywhere_until_it_is_restored(house: Repositories) -> None:
    one = await note(house)
    assert await house.notes.delete("ana", one.id, later(hours=1))
    assert not await house.notes.delete("ana", one.id, later(hours=2))
    assert await house.notes.list("ana", limit=10) == []
    assert await house.notes.find("ana", "milk") == []
    assert await found(house, "milk") == []
    assert await house.notes.update("ana", one.id, title="x", content="x", tags=[], at=NOON) is None
    assert [gone.deleted_at for gone in await house.notes.deleted("ana", 10)] == [later(hours=1)]
    assert await house.notes.restore("ana", one.id)
    assert not await house.notes.restore("ana", one.id)
    assert await house.notes.list("ana", limit=10) == [one]
    assert await found(house, "milk") == [("note", str(one.id))]


async def test_a_purge_removes_only_what_was_deleted(house: Repositories) -> None:
    one, two = await note(house), await note(house)
    await house.notes.delete("ana", one.id, NOON)
    assert await house.notes.purge("ana") == 1
    assert await house.notes.get("ana", one.id) is None
    assert await house.notes.get("ana", two.id) is not None


async def test_tasks_come_by_due_time_and_then_as_written(house: Repositories) -> None:
    await task(house, "someday")
    await task(house, "tomorrow", due=24)
    await task(house, "soon", due=1)
    assert [one.title for one in await house.tasks.list("ana")] == ["soon", "tomorrow", "someday"]
    assert [one.title for one in await house.tasks.list("ana", limit=1)] == ["soon"]
    assert [one.title for one in await house.tasks.due_before("ana", later(hours=2))] == ["soon"]


async def test_a_task_is_ticked_off_and_reopened_once(house: Repositories) -> None:
    one = await task(house, "call the bank")
    done = await house.tasks.complete("ana", one.id, later(hours=1))
    assert done is not None
    assert done.done_at == later(hours=1)
    assert await house.tasks.complete("ana", one.id, later(hours=2)) is None
    assert await house.tasks.list("ana") == []
    assert await house.tasks.list("ana", include_done=True) == [done]
    reopened = await house.tasks.reopen("ana", one.id)
    assert reopened is not None
    assert reopened.done_at is None
    assert await house.tasks.reopen("ana", one.id) is None


async def test_lists_are_counted_found_deleted_and_restored_whole(house: Repositories) -> None:
    milk, bread = await task(house, "milk", "shopping"), await task(house, "bread", "shopping")
    await task(house, "milk the cow")
    await house.tasks.complete("ana", bread.id, NOON)
    assert await house.tasks.lists("ana") == [("shopping", 1, 1), ("todo", 1, 0)]
    assert [one.id for one in await house.tasks.find("ana", "milk", list_name="shopping")] == [milk.id]
    assert await house.tasks.find("ana", "bread") == []
    assert [one.id for one in await house.tasks.find("ana", "bread", include_done=True)] == [bread.id]
    assert [one.title for one in await house.tasks.list("ana", list_name="shopping")] == ["milk"]
    ids = await house.tasks.delete_list("ana", "shopping", later(hours=1))
    assert ids == [milk.id, bread.id]
    assert await house.tasks.lists("ana") == [("todo", 1, 0)]
    assert await house.tasks.restore_many("ana", ids) == 2
    assert await house.tasks.restore_many("ana", []) == 0
    assert await house.tasks.lists("ana") == [("shopping", 1, 1), ("todo", 1, 0)]
    assert (await found(house, "shopping milk"))[0] == ("task", str(milk.id))


async def test_a_task_is_changed_whole(house: Repositories) -> None:
    one = await task(house, "call")
    changed = await house.tasks.update(
        "ana", one.id, title="write", list_name="work", due_at=later(days=1), due_has_time=False, priority=2, at=NOON
    )
    assert changed is not None
    assert (changed.title, changed.list_name, changed.due_at) == ("write", "work", later(days=1))
    assert changed.due_has_time is False
    assert changed.taint == ["mail"]


async def test_the_journal_is_read_by_days(house: Repositories) -> None:
    for day in ("2026-02-27", "2026-02-28", "2026-03-01"):
        await entry(house, day, f"wrote on {day}")
    days = await house.journal.list("ana", since="2026-02-28", until="2026-02-28")
    assert [one.entry_date for one in days] == ["2026-02-28"]
    assert [one.entry_date for one in await house.journal.list("ana", limit=2)] == ["2026-03-01", "2026-02-28"]
    assert [one.entry_date for one in await house.journal.find("ana", "2026-02-27 calm")] == ["2026-02-27"]
    one = days[0]
    assert one == await house.journal.get("ana", one.id)
    assert await house.journal.delete("ana", one.id, NOON)
    assert await house.journal.list("ana", since="2026-02-28", until="2026-02-28") == []
    assert await house.journal.restore("ana", one.id)
    assert await house.journal.delete("ana", one.id, NOON)
    assert await house.journal.purge("ana") == 1


async def test_the_reading_list_forgets_what_was_read_unless_asked(house: Repositories) -> None:
    one = await article(house, "On bees")
    assert await house.read_later.mark_read("ana", one.id, later(hours=1))
    assert not await house.read_later.mark_read("ana", one.id, later(hours=2))
    assert await house.read_later.list("ana") == []
    assert [item.read_at for item in await house.read_later.list("ana", include_read=True)] == [later(hours=1)]
    assert await house.read_later.mark_unread("ana", one.id)
    assert not await house.read_later.mark_unread("ana", one.id)
    assert [item.title for item in await house.read_later.find("ana", "BEES example.org")] == ["On bees"]
    assert await house.read_later.delete("ana", one.id, NOON)
    assert await house.read_later.restore("ana", one.id)
    assert await house.read_later.get("ana", one.id) == one


async def test_context_is_written_over_and_removed(house: Repositories) -> None:
    await house.contexts.put("ana", "profile", "likes tea", NOON)
    await house.contexts.put("ana", "profile", "likes coffee", later(hours=1))
    entry = await house.contexts.get("ana", "profile")
    assert entry is not None
    assert (entry.content, entry.updated_at) == ("likes coffee", later(hours=1))
    assert await house.contexts.delete("ana", "profile")
    assert not await house.contexts.delete("ana", "profile")
    assert await house.contexts.get("ana", "profile") is None
