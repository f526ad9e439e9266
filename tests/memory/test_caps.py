"""As much as a person can have of everything, on both engines: the last one is taken, the next is refused with a sentence, less makes room."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from app.errors import ToolProblem, TooMany
from app.memory.caps import CAPS, LONGEST_TEXT, check_length
from app.memory.ports import Database
from app.memory.records import SyncedList
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, another, database, house, later
from tests.memory.repositories.test_alert_rules import watch
from tests.memory.repositories.test_scheduled_tasks import schedule
from tests.memory.rows_of_ana import PENDING, article, journal_entry, learn, note, remind, task

__all__ = ["another", "database", "house"]
Maker = Callable[[Repositories, int], Awaitable[Any]]
# How each is made, and what is true of one that no longer counts.
MAKERS: dict[str, tuple[Maker, str]] = {
    "pending_actions": (lambda house, n: house.pending.add(replace(PENDING, id=f"p{n}")), "status = 'refused'"),
    "scheduled_tasks": (lambda house, n: schedule(house, f"s{n}", 1), "status = 'cancelled'"),
    "accounts": (
        lambda house, n: house.accounts.put(
            "ana", "imap", f"made-{n}@a.org", label=f"l{n}", settings={}, scopes=(), at=NOON
        ),
        "user_id = 'ben', identity = 'gone' || id",
    ),
    "synced_lists": (lambda house, n: _synced_list(house, f"l{n}"), "user_id = 'ben', list_name = 'gone' || id"),
    "reminders": (lambda house, n: remind(house, f"r{n}", 1), "status = 'cancelled'"),
    "alert_rules": (lambda house, n: watch(house, f"a{n}"), "status = 'done'"),
    "news_topics": (
        lambda house, n: house.news_topics.add("ana", f"n{n}", NOON),
        "user_id = 'ben', topic = 'gone' || id",
    ),
    "workers": (
        lambda house, n: house.workers.add("ana", name=f"w{n}", purpose="", turn_id=None, taint=[], at=NOON),
        "user_id = 'ben'",
    ),
    "tasks": (lambda house, n: task(house, f"t{n}"), f"done_at = '{NOON.isoformat()}'"),
    "notes": (lambda house, n: note(house, title=f"n{n}"), f"deleted_at = '{NOON.isoformat()}'"),
    "journal_entries": (
        lambda house, n: journal_entry(house, "2026-03-01", f"j{n}"),
        f"deleted_at = '{NOON.isoformat()}'",
    ),
    "read_later": (lambda house, n: article(house, f"l{n}"), f"read_at = '{NOON.isoformat()}'"),
    "facts": (lambda house, n: learn(house, f"key{n}", f"Statement {n}"), f"ended_at = '{NOON.isoformat()}'"),
}


async def _synced_list(house: Repositories, name: str) -> SyncedList:
    account = await house.accounts.put("ana", "caldav", "ana@a.org", label="a", settings={}, scopes=(), at=NOON)
    return await house.synced_lists.add("ana", account.id, list_name=name, list_id=name, title=name, key=name, at=NOON)


def test_every_cap_is_tried() -> None:
    assert {*MAKERS, "inbox"} == set(CAPS)  # of the inbox, tests/conversation/test_conversation.py says it


async def fill(house: Repositories, database: Database, table: str, more: int) -> None:
    """So many more rows: each by itself where two may not be alike, the rest as copies, since there may be thousands."""
    if table in ("pending_actions", "workers", "accounts", "synced_lists", "news_topics"):
        for number in range(more):
            await MAKERS[table][0](house, 1000 + number)
        return
    [row] = await database.fetch(f"SELECT * FROM {table} LIMIT 1")
    columns = ", ".join(name for name in row if name != "id")
    while more > 0:
        more -= await database.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {table} LIMIT $1", more)


@pytest.mark.parametrize("table", MAKERS)
async def test_the_last_one_is_taken_and_the_next_is_refused_until_there_is_room(
    house: Repositories, database: Database, table: str
) -> None:
    make, gone = MAKERS[table]
    cap = CAPS[table]
    await make(house, 0)
    await fill(house, database, table, cap.most - 2)
    await make(house, 1)
    with pytest.raises(TooMany) as refused:
        await make(house, 2)
    assert f"{cap.most:,}" in refused.value.sentence
    [count] = await database.fetch(f"SELECT COUNT(*) AS rows_there FROM {table} WHERE user_id = 'ana'")
    assert count["rows_there"] == cap.most
    one = f"(SELECT MAX(id) FROM {table})"
    await database.execute(f"UPDATE {table} SET {gone} WHERE id = {one}")
    await make(house, 3)


async def test_the_house_s_own_routines_take_nobody_s_room(house: Repositories, database: Database) -> None:
    await schedule(house, "s", 1)
    await fill(house, database, "scheduled_tasks", CAPS["scheduled_tasks"].most - 1)
    routine = await house.scheduled_tasks.add(
        "ana",
        name="Briefing",
        instruction="",
        rule="FREQ=DAILY",
        local_start="2026-03-01T08:00:00",
        time_zone="UTC",
        due_at=later(hours=1),
        turn_id=None,
        taint=[],
        at=NOON,
        kind="routine",
        target="briefing",
    )
    assert routine.kind == "routine"


async def test_what_one_person_has_takes_no_other_s_room(house: Repositories, database: Database) -> None:
    await house.workers.add("ana", name="w", purpose="", turn_id=None, taint=[], at=NOON)
    await fill(house, database, "workers", CAPS["workers"].most - 1)
    assert await house.workers.add("ben", name="w", purpose="", turn_id=None, taint=[], at=NOON)


async def test_the_same_fact_again_is_known_also_where_no_more_are_kept(
    house: Repositories, database: Database
) -> None:
    known = await learn(house, "home", "Ana lives in Porto")
    await fill(house, database, "facts", CAPS["facts"].most - 1)
    assert (await learn(house, "home", "Ana lives in Porto", hours=1)).statement == known.statement


def test_a_text_of_any_honest_length_is_kept() -> None:
    check_length("a" * LONGEST_TEXT)
    with pytest.raises(ToolProblem, match="several parts"):
        check_length("a" * (LONGEST_TEXT + 1))
