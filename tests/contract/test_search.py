"""The search by words, on both engines."""

import pytest

from app.memory.ports import Database
from app.memory.repositories import Repositories
from tests.memory.databases import NOON
from tests.memory.rows_of_ana import hits_for, write

HOSTILE = ['"', "'; DROP TABLE users; --", "NEAR(a b)", "a* OR -b", "scope:x", "\x00", "🥛", "(((", "\\", "%", "a:b^2"]


async def test_words_are_found_in_any_form(house: Repositories, database: Database) -> None:
    await write(
        house, "Meetings with Zoë about the café", "mail ana@example.org re: 2026-03-01", "買い物リスト 牛乳 🥛"
    )
    assert await hits_for(database, "meeting") == ["0"]
    assert await hits_for(database, "ZOE'S CAFE") == ["0"]
    assert await hits_for(database, "example") == ["1"]
    assert await hits_for(database, "03") == ["1"]
    assert await hits_for(database, "牛乳") == ["2"]


async def test_more_of_the_words_come_first_then_the_newer(house: Repositories, database: Database) -> None:
    await write(house, "dentist appointment", "dentist", "appointment with the dentist on monday", "gardening")
    assert await hits_for(database, "when is my dentist appointment") == ["2", "0", "1"]
    assert await hits_for(database, "dentist appointment", limit=1) == ["2"]


async def test_a_rare_word_counts_more_than_a_common_one(house: Repositories, database: Database) -> None:
    await write(house, *["coffee"] * 20, "zeppelin")
    assert (await hits_for(database, "coffee zeppelin"))[0] == "20"


async def test_stop_words_are_dropped_only_where_others_remain(house: Repositories, database: Database) -> None:
    await write(house, "to be or not to be", "the bees")
    assert await hits_for(database, "the bees") == ["1"]
    assert await hits_for(database, "not to be") == ["0"]


async def test_a_search_can_be_limited_to_kinds(house: Repositories, database: Database) -> None:
    await write(house, "milk", kind="note")
    await write(house, "milk", kind="task")
    await write(house, "milk", kind="turn")
    hits = await database.search_words("ana", "milk", kinds=["note", "turn"], limit=10)
    assert sorted(hit.kind for hit in hits) == ["note", "turn"]
    assert hits[0].text == "milk"
    assert hits[0].created_at == NOON


@pytest.mark.parametrize("query", [*HOSTILE, "", "   ", "ا" * 5000, "x " * 3000, "\ud800 broken", "नमस्ते दुनिया"])
async def test_nothing_that_can_be_typed_breaks_a_search(house: Repositories, database: Database, query: str) -> None:
    await write(house, "milk 🥛 and bread", "नमस्ते दुनिया")
    await hits_for(database, query)
    await house.notes.find("ana", query)
