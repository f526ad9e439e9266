"""How far the readers of the conversation have come, on both engines."""

from datetime import timedelta

from app.memory.ports import Database
from app.memory.records import Behind, Mark
from app.memory.repositories import Repositories
from app.memory.repositories.marks import BEHIND, FAR_BEHIND
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import turn


async def test_a_mark_moves_and_belongs_to_one_reader(house: Repositories) -> None:
    assert await house.marks.get("ana", "session") is None
    await house.marks.put("ana", "session", 3, NOON)
    await house.marks.put("ana", "session", 5, later(hours=1))
    assert await house.marks.get("ana", "session") == Mark("ana", "session", 5, later(hours=1))
    assert await house.marks.get("ana", "summary") is None
    assert await house.marks.get("ben", "session") is None


async def test_who_has_unread_turns_and_is_quiet_is_behind_whoever_waits_longest_first(house: Repositories) -> None:
    first, second = await turn(house, 2), await turn(house, 3)
    other = await turn(house, 1, user="ben")
    behind = await house.marks.behind("session", quiet_since=later(minutes=1))
    assert behind == [
        Behind("ben", 0, other.number, later(seconds=1)),
        Behind("ana", 0, second.number, later(seconds=3)),
    ]
    assert await house.marks.behind("session", quiet_since=later(minutes=1), limit=1) == behind[:1]
    assert await house.marks.behind("session", quiet_since=later(seconds=2)) == behind[:1]
    await house.marks.put("ana", "session", first.number, NOON)
    assert (await house.marks.behind("session", quiet_since=later(minutes=1)))[1].mark == first.number


async def test_who_has_read_all_is_behind_with_nothing(house: Repositories) -> None:
    last = await turn(house, 1)
    await house.marks.put("ana", "session", last.number, NOON)
    assert await house.marks.behind("session", quiet_since=later(days=9)) == []
    assert await house.marks.next_due("session", timedelta(minutes=30)) is None
    assert len(await house.marks.behind("summary", quiet_since=later(days=9))) == 1
    await turn(house, 2)
    assert len(await house.marks.behind("session", quiet_since=later(days=9))) == 1


async def test_the_next_is_due_when_somebody_will_have_been_quiet_for_long_enough(house: Repositories) -> None:
    assert await house.marks.next_due("session", timedelta(minutes=30)) is None
    await turn(house, 1, user="ben")
    await turn(house, 5)
    assert await house.marks.next_due("session", timedelta(minutes=30)) == later(minutes=30, seconds=1)
    await house.marks.put("ben", "session", 10**6, NOON)
    assert await house.marks.next_due("session", timedelta(minutes=30)) == later(minutes=30, seconds=5)


async def test_who_has_more_than_so_many_unread_turns_is_far_behind(house: Repositories) -> None:
    turns = [await turn(house, number) for number in range(1, 5)]
    await turn(house, 9, user="ben")
    assert await house.marks.far_behind("summary", turns=0) == ["ana", "ben"]
    assert await house.marks.far_behind("summary", turns=3) == ["ana"]
    assert await house.marks.far_behind("summary", turns=4) == []
    await house.marks.put("ana", "summary", turns[0].number, NOON)
    assert await house.marks.far_behind("summary", turns=3) == []


async def test_asking_who_is_behind_reads_no_turn_but_the_last_of_each_user(
    house: Repositories, database: Database
) -> None:
    """Else it would be slow for everybody as soon as somebody has talked for a year."""
    explain = "EXPLAIN QUERY PLAN" if database.engine == "sqlite" else "EXPLAIN"
    await database.execute(MANY[database.engine])
    if database.engine == "postgres":  # which does so by itself after a while, as SQLite never does
        await database.execute("ANALYZE")
    for query, values in ((f"SELECT t.number {BEHIND}", ["session"]), (FAR_BEHIND, ["session", 5, 9])):
        rows = await database.fetch(f"{explain} {query}", *values)
        steps = " ".join(str(value) for row in rows for value in row.values())
        assert "turns_by_user" in steps
        assert "SCAN t" not in steps
        assert "Seq Scan on turns" not in steps
        assert "Backward using turns_pkey" not in steps
    assert [one.user_id for one in await house.marks.behind("session", quiet_since=later(days=9))] == ["ana", "ben"]


_TURN = """SELECT 'x' || n, CASE WHEN n % 2 = 0 THEN 'ben' ELSE 'ana' END, 'web', '', '', 'done', '{}', '[]', '{}', '', '', """
_INTO = (
    "INSERT INTO turns (id, user_id, channel, text, reply, status, route, taint, usage, model, trace_id, started_at,"
    " finished_at) "
)
MANY = {
    "postgres": f"{_INTO}{_TURN} now(), '2026-03-01T12:00:00Z' FROM generate_series(1, 3000) AS n",
    "sqlite": f"{_INTO}WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 3000)"
    f" {_TURN} '2026-03-01', '2026-03-01T12:00:00.000000+00:00' FROM s",
}
