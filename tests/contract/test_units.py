"""Units of work, claims and nudges: what the port promises about time and failure, on both engines."""

import asyncio
from contextlib import suppress

import pytest

from app.errors import StorageError
from app.memory.ports import Database
from app.memory.repositories import Repositories, repositories
from tests.memory.databases import NOON, Opener, later
from tests.memory.rows_of_ana import PENDING, outgoing


async def put(house: Repositories, key: str, content: str = "x") -> None:
    await house.contexts.put("ana", key, content, NOON)


async def keys(database: Database) -> list[str]:
    return [row["key"] for row in await database.fetch("SELECT key FROM context ORDER BY key")]


async def test_a_unit_is_kept_whole(house: Repositories, database: Database) -> None:
    async with database.transaction():
        await put(house, "a")
        async with database.transaction():
            await put(house, "b")
        assert await keys(database) == ["a", "b"]
    assert await keys(database) == ["a", "b"]


async def test_an_error_undoes_the_whole_unit(house: Repositories, database: Database) -> None:
    with pytest.raises(KeyError):
        async with database.transaction():
            await put(house, "a")
            raise KeyError
    assert await keys(database) == []
    await put(house, "b")
    assert await keys(database) == ["b"]


async def test_a_swallowed_error_inside_does_not_leave_half(house: Repositories, database: Database) -> None:
    with pytest.raises(StorageError):
        async with database.transaction():
            await put(house, "a")
            with suppress(KeyError):
                async with database.transaction():
                    await put(house, "b")
                    raise KeyError
    assert await keys(database) == []


async def test_after_a_failed_statement_a_unit_takes_no_other(house: Repositories, database: Database) -> None:
    with pytest.raises(StorageError):
        async with database.transaction():
            await put(house, "a")
            with suppress(StorageError):
                await database.execute("INSERT INTO nowhere (a) VALUES (1)")
            await put(house, "b")
    assert await keys(database) == []


async def test_a_cancelled_unit_leaves_nothing_and_blocks_nobody(house: Repositories, database: Database) -> None:
    inside = asyncio.Event()

    async def unit() -> None:
        async with database.transaction():
            await put(house, "a")
            inside.set()
            await asyncio.sleep(60)

    task = asyncio.create_task(unit())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await put(house, "b")
    assert await keys(database) == ["b"]


async def test_cancelling_at_any_moment_leaves_all_or_nothing(house: Repositories, database: Database) -> None:
    async def unit(name: str) -> None:
        async with database.transaction():
            await put(house, f"{name}1")
            await put(house, f"{name}2")

    for number in range(40):
        task = asyncio.create_task(unit(f"{number:02}-"))
        for _ in range(number // 2):
            await asyncio.sleep(0.0001)
        task.cancel()
        await asyncio.wait([task])
    written = await keys(database)
    assert [key[:3] for key in written[::2]] == [key[:3] for key in written[1::2]]
    await put(house, "after")


async def test_a_task_started_inside_works_outside(house: Repositories, database: Database) -> None:
    with pytest.raises(KeyError):
        async with database.transaction():
            await put(house, "undone")
            child = asyncio.create_task(put(house, "kept"))
            await asyncio.sleep(0.05)
            raise KeyError
    await child
    assert await keys(database) == ["kept"]


async def test_others_do_not_see_a_unit_before_it_commits(
    house: Repositories, database: Database, another: Opener
) -> None:
    other = another()
    await other.open()
    async with database.transaction():
        await put(house, "a")
        outside = asyncio.create_task(keys(database))
        assert await outside == []
        assert await keys(other) == []
    assert await keys(other) == ["a"]
    await other.close()


async def test_many_writers_at_once_all_write(house: Repositories, database: Database) -> None:
    await asyncio.gather(*(put(house, f"{number:03}") for number in range(100)))
    assert len(await keys(database)) == 100


async def test_no_row_is_claimed_twice(house: Repositories, another: Opener) -> None:
    for number in range(60):
        chat = f"chat {number}"
        await house.outbox.put("ana", channel="telegram", address=chat, key=chat, body={}, turn_id=None, at=NOON)
    databases = [another() for _ in range(3)]
    for database in databases:
        await database.open()
    houses = [repositories(database) for database in databases]
    takings = await asyncio.gather(*(houses[n % 3].outbox.claim(later(hours=1), ["telegram"], 7) for n in range(15)))
    taken = [entry.id for taking in takings for entry in taking]
    assert len(taken) == len(set(taken)) == 60
    for database in databases:
        await database.close()


async def test_a_chat_is_told_in_order_by_many(house: Repositories, another: Opener) -> None:
    for number in range(12):
        await outgoing(house, f"{number:02}", channel="telegram")
    told: list[str] = []
    out = 0

    async def deliver() -> None:
        nonlocal out
        mine = another()
        await mine.open()
        outbox = repositories(mine).outbox
        while len(told) < 12:
            for entry in await outbox.claim(later(hours=1), ["telegram"], 5):
                out += 1
                assert out == 1
                told.append(entry.key)
                await asyncio.sleep(0)
                out -= 1
                await outbox.sent(entry.id, later(hours=1), revision=entry.revision)
        await mine.close()

    await asyncio.gather(*(deliver() for _ in range(3)))
    assert told == [f"{number:02}" for number in range(12)]


async def test_a_decision_is_made_once_by_many(house: Repositories, another: Opener) -> None:
    await house.pending.add(PENDING)
    other = another()
    await other.open()
    houses = [house, repositories(other)]
    decisions = await asyncio.gather(
        *(
            houses[n % 2].pending.decide("ana", "p1", from_status="pending", to_status="executing", now=NOON)
            for n in range(10)
        )
    )
    assert sum(decision is not None for decision in decisions) == 1
    await other.close()


async def test_messages_of_one_user_become_visible_in_the_order_of_their_numbers(
    house: Repositories, database: Database, another: Opener
) -> None:
    """A reader that has seen the second would never ask for the first again."""
    other = another()
    await other.open()
    second = repositories(other)

    async def put_slowly() -> None:
        async with database.transaction():
            await house.outbox.put("ana", channel="web", address="", key="slow", body={}, turn_id=None, at=NOON)
            await asyncio.sleep(0.2)

    slow = asyncio.create_task(put_slowly())
    await asyncio.sleep(0.05)
    await second.outbox.put("ana", channel="web", address="", key="quick", body={}, turn_id=None, at=NOON)
    assert [entry.key for entry in await second.outbox.after("ana", ["web"], 0, 10)] == ["slow", "quick"]
    await slow
    await other.close()


async def test_a_nudge_wakes_who_waits(house: Repositories, database: Database) -> None:
    waiting = asyncio.create_task(database.changed(30))
    await asyncio.sleep(0.01)
    await database.nudge("outbox")
    await asyncio.wait_for(waiting, 1)


async def test_without_news_the_wait_ends(database: Database) -> None:
    mark = await database.changed(0.05)
    assert await database.changed(0.05, since=mark) == mark


async def test_news_between_two_waits_is_not_missed(house: Repositories, database: Database) -> None:
    mark = await database.changed(0.01)
    await database.nudge("outbox")
    await asyncio.wait_for(database.changed(30, since=mark), 1)


async def test_a_nudge_in_a_unit_waits_for_its_commit(house: Repositories, database: Database) -> None:
    waiting = asyncio.create_task(database.changed(30))
    async with database.transaction():
        await put(house, "a")
        await database.nudge("outbox")
        await asyncio.sleep(0.05)
        assert not waiting.done()
    await asyncio.wait_for(waiting, 1)


async def test_a_nudge_reaches_another_process(house: Repositories, database: Database, another: Opener) -> None:
    other = another()
    await other.open()
    waiting = asyncio.create_task(other.changed(30))
    await asyncio.sleep(0.1)
    await put(house, "work")
    await database.nudge("outbox")
    await asyncio.wait_for(waiting, 3)
    await other.close()


async def test_a_closed_database_refuses(another: Opener) -> None:
    database = another()
    await database.open()
    await database.close()
    with pytest.raises(StorageError):
        await database.fetch("SELECT 1 AS one")
    await database.close()


async def test_an_unknown_user_is_refused(house: Repositories) -> None:
    with pytest.raises(StorageError):
        await house.contexts.put("nobody", "a", "b", NOON)
