"""The texts of pages on reading lists, on both engines."""

from dataclasses import replace

from app.memory.ports import Database
from app.memory.records import KeptPage
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import article


async def _kept(house: Repositories, item_id: int) -> KeptPage:
    await house.kept_pages.expect("ana", item_id, NOON, turn_id=None)
    [waiting] = await house.kept_pages.due(NOON, 9)
    page = replace(waiting, title="Bees", site="example.org", text="Nectar is thickened.", taint=["site example.org"])
    assert await house.kept_pages.keep("ana", page, later(hours=1))
    return page


async def _found(database: Database, words: str) -> list[str]:
    return [hit.owner_id for hit in await database.search_words("ana", words, kinds=("page",), limit=9)]


async def test_a_page_waits_until_it_is_read_and_is_found_by_its_words(house: Repositories, database: Database) -> None:
    item = await article(house, "On bees")
    assert await house.kept_pages.next_due() is None
    page = await _kept(house, item.id)
    assert await house.kept_pages.of_item("ana", item.id) == replace(page, look_at=None)
    assert await house.kept_pages.of_item("ben", item.id) is None
    assert await house.kept_pages.due(later(hours=9), 9) == []
    assert await house.kept_pages.next_due() is None
    assert await _found(database, "nectar") == [str(page.id)]


async def test_it_is_looked_at_again_when_that_was_said_and_then_never(house: Repositories) -> None:
    item = await article(house, "On bees")
    await house.kept_pages.expect("ana", item.id, NOON, turn_id=None)
    [waiting] = await house.kept_pages.due(NOON, 9)
    await house.kept_pages.put_off("ana", waiting.id, "It is away.", later(hours=1))
    assert await house.kept_pages.due(NOON, 9) == []
    assert await house.kept_pages.next_due() == later(hours=1)
    await house.kept_pages.put_off("ana", waiting.id, "It is gone.", None)
    assert await house.kept_pages.next_due() is None
    left = await house.kept_pages.of_item("ana", item.id)
    assert left is not None
    assert (left.attempts, left.note) == (2, "It is gone.")


async def test_it_goes_and_comes_back_with_its_item(house: Repositories, database: Database) -> None:
    item = await article(house, "On bees")
    page = await _kept(house, item.id)
    await house.read_later.delete("ana", item.id, NOON)
    assert await _found(database, "nectar") == []
    assert not await house.kept_pages.keep("ana", page, NOON)
    await house.read_later.restore("ana", item.id)
    assert await _found(database, "nectar") == [str(page.id)]
    await house.read_later.delete("ana", item.id, NOON)
    assert await house.read_later.purge("ana", NOON) == 1
    assert await house.kept_pages.get("ana", page.id) is None


async def test_a_page_whose_item_is_thrown_away_is_not_read(house: Repositories) -> None:
    item = await article(house, "On bees")
    await house.kept_pages.expect("ana", item.id, NOON, turn_id=None)
    await house.read_later.delete("ana", item.id, NOON)
    assert await house.kept_pages.due(NOON, 9) == []
    assert await house.kept_pages.next_due() is None


async def test_erasing_an_item_takes_its_page(house: Repositories, database: Database) -> None:
    item = await article(house, "On bees")
    page = await _kept(house, item.id)
    assert await house.read_later.erase("ana", [item.id]) == 1
    assert await house.kept_pages.get("ana", page.id) is None
    assert await _found(database, "nectar") == []


async def test_an_item_without_a_title_takes_its_pages_and_whose_it_is(house: Repositories) -> None:
    named = await article(house, "On bees")
    bare = await house.read_later.add(
        "ana", url="https://example.org/b", title="", tags=(), turn_id=None, taint=(), at=NOON
    )
    for item in (named, bare):
        await house.read_later.name("ana", item.id, "Bees", ["site example.org"])
    titles = {item.title: item.taint for item in await house.read_later.list("ana")}
    assert titles == {"On bees": ["web"], "Bees": ["site example.org"]}
