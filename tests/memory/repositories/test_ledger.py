"""The book of side effects, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import begun


async def test_a_call_is_begun_once_and_undone_once(house: Repositories) -> None:
    entry = await begun(house, "k1")
    assert await house.ledger.start("ana", turn_id="t1", call_key="k1", tool="x", arguments={}, at=NOON) is None
    assert await house.ledger.get_call("ana", "t1", "k1") == entry == await house.ledger.get("ana", entry.id)
    assert await house.ledger.last_undoable("ana") is None
    done = await house.ledger.finish(
        "ana", entry.id, status="done", result="ok", undo={"tool": "delete_note", "id": 1}, at=later(seconds=1)
    )
    assert done is not None
    assert (done.status, done.undo, done.finished_at) == ("done", {"tool": "delete_note", "id": 1}, later(seconds=1))
    other = await begun(house, "k2")
    await house.ledger.finish("ana", other.id, status="done", result="ok", undo=None, at=NOON)
    assert await house.ledger.last_undoable("ana") == done
    assert await house.ledger.mark_undone("ana", entry.id, NOON)
    assert not await house.ledger.mark_undone("ana", entry.id, NOON)
    assert not await house.ledger.mark_undone("ana", other.id, NOON)
    assert await house.ledger.last_undoable("ana") is None


async def test_what_a_crash_left_open_becomes_unknown(house: Repositories) -> None:
    one, two = await begun(house, "k1"), await begun(house, "k2")
    await begun(house, "k1", turn_id="t2")
    await house.ledger.finish("ana", two.id, status="failed", result="no", undo=None, at=NOON)
    assert [entry.id for entry in await house.ledger.mark_unknown("ana", "t1")] == [one.id]
    assert [entry.status for entry in await house.ledger.of_turn("ana", "t1")] == ["unknown", "failed"]
    assert await house.ledger.mark_unknown("ana", "t1") == []


async def test_what_was_done_lately_comes_newest_first(house: Repositories) -> None:
    one, two, three = [await begun(house, key) for key in ("k1", "k2", "k3")]
    for entry, status in ((one, "done"), (two, "failed"), (three, "done")):
        await house.ledger.finish("ana", entry.id, status=status, result="", undo=None, at=NOON)
    assert [entry.id for entry in await house.ledger.recent("ana", 5)] == [three.id, one.id]
    assert [entry.id for entry in await house.ledger.recent("ana", 1)] == [three.id]


async def test_the_calls_of_several_turns_are_read_at_once(house: Repositories) -> None:
    one, two = await begun(house, "k1"), await begun(house, "k1", turn_id="t2")
    await begun(house, "k1", turn_id="t3")
    assert await house.ledger.of_turns("ana", ["t1", "t2"]) == [one, two]
    assert await house.ledger.of_turns("ana", []) == []
