"""Notes, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import hits_of, note


async def test_a_note_comes_back_as_it_was_written(house: Repositories) -> None:
    written = await note(house)
    assert written == await house.notes.get("ana", written.id)
    assert (written.tags, written.created_at, written.deleted_at) == (["home"], NOON, None)


async def test_notes_are_listed_newest_first_and_by_tag(house: Repositories) -> None:
    first, second = await note(house, title="one"), await note(house, title="two")
    changed = await house.notes.update(
        "ana", first.id, title="one", content="new", tags=["Work"], taint=None, at=later(hours=1)
    )
    assert changed is not None
    assert [one.title for one in await house.notes.list("ana", limit=10)] == ["one", "two"]
    assert [one.title for one in await house.notes.list("ana", limit=1)] == ["one"]
    assert [one.id for one in await house.notes.list("ana", limit=10, tag="work")] == [first.id]
    assert [one.id for one in await house.notes.list("ana", limit=10, tag="home")] == [second.id]
    assert await house.notes.update("ana", 999, title="", content="", tags=[], taint=None, at=NOON) is None


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
    await house.notes.update(
        "ana", one.id, title="Shopping", content="raincoat", tags=[], taint=None, at=later(hours=1)
    )
    assert await hits_of(house, "umbrella") == []
    assert await hits_of(house, "raincoat") == [("note", str(one.id))]


async def test_a_deleted_note_is_gone_from_everywhere_until_it_is_restored(house: Repositories) -> None:
    one = await note(house)
    assert await house.notes.delete("ana", one.id, later(hours=1))
    assert not await house.notes.delete("ana", one.id, later(hours=2))
    assert await house.notes.list("ana", limit=10) == []
    assert await house.notes.find("ana", "milk") == []
    assert await hits_of(house, "milk") == []
    assert await house.notes.update("ana", one.id, title="x", content="x", tags=[], taint=None, at=NOON) is None
    assert [gone.deleted_at for gone in await house.notes.deleted("ana", 10)] == [later(hours=1)]
    assert await house.notes.restore("ana", one.id)
    assert not await house.notes.restore("ana", one.id)
    assert await house.notes.list("ana", limit=10) == [one]
    assert await hits_of(house, "milk") == [("note", str(one.id))]


async def test_an_emoji_is_a_word(house: Repositories) -> None:
    await house.notes.add("ana", title="Buy 🥛", content="", tags=[], source="u", turn_id=None, taint=[], at=NOON)
    assert len(await house.notes.find("ana", "🥛")) == 1


async def test_a_glimpse_of_notes_is_their_beginning_and_none_of_what_was_thrown_away(house: Repositories) -> None:
    long, gone = await note(house, title="long", content="word " * 3_000), await note(house, title="gone")
    await house.notes.delete("ana", gone.id, NOON)
    [seen] = await house.notes.glimpses("ana", [long.id, gone.id, 999], 20)
    assert (seen.id, seen.title, seen.content, seen.tags) == (long.id, "long", "word " * 4, long.tags)
    assert await house.notes.glimpses("ana", [], 20) == []
    assert await house.notes.glimpses("ben", [long.id], 20) == []


async def test_notes_are_read_page_by_page_without_the_summaries_of_talks(house: Repositories) -> None:
    first, second, third = [await note(house, title=title, content="x" * 50) for title in ("one", "two", "three")]
    await house.notes.add(
        "ana", title="Summary: x", content="y", tags=[], source="session", turn_id=None, taint=[], at=later(hours=2)
    )
    assert [one.id for one in await house.notes.page("ana", 2, 0, 10)] == [third.id, second.id]
    [last] = await house.notes.page("ana", 2, 2, 10)
    assert (last.id, last.content) == (first.id, "x" * 10)
